// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// One receiver epoch as the domain understands it, before any override.
///
/// Accuracies are ~68 % radii (the definition of CoreLocation and Android), converted once from
/// what gpsd said by `AccuracyRule`. Absent values are nil.
package struct Fix: Hashable, Sendable {
  package enum Dimension: Sendable {
    case twoD
    case threeD
  }

  package var device: String
  package var driver: String?
  /// Time of the fix by the receiver; the host's time if the receiver had none (`estimated` says so).
  package var time: UTCTime
  package var coordinate: Coordinate
  /// Metres, > 0.
  package var horizontalAccuracy: Double
  /// Metres above mean sea level.
  package var altitude: Double?
  /// Metres above the WGS 84 ellipsoid.
  package var ellipsoidalAltitude: Double?
  /// Metres, > 0.
  package var verticalAccuracy: Double?
  /// Metres per second over ground, ≥ 0.
  package var speed: Double?
  package var speedAccuracy: Double?
  /// Degrees from true north over ground, 0 ≤ value < 360.
  package var course: Double?
  package var courseAccuracy: Double?
  package var dimension: Dimension
  /// gpsd's STATUS_ number; 8 when simulated.
  package var status: Int
  /// Metres per second, up is positive.
  package var climb: Double?
  package var geoidSeparation: Double?
  package var satellitesUsed: Int?
  package var satellitesVisible: Int?
  package var hdop: Double?
  package var vdop: Double?
  package var pdop: Double?
  /// Wire names of the values that are guesses rather than measurements.
  package var estimated: [String] = []
  /// Identifiers of the overrides that touched this fix, bottom of the stack first.
  package var overrides: [String] = []
  package var isSimulated = false
  /// Not continuous with the fix before it (override set or cleared, device switched): the
  /// difference between the two is not movement.
  package var isDiscontinuous = false

  package init(
    device: String,
    time: UTCTime,
    coordinate: Coordinate,
    horizontalAccuracy: Double,
    dimension: Dimension = .twoD,
    status: Int = 0
  ) {
    self.device = device
    self.time = time
    self.coordinate = coordinate
    self.horizontalAccuracy = horizontalAccuracy
    self.dimension = dimension
    self.status = status
  }
}
