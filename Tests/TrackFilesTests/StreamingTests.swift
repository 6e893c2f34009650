// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import Testing

@testable import TrackFiles

/// A file of any length that is made while it is read.
private final class EndlessSource: ByteSource {
  let size: Int? = nil
  private let head: String
  private let body: (Int) -> String
  private let tail: String
  private let count: Int
  private(set) var next = -1

  init(head: String, count: Int, tail: String, body: @escaping (Int) -> String) {
    self.head = head
    self.count = count
    self.tail = tail
    self.body = body
  }

  func read(into buffer: inout [UInt8]) throws(ByteSourceFailure) {
    buffer.removeAll(keepingCapacity: true)
    if next < 0 { buffer += head.utf8 }
    next = max(0, next)
    while next < count, buffer.count < 65_536 {
      buffer += body(next).utf8
      next += 1
    }
    guard next == count, buffer.count < 65_536 else { return }
    if next == count { buffer += tail.utf8 }
    next = count + 1
  }
}

struct StreamingTests {
  private static let count = 100_000

  private static let sources: [(TrackFormat, String, String, @Sendable (Int) -> String)] = [
    (
      .gpx, "<gpx><trk><trkseg>", "</trkseg></trk></gpx>",
      { "<trkpt lat='10' lon='\(Double($0) / 1000)'><ele>1</ele></trkpt>\n" }
    ),
    (
      .kml, "<kml><Placemark><LineString><coordinates>",
      "</coordinates></LineString></Placemark></kml>", { "\(Double($0) / 1000),10,1 " }
    ),
    (.nmea, "", "", { nmea("GPGGA,,10\($0 % 60 / 10)0,N,02030,E,1,,,,,,,,") }),
    (
      .gpsd, "{\"class\":\"VERSION\"}\n", "",
      { "{\"class\":\"TPV\",\"mode\":2,\"lat\":10,\"lon\":\(Double($0) / 1000)}\n" }
    ),
    (
      .geoJSON,
      "{\"type\":\"Feature\",\"properties\":null,\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[0,0]",
      "]}}", { ",[\(Double($0) / 1000),10]" }
    ),
  ]

  @Test(arguments: sources.indices)
  func `a long file is given out as it is read`(index: Int) throws {
    let (format, head, tail, body) = Self.sources[index]
    let source = EndlessSource(head: head, count: Self.count, tail: tail, body: body)
    let reader = TrackReader(source: source, name: "long")
    var points = 0
    var held = 0
    while let event = try reader.next() {
      guard case .point = event else { continue }
      points += 1
      held = max(held, source.next - points)
    }
    // What is read and not yet given out is what is held: one piece of 64 KiB.
    #expect(held < 8000)
    #expect(reader.format == format)
    #expect(points == Self.count + (format == .geoJSON ? 1 : 0))
  }
}
