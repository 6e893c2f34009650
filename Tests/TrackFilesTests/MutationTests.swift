// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationTestSupport
import Testing

@testable import TrackFiles

/// Damaged files of every kind: no crash, no hang, no point out of range.
struct MutationTests {
  private static let spices: [[UInt8]] =
    [
      "<", ">", "&", "&#0;", "&lt;", "]]>", "<![CDATA[", "<!--", "<trkpt lat='", "</trkseg>", "\"",
      "\\u", "\\ud83d", "{", "}", "[", "]", ",", ":", "null", "1e999", "-", "nan",
      "9999999999999999",
      "$", "$GPGGA,", "*", "*00", "\r", "\n", "\0", ".", "60.0000", "</kml>", "<gx:coord>",
      "<when>",
      "{\"class\":\"TPV\",\"mode\":3,\"lat\":", "\u{FEFF}", "<!DOCTYPE a [", "xmlns:a=''",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xFF, 0xFE]]

  private static func mutate(_ bytes: [UInt8], with generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...8, using: &generator) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      let end = min(bytes.count, place + Int.random(in: 1...40, using: &generator))
      switch Int.random(in: 0..<7, using: &generator) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 2: bytes.removeSubrange(place..<end)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 4: bytes.removeSubrange(place...)
      default:
        let spice = spices.randomElement(using: &generator) ?? []
        bytes.replaceSubrange(place..<min(end, place + 3), with: spice)
      }
    }
    return bytes
  }

  private static func samples() throws -> [(name: String, bytes: [UInt8])] {
    var samples = try Traps.names.map { (name: $0, bytes: try Traps.bytes($0)) }
    let events = try WriterTests.events()
    for format in [TrackFormat.gpx, .geoJSON, .nmea, .gpsd] {
      samples.append((name: format.rawValue, bytes: WriterTests.write(events, as: format)))
    }
    let track =
      "<Placemark><gx:Track><when>2025-03-01T12:00:00Z</when><gx:coord>1 2 3</gx:coord>"
      + "<gx:coord/></gx:Track></Placemark>"
    samples.append((name: "kml", bytes: Array(kml(track).utf8)))
    return samples
  }

  @Test func `damaged files are read or refused`() throws {
    for (name, bytes) in try Self.samples() {
      var generator = SeededGenerator(seed: UInt64(bytes.count))
      for round in 0..<400 {
        let damaged = Self.mutate(bytes, with: &generator)
        check(damaged, name: name, pieceSize: round % 3 == 0 ? 7 : 65_536)
      }
    }
  }

  private func check(_ bytes: [UInt8], name: String, pieceSize: Int) {
    do throws(TrackError) {
      let reading = try Reading(bytes, name: name, pieceSize: pieceSize)
      #expect(reading.points.count == reading.summary.points)
      var timeline = Timeline()
      var offset = 0.0
      for entry in reading.events.flatMap({ timeline.add($0) }) + timeline.finish() {
        #expect(entry.offset >= offset && entry.offset.isFinite)
        offset = entry.offset
      }
      for format in [TrackFormat.gpx, .geoJSON, .nmea, .gpsd] {
        let again = try Reading(WriterTests.write(reading.events, as: format))
        #expect(again.format == format)
        #expect(again.points.count == reading.points.count || format == .nmea || format == .gpsd)
      }
    } catch {
      #expect(error.file == name || error.file == "test", "\(error)")
      #expect(!error.reason.isEmpty)
    }
  }

  @Test func `a file gives the same in one piece and byte by byte`() throws {
    for (name, bytes) in try Self.samples() where name != "gpx-xxe-file.gpx" {
      let whole = try Reading(bytes, name: name)
      for pieceSize in [1, 2, 3, 5, 64] {
        let pieces = try Reading(bytes, name: name, pieceSize: pieceSize)
        #expect(pieces.events == whole.events, "\(name) in pieces of \(pieceSize)")
        #expect(pieces.summary == whole.summary)
      }
    }
  }
}
