// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// A constant displacement.
package struct OffsetSpec: Hashable, Sendable {
  /// Metres; the way on the ground is the geodesic of that length and direction.
  package let east: Double
  package let north: Double
  package let up: Double

  /// - Throws: `ParameterError` for a value out of range.
  package init(
    east: Double = 0,
    north: Double = 0,
    up: Double = 0
  ) throws(ParameterError) {
    self.east = try OverrideLimits.east.check(east)
    self.north = try OverrideLimits.north.check(north)
    self.up = try OverrideLimits.up.check(up)
  }

  /// - Throws: `ParameterError` for a value out of range.
  package init(bearing: Double, distance: Double, up: Double = 0) throws(ParameterError) {
    try OverrideLimits.bearing.check(bearing)
    try OverrideLimits.offsetDistance.check(distance)
    self.up = try OverrideLimits.up.check(up)
    east = distance * sin(bearing * .pi / 180)
    north = distance * cos(bearing * .pi / 180)
  }
}

/// Speed, course and accuracy stay: the receiver moves as before and does not know.
struct OffsetChange: FixChange {
  let spec: OffsetSpec

  func change(_ fix: Fix, at now: Now) -> Fix? {
    var moved = fix
    moved.coordinate = fix.coordinate.moved(east: spec.east, north: spec.north)
    moved.altitude = fix.altitude.map { $0 + spec.up }
    moved.ellipsoidalAltitude = fix.ellipsoidalAltitude.map { $0 + spec.up }
    return moved
  }
}

/// An independent error for each fix.
package struct NoiseSpec: Hashable, Sendable {
  /// Metres, 1 σ in each of east and north.
  package let metres: Double
  /// Metres, 1 σ.
  package let verticalMetres: Double
  package let seed: UInt64

  /// - Throws: `ParameterError` for a value out of range.
  package init(
    metres: Double,
    verticalMetres: Double = 0,
    seed: UInt64 = 0
  ) throws(ParameterError) {
    self.metres = try OverrideLimits.noise.check(metres)
    self.verticalMetres = try OverrideLimits.verticalNoise.check(verticalMetres)
    self.seed = try HashNoise(validating: seed).seed
  }
}

/// The error depends on the seed and the time of the fix, so that all views agree.
///
/// The accuracies grow by it, since this is what they state; speed and course, which receivers
/// measure apart from the position, stay.
struct NoiseChange: FixChange {
  let spec: NoiseSpec
  private var horizontalFactor = 1.0
  private var verticalFactor = 1.0

  init(spec: NoiseSpec) {
    self.spec = spec
  }

  mutating func change(_ fix: Fix, at now: Now) -> Fix? {
    let noise = HashNoise(seed: spec.seed)
    let time = fix.time.milliseconds
    var noisy = fix
    noisy.coordinate = fix.coordinate.moved(
      east: spec.metres * noise.gaussian(1, time),
      north: spec.metres * noise.gaussian(2, time)
    )
    let rise = spec.verticalMetres * noise.gaussian(3, time)
    noisy.altitude = fix.altitude.map { $0 + rise }
    noisy.ellipsoidalAltitude = fix.ellipsoidalAltitude.map { $0 + rise }
    let horizontal = hypot(fix.horizontalAccuracy, 2.squareRoot() * spec.metres)
    horizontalFactor = noisy.setHorizontalAccuracy(horizontal)
    if let vertical = fix.verticalAccuracy {
      verticalFactor = noisy.setVerticalAccuracy(hypot(vertical, spec.verticalMetres))
    }
    return noisy
  }

  func change(_ sky: SkyView, at now: Now) -> SkyView {
    sky.scalingDilutions(horizontal: horizontalFactor, vertical: verticalFactor)
  }
}

/// An error that grows with time.
package struct DriftSpec: Hashable, Sendable {
  /// Metres per second.
  package let rate: Double
  /// Degrees from true north.
  package let bearing: Double
  /// Metres that a random walk strays in a second, 1 σ in each of east and north; it grows with
  /// the square root of time.
  package let walk: Double
  package let seed: UInt64

  /// - Throws: `ParameterError` for a value out of range.
  package init(
    rate: Double = 0,
    bearing: Double = 0,
    walk: Double = 0,
    seed: UInt64 = 0
  ) throws(ParameterError) {
    self.rate = try OverrideLimits.driftRate.check(rate)
    self.bearing = try OverrideLimits.bearing.check(bearing)
    self.walk = try OverrideLimits.driftWalk.check(walk)
    self.seed = try HashNoise(validating: seed).seed
    guard rate > 0 || walk > 0 else { throw ParameterError("rate", "neither it nor walk is given") }
  }
}

/// A function of the time since the override began; accuracy, speed and course stay, because a
/// receiver that drifts does not know.
struct DriftChange: FixChange {
  let spec: DriftSpec
  let since: Instant

  func change(_ fix: Fix, at now: Now) -> Fix? {
    let noise = HashNoise(seed: spec.seed)
    let elapsed = max(now.instant - since, 0)
    let direction = spec.bearing * .pi / 180
    var east = spec.rate * elapsed * sin(direction)
    var north = spec.rate * elapsed * cos(direction)
    if spec.walk > 0 {
      east += spec.walk * noise.walk(1, at: elapsed)
      north += spec.walk * noise.walk(2, at: elapsed)
    }
    var moved = fix
    moved.coordinate = fix.coordinate.moved(east: east, north: north)
    return moved
  }
}
