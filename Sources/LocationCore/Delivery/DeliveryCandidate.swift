// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What a delivery filter needs of one location, worked out once for all subscriptions of a view.
package struct DeliveryCandidate: Sendable {
  package let sequence: UInt64
  package let point: GroundPoint
  /// Metres, ~68 % radius.
  package let horizontalAccuracy: Double
  /// Which unbroken stretch of the view's stream the location belongs to; rises at each break.
  package let stretch: UInt64
  package let instant: Instant
}

/// Cuts one view's stream into unbroken stretches.
///
/// A stretch ends when the fix is lost, when a location is discontinuous with the one before it,
/// and when the set of overrides changes. Every filter passes the first location of a stretch, so
/// a change of state costs one comparison per filter and no visit to each of them.
package struct Continuity: Sendable {
  private var stretch: UInt64 = 0
  private var overrides: [String] = []
  private var isSimulated = false

  package init() {}

  /// There is no fix, or what it meant has changed: the next location starts a stretch.
  package mutating func interrupt() {
    stretch &+= 1
  }

  /// The location as the filters of this view see it.
  package mutating func candidate(for location: Location, at instant: Instant) -> DeliveryCandidate
  {
    let fix = location.fix
    let overridesChanged = fix.isSimulated != isSimulated || fix.overrides != overrides
    if fix.isDiscontinuous || overridesChanged {
      stretch &+= 1
      overrides = fix.overrides
      isSimulated = fix.isSimulated
    }
    return DeliveryCandidate(
      sequence: location.sequence,
      point: GroundPoint(fix.coordinate),
      horizontalAccuracy: fix.horizontalAccuracy,
      stretch: stretch,
      instant: instant
    )
  }
}
