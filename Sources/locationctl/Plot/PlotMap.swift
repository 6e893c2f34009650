// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
internal import LocationCore

/// Mercator's projection of a part of the world onto a rectangle, north on top.
struct PlotMap {
  /// Where the projection ends, as on the web's maps.
  static let edge = 85.05
  /// Radians of the smallest part that is shown; 30 m on the equator.
  private static let least = 5e-6

  let area: Drawing.Rectangle
  /// Points of the drawing in a radian of longitude.
  private let factor: Double
  private let middle: (x: Double, y: Double)

  /// Shows all of these places, given by latitudes and longitudes that may go on beyond 180°.
  init(_ places: [(latitude: Double, longitude: Double)], in area: Drawing.Rectangle) {
    self.area = area
    let xs = places.map { Self.x($0.longitude) }
    let ys = places.map { Self.y($0.latitude) }
    let (west, east) = (xs.min() ?? 0, xs.max() ?? 0)
    let (south, north) = (ys.min() ?? 0, ys.max() ?? 0)
    middle = ((west + east) / 2, (south + north) / 2)
    let margin = 1.12
    factor = min(
      area.width / max((east - west) * margin, Self.least),
      area.height / max((north - south) * margin, Self.least)
    )
  }

  func place(_ latitude: Double, _ longitude: Double) -> Drawing.Point {
    Drawing.Point(
      x: area.x + area.width / 2 + (Self.x(longitude) - middle.x) * factor,
      y: area.y + area.height / 2 - (Self.y(latitude) - middle.y) * factor
    )
  }

  /// Degrees at the edges.
  var west: Double { (middle.x - area.width / 2 / factor) * 180 / .pi }
  var east: Double { (middle.x + area.width / 2 / factor) * 180 / .pi }
  var south: Double { Self.latitude(middle.y - area.height / 2 / factor) }
  var north: Double { Self.latitude(middle.y + area.height / 2 / factor) }

  /// Metres of one point of the drawing, in the middle.
  var metresPerPoint: Double {
    6_371_008.8 * cos(Self.latitude(middle.y) * .pi / 180) / factor
  }

  private static func x(_ longitude: Double) -> Double { longitude * .pi / 180 }
  private static func y(_ latitude: Double) -> Double {
    asinh(tan(min(max(latitude, -edge), edge) * .pi / 180))
  }
  private static func latitude(_ y: Double) -> Double { atan(sinh(y)) * 180 / .pi }
}
