// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// A point on the WGS 84 ellipsoid.
public struct Coordinate: Hashable, Sendable, Codable {
  /// Degrees north, −90 … 90 if valid.
  public var latitude: Double
  /// Degrees east, −180 … 180 if valid.
  public var longitude: Double

  /// Makes a point from degrees; nothing is clamped or wrapped, see ``isValid``.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Whether both degrees are finite and in range.
  public var isValid: Bool { core != nil }

  /// Metres along the shortest way on the ellipsoid; NaN if one of the points is not valid.
  public func distance(to other: Coordinate) -> Double {
    guard let start = core, let end = other.core else { return .nan }
    return Geodesic.distance(from: start, to: end)
  }

  /// Degrees from true north in which the shortest way starts; NaN if a point is not valid.
  public func course(to other: Coordinate) -> Double {
    guard let start = core, let end = other.core else { return .nan }
    return Geodesic.course(from: start, to: end).initialCourse
  }

  /// The point so many metres away in a direction; nil if this point or a number is not valid.
  public func destination(course: Double, distance: Double) -> Coordinate? {
    guard let start = core,
      let end = Geodesic.destination(from: start, course: course, distance: distance)
    else { return nil }
    return Coordinate(latitude: end.coordinate.latitude, longitude: end.coordinate.longitude)
  }

  private var core: LocationCore.Coordinate? {
    LocationCore.Coordinate(latitude: latitude, longitude: longitude)
  }
}

extension Coordinate: CustomStringConvertible {
  /// Latitude and longitude in degrees with a comma, as commands and environments take it.
  public var description: String { "\(latitude),\(longitude)" }
}

extension Coordinate: LosslessStringConvertible {
  /// Reads `LATITUDE,LONGITUDE` in degrees; nil unless it is a valid point.
  public init?(_ description: String) {
    let parts = description.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let latitude = Self.degrees(parts[0]),
      let longitude = Self.degrees(parts[1])
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
    guard isValid else { return nil }
  }

  /// Decimal only: Swift's own reader takes hexadecimal, `nan` and `inf` as well.
  static func degrees(_ text: Substring) -> Double? {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    guard !text.isEmpty, text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else {
      return nil
    }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }
}
