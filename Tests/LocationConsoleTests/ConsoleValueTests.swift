// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationClient
import LocationConsole
import LocationCore
import LocationProtocol
import LocationTestSupport
import Testing

/// What goes in and out of the page.
@Suite struct ConsoleValueTests {
  private static let tower = LocationCore.Coordinate(latitude: 48.8584, longitude: 2.2945)

  @Test func `a place has its UTM and MGRS`() throws {
    let tower = try #require(Self.tower)
    #expect(GridReference.utm(tower) == "31n 448252 5411955")
    #expect(GridReference.mgrs(tower) == "31UDQ4825211954")
    let end = LocationCore.Coordinate(latitude: 90, longitude: 0)
    let pole = try #require(end)
    #expect(GridReference.utm(pole) == "n 2000000 2000000")
  }

  @Test(
    arguments: [
      "48.8584 2.2945", "48.8584,2.2945", "48.8584, 2.2945", "48°51'30.24\"N 2°17'40.2\"E",
      "2°17'40.2\"E 48°51'30.24\"N", "31n 448252 5411955", "31UDQ4825211954",
      "31N 448252 5411955", "31U DQ 48252 11954", "31UDQ 48252 11954", "31 U DQ 4825211954",
    ]
  )
  func `a place is read in every form`(text: String) throws {
    let place = try #require(GridReference.coordinate(text))
    #expect(abs(place.latitude - 48.8584) < 2e-5)
    #expect(abs(place.longitude - 2.2945) < 2e-5)
  }

  @Test func `two short numbers are degrees`() throws {
    #expect(GridReference.coordinate("1, 2") == LocationCore.Coordinate(latitude: 1, longitude: 2))
  }

  @Test func `a letter S after a zone is the south only where it can be no band`() throws {
    let valencia = try #require(GridReference.coordinate("30n 728000 4372000"))
    #expect(abs(valencia.latitude - 39.47) < 0.01)
    let south = try #require(GridReference.coordinate("30s 728000 4372000"))
    #expect(abs(south.latitude + 50.75) < 0.1)
    let sydney = try #require(GridReference.coordinate("56S 334000 6250000"))
    #expect(abs(sydney.latitude + 33.87) < 0.02)
  }

  @Test(
    arguments: [
      "", "here", "91,0", "nan nan", "48.8", "1 2 3 4 5", "31UDQ\0", "inf,0", "30S 728000 4372000",
      "728000 4372000 30S", "30T 728000 4500000", "31U DQ 482 11954", "31UDQ 48252",
    ]
  )
  func `what is no place is none`(text: String) {
    #expect(GridReference.coordinate(text) == nil)
  }

  @Test(
    arguments: [
      ("https://tile.example/{z}/{x}/{y}.png", "https://tile.example"),
      ("http://10.0.0.7:8080/t/{z}/{x}/{y}?k=1", "http://10.0.0.7:8080"),
      ("https://tile.example/{z}/{x}.png", nil), ("ftp://tile.example/{z}/{x}/{y}", nil),
      ("https://{s}.example/{z}/{x}/{y}", nil), ("https://*/{z}/{x}/{y}", nil),
      ("https:///{z}/{x}/{y}", nil), ("https://a; script-src */{z}/{x}/{y}", nil),
      ("https://a' b/{z}/{x}/{y}", nil), ("{z}{x}{y}", nil),
    ] as [(String, String?)]
  )
  func `tiles come from one origin that cannot widen the policy`(text: String, origin: String?) {
    #expect(TileSource(text)?.origin == origin)
  }

  @Test func `a dropped file is told in short`() throws {
    let text = """
      <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
      <trkpt lat="48.0" lon="2.0"><time>2026-01-01T00:00:00Z</time></trkpt>
      <trkpt lat="48.1" lon="2.1"><time>2026-01-01T00:00:10Z</time></trkpt>
      <trkpt lat="x" lon="2.1"/></trkseg></trk></gpx>
      """
    let track = try DroppedTrack(name: "ride.gpx", bytes: Array(text.utf8))
    let summary = track.summary(id: "t1")
    #expect(summary["points"]?.double == 2)
    #expect(
      summary["notes"]?.elements.compactMap(\.text) == [
        "1 position skipped: 1 × malformed coordinate, first in line 4"
      ]
    )
    #expect(summary["timeNote"] == nil)
    #expect(summary["seconds"]?.double == 10)
    #expect(summary["format"]?.text == "gpx")
    let line: [JSONValue] = [
      .array([.number(48), .number(2)]), .array([.number(48.1), .number(2.1)]),
    ]
    #expect(summary["line"] == .array([.array(line)]))
    // 11,120 m to the north and 7,455 m to the east.
    #expect(abs((summary["metres"]?.double ?? 0) - 13_387) < 5)
  }

  @Test func `what a file lacks is told as the command line tells it`() throws {
    let times = ["00:00:00Z", nil, "00:00:20Z", "00:00:30Z", "09:00:00Z", "00:00:50Z"]
    let points = times.enumerated().map { index, time in
      "<trkpt lat=\"48\" lon=\"2.00\(index)\"><ele>\(index == 2 ? 2e7 : 30)</ele>"
        + (time.map { "<time>2026-01-01T\($0)</time>" } ?? "") + "</trkpt>"
    }
    let text =
      "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\"><wpt lat=\"1\" lon=\"2\"/>"
      + "<trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
    let summary = try DroppedTrack(name: "a.gpx", bytes: Array(text.utf8)).summary(id: "t1")
    #expect(summary["points"]?.double == 6)
    #expect(
      summary["notes"]?.elements.compactMap(\.text) == [
        "values left out: 1 × altitude", "1 waypoint is no part of the track",
      ]
    )
    #expect(
      summary["timeNote"]?.text
        == "times: 2 filled in, at 20 m/s where none stands beside, 1 ignored"
    )
  }

  @Test func `a file that is none is refused with its name and reason`() {
    #expect(throws: DroppedTrack.Refusal(reason: "notes.txt, line 1: the file is empty")) {
      try DroppedTrack(name: "notes.txt", bytes: [])
    }
  }

  @Test func `a long track is drawn with the points that give it its form, and measured by all`()
    throws
  {
    var text = "{\"type\":\"LineString\",\"coordinates\":["
    for index in 0..<10_000 {
      text += "\(index == 0 ? "" : ",")[\(Double(index) / 1000),\(index == 5000 ? 1 : 0)]"
    }
    let track = try DroppedTrack(name: "long.geojson", bytes: Array((text + "]}").utf8))
    #expect(track.stops.count == 10_000)
    let summary = track.summary(id: "t1")
    let line = try #require(summary["line"]?.elements.first?.elements)
    #expect((4...16).contains(line.count))
    #expect(line.contains(.array([.number(1), .number(5)])))
    #expect(line.last?.elements.last?.double == 9.999)
    // 9.997 degrees of the equator, and one of a meridian there and back.
    let metres = try #require(summary["metres"]?.double)
    #expect(abs(metres - 9.997 * 111_319.4908 - 2 * 110_574.4) < 1)
  }
}
