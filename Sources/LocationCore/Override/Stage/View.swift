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
  /// What left each layer last, for views made later that begin with the same layers.
  private var taps: [Tap]
  private(set) var state: ViewState

  /// The live view.
  init(id: ViewID) {
    self.init(id: id, overrides: [], layers: [], taps: [])
  }

  private init(id: ViewID, overrides: [String], layers: [any OverrideLayer], taps: [Tap]) {
    self.id = id
    self.overrides = overrides
    self.layers = layers
    self.taps = taps
    state = ViewState(overrides: overrides)
  }

  /// A new view that goes on from where the shared part of this one stands.
  ///
  /// Layers are shared only with all that lies below them, because what they remember came from
  /// there: a frozen real position must not rise into a view that a replacement covers.
  ///
  /// - Parameters:
  ///   - id: The name of the new view.
  ///   - overrides: What applies to it, bottom of the stack first.
  ///   - now: When it is made.
  ///   - makeLayer: Makes the layer of an override that is not shared.
  /// - Returns: The view, and what left the topmost of the shared layers.
  func branch(
    id: ViewID,
    overrides: [Override],
    at now: Now,
    makeLayer: (Override) -> any OverrideLayer
  ) -> (view: View, standing: [Callback<Fix>]) {
    let ids = overrides.map(\.id)
    let shared = sharedCount(with: ids)
    let view = View(
      id: id,
      overrides: ids,
      layers: layers.prefix(shared) + overrides.dropFirst(shared).map(makeLayer),
      taps: taps.prefix(shared) + overrides.dropFirst(shared).map { _ in Tap() }
    )
    return (view, shared == 0 ? [] : taps[shared - 1].callbacks(at: now))
  }

  /// How many overrides at the bottom this view has in common with others.
  func sharedCount(with others: [String]) -> Int {
    zip(overrides, others).prefix { $0 == $1 }.count
  }

  /// Whether anything may change what it is told.
  var hasLayers: Bool { !layers.isEmpty }

  /// The earliest deadline of its layers.
  var deadline: Instant? {
    layers.reduce(nil) { earlier($0, $1.deadline) }
  }

  /// Sends callbacks upward, starting with the layer of this number.
  mutating func push(
    _ callbacks: [Callback<Fix>],
    from first: Int = 0,
    at now: Now
  ) -> [Callback<Fix>] {
    rise(callbacks, from: first, at: now)
  }

  /// Sends what an override says by itself upward.
  mutating func push(
    _ callbacks: [Callback<Fix>],
    above override: String,
    at now: Now
  ) -> [Callback<Fix>] {
    guard let index = overrides.firstIndex(of: override) else { return [] }
    return leave(index, callbacks, at: now)
  }

  /// Lets layers that speak by themselves speak.
  mutating func advance(to now: Now) -> [Callback<Fix>] {
    var result: [Callback<Fix>] = []
    for index in layers.indices {
      guard let deadline = layers[index].deadline, deadline <= now.instant else { continue }
      let spoken = layers[index].advance(to: now)
      result += leave(index, spoken, at: now)
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

  /// A loss that nobody was there to hear of does not hold for those who come now; one that an
  /// override causes does.
  mutating func forgetLoss() {
    for index in layers.indices {
      guard !layers[index].causesLoss else { return }
      taps[index].forgetLoss()
    }
    state.forgetLoss()
  }

  /// A receiver's last fix came before this view was made.
  mutating func dateLastFix(_ instant: Instant, of device: String) {
    for index in taps.indices { taps[index].dateLastFix(instant, of: device) }
    state.dateLastFix(instant, of: device)
  }

  /// Notes what the subscribers of this view are about to be told; false if they know it already.
  mutating func note(_ callback: Callback<Location>, at now: Now) -> Bool {
    state.note(callback, at: now)
  }

  /// Takes the number under which its location was published anew.
  mutating func renumber(_ location: Location) {
    state.renumber(location)
  }

  private mutating func rise(
    _ callbacks: [Callback<Fix>],
    from first: Int,
    at now: Now
  ) -> [Callback<Fix>] {
    guard first < layers.count else { return callbacks }
    let passed = callbacks.flatMap { layers[first].process($0, at: now) }
    return leave(first, passed, at: now)
  }

  /// Sends on what left a layer.
  private mutating func leave(
    _ index: Int,
    _ callbacks: [Callback<Fix>],
    at now: Now
  ) -> [Callback<Fix>] {
    let marked = callbacks.map { mark($0, by: overrides[index]) }
    for callback in marked { taps[index].note(callback, at: now) }
    return rise(marked, from: index + 1, at: now)
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
