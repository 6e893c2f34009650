// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import LocationCore
import Testing

@testable import TrackFiles

/// An independent reader: what it makes of our files must be the same points.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: GPSBabel.path), "no gpsbabel"))
struct GPSBabelTests {
  private static let events: [TrackEvent] =
    [.track(name: "walk <1>")]
    + (0..<500).compactMap { index in
      // Through both hemispheres and over the antimeridian, a corner every ten points.
      let longitude = 179.9 + Double(index) / 1000
      let coordinate = Coordinate(
        latitude: -1.123456789 + Double(index) / 200 + Double(index % 10) / 7000,
        longitude: longitude > 180 ? longitude - 360 : longitude
      )
      guard let coordinate else { return nil }
      var point = TrackPoint(
        coordinate: coordinate,
        time: UTCTime(milliseconds: 1_740_873_500_000 + Int64(index) * 1000)
      )
      point.altitude = 100.25 - Double(index)
      point.speed = 10.5
      point.course = Double(index % 360)
      point.horizontalAccuracy = 4
      point.verticalAccuracy = 7
      point.dimension = .threeD
      return .point(point)
    }

  @Test(arguments: [
    (TrackFormat.gpx, "gpx", 0.001), (.geoJSON, "geojson", 0.001), (.nmea, "nmea", 0.002),
  ])
  func `gpsbabel reads every written point`(
    format: TrackFormat,
    type: String,
    metres: Double
  ) throws {
    let bytes = try GPSBabel.convert(WriterTests.write(Self.events, as: format), from: type)
    let found = try Reading(bytes).points
    let written = Self.events.compactMap { if case .point(let point) = $0 { point } else { nil } }
    #expect(found.count == 500)
    for (found, written) in zip(found, written) {
      #expect(Geodesic.distance(from: found.coordinate, to: written.coordinate) <= metres)
      // Of GeoJSON gpsbabel reads neither heights nor times.
      guard format != .geoJSON else { continue }
      #expect(abs((found.altitude ?? .infinity) - (written.altitude ?? 0)) < 0.011)
      #expect(found.time == written.time)
    }
  }

  @Test func `segments and names reach gpsbabel`() throws {
    let events = try WriterTests.events()
    let bytes = try GPSBabel.convert(WriterTests.write(events, as: .gpx), from: "gpx")
    let reading = try Reading(bytes)
    #expect(reading.segments.map(\.count) == [3, 2, 1])
    #expect(reading.names.first == "a <b> & \"c\"   漢")
  }

  @Test(arguments: [(TrackFormat.gpx, "gpx"), (.geoJSON, "geojson"), (.nmea, "nmea")])
  func `no point is lost for want of a time or a second point`(
    format: TrackFormat,
    type: String
  ) throws {
    let untimed = try Reading(trap: "gpx-no-time.gpx").events
    // Of NMEA gpsbabel drops whatever has no date.
    for events in [format == .nmea ? [] : untimed, try WriterTests.events()] where !events.isEmpty {
      let bytes = try GPSBabel.convert(WriterTests.write(events, as: format), from: type)
      let written = events.count { if case .point = $0 { true } else { false } }
      #expect(
        String(decoding: bytes, as: UTF8.self).split(separator: "pt lat=").count - 1 == written
      )
    }
  }

  @Test(arguments: ["gpx", "kml", "nmea", "geojson"])
  func `what gpsbabel writes is read`(type: String) throws {
    let bytes = try GPSBabel.convert(
      WriterTests.write(Self.events, as: .gpx),
      from: "gpx",
      to: type
    )
    let reading = try Reading(bytes)
    let written = Self.events.compactMap { if case .point(let point) = $0 { point } else { nil } }
    // Its NMEA has three decimals of a minute, its KML six of a degree.
    let metres = type == "nmea" ? 1.4 : 0.12
    let track = Array(reading.points.suffix(500))
    #expect(track.count == 500)
    for (found, written) in zip(track, written) {
      #expect(Geodesic.distance(from: found.coordinate, to: written.coordinate) <= metres)
    }
  }
}

enum GPSBabel {
  static let path = "/usr/bin/gpsbabel"

  /// Runs the program over files of a temporary folder.
  static func convert(_ bytes: [UInt8], from: String, to: String = "gpx") throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("trackfiles-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = folder.appendingPathComponent("in")
    let output = folder.appendingPathComponent("out")
    try Data(bytes).write(to: input)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["-t", "-i", from, "-f", input.path, "-o", to, "-F", output.path]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return Array(try Data(contentsOf: output))
  }
}
