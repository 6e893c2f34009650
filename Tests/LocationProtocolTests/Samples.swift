// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationProtocol

@testable import LocationCore

/// Values that the tests of this target share.
enum Samples {
  static let time = UTCTime(milliseconds: 1_796_001_740_120)

  /// Publishes a fix under the given number, as the override stage would.
  static func location(_ fix: Fix, sequence: UInt64 = 1042) -> Location {
    var publisher = Publisher()
    var location = publisher.publish(fix)
    while location.sequence < sequence {
      location = publisher.publish(fix)
    }
    return location
  }

  /// A point of the given coordinates, which must be valid.
  static func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate {
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      preconditionFailure("not a coordinate: \(latitude), \(longitude)")
    }
    return coordinate
  }

  /// The example of the contract: every member is there.
  static var fullFix: Fix {
    var fix = smallFix
    fix.device = "/dev/ttyACM0"
    fix.driver = "u-blox"
    fix.altitude = 35.2
    fix.ellipsoidalAltitude = 79.9
    fix.verticalAccuracy = 6
    fix.speed = 1.4
    fix.speedAccuracy = 0.3
    fix.course = 271
    fix.courseAccuracy = 5
    fix.dimension = .threeD
    fix.status = 2
    fix.climb = 0.1
    fix.geoidSeparation = 44.7
    fix.satellitesUsed = 9
    fix.satellitesVisible = 14
    fix.hdop = 0.9
    fix.vdop = 1.4
    fix.pdop = 1.7
    fix.overrides = ["o3"]
    fix.estimated = ["speedAccuracy"]
    return fix
  }

  /// Only what a location always has.
  static var smallFix: Fix {
    Fix(
      device: "",
      time: time,
      coordinate: coordinate(48.85837, 2.294481),
      horizontalAccuracy: 4.1
    )
  }

  static var sky: SkyView {
    var sky = SkyView(device: "/dev/ttyACM0")
    sky.time = time
    sky.satellites = [
      .init(system: "GPS", prn: 5, azimuth: 271, elevation: 45, signal: 41.5, isUsed: true),
      .init(system: "GLONASS", prn: 70, isUsed: false),
    ]
    sky.visibleCount = 14
    sky.usedCount = 9
    sky.hdop = 0.9
    sky.vdop = 1.4
    sky.pdop = 1.7
    return sky
  }

  static var visit: Visit {
    Visit(
      coordinate: coordinate(48.85837, 2.294481),
      horizontalAccuracy: 20,
      arrival: time,
      departure: nil
    )
  }

  /// One callback of every kind, with values in every place.
  static var callbacks: [Callback<Location>] {
    let full = location(fullFix)
    let small = location(smallFix, sequence: 1)
    let error = LocationError(.locationUnknown, "no fix for 5 s")
    return [
      .didChangeAuthorization(Authorization(.authorizedAlways)),
      .didChangeAuthorization(Authorization(.authorizedWhenInUse, accuracy: .reduced)),
      .didUpdateLocations([full]),
      .didUpdateLocations([small, full]),
      .didFailWithError(error),
      .didUpdateHeading(Heading(trueHeading: 271.5, time: time)),
      .didUpdateHeading(
        Heading(magneticHeading: 269, trueHeading: 271, headingAccuracy: 2, time: time)
      ),
      .didUpdateSatellites(sky),
      .didUpdateSatellites(SkyView(device: "")),
      .didChangeSource(SourceChange(device: "/dev/ttyACM0", state: .lost, age: 5)),
      .didChangeSource(SourceChange(device: "/dev/ttyACM0", state: .active)),
      .didStartMonitoring(identifier: "home"),
      .monitoringDidFail(identifier: "home", LocationError(.regionMonitoringFailure, "too many")),
      .didDetermineState(identifier: "home", .inside),
      .didEnterRegion(identifier: "home", full),
      .didExitRegion(identifier: "a/b \"c\" é", small),
      .didVisit(visit),
      .didPauseLocationUpdates,
      .didResumeLocationUpdates,
    ]
  }
}

/// The bytes as text, for messages and comparisons people can read.
func text(_ bytes: some Collection<UInt8>) -> String {
  String(decoding: bytes, as: UTF8.self)
}
