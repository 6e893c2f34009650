// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LocationCore

/// The location object of the wire, as a subscriber reads it; absent values are absent.
package struct LocationMessage: Hashable, Sendable, Codable {
  /// Degrees, WGS 84.
  package var latitude: Double
  package var longitude: Double
  /// Metres, ~68 % radius, > 0.
  package var horizontalAccuracy: Double
  /// Metres above mean sea level.
  package var altitude: Double?
  /// Metres above the WGS 84 ellipsoid.
  package var ellipsoidalAltitude: Double?
  /// Metres, ~68 %, > 0.
  package var verticalAccuracy: Double?
  /// Metres per second over ground.
  package var speed: Double?
  package var speedAccuracy: Double?
  /// Degrees true, 0 ≤ value < 360.
  package var course: Double?
  package var courseAccuracy: Double?
  /// Time of the fix.
  package var timestamp: UTCTime
  /// Rises by one for each location the daemon publishes.
  package var sequence: UInt64
  package var source: Source
  package var gnss: GNSS?

  /// Where a location comes from.
  package struct Source: Hashable, Sendable, Codable {
    package var isSimulatedBySoftware: Bool
    package var isProducedByAccessory: Bool
    package var device: String?
    package var driver: String?
    /// Identifiers of the overrides that touched it, absent if none did.
    package var overrides: [String]?
    /// Names of the members that are guesses, absent if none is.
    package var estimated: [String]?
  }

  /// What the receiver said beyond CoreLocation's names.
  package struct GNSS: Hashable, Sendable, Codable {
    package var mode: Mode
    package var status: Status?
    package var satellitesUsed: Int?
    package var satellitesVisible: Int?
    package var hdop: Double?
    package var vdop: Double?
    package var pdop: Double?
    /// Metres per second, up is positive.
    package var climb: Double?
    /// Metres of the geoid above the ellipsoid.
    package var geoidSeparation: Double?
  }

  package enum Mode: String, Sendable, Codable {
    case twoD = "2D"
    case threeD = "3D"
  }

  /// How the position was found; gpsd's numbers by name.
  package enum Status: String, CaseIterable, Sendable, Codable {
    case gps
    case dgps
    case rtkFixed
    case rtkFloat
    case deadReckoning
    case gnssDeadReckoning
    case surveyed
    case simulated
    case pY

    /// The name for gpsd's STATUS_ number, nil for a number that gpsd does not define.
    package init?(gpsd number: Int) {
      switch number {
      // gpsd leaves an ordinary fix at 0.
      case 0, 1: self = .gps
      case 2: self = .dgps
      case 3: self = .rtkFixed
      case 4: self = .rtkFloat
      case 5: self = .deadReckoning
      case 6: self = .gnssDeadReckoning
      case 7: self = .surveyed
      case 8: self = .simulated
      case 9: self = .pY
      default: return nil
      }
    }
  }
}

extension LocationMessage {
  /// The wire form of a location; optional values that are not finite are left out.
  package init(_ location: Location) {
    let fix = location.fix
    latitude = fix.coordinate.latitude
    longitude = fix.coordinate.longitude
    horizontalAccuracy = fix.horizontalAccuracy
    altitude = fix.altitude.finite
    ellipsoidalAltitude = fix.ellipsoidalAltitude.finite
    verticalAccuracy = fix.verticalAccuracy.finite
    speed = fix.speed.finite
    speedAccuracy = fix.speedAccuracy.finite
    course = fix.course.finite
    courseAccuracy = fix.courseAccuracy.finite
    timestamp = fix.time
    sequence = location.sequence
    source = Source(
      isSimulatedBySoftware: fix.isSimulated,
      isProducedByAccessory: !fix.isSimulated,
      device: fix.device.nonEmpty,
      driver: fix.driver?.nonEmpty,
      overrides: fix.overrides.nonEmpty,
      estimated: fix.estimated.nonEmpty
    )
    gnss = GNSS(
      mode: fix.dimension == .threeD ? .threeD : .twoD,
      status: Status(gpsd: fix.status),
      satellitesUsed: fix.satellitesUsed,
      satellitesVisible: fix.satellitesVisible,
      hdop: fix.hdop.finite,
      vdop: fix.vdop.finite,
      pdop: fix.pdop.finite,
      climb: fix.climb.finite,
      geoidSeparation: fix.geoidSeparation.finite
    )
  }
}

extension Double? {
  /// Nil for NaN and infinities, which have no JSON text.
  var finite: Double? {
    guard let value = self, value.isFinite else { return nil }
    return value
  }
}

extension Collection {
  /// Nil if there is nothing in it: an absent value is absent.
  var nonEmpty: Self? { isEmpty ? nil : self }
}
