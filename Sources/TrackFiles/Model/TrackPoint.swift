// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LocationCore

/// One position of a track file; values the file does not give, or gives wrongly, are nil.
package struct TrackPoint: Hashable, Sendable {
  package var coordinate: Coordinate
  /// Metres above mean sea level.
  package var altitude: Double?
  /// Metres above the WGS 84 ellipsoid.
  package var ellipsoidalAltitude: Double?
  /// As the file says it, before any repair; `Timeline` makes a usable sequence of it.
  package var time: UTCTime?
  /// Milliseconds since midnight UTC, where the file gives a time but no date (NMEA GGA).
  package var timeOfDay: Int64?
  /// Metres per second over ground, ≥ 0.
  package var speed: Double?
  /// Degrees from true north over ground, 0 ≤ value < 360.
  package var course: Double?
  /// Metres, ~68 % radius, > 0.
  package var horizontalAccuracy: Double?
  /// Metres, ~68 %, > 0.
  package var verticalAccuracy: Double?
  /// Metres per second, ~68 %.
  package var speedAccuracy: Double?
  /// Degrees, ~68 %.
  package var courseAccuracy: Double?
  package var dimension: Fix.Dimension?
  /// It was made by an override, a simulator or an operator, not measured.
  package var isSimulated = false

  package init(coordinate: Coordinate, time: UTCTime? = nil) {
    self.coordinate = coordinate
    self.time = time
  }
}

/// What a reader gives, in the order of the file.
package enum TrackEvent: Hashable, Sendable {
  /// A track with at least one point begins; nothing joins it to what came before.
  case track(name: String?)
  /// The recording was interrupted here: the way to the next point was not travelled.
  case segmentBreak
  /// The receiver had no fix; sent once per loss.
  case fixLost(time: UTCTime?)
  case point(TrackPoint)
}

/// The formats that readers know and, except KML, writers too.
package enum TrackFormat: String, Sendable, CaseIterable {
  case gpx
  case kml
  case geoJSON = "geojson"
  case nmea
  case gpsd

  /// The format that a file's name suggests, if any; readers trust the content more.
  package init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    switch fileName[fileName.index(after: dot)...].lowercased() {
    case "gpx": self = .gpx
    case "kml": self = .kml
    case "geojson", "geojsonl", "ndjson", "geojsons": self = .geoJSON
    case "nmea", "nma", "ubx", "txt", "log": self = .nmea
    case "json", "gpsd": self = .gpsd
    default: return nil
    }
  }
}
