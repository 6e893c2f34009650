// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A wild position now and then.
package struct JumpSpec: Hashable, Sendable {
  package static let defaultDistance = 1000.0
  package static let defaultPeriod = 10.0

  /// Metres.
  package let distance: Double
  /// Seconds.
  package let period: Double
  package let seed: UInt64

  /// - Throws: `ParameterError` for a value out of range.
  package init(
    distance: Double = Self.defaultDistance,
    period: Double = Self.defaultPeriod,
    seed: UInt64 = 0
  ) throws(ParameterError) {
    self.distance = try OverrideLimits.jumpDistance.check(distance)
    self.period = try OverrideLimits.period.check(period)
    self.seed = try HashNoise(validating: seed).seed
  }
}

/// The first location after each period lies `distance` metres off, in a direction by the seed; it
/// claims the same accuracy, speed and course as if it did not.
struct JumpChange: FixChange {
  let spec: JumpSpec
  let since: Instant
  /// Periods seen; nil before the first location, which is never a wild one.
  private var seen: Double?

  init(spec: JumpSpec, since: Instant) {
    self.spec = spec
    self.since = since
  }

  mutating func change(_ fix: Fix, at now: Now) -> Fix? {
    let periods = ((now.instant - since) / spec.period).rounded(.down)
    defer { seen = periods }
    guard let seen, periods > seen else { return fix }
    let direction = 360 * HashNoise(seed: spec.seed).uniform(1, Int64(clamping: periods))
    var wild = fix
    let reached = Geodesic.destination(
      from: fix.coordinate,
      course: direction,
      distance: spec.distance
    )
    wild.coordinate = reached?.coordinate ?? fix.coordinate
    return wild
  }
}
