// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Turns events into the text of a track file, piece by piece; where it goes is the caller's.
package struct TrackWriter {
  /// What the file says of its maker.
  static let creator = "locationd"

  private var encoder: any TrackEncoder
  private var isBegun = false

  /// Nil for a format that is only read (KML).
  package init?(format: TrackFormat) {
    switch format {
    case .gpx: encoder = GPXEncoder()
    case .geoJSON: encoder = GeoJSONEncoder()
    case .nmea: encoder = NMEAEncoder()
    case .gpsd: encoder = GPSDEncoder()
    case .kml: return nil
    }
  }

  /// The format for a file to be written, by its name; nil if it names none that can be written.
  package static func format(fileName: String) -> TrackFormat? {
    guard let format = TrackFormat(fileName: fileName), format != .kml else { return nil }
    return format
  }

  /// Appends the text of one event.
  package mutating func write(_ event: TrackEvent, to output: inout [UInt8]) {
    begin(&output)
    encoder.encode(event, to: &output)
  }

  /// Appends what completes the file; a file without points is complete too.
  package mutating func finish(to output: inout [UInt8]) {
    begin(&output)
    encoder.finish(to: &output)
  }

  private mutating func begin(_ output: inout [UInt8]) {
    if !isBegun { encoder.begin(to: &output) }
    isBegun = true
  }
}

/// One format of `TrackWriter`.
protocol TrackEncoder {
  mutating func begin(to output: inout [UInt8])
  mutating func encode(_ event: TrackEvent, to output: inout [UInt8])
  mutating func finish(to output: inout [UInt8])
}
