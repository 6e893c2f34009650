// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// A coordinate with its place in space, so that distances can be bounded without a geodesic.
///
/// The straight line between two points is never longer than the geodesic; and since no geodesic
/// of the ellipsoid bends more tightly than a circle of `tightestRadius`, the arc of such a circle
/// over the same straight line is never shorter (Schur's comparison theorem). Below 10 km the two
/// bounds differ by less than 1.1 mm.
package struct GroundPoint: Hashable, Sendable {
  package let coordinate: Coordinate
  /// Earth-centred, earth-fixed metres.
  let x: Double
  let y: Double
  let z: Double

  package init(_ coordinate: Coordinate) {
    self.coordinate = coordinate
    let latitude = coordinate.latitude * .pi / 180
    let longitude = coordinate.longitude * .pi / 180
    let sine = sin(latitude)
    let normal =
      Ellipsoid.equatorialRadius
      / (1 - Ellipsoid.squaredEccentricity * sine * sine)
      .squareRoot()
    x = normal * cos(latitude) * cos(longitude)
    y = normal * cos(latitude) * sin(longitude)
    z = normal * (1 - Ellipsoid.squaredEccentricity) * sine
  }

  /// The point of the surface near a mean of points close together; nil if they are all around.
  init?(nearX x: Double, y: Double, z: Double) {
    let equatorial = (x * x + y * y).squareRoot()
    guard x * x + y * y + z * z > 1e13 else { return nil }
    let latitude = atan2(z, equatorial * (1 - Ellipsoid.squaredEccentricity)) * 180 / .pi
    guard let coordinate = Coordinate(latitude: latitude, longitude: atan2(y, x) * 180 / .pi)
    else { return nil }
    self.init(coordinate)
  }

  /// Square metres along the straight line.
  package func squaredChord(to other: GroundPoint) -> Double {
    let dx = other.x - x
    let dy = other.y - y
    let dz = other.z - z
    return dx * dx + dy * dy + dz * dz
  }

  /// Metres along the straight line; at most the geodesic distance.
  package func chord(to other: GroundPoint) -> Double {
    squaredChord(to: other).squareRoot()
  }

  /// Metres along the geodesic.
  package func distance(to other: GroundPoint) -> Double {
    Geodesic.distance(from: coordinate, to: other.coordinate)
  }

  /// Metres that the geodesic over a straight line of `chord` metres never exceeds.
  static func longestGeodesic(chord: Double) -> Double {
    let ratio = chord / (2 * Ellipsoid.tightestRadius)
    guard ratio < 1 else { return Ellipsoid.longestGeodesic }
    return 2 * Ellipsoid.tightestRadius * asin(ratio) + Ellipsoid.rounding
  }

  /// A straight line shorter than this belongs to a geodesic shorter than `distance` metres.
  static func certainChord(below distance: Double) -> Double {
    let angle = min(distance / (2 * Ellipsoid.tightestRadius), .pi / 2)
    return max(0, 2 * Ellipsoid.tightestRadius * sin(angle) - Ellipsoid.rounding)
  }
}

/// WGS 84, in metres.
enum Ellipsoid {
  static let equatorialRadius = 6_378_137.0
  static let flattening = 1 / 298.257223563
  static let squaredEccentricity = flattening * (2 - flattening)
  /// Of the meridian at the equator, b²/a.
  static let tightestRadius = equatorialRadius * (1 - squaredEccentricity)
  static let meanRadius = 6_371_008.8
  /// Half a meridian, rounded up.
  static let longestGeodesic = 20_004_000.0
  /// What the arithmetic of positions may be wrong by, generously.
  static let rounding = 1e-6
}
