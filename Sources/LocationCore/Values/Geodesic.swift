// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CGeodesic

/// Geodesics on the WGS 84 ellipsoid, by GeographicLib; exact across the antimeridian and the poles.
package enum Geodesic {
  package struct Course: Sendable {
    /// Metres.
    package var distance: Double
    /// Degrees from true north at the start, 0 ≤ value < 360.
    package var initialCourse: Double
    /// Degrees from true north on arrival, 0 ≤ value < 360.
    package var finalCourse: Double
  }

  /// The shortest way between two points; two equal points give distance 0.
  package static func course(from start: Coordinate, to end: Coordinate) -> Course {
    var distance = 0.0
    var first = 0.0
    var second = 0.0
    unsafe cgeodesic_inverse(
      start.latitude,
      start.longitude,
      end.latitude,
      end.longitude,
      &distance,
      &first,
      &second
    )
    return Course(
      distance: distance,
      initialCourse: normalizedCourse(first),
      finalCourse: normalizedCourse(second)
    )
  }

  /// Metres between two points.
  package static func distance(from start: Coordinate, to end: Coordinate) -> Double {
    course(from: start, to: end).distance
  }

  /// The point `distance` metres from `start` along `course`, and the course on arrival.
  package static func destination(
    from start: Coordinate,
    course: Double,
    distance: Double
  ) -> (coordinate: Coordinate, course: Double)? {
    guard course.isFinite, distance.isFinite else { return nil }
    var latitude = 0.0
    var longitude = 0.0
    var azimuth = 0.0
    unsafe cgeodesic_direct(
      start.latitude,
      start.longitude,
      course,
      distance,
      &latitude,
      &longitude,
      &azimuth
    )
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else { return nil }
    return (coordinate, normalizedCourse(azimuth))
  }
}

/// The same direction in 0 ≤ value < 360.
package func normalizedCourse(_ degrees: Double) -> Double {
  if degrees > 0, degrees < 360 { return degrees }
  let remainder = degrees.truncatingRemainder(dividingBy: 360)
  let positive = remainder < 0 ? remainder + 360 : remainder
  return positive >= 360 || positive == 0 ? 0 : positive
}
