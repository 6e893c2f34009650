// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import Testing

@testable import TrackFiles

struct XMLRefusalTests {
  private static let good = gpx(
    "\n<trk><trkseg>\n<trkpt lat='1' lon='1'/>\n<trkpt lat='2' lon='2'/>\n</trkseg></trk>\n"
  )

  @Test func `a file cut anywhere is refused with a line`() throws {
    let bytes = Array(Self.good.utf8)
    #expect(refusal(bytes) == nil)
    for length in 1..<(bytes.count - 1) {
      let error = try #require(refusal(Array(bytes[..<length]), name: "cut.gpx"))
      #expect(error.file == "cut.gpx")
      #expect(error.line != nil || length < 4, "length \(length): \(error)")
    }
    let middle = try #require(refusal(Array(bytes[..<(bytes.count - 20)])))
    #expect(middle.line == 5)
    #expect(middle.reason.contains("truncated"))
  }

  @Test func `a bomb of entities is refused at once`() throws {
    var text = "<?xml version='1.0'?>\n<!DOCTYPE gpx [<!ENTITY a0 'x'>"
    for level in 1..<40 {
      text += "<!ENTITY a\(level) '\(String(repeating: "&a\(level - 1);", count: 10))'>"
    }
    text += "]>" + gpx("<trk><name>&a39;</name></trk>")
    #expect(refusal(text)?.line == 2)
  }

  @Test(arguments: [
    "<!DOCTYPE gpx SYSTEM 'http://127.0.0.1:9/x.dtd'>" + good,
    "<!DOCTYPE gpx PUBLIC 'a' 'file:///etc/hostname'>" + good,
    gpx("<trk><trkseg><trkpt lat='1&x;' lon='1'/></trkseg></trk>"),
    gpx("<trk><name>&x;</name><trkseg><trkpt lat='1' lon='1'/></trkseg></trk>"),
    String(repeating: "<a>", count: 200_000),
    gpx(String(repeating: "<a>", count: 101)),
    gpx("<trk a='\(String(repeating: "x", count: 2_000_000))'/>"),
    gpx("<!--\(String(repeating: "x", count: 2_000_000))-->"),
    gpx("<trk><trkseg><trkpt lat='1' lat='2' lon='1'/></trkseg></trk>"),
    good + "<trk/>",
    "<html><body/></html>",
    "<gpx xmlns='urn:other'><trk><trkseg><trkpt lat='1' lon='1'/></trkseg></trk></gpx>",
  ])
  func `what no track file needs is refused`(text: String) throws {
    let error = try #require(refusal(text))
    #expect(error.line != nil)
  }

  @Test func `many small entities of XML itself are harmless`() throws {
    let name = String(repeating: "&amp;", count: 100_000)
    let reading = try Reading(
      gpx("<trk><name>\(name)</name><trkseg><trkpt lat='1' lon='1'/></trkseg></trk>")
    )
    #expect(reading.names == [String(repeating: "&", count: 1024)])
  }

  @Test func `invalid UTF-8 is refused with its line`() throws {
    var bytes = Array(Self.good.utf8)
    let index = try #require(bytes.lastIndex(of: UInt8(ascii: "1")))
    bytes.insert(0xFF, at: index)
    #expect(refusal(bytes)?.line == 3)
  }

  @Test func `an unknown encoding is named`() {
    let error = refusal("<?xml version='1.0' encoding='x-klingon'?>" + Self.good)
    #expect(error?.reason == "unknown encoding x-klingon")
  }

  @Test func `UTF-16, Latin 1 and Windows-1252 are read`() throws {
    let body = gpx("<trk><name>Zoë €</name><trkseg><trkpt lat='1' lon='1'/></trkseg></trk>")
    for mark in [true, false] {
      var wide: [UInt8] = mark ? [0xFF, 0xFE] : []
      let declaration = "<?xml version='1.0' encoding='UTF-16LE'?>"
      for unit in (declaration + body).utf16 { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
      #expect(try Reading(wide).names == ["Zoë €"])
    }
    let windows = "<?xml version='1.0' encoding='Windows-1252'?>" + body
    let bytes = windows.unicodeScalars.map { $0 == "€" ? 0x80 : UInt8($0.value) }
    #expect(try Reading(bytes).names == ["Zoë €"])
    let latin =
      "<?xml version='1.0' encoding='ISO-8859-1'?>"
      + body.replacingOccurrences(of: " €", with: "")
    #expect(try Reading(latin.unicodeScalars.map { UInt8($0.value) }).names == ["Zoë"])
  }

  @Test(arguments: ["", " ", "\r\n\t\n", "\u{FEFF}"])
  func `an empty file is refused`(text: String) {
    #expect(refusal(text)?.kind == .unknownFormat)
  }

  @Test(arguments: [
    ("hello", "not GPX, KML, GeoJSON, NMEA or gpsd JSON"),
    ("\u{1F}\u{8B}\u{8}\u{0}", "not GPX, KML, GeoJSON, NMEA or gpsd JSON"),
    ("PK\u{3}\u{4}", "a zip archive (KMZ?); unpack it first"),
  ])
  func `a file of another kind is named as well as possible`(text: String, reason: String) {
    #expect(refusal(text)?.reason == reason)
  }

  @Test func `a gzip file and endless zeros are refused after the opening`() {
    #expect(refusal([0x1F, 0x8B, 8, 0, 0])?.reason == "compressed by gzip; decompress it first")
    let zeros = [UInt8](repeating: 0, count: 1_000_000)
    #expect(refusal(zeros)?.kind == .unknownFormat)
    #expect(refusal(zeros, name: "a.nmea")?.kind == .noPoints)
  }

  @Test func `a source that fails says why, again and again`() {
    final class BrokenSource: ByteSource {
      let size: Int? = nil
      func read(into buffer: inout [UInt8]) throws(ByteSourceFailure) {
        throw ByteSourceFailure(errno: 5, reason: "read: Input/output error")
      }
    }
    let reader = TrackReader(source: BrokenSource(), name: "a.gpx")
    for _ in 0..<2 {
      let error = #expect(throws: TrackError.self) { try reader.next() }
      #expect(error?.kind == .unreadable(errno: 5))
      #expect(error?.description == "a.gpx: read: Input/output error")
    }
  }

  @Test func `a file without a point says what was skipped`() {
    let error = refusal(gpx("<trk><trkseg><trkpt lat='x' lon='1'/></trkseg></trk>"))
    #expect(error?.kind == .noPoints)
    #expect(error?.reason == "no position to play; skipped: 1 × malformed coordinate")
  }
}
