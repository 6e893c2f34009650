// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A point to be reported in place of the receiver's.
package struct PointSpec: Hashable, Sendable {
  package var coordinate: Coordinate
  /// Metres above mean sea level; without any altitude the fix is 2D.
  package var altitude: Double?
  /// Metres above the WGS 84 ellipsoid.
  package var ellipsoidalAltitude: Double?
  /// Metres, ~68 %, > 0.
  package var horizontalAccuracy: Double?
  package var verticalAccuracy: Double?
  /// Metres per second, ≥ 0.
  package var speed: Double?
  package var speedAccuracy: Double?
  /// Degrees from true north, 0 ≤ value < 360.
  package var course: Double?
  package var courseAccuracy: Double?

  package init(coordinate: Coordinate) {
    self.coordinate = coordinate
  }

  /// - Throws: `ParameterError` for the first value that is out of its range.
  package func validate() throws(ParameterError) {
    let values: [(ParameterLimit, Double?)] = [
      (OverrideLimits.altitude, altitude),
      (OverrideLimits.ellipsoidalAltitude, ellipsoidalAltitude),
      (OverrideLimits.horizontalAccuracy, horizontalAccuracy),
      (OverrideLimits.verticalAccuracy, verticalAccuracy),
      (OverrideLimits.pointSpeed, speed),
      (OverrideLimits.speedAccuracy, speedAccuracy),
      (OverrideLimits.course, course),
      (OverrideLimits.courseAccuracy, courseAccuracy),
    ]
    for (limit, value) in values {
      if let value { try limit.check(value) }
    }
  }

  var is3D: Bool { altitude != nil || ellipsoidalAltitude != nil }
}

extension Fix {
  static let defaultHorizontalAccuracy = 5.0
  static let defaultVerticalAccuracy = 10.0

  /// The simulated fix that says what a point says.
  init(simulating point: PointSpec, time: UTCTime) {
    self.init(
      device: simulatedDevice,
      time: time,
      coordinate: point.coordinate,
      horizontalAccuracy: point.horizontalAccuracy ?? Self.defaultHorizontalAccuracy,
      dimension: point.is3D ? .threeD : .twoD,
      status: 8
    )
    if point.is3D {
      altitude = point.altitude
      ellipsoidalAltitude = point.ellipsoidalAltitude
      verticalAccuracy = point.verticalAccuracy ?? Self.defaultVerticalAccuracy
      if let above = point.altitude, let height = point.ellipsoidalAltitude {
        geoidSeparation = height - above
      }
    }
    speed = point.speed
    speedAccuracy = point.speed == nil ? nil : point.speedAccuracy
    course = point.course.map(normalizedCourse)
    courseAccuracy = point.course == nil ? nil : point.courseAccuracy
  }
}
