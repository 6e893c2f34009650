// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Holds back what the receiver says.
package struct DelaySpec: Hashable, Sendable {
  package let seconds: Double

  /// - Throws: `ParameterError` for a value out of range.
  package init(seconds: Double) throws(ParameterError) {
    self.seconds = try OverrideLimits.delay.check(seconds)
  }
}

/// Tells everything of the receiver later, in order and otherwise as it was; times stay.
struct DelayLayer: OverrideLayer {
  /// Callbacks held at most; when more come the oldest are dropped.
  static let capacity = 4096

  private let seconds: Double
  private var queue: [(due: Instant, callback: Callback<Fix>)] = []

  init(_ spec: DelaySpec) {
    seconds = spec.seconds
  }

  mutating func process(_ callback: Callback<Fix>, at now: Now) -> [Callback<Fix>] {
    switch callback {
    case .didUpdateLocations, .didFailWithError, .didUpdateHeading, .didUpdateSatellites,
      .didChangeSource:
      if queue.count >= Self.capacity { queue.removeFirst(Self.capacity / 8) }
      queue.append((now.instant + seconds, callback))
      return []
    default: return [callback]
    }
  }

  var deadline: Instant? { queue.first?.due }

  mutating func advance(to now: Now) -> [Callback<Fix>] {
    let due = queue.prefix { $0.due <= now.instant }
    queue.removeFirst(due.count)
    return due.map(\.callback)
  }
}
