// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import Testing

@testable import TrackFiles

/// A pipe that delivers one piece after the other, and nothing that was not written yet.
private final class PipeSource: ByteSource {
  let size: Int? = nil
  private let pieces: [String]
  private(set) var read = 0

  init(_ pieces: [String]) {
    self.pieces = pieces
  }

  func read(into buffer: inout [UInt8]) throws(ByteSourceFailure) {
    guard read < pieces.count else { throw ByteSourceFailure(errno: 11, reason: "would wait") }
    buffer = Array(pieces[read].utf8)
    read += 1
  }
}

/// A live pipe is played from its first bytes on, not from its end.
@Suite struct LivePipeTests {
  private static let pipes: [(TrackFormat, [String])] = [
    (
      .gpx,
      ["<gpx><trk><trkseg>\n"]
        + (0..<3).map { "<trkpt lat=\"\($0)\" lon=\"20\"><ele>1</ele></trkpt>\n" }
    ),
    (
      .kml,
      ["<?xml version=\"1.0\"?>\n<kml><Placemark><LineString><coordinates>"]
        + (0..<3).map { "20,\($0),5 \n" }
    ),
    (
      .gpsd,
      ["{\"class\":\"VERSION\",\"release\":\"3.22\"}\n"]
        + (0..<3).map { "{\"class\":\"TPV\",\"mode\":3,\"lat\":\($0),\"lon\":20}\n" }
    ),
    (
      .geoJSON,
      (0..<3).map {
        "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[20,\($0)]},"
          + "\"properties\":{\"time\":\"2025-03-01T12:00:0\($0)Z\"}}\n"
      }
    ),
    (
      .nmea,
      (0..<3)
        .flatMap { second in
          [
            nmea("GPRMC,12000\(second).00,A,0\(second)00.000,N,02000.000,E,1.0,90.0,010325,,,A"),
            nmea("GPGGA,12000\(second).00,0\(second)00.000,N,02000.000,E,1,08,1.0,5.0,M,0.0,M,,"),
          ]
        }
    ),
  ]

  /// How many pieces were read when the first point came out.
  @Test(arguments: pipes.indices)
  func `the first point comes out long before the end`(index: Int) throws {
    let (format, pieces) = Self.pipes[index]
    let source = PipeSource(pieces)
    let reader = TrackReader(source: source, name: "pipe")
    var first: Int?
    while first == nil {
      guard let event = try reader.next() else { break }
      if case .point(let point) = event {
        #expect(point.coordinate.longitude == 20 && point.coordinate.latitude == 0)
        first = source.read
      }
    }
    #expect(reader.format == format)
    // A position of KML, an epoch of NMEA or gpsd is whole when the next one begins.
    let most: [TrackFormat: Int] = [.gpx: 2, .kml: 3, .gpsd: 3, .geoJSON: 1, .nmea: 3]
    #expect(first ?? .max <= most[format] ?? 0)
  }

  @Test func `single bytes are enough, and each is looked at a few times only`() throws {
    let text = Self.pipes[4].1.joined()
    let source = PipeSource(text.map { String($0) })
    let reader = TrackReader(source: source, name: "pipe")
    while let event = try reader.next() {
      if case .point = event { break }
    }
    #expect(source.read < text.utf8.count * 3 / 5)
  }

  @Test func `a log of both kinds is read by its JSON if that is there`() throws {
    let both =
      nmea("GPGGA,120000,1000,N,02000,E,1,08,1.0,5.0,M,0.0,M,,")
      + "{\"class\":\"TPV\",\"mode\":3,\"lat\":1,\"lon\":20}\n"
    let reader = TrackReader(source: PipeSource([both, ""]), name: "pipe")
    _ = try reader.next()
    #expect(reader.format == .gpsd)
  }

  @Test func `a sentence that is not whole decides nothing`() throws {
    let start = "$GPGGA,120000,1000,N,02000,E,1"
    let bytes = Array(start.utf8)
    #expect(FormatDetector.format(of: bytes.span, isWhole: false, isLive: true) == nil)
    let whole = Array((start + "*00\r").utf8)
    #expect(FormatDetector.format(of: whole.span, isWhole: false, isLive: true) == .nmea)
    #expect(FormatDetector.format(of: whole.span, isWhole: false) == nil)
  }
}
