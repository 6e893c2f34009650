// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

public import FoundationEssentials

/// Where this device is: one location as the daemon published it.
///
/// What a receiver did not say is nil; there are no numbers that stand for "unknown".
public struct Location: Hashable, Sendable, Codable {
  /// The point, on WGS 84.
  public var coordinate: Coordinate
  /// Metres; the radius that holds the true position with about 68 %.
  public var horizontalAccuracy: Double
  /// Metres above mean sea level.
  public var altitude: Double?
  /// Metres above the WGS 84 ellipsoid.
  public var ellipsoidalAltitude: Double?
  /// Metres, about 68 %.
  public var verticalAccuracy: Double?
  /// Metres per second over ground.
  public var speed: Double?
  /// Metres per second, about 68 %.
  public var speedAccuracy: Double?
  /// Degrees from true north, 0 ≤ value < 360.
  public var course: Double?
  /// Degrees, about 68 %.
  public var courseAccuracy: Double?
  /// The time of the fix.
  public var timestamp: Date
  /// Rises by one for each location that the daemon publishes; 0 if it did not come from there.
  public var sequence: UInt64
  /// Where it comes from.
  public var source: LocationSource
  /// What the receiver said beyond the position.
  public var gnss: GNSSDetails?

  /// Makes a location from what is always there; set the rest afterwards.
  public init(
    coordinate: Coordinate,
    horizontalAccuracy: Double,
    timestamp: Date,
    source: LocationSource = LocationSource()
  ) {
    self.coordinate = coordinate
    self.horizontalAccuracy = horizontalAccuracy
    self.timestamp = timestamp
    self.source = source
    sequence = 0
  }

  /// Metres along the shortest way on the ellipsoid; NaN if one of the points is not valid.
  public func distance(to other: Location) -> Double {
    coordinate.distance(to: other.coordinate)
  }

  /// Seconds since the time of the fix.
  public var age: Double { Date().timeIntervalSince(timestamp) }
}

/// Where a location comes from.
public struct LocationSource: Hashable, Sendable, Codable {
  /// Whether an override of the daemon or a proxy in this process touched it.
  public var isSimulatedBySoftware: Bool
  /// Whether it is a receiver's own.
  public var isProducedByAccessory: Bool
  /// The receiver's device, such as `/dev/ttyACM0`.
  public var device: String?
  /// The daemon's name for the kind of receiver.
  public var driver: String?
  /// Identifiers of the overrides that touched it, bottom of the stack first.
  public var overrides: [String]
  /// Names of the values that are guesses rather than measurements.
  public var estimated: [String]

  /// Makes the source of a location.
  public init(
    isSimulatedBySoftware: Bool = false,
    isProducedByAccessory: Bool = false,
    device: String? = nil,
    driver: String? = nil,
    overrides: [String] = [],
    estimated: [String] = []
  ) {
    self.isSimulatedBySoftware = isSimulatedBySoftware
    self.isProducedByAccessory = isProducedByAccessory
    self.device = device
    self.driver = driver
    self.overrides = overrides
    self.estimated = estimated
  }
}

/// What a satellite receiver says of its solution.
public struct GNSSDetails: Hashable, Sendable, Codable {
  /// How many dimensions the solution has.
  public enum Mode: String, Hashable, Sendable, Codable {
    /// Latitude and longitude.
    case twoD = "2D"
    /// Altitude as well.
    case threeD = "3D"
  }

  /// How many dimensions the solution has.
  public var mode: Mode
  /// How the position was found, such as `gps`, `dgps` or `rtkFixed`.
  public var status: String?
  /// Satellites that the solution uses.
  public var satellitesUsed: Int?
  /// Satellites that the receiver sees.
  public var satellitesVisible: Int?
  /// Dilution of horizontal precision.
  public var hdop: Double?
  /// Dilution of vertical precision.
  public var vdop: Double?
  /// Dilution of position precision.
  public var pdop: Double?
  /// Metres per second, up is positive.
  public var climb: Double?
  /// Metres of the geoid above the ellipsoid.
  public var geoidSeparation: Double?

  /// Makes details that say the mode only.
  public init(mode: Mode) { self.mode = mode }
}
