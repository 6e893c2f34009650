// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

public import FoundationEssentials

/// Where the device points.
public struct Heading: Hashable, Sendable, Codable {
  /// Degrees from magnetic north, 0 ≤ value < 360.
  public var magneticHeading: Double?
  /// Degrees from true north, 0 ≤ value < 360.
  public var trueHeading: Double?
  /// Degrees by which the magnetic heading may be off.
  public var headingAccuracy: Double?
  /// When it was measured.
  public var timestamp: Date

  /// Makes a heading.
  public init(
    magneticHeading: Double? = nil,
    trueHeading: Double? = nil,
    headingAccuracy: Double? = nil,
    timestamp: Date
  ) {
    self.magneticHeading = magneticHeading
    self.trueHeading = trueHeading
    self.headingAccuracy = headingAccuracy
    self.timestamp = timestamp
  }
}

/// A stay at one place.
public struct Visit: Hashable, Sendable, Codable {
  /// The middle of the place.
  public var coordinate: Coordinate
  /// Metres, about 68 %.
  public var horizontalAccuracy: Double
  /// When it began; nil if that is not known.
  public var arrivalDate: Date?
  /// When it ended; nil while it lasts.
  public var departureDate: Date?

  /// Makes a visit.
  public init(
    coordinate: Coordinate,
    horizontalAccuracy: Double,
    arrivalDate: Date? = nil,
    departureDate: Date? = nil
  ) {
    self.coordinate = coordinate
    self.horizontalAccuracy = horizontalAccuracy
    self.arrivalDate = arrivalDate
    self.departureDate = departureDate
  }
}

/// The satellites that one receiver sees.
public struct SatelliteView: Hashable, Sendable, Codable {
  /// One satellite.
  public struct Satellite: Hashable, Sendable, Codable {
    /// GPS, SBAS, Galileo, BeiDou, IMES, QZSS, GLONASS, NavIC or unknown.
    public var system: String
    /// Its number, as gpsd counts.
    public var prn: Int
    /// Degrees from true north.
    public var azimuth: Double?
    /// Degrees above the horizon.
    public var elevation: Double?
    /// Carrier to noise density in dB-Hz.
    public var signal: Double?
    /// Whether the solution uses it.
    public var isUsed: Bool
  }

  /// All that are in view.
  public var satellites: [Satellite]
  /// The receiver's device.
  public var device: String?
  /// When the view was reported.
  public var timestamp: Date?
  /// How many are in view; may be known when the list is not.
  public var visibleCount: Int?
  /// How many the solution uses.
  public var usedCount: Int?
  /// Dilution of horizontal precision.
  public var hdop: Double?
  /// Dilution of vertical precision.
  public var vdop: Double?
  /// Dilution of position precision.
  public var pdop: Double?
}

/// A change of the receiver that locations come from.
public struct SourceChange: Hashable, Sendable, Codable {
  /// What became of it.
  public enum State: String, Hashable, Sendable, Codable {
    /// Locations come from it now.
    case active
    /// It fell silent.
    case lost
    /// It speaks again.
    case recovered
    /// It is gone.
    case removed
  }

  /// The receiver's device.
  public var device: String
  /// What became of it.
  public var state: State
  /// Seconds since its last fix, if it ever had one.
  public var age: Double?
}
