// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

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
  /// The newest change of the receiver that locations come from.
  package private(set) var source: SourceChange?
  /// When the last fix of that receiver came.
  private(set) var lastFixAt: Instant?

  init(overrides: [String]) {
    self.overrides = overrides
  }

  /// A loss that nobody was there to hear of does not hold for those who come now.
  mutating func forgetLoss() {
    error = nil
  }

  mutating func note(_ callback: Callback<Location>, at now: Now) -> Bool {
    switch callback {
    case .didUpdateLocations(let locations):
      location = locations.last
      locationAt = now.instant
      lastFixAt = now.instant
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
    case .didChangeSource(let change):
      source = change
      lastFixAt = change.age.map { now.instant + -$0 }
    default: break
    }
    return true
  }

  /// The last fix came earlier than it was told here.
  mutating func dateLastFix(_ instant: Instant, of device: String) {
    guard source?.device == device, lastFixAt != nil else { return }
    lastFixAt = instant
  }

  /// The newest change of the receiver, as it is told now.
  func source(at now: Now) -> SourceChange? {
    source?.told(at: now, lastFixAt: lastFixAt)
  }

  mutating func renumber(_ renewed: Location) {
    location = renewed
  }

  /// The callbacks that lead to this state.
  func callbacks(at now: Now) -> [Callback<Fix>] {
    var result: [Callback<Fix>] = []
    if let source = source(at: now) { result.append(.didChangeSource(source)) }
    if let sky { result.append(.didUpdateSatellites(sky)) }
    if let heading { result.append(.didUpdateHeading(heading)) }
    if let location { result.append(.didUpdateLocations([location.fix])) }
    if let error { result.append(.didFailWithError(error)) }
    return result
  }
}

/// The newest callback of each kind that left a layer and still holds.
struct Tap {
  private var source: SourceChange?
  private var lastFixAt: Instant?
  private var sky: Callback<Fix>?
  private var heading: Callback<Fix>?
  /// A location or a loss.
  private var position: Callback<Fix>?

  mutating func note(_ callback: Callback<Fix>, at now: Now) {
    switch callback {
    case .didUpdateLocations:
      position = callback
      lastFixAt = now.instant
    case .didFailWithError:
      position = callback
      sky = nil
    case .didUpdateSatellites: sky = callback
    case .didUpdateHeading: heading = callback
    case .didChangeSource(let change):
      source = change
      lastFixAt = change.age.map { now.instant + -$0 }
    default: break
    }
  }

  /// The last fix came earlier than it passed here.
  mutating func dateLastFix(_ instant: Instant, of device: String) {
    guard source?.device == device, lastFixAt != nil else { return }
    lastFixAt = instant
  }

  mutating func forgetLoss() {
    if case .didFailWithError = position { position = nil }
  }

  func callbacks(at now: Now) -> [Callback<Fix>] {
    let source = source?.told(at: now, lastFixAt: lastFixAt)
    return [source.map { .didChangeSource($0) }, sky, heading, position].compactMap(\.self)
  }
}
