// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// What a fix claims of its own error.
package struct AccuracySpec: Hashable, Sendable {
  /// Metres, ~68 %; nil leaves it to `scale`.
  package let horizontalAccuracy: Double?
  package let verticalAccuracy: Double?
  /// A factor for what is not set.
  package let scale: Double

  /// - Throws: `ParameterError` for a value out of range, or if nothing is given.
  package init(
    horizontalAccuracy: Double? = nil,
    verticalAccuracy: Double? = nil,
    scale: Double? = nil
  ) throws(ParameterError) {
    guard horizontalAccuracy != nil || verticalAccuracy != nil || scale != nil else {
      throw ParameterError(
        "horizontalAccuracy",
        "neither it nor verticalAccuracy nor scale is given"
      )
    }
    if let horizontalAccuracy { try OverrideLimits.horizontalAccuracy.check(horizontalAccuracy) }
    if let verticalAccuracy { try OverrideLimits.verticalAccuracy.check(verticalAccuracy) }
    self.horizontalAccuracy = horizontalAccuracy
    self.verticalAccuracy = verticalAccuracy
    self.scale = try OverrideLimits.scale.check(scale ?? 1)
  }
}

/// The position stays; dilutions change with the accuracies.
struct AccuracyChange: FixChange {
  let spec: AccuracySpec
  private var horizontalFactor = 1.0
  private var verticalFactor = 1.0

  init(spec: AccuracySpec) {
    self.spec = spec
  }

  mutating func change(_ fix: Fix, at now: Now) -> Fix? {
    var changed = fix
    horizontalFactor = changed.setHorizontalAccuracy(
      spec.horizontalAccuracy ?? fix.horizontalAccuracy * spec.scale
    )
    changed.estimated.removeAll { $0 == "horizontalAccuracy" || $0 == "verticalAccuracy" }
    if let vertical = fix.verticalAccuracy {
      verticalFactor = changed.setVerticalAccuracy(spec.verticalAccuracy ?? vertical * spec.scale)
    }
    return changed
  }

  func change(_ sky: SkyView, at now: Now) -> SkyView {
    sky.scalingDilutions(horizontal: horizontalFactor, vertical: verticalFactor)
  }
}

/// Makes a 2D fix: three satellites, no altitude and nothing else of the vertical.
struct FlattenChange: FixChange {
  private static let satellites = 3

  func change(_ fix: Fix, at now: Now) -> Fix? {
    var flat = fix
    flat.dimension = .twoD
    flat.altitude = nil
    flat.ellipsoidalAltitude = nil
    flat.geoidSeparation = nil
    flat.verticalAccuracy = nil
    flat.climb = nil
    flat.vdop = nil
    flat.pdop = fix.hdop
    flat.satellitesUsed = fix.satellitesUsed.map { min($0, Self.satellites) }
    flat.estimated.removeAll { $0 == "verticalAccuracy" }
    return flat
  }

  func change(_ sky: SkyView, at now: Now) -> SkyView {
    var flat = sky.limitingUse(to: Self.satellites)
    flat.vdop = nil
    flat.pdop = sky.hdop
    return flat
  }
}

/// A grid that positions snap to.
package struct QuantizeSpec: Hashable, Sendable {
  package enum Grid: Hashable, Sendable {
    case degrees(Double)
    /// North to south; east to west as near to it as a whole number of cells allows.
    case metres(Double)
  }

  package let grid: Grid

  /// - Throws: `ParameterError` for a value out of range.
  package init(degrees: Double) throws(ParameterError) {
    grid = .degrees(try OverrideLimits.gridDegrees.check(degrees))
  }

  /// - Throws: `ParameterError` for a value out of range.
  package init(metres: Double) throws(ParameterError) {
    grid = .metres(try OverrideLimits.gridMetres.check(metres))
  }
}

/// The accuracy grows by the error of rounding; speed and course stay.
struct QuantizeChange: FixChange {
  private static let metresPerDegree = 111_195.0

  let spec: QuantizeSpec
  private var factor = 1.0

  init(spec: QuantizeSpec) {
    self.spec = spec
  }

  mutating func change(_ fix: Fix, at now: Now) -> Fix? {
    let step: Double
    switch spec.grid {
    case .degrees(let degrees): step = degrees
    case .metres(let metres): step = min(metres / Self.metresPerDegree, 90)
    }
    let latitude = min(max((fix.coordinate.latitude / step).rounded() * step, -90), 90)
    let shrinkage = max(cos(latitude * .pi / 180), 0)
    let width = longitudeStep(step, shrinkage: shrinkage)
    let longitude = width.map { snap(fix.coordinate.longitude, to: $0) } ?? 0
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else { return fix }
    var snapped = fix
    snapped.coordinate = coordinate
    // An error spread evenly over a cell has the variance of its width squared over 12.
    let north = step * Self.metresPerDegree
    let east = (width ?? 360) * Self.metresPerDegree * shrinkage
    let error = ((north * north + east * east) / 12).squareRoot()
    factor = snapped.setHorizontalAccuracy(hypot(fix.horizontalAccuracy, error))
    return snapped
  }

  func change(_ sky: SkyView, at now: Now) -> SkyView {
    sky.scalingDilutions(horizontal: factor, vertical: 1)
  }

  /// The same on a whole parallel, so that cells do not shift; nil where one cell is all of it.
  private func longitudeStep(_ step: Double, shrinkage: Double) -> Double? {
    guard case .metres = spec.grid else { return step }
    let cells = (360 * shrinkage / step).rounded()
    return cells >= 1 ? 360 / cells : nil
  }

  private func snap(_ longitude: Double, to step: Double) -> Double {
    let snapped = (longitude / step).rounded() * step
    guard abs(snapped) > 180 else { return snapped }
    return snapped > 0 ? snapped - 360 : snapped + 360
  }
}
