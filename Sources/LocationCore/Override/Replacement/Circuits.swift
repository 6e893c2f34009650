// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// The ways of the built-in scenarios.
extension Journey {
  /// Around blocks whose streets run north-east and south-east.
  static func cityBlocks(speed: Double, wait: Double) -> Journey {
    let blocks: [(course: Double, distance: Double, waits: Bool)] = [
      (45, 133, false), (45, 133, true), (45, 133, false), (135, 133, true), (135, 133, false),
      (225, 133, true), (135, 133, false), (135, 133, true), (225, 133, false), (225, 133, true),
      (315, 266, false), (315, 133, true), (315, 133, false),
    ]
    return Journey(
      start: point(41.391_70, 2.164_90, altitude: 28),
      legs: blocks.map {
        Leg(
          course: $0.course,
          distance: $0.distance,
          speed: speed,
          wait: $0.waits ? wait : 0,
          altitude: 28
        )
      },
      acceleration: 1,
      slowsAtCorners: false,
      accuracy: 5.5,
      wander: 1.8,
      geoidSeparation: 49.3
    )
  }

  static let bicycleRide: Journey = {
    let ways: [(course: Double, distance: Double, wait: Double)] = [
      (80, 420, 0), (72, 480, 30), (350, 700, 0), (300, 260, 20), (275, 900, 0), (262, 180, 25),
      (190, 520, 0), (200, 400, 0), (110, 200, 0),
    ]
    return Journey(
      start: point(52.367_60, 4.904_10, altitude: 1),
      legs: ways.map {
        Leg(course: $0.course, distance: $0.distance, speed: 5.5, wait: $0.wait, altitude: 1)
      },
      acceleration: 0.8,
      slowsAtCorners: true,
      accuracy: 4.5,
      wander: 1.4,
      geoidSeparation: 43
    )
  }()

  static let freewayDrive: Journey = {
    let ways: [(course: Double, distance: Double, speed: Double, altitude: Double)] = [
      (92, 3_000, 31, 515), (85, 4_000, 31, 508), (97, 5_000, 31, 500), (142, 220, 14, 503),
      (187, 90, 11, 505), (232, 220, 14, 503), (277, 5_000, 31, 508), (265, 4_000, 31, 515),
      (272, 2_900, 31, 520), (330, 150, 14, 522), (20, 100, 11, 520),
    ]
    return Journey(
      start: point(48.148_00, 11.790_00, altitude: 520),
      legs: ways.map {
        Leg(course: $0.course, distance: $0.distance, speed: $0.speed, altitude: $0.altitude)
      },
      acceleration: 1.8,
      slowsAtCorners: true,
      accuracy: 3.5,
      wander: 0.9,
      geoidSeparation: 46.2
    )
  }()

  static let tunnel: Journey = {
    let ways: [(course: Double, distance: Double, hasFix: Bool, altitude: Double)] = [
      (172, 600, true, 1_120), (176, 1_100, false, 1_128), (181, 600, true, 1_130),
      (91, 30, true, 1_130), (1, 600, true, 1_128), (356, 1_100, false, 1_120),
      (352, 600, true, 1_112), (271, 30, true, 1_112),
    ]
    return Journey(
      start: point(46.660_00, 8.590_00, altitude: 1_112),
      legs: ways.map {
        Leg(
          course: $0.course,
          distance: $0.distance,
          speed: 22,
          altitude: $0.altitude,
          hasFix: $0.hasFix
        )
      },
      acceleration: 2.5,
      slowsAtCorners: true,
      accuracy: 4,
      wander: 1,
      geoidSeparation: 52.6
    )
  }()

  static let antimeridianFlight: Journey = {
    let straight = 60_000.0
    let arc = 6_000.0
    let ways: [(course: Double, distance: Double, altitude: Double)] = [
      (80, straight, 11_000), (105, arc, 11_000), (130, arc, 11_000), (155, arc, 10_950),
      (180, arc, 10_900), (205, arc, 10_850), (230, arc, 10_800), (260, straight, 10_500),
      (285, arc, 10_500), (310, arc, 10_500), (335, arc, 10_550), (0, arc, 10_600),
      (25, arc, 10_650), (50, arc, 10_700),
    ]
    return Journey(
      start: point(-16.900_00, 179.920_00, altitude: 10_700),
      legs: ways.map {
        Leg(course: $0.course, distance: $0.distance, speed: 240, altitude: $0.altitude)
      },
      acceleration: 240,
      slowsAtCorners: false,
      accuracy: 3,
      wander: 0.8,
      geoidSeparation: 54.8
    )
  }()

  private static func point(
    _ latitude: Double,
    _ longitude: Double,
    altitude: Double
  ) -> PointSpec {
    let origin = Coordinate(latitude: latitude, longitude: longitude) ?? .nullIsland
    var point = PointSpec(coordinate: origin)
    point.altitude = altitude
    return point
  }
}

/// What a good receiver at rest reports: a position that wanders and returns.
enum StationaryWander {
  private static let lap = 900
  private static let geoidSeparation = 44.6

  static func points(noise: HashNoise) -> [RoutePoint] {
    let home = Coordinate(latitude: 48.858_37, longitude: 2.294_48) ?? .nullIsland
    var last = home
    return (0...lap).map { second in
      let taper = min(Double(second), Double(lap - second), 60) / 60
      let position = home.moved(
        east: wander(noise, 1, at: second) * taper,
        north: wander(noise, 3, at: second) * taper
      )
      var point = PointSpec(coordinate: position)
      let altitude = 35 + 2 * wander(noise, 5, at: second) * taper
      point.altitude = (altitude * 100).rounded() / 100
      point.ellipsoidalAltitude = ((altitude + geoidSeparation) * 100).rounded() / 100
      let radius = 4 * (1 + 0.25 * abs(noise.smooth(7, at: Double(second), period: 40)))
      point.horizontalAccuracy = (radius * 10).rounded() / 10
      point.verticalAccuracy = (radius * 15).rounded() / 10
      // The speed that the wander amounts to; so small a one has no course.
      point.speed = Geodesic.distance(from: last, to: position)
      last = position
      return RoutePoint(point, time: UTCTime(milliseconds: Int64(second) * 1000))
    }
  }

  /// Metres: slow, as the satellites' geometry and the atmosphere change, and a little quick.
  private static func wander(_ noise: HashNoise, _ stream: UInt64, at second: Int) -> Double {
    1.6 * noise.smooth(stream, at: Double(second), period: 120)
      + 0.3 * noise.smooth(stream + 1, at: Double(second), period: 8)
  }
}

extension Coordinate {
  /// Latitude and longitude 0.
  static let nullIsland = Coordinate()

  private init() {
    latitude = 0
    longitude = 0
  }
}
