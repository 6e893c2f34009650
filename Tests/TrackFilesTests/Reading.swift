// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import LocationCore
import Testing

@testable import TrackFiles

/// A file read to its end.
struct Reading {
  var events: [TrackEvent] = []
  var summary = ReadSummary()
  var format: TrackFormat?

  var points: [TrackPoint] {
    events.compactMap { event in
      if case .point(let point) = event { point } else { nil }
    }
  }

  /// Latitude and longitude of each point.
  var positions: [[Double]] {
    points.map { [$0.coordinate.latitude, $0.coordinate.longitude] }
  }

  var times: [String?] { points.map { $0.time.map(\.text) } }

  /// The points of each segment, so that a test sees what is joined.
  var segments: [[[Double]]] {
    var segments: [[[Double]]] = []
    for event in events {
      switch event {
      case .track, .segmentBreak: segments.append([])
      case .point(let point):
        segments[segments.count - 1]
          .append([point.coordinate.latitude, point.coordinate.longitude])
      case .fixLost: break
      }
    }
    return segments
  }

  var names: [String?] {
    events.compactMap { event -> String?? in
      if case .track(let name) = event { .some(name) } else { nil }
    }
  }

  var losses: Int { events.count { if case .fixLost = $0 { true } else { false } } }

  init(
    _ bytes: [UInt8],
    name: String = "test",
    pieceSize: Int = 65_536,
    options: TrackReader.Options = .init()
  ) throws(TrackError) {
    let source = MemorySource(bytes, pieceSize: pieceSize)
    let reader = TrackReader(source: source, name: name, options: options)
    while let event = try reader.next() { events.append(event) }
    summary = reader.summary
    format = reader.format
  }

  init(_ text: String, pieceSize: Int = 65_536, track: Int? = nil) throws(TrackError) {
    try self.init(Array(text.utf8), pieceSize: pieceSize, options: .init(track: track))
  }

  /// A trap file, read as a user would.
  init(trap name: String) throws {
    try self.init(try Traps.bytes(name), name: name)
  }
}

enum Traps {
  static let names = [
    "gpx-bom-wrong-declaration.gpx", "gpx-no-time.gpx", "gpx-odd-numbers.gpx",
    "gpx-time-chaos.gpx", "gpx-xxe-file.gpx", "kml-linestring-mess.kml",
    "nmea-midnight-and-dates.nmea",
  ]

  static func bytes(_ name: String) throws -> [UInt8] {
    let path = Bundle.module.bundlePath + "/Tracks/" + name
    return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}

extension UTCTime {
  var text: String {
    var bytes: [UInt8] = []
    TimeText.append(self, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// What a text is refused with; nil if it is read.
func refusal(_ text: String) -> TrackError? {
  refusal(Array(text.utf8))
}

func refusal(_ bytes: [UInt8], name: String = "test") -> TrackError? {
  do throws(TrackError) {
    _ = try Reading(bytes, name: name)
    return nil
  } catch {
    return error
  }
}

/// A GPX 1.1 document around the given content.
func gpx(_ content: String) -> String {
  "<gpx version='1.1' creator='t' xmlns='http://www.topografix.com/GPX/1/1'>\(content)</gpx>"
}

func kml(_ content: String) -> String {
  "<kml xmlns='http://www.opengis.net/kml/2.2' xmlns:gx='http://www.google.com/kml/ext/2.2'>"
    + "<Document>\(content)</Document></kml>"
}

/// A sentence with its checksum and line end.
func nmea(_ body: String) -> String {
  let sum = body.utf8.reduce(0, ^)
  return "$\(body)*\(sum < 16 ? "0" : "")\(String(sum, radix: 16, uppercase: true))\r\n"
}
