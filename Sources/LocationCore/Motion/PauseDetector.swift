// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Finds out when the device stands still, so that a subscription may pause, and when it moves.
///
/// It stands still when locations have stayed within 30 m (and their own error, up to 30 m more)
/// for five minutes. It moves again when locations have been outside for three seconds, two at
/// least, or at once at a jump that is no movement. The first location after a pause is for the
/// subscription's filter to pass: `DeliveryFilter.reset`.
package struct PauseDetector {
  package enum Change: Hashable, Sendable {
    case paused
    case resumed
  }

  /// Metres.
  package static let radius = 30.0
  /// Seconds.
  package static let stillness = 300.0
  /// Seconds.
  package static let resumePatience = 3.0

  package private(set) var isPaused = false
  private var stay: Stay?

  package init() {}

  /// Begins anew, not paused: the subscription was started again.
  package mutating func reset() {
    stay = nil
    isPaused = false
  }

  /// Takes in one location; returns a change if this one brought it.
  package mutating func update(_ location: Location, now: Instant) -> Change? {
    let fix = location.fix
    guard var current = stay else {
      stay = Self.begin(fix, now)
      return nil
    }
    let presence = current.take(fix, now: now)
    stay = current
    switch presence {
    case .ignored, .straying: return nil
    case .inside:
      guard !isPaused, current.duration >= Self.stillness else { return nil }
      isPaused = true
      return .paused
    case .left:
      var next = current.successor
      _ = next.take(fix, now: now)
      stay = next
      guard isPaused else { return nil }
      isPaused = false
      return .resumed
    }
  }

  private static func begin(_ fix: Fix, _ now: Instant) -> Stay? {
    let settings = Stay.Settings(radius: radius, patience: resumePatience)
    guard fix.horizontalAccuracy <= settings.coarsestAccuracy else { return nil }
    return Stay(fix, now: now, settings: settings)
  }
}
