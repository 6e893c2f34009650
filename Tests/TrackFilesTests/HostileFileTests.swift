// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import LocationCore
import Testing

@testable import TrackFiles

/// Odd, broken and hostile files, one line each: what is played of them, or why they are refused.
@Suite struct HostileFileTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    /// Latitudes of the points, in order.
    let latitudes: [Double]
    let skipped: Int
    /// The reason of a refusal holds this.
    let reason: String?

    static func plays(
      _ name: String,
      _ text: String,
      _ latitudes: [Double],
      skipped: Int = 0
    ) -> Row {
      Row(
        testDescription: name,
        bytes: Array(text.utf8),
        latitudes: latitudes,
        skipped: skipped,
        reason: nil
      )
    }

    static func refused(_ name: String, _ text: String, _ reason: String) -> Row {
      refused(name, Array(text.utf8), reason)
    }

    static func refused(_ name: String, _ bytes: [UInt8], _ reason: String) -> Row {
      Row(testDescription: name, bytes: bytes, latitudes: [], skipped: 0, reason: reason)
    }
  }

  private static func pt(_ lat: String, _ inside: String = "", lon: String = "20") -> String {
    "<trkpt lat='\(lat)' lon='\(lon)'>\(inside)</trkpt>"
  }

  private static func trk(_ points: String) -> String { "<trk><trkseg>\(points)</trkseg></trk>" }

  private static func time(_ text: String) -> String { "<time>\(text)</time>" }

  static let gpxRows: [Row] = [
    .plays(
      "GPX 1.0",
      "<gpx xmlns='http://www.topografix.com/GPX/1/0'>\(trk(pt("10") + pt("11")))</gpx>",
      [10, 11]
    ),
    .plays("no namespace", "<gpx>\(trk(pt("10") + pt("11")))</gpx>", [10, 11]),
    .plays(
      "prefixed",
      "<g:gpx xmlns:g='http://www.topografix.com/GPX/1/1'><g:trk><g:trkseg>"
        + "<g:trkpt lat='10' lon='20'/></g:trkseg></g:trk></g:gpx>",
      [10]
    ),
    .plays(
      "a route",
      gpx("<rte><rtept lat='10' lon='20'/><rtept lat='11' lon='20'/></rte>"),
      [10, 11]
    ),
    .plays("a waypoint beside a track", gpx("<wpt lat='45' lon='99'/>" + trk(pt("10"))), [10]),
    .plays(
      "empty segments",
      gpx("<trk><trkseg/><trkseg>\(pt("10"))</trkseg><trkseg/></trk><trk/>"),
      [10]
    ),
    .plays("equal points", gpx(trk(pt("10") + pt("10") + pt("10"))), [10, 10, 10]),
    .plays(
      "the poles and the antimeridian",
      gpx(trk(pt("90") + pt("-90", lon: "180") + pt("0", lon: "-180"))),
      [90, -90, 0]
    ),
    .plays(
      "a foreign time and height",
      gpx(
        trk(pt("10", "<extensions><time xmlns='urn:x'>1999-01-01T00:00:00Z</time></extensions>"))
      ),
      [10]
    ),
    .plays("a document type without content", "<!DOCTYPE gpx><gpx>\(trk(pt("10")))</gpx>", [10]),
    .plays(
      "an inclusion",
      gpx(
        "<x:include xmlns:x='http://www.w3.org/2001/XInclude' href='file:///etc/passwd'/>"
          + trk(pt("10"))
      ),
      [10]
    ),
    .plays("comments after the end", gpx(trk(pt("10"))) + "\n<!-- ok -->\n\n", [10]),
    .refused(
      "two documents",
      gpx(trk(pt("10"))) + gpx(trk(pt("11"))),
      "junk after document element"
    ),
    .refused("junk after the end", gpx(trk(pt("10"))) + "junk", "junk after document element"),
    .refused("zeros after the end", gpx(trk(pt("10"))) + "\0\0", "invalid token"),
    .refused("capitals", "<GPX><TRK/></GPX>", "root element"),
    .refused(
      "an attribute twice",
      gpx(trk("<trkpt lat='1' lat='2' lon='3'/>")),
      "duplicate attribute"
    ),
    .refused("a web page", "<html><body>404</body></html>", "root element"),
    .refused("another fitness format", "<TrainingCenterDatabase/>", "root element"),
    .refused(
      "a deep nest",
      "<gpx>" + String(repeating: "<a>", count: 100_000),
      "more than 100 deep"
    ),
    .refused(
      "a tag of two million bytes",
      gpx(trk(pt(String(repeating: "1", count: 2_000_000)))),
      "longer than 1 MiB"
    ),
    .refused("no end", String(gpx(trk(pt("10"))).dropLast(8)), "truncated"),
    .refused("an end inside a character reference", "<gpx><trk><name>&#x", "truncated"),
    .refused("an end inside CDATA", "<gpx><trk><name><![CDATA[x", "truncated"),
  ]

  static let kmlRows: [Row] = [
    .plays(
      "a track with a hole",
      kml(
        "<Placemark><gx:Track><when>2025-03-01T12:00:00Z</when><when>2025-03-01T12:00:01Z</when>"
          + "<gx:coord>20 10 5</gx:coord><gx:coord/></gx:Track></Placemark>"
      ),
      [10],
      skipped: 1
    ),
    .plays(
      "CDATA",
      kml(
        "<Placemark><LineString><coordinates><![CDATA[20,10 20,11]]></coordinates></LineString></Placemark>"
      ),
      [10, 11]
    ),
    .plays(
      "an empty line beside a good one",
      kml(
        "<Placemark><LineString><coordinates/></LineString></Placemark>"
          + "<Placemark><LineString><coordinates>20,10 20,11</coordinates></LineString></Placemark>"
      ),
      [10, 11]
    ),
    .refused(
      "only blanks after commas",
      kml(
        "<Placemark><LineString><coordinates>20, 10, 20.1, 10</coordinates></LineString></Placemark>"
      ),
      "no position to play"
    ),
    .refused(
      "a polygon",
      kml(
        "<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>20,10 21,10 20,10</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>"
      ),
      "no position to play"
    ),
    .refused(
      "swapped axes",
      kml(
        "<Placemark><LineString><coordinates>10,120 10,121</coordinates></LineString></Placemark>"
      ),
      "coordinate out of range"
    ),
  ]

  static let jsonRows: [Row] = [
    .plays(
      "a null geometry, four values",
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"properties":null},"#
        + #"{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[20,10],[20,11,5,99]]}}]}"#,
      [10, 11]
    ),
    .plays(
      "a mark of UTF-8",
      "\u{FEFF}" + #"{"type":"LineString","coordinates":[[20,10],[20,11]]}"#,
      [10, 11]
    ),
    .plays(
      "positions that are none",
      #"{"type":"LineString","coordinates":[[20],[20,10],[],["20","10"],[null,null],[20,11]]}"#,
      [10, 11],
      skipped: 3
    ),
    .plays(
      "numbers beyond a double",
      #"{"type":"LineString","coordinates":[[1e400,10],[20,-1e400],[20,10]]}"#,
      [10],
      skipped: 2
    ),
    .plays(
      "a collection of geometries",
      #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[99,45]},{"type":"LineString","coordinates":[[20,10],[20,11]]}]}"#,
      [10, 11]
    ),
    .refused(
      "swapped axes",
      #"{"type":"LineString","coordinates":[[10,120],[10,121]]}"#,
      "swapped"
    ),
    .refused(
      "a word for a number",
      #"{"type":"LineString","coordinates":[[20,10],[NaN,10]]}"#,
      "unexpected 'N'"
    ),
    .refused(
      "a comma too many",
      #"{"type":"LineString","coordinates":[[20,10],]}"#,
      "unexpected ']'"
    ),
    .refused("a deep nest", String(repeating: "[", count: 100_000), "more than 64 deep"),
    .refused("no end", #"{"type":"LineString","coordinates":[[20,10],[20,11]"#, "truncated"),
    .refused(
      "nothing in it",
      #"{"type":"FeatureCollection","features":[]}"#,
      "no position to play"
    ),
    .refused(
      "UTF-16",
      [0xFF, 0xFE] + #"{"type":"LineString"}"#.utf8.flatMap { [$0, 0] },
      "UTF-16"
    ),
  ]

  static let lineRows: [Row] = [
    .plays(
      "TAG blocks",
      "\\s:r1,c:1740830400*00\\" + nmea("GPRMC,120000,A,1000.0,N,02000.0,E,1,2,010325,,"),
      [10]
    ),
    .plays(
      "a sentence in small letters",
      nmea("GPRMC,120000,A,1000.0,N,02000.0,E,1,2,010325,,").lowercased()
        + nmea("GPRMC,120001,A,1100.0,N,02000.0,E,1,2,010325,,"),
      [11]
    ),
    .plays(
      "a line of ten million letters",
      nmea("GPRMC,120000,A,1000.0,N,02000.0,E,1,2,010325,,") + "$"
        + String(repeating: "G", count: 10_000_000) + "\n"
        + nmea("GPRMC,120001,A,1100.0,N,02000.0,E,1,2,010325,,"),
      [10, 11]
    ),
    .plays(
      "numbers that are none",
      nmea("GPRMC,120000,A,-1000.0,N,02000.0,X,1,2,010325,,")
        + nmea("GPRMC,120000,A,nan,N,0x10,E,1,2,010325,,")
        + nmea("GPRMC,1e5,A,1e3,N,02000.0,E,1e400,nan,010325,,")
        + nmea("GPRMC,120001,A,1100.0,N,02000.0,E,inf,-5,010325,,"),
      [11],
      skipped: 3
    ),
    .refused(
      "all checksums wrong",
      "$GPRMC,120000,A,1000.0,N,02000.0,E,1,2,010325,,*00\r\n",
      "wrong checksum"
    ),
    .refused(
      "never a fix",
      nmea("GPRMC,120000,V,1000.0,N,02000.0,E,1,2,010325,,"),
      "no position to play"
    ),
    .plays(
      "gpsd JSON with broken lines",
      "{\"class\":\"TPV\",\"mode\":3,\"lat\":10,\"lon\":20}\nnot json\n"
        + "{\"class\":\"TPV\",\"mode\":3,\"lat\":99,\"lon\":20}\n"
        + "{\"class\":\"TPV\",\"mode\":3,\"lat\":12,\"lon\":20\n"
        + "{\"class\":\"TPV\",\"mode\":3,\"lat\":11,\"lon\":20}\n",
      [10, 11],
      skipped: 2
    ),
    .refused("a table", "lat,lon\n10,20\n", "not GPX"),
    .refused("zeros", String(repeating: "\0", count: 100_000), "not GPX"),
  ]

  @Test(arguments: gpxRows + kmlRows + jsonRows + lineRows)
  func `each file gives what it should`(row: Row) throws {
    for pieceSize in [65_536, 7] where pieceSize > 7 || row.bytes.count < 5000 {
      do throws(TrackError) {
        let reading = try Reading(row.bytes, name: "odd", pieceSize: pieceSize)
        #expect(row.reason == nil, "read \(reading.positions)")
        #expect(reading.points.map(\.coordinate.latitude) == row.latitudes)
        #expect(reading.summary.skippedPoints == row.skipped)
      } catch {
        #expect(error.file == "odd" && error.description.hasPrefix("odd"))
        #expect(row.reason.map { error.reason.contains($0) } == true, "\(error)")
      }
    }
  }

  /// The text of a time, and what is read of it; nil if it is refused and its point kept.
  @Test(
    arguments: [
      ("2025-03-01T12:00:00Z", "2025-03-01T12:00:00.000Z"),
      ("2025-03-01t12:00:00z", "2025-03-01T12:00:00.000Z"),
      ("2025-03-01 12:00:00", "2025-03-01T12:00:00.000Z"),
      ("2025-03-01T12:00:00+14:00", "2025-02-28T22:00:00.000Z"),
      ("2025-03-01T12:00:00-00:00", "2025-03-01T12:00:00.000Z"),
      ("2025-03-01T12:00:00.9999999999999999999999999Z", "2025-03-01T12:00:01.000Z"),
      ("2024-02-29T12:00:00Z", "2024-02-29T12:00:00.000Z"), ("2025-02-29T12:00:00Z", nil),
      ("2025-03-00T12:00:00Z", nil), ("2025-13-01T12:00:00Z", nil), ("2025-03-01T24:00:01Z", nil),
      ("2025-03-01T12:60:00Z", nil), ("2025-03-01T12:00:00+99:99", nil),
      ("0000-01-01T00:00:00Z", nil),
      ("-0044-03-15T00:00:00Z", nil), ("12025-01-01T00:00:00Z", nil), ("1740830400", nil),
      ("01.03.2025 12:00", nil), ("٢٠٢٥-03-01T12:00:00Z", nil),
    ] as [(String, String?)]
  )
  func `each time is read or refused`(text: String, expected: String?) throws {
    let reading = try Reading(gpx(Self.trk(Self.pt("10", Self.time(text)))))
    #expect(reading.times == [expected])
    #expect(reading.summary.refusedValues[.time] == (expected == nil ? 1 : nil))
  }
}
