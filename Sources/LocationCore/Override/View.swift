// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// One distinct way of seeing the location: the overrides that hold for some subscribers.
///
/// Subscribers to whom the same overrides apply share a view, and so its frames.
struct View {
  let id: ViewID
  /// The overrides that apply, bottom of the stack first.
  let overrides: [String]
  private var layers: [any OverrideLayer]
  private(set) var state: ViewState

  init(id: ViewID, overrides: [String], layers: [any OverrideLayer]) {
    self.id = id
    self.overrides = overrides
    self.layers = layers
    state = ViewState(overrides: overrides)
  }

  /// The earliest deadline of its layers.
  var deadline: Instant? {
    layers.reduce(nil) { earlier($0, $1.deadline) }
  }

  /// A copy of the layer that serves an override, for a view made later.
  func layer(of override: String) -> (any OverrideLayer)? {
    overrides.firstIndex(of: override).map { layers[$0] }
  }

  /// Sends callbacks upward, starting above the layer of `override`, or at the bottom.
  mutating func push(
    _ callbacks: [Callback<Fix>],
    above override: String? = nil,
    at now: Now
  ) -> [Callback<Fix>] {
    guard let override else { return rise(callbacks, from: 0, at: now) }
    guard let index = overrides.firstIndex(of: override) else { return [] }
    return rise(callbacks.map { mark($0, by: override) }, from: index + 1, at: now)
  }

  /// Lets layers that speak by themselves speak.
  mutating func advance(to now: Now) -> [Callback<Fix>] {
    var result: [Callback<Fix>] = []
    for index in layers.indices {
      guard let deadline = layers[index].deadline, deadline <= now.instant else { continue }
      let spoken = layers[index].advance(to: now).map { mark($0, by: overrides[index]) }
      result += rise(spoken, from: index + 1, at: now)
    }
    return result
  }

  /// What the layers make of a subscriber's own authorization.
  func authorization(_ authorization: Authorization, at now: Now) -> Authorization {
    guard !layers.isEmpty else { return authorization }
    var probe = self
    let seen = probe.rise([.didChangeAuthorization(authorization)], from: 0, at: now)
    for case .didChangeAuthorization(let result) in seen.reversed() { return result }
    return authorization
  }

  /// Notes what the subscribers of this view are about to be told; false if they know it already.
  mutating func note(_ callback: Callback<Location>, at now: Now) -> Bool {
    state.note(callback, at: now)
  }

  /// A loss that nobody was there to hear of does not hold for those who come now.
  mutating func forgetLoss() {
    state.forgetLoss()
  }

  private mutating func rise(
    _ callbacks: [Callback<Fix>],
    from first: Int,
    at now: Now
  ) -> [Callback<Fix>] {
    var rising = callbacks
    for index in layers.indices.dropFirst(first) {
      var passed: [Callback<Fix>] = []
      for callback in rising {
        for result in layers[index].process(callback, at: now) {
          passed.append(mark(result, by: overrides[index]))
        }
      }
      rising = passed
    }
    return rising
  }

  /// Whatever passed an override says so.
  private func mark(_ callback: Callback<Fix>, by override: String) -> Callback<Fix> {
    callback.map { fix in
      var marked = fix
      marked.isSimulated = true
      marked.overrides.append(override)
      return marked
    }
  }
}

/// Names a view; never used again.
package struct ViewID: Hashable, Sendable {
  let number: Int
}

/// What a subscriber that joins a view is told first.
package struct ViewState: Sendable {
  /// The overrides that apply, bottom of the stack first.
  package let overrides: [String]
  /// The current location; absent from a loss on until the next fix.
  package private(set) var location: Location?
  /// When `location` was published.
  package private(set) var locationAt: Instant?
  /// The loss that holds, if one does.
  package private(set) var error: LocationError?
  package private(set) var sky: SkyView?
  package private(set) var heading: Heading?

  init(overrides: [String]) {
    self.overrides = overrides
  }

  mutating func forgetLoss() {
    error = nil
  }

  mutating func note(_ callback: Callback<Location>, at now: Now) -> Bool {
    switch callback {
    case .didUpdateLocations(let locations):
      location = locations.last
      locationAt = now.instant
      error = nil
    case .didFailWithError(let failure):
      let isKnown = error?.code == failure.code
      error = failure
      location = nil
      locationAt = nil
      sky = nil
      return !isKnown
    case .didUpdateSatellites(let view): sky = view
    case .didUpdateHeading(let newest): heading = newest
    default: break
    }
    return true
  }
}
