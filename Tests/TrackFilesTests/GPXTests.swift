// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import Testing

@testable import TrackFiles

struct GPXTests {
  @Test func `a track without times has its points in order and no time of the metadata`() throws {
    let reading = try Reading(trap: "gpx-no-time.gpx")
    #expect(
      reading.segments == [
        [[10, 20], [10.001, 20], [10.001, 20], [10.001, 20.001], [10, 20.001]]
      ]
    )
    #expect(reading.times == [nil, nil, nil, nil, nil])
    #expect(reading.points.map(\.altitude) == [100, 101, nil, nil, nil])
    #expect(reading.names == ["planned, never recorded"])
    #expect(reading.format == .gpx)
  }

  @Test func `of chaotic times those that are right are read and the others refused`() throws {
    let reading = try Reading(trap: "gpx-time-chaos.gpx")
    let day = "2025-03-01T"
    #expect(
      reading.times == [
        day + "12:00:00.000Z", day + "12:00:01.001Z", day + "12:00:01.001Z",
        day + "12:00:03.000Z", day + "12:00:02.000Z", "2044-10-15T12:00:05.000Z", nil, nil, nil,
        day + "12:00:09.000Z", day + "12:00:10.000Z", day + "12:00:11.000Z",
        day + "12:00:12.123Z",
      ]
    )
    #expect(reading.summary.points == 13)
    #expect(reading.summary.timedPoints == 10)
    #expect(reading.summary.refusedValues == [.time: 1])
    for (index, point) in reading.points.enumerated() {
      #expect(abs(point.coordinate.latitude - (10 + Double(index) / 10_000)) < 1e-9)
    }
  }

  @Test func `a mark of UTF-8 beats a declaration of UTF-16`() throws {
    let reading = try Reading(trap: "gpx-bom-wrong-declaration.gpx")
    #expect(reading.positions == [[10, 20], [10.1, 20]])
    #expect(reading.times == ["2025-03-01T12:00:00.000Z", "2025-03-01T12:10:00.000Z"])
    #expect(reading.names == ["naïve 漢"])
  }

  @Test func `odd numbers are accepted or skipped one by one`() throws {
    let reading = try Reading(trap: "gpx-odd-numbers.gpx")
    #expect(
      reading.positions == [
        [0.000056, -0.0000002], [10.5, 20], [0, 0.5], [10.25, 20.25], [10.75, 20.75],
        [10.8, 20.8], [10.85, 20.85],
      ]
    )
    #expect(reading.points.map(\.altitude) == [nil, nil, nil, nil, nil, nil, -0.00065])
    #expect(reading.summary.points == 7)
    #expect(
      reading.summary.skipped == [.malformedCoordinate: 9, .missingCoordinate: 1, .outOfRange: 3]
    )
    #expect(reading.summary.refusedValues == [.altitude: 1])
    #expect(reading.summary.firstSkips.map(\.line) == [8, 9, 10, 11, 12])
  }

  @Test func `a file that declares entities is refused with its line`() throws {
    let error = #expect(throws: TrackError.self) { try Reading(trap: "gpx-xxe-file.gpx") }
    #expect(error?.line == 2)
    #expect(error?.file.hasSuffix("gpx-xxe-file.gpx") == true)
    #expect(error?.reason == "a document type definition, which may hide entities")
  }

  @Test func `segments, tracks and routes are kept apart and waypoints left out`() throws {
    let text = gpx(
      """
      <wpt lat="1" lon="1"><name>pin</name></wpt>
      <rte><name>plan</name><rtept lat="2" lon="2"/><rtept lat="3" lon="3"/></rte>
      <trk><trkseg/><trkseg><trkpt lat="4" lon="4"/></trkseg>
      <trkseg><trkpt lat="5" lon="5"/><trkpt lat="6" lon="6"/></trkseg></trk>
      <trk><name>empty</name><trkseg></trkseg></trk>
      <trk><name>last</name><trkseg><trkpt lat="7" lon="7"/></trkseg></trk>
      """
    )
    let reading = try Reading(text)
    #expect(reading.segments == [[[2, 2], [3, 3]], [[4, 4]], [[5, 5], [6, 6]], [[7, 7]]])
    #expect(reading.names == ["plan", nil, "last"])
    #expect(reading.summary.tracks == 3)
    #expect(reading.summary.segments == 4)
    #expect(reading.summary.waypoints == 1)
    #expect(try Reading(text, track: 2).segments == [[[4, 4]], [[5, 5], [6, 6]]])
    #expect(throws: TrackError.self) { try Reading(text, track: 4) }
    #expect(throws: TrackError.self) { try Reading(text, track: 0) }
  }

  @Test func `waypoints are the route of a file that has nothing else`() throws {
    let text = gpx(
      """
      <wpt lat="1" lon="2"><time>2025-03-01T12:00:00Z</time></wpt>
      <wpt lat="3" lon="4"><time>2025-03-01T12:00:05Z</time></wpt>
      """
    )
    let reading = try Reading(text, track: 1)
    #expect(reading.segments == [[[1, 2], [3, 4]]])
    #expect(reading.times == ["2025-03-01T12:00:00.000Z", "2025-03-01T12:00:05.000Z"])
    #expect(reading.summary.waypoints == 0)
  }

  @Test func `prefixed elements count and foreign ones of the same names do not`() throws {
    let text = """
      <g:gpx xmlns:g="http://www.topografix.com/GPX/1/1" xmlns:x="urn:other" xmlns:y="urn:more">
      <x:trk><g:trkseg><g:trkpt lat="1" lon="1"/></g:trkseg></x:trk>
      <trk><trkseg><trkpt lat="2" lon="2"/></trkseg></trk>
      <g:trk><g:trkseg>
      <g:trkpt lat="3" lon="3"><x:ele>9</x:ele><g:ele>8</g:ele><z:time>2025-03-01T12:00:00Z</z:time>
      <g:extensions><y:box><g:trkpt lat="4" lon="4"/><y:ele>7</y:ele></y:box></g:extensions>
      </g:trkpt><x:trkpt lat="5" lon="5"/></g:trkseg></g:trk>
      </g:gpx>
      """
    let reading = try Reading(text)
    #expect(reading.positions == [[3, 3]])
    #expect(reading.points.map(\.altitude) == [8])
    #expect(reading.times == [nil])
  }

  @Test func `a namespace declared inside an element ends with it`() throws {
    let text = """
      <gpx><trk><trkseg><trkpt lat="1" lon="1"><extensions xmlns="urn:other"><ele>1</ele>
      </extensions><ele>2</ele></trkpt></trkseg></trk></gpx>
      """
    #expect(try Reading(text).points.map(\.altitude) == [2])
  }

  @Test func `speed, course, heights and accuracies are read from their known places`() throws {
    let text = gpx(
      """
      <trk><trkseg><trkpt lat="1" lon="1"><ele> <![CDATA[50]]> </ele><geoidheight>20</geoidheight>
      <fix>3d</fix><hdop>1.2</hdop><extensions>
      <t:TrackPointExtension xmlns:t="\(XMLNamespace.garminTrackPointName)"><t:speed>5.5</t:speed>
      <t:course>360</t:course></t:TrackPointExtension></extensions></trkpt>
      <trkpt lat="2" lon="2"><speed>7</speed><course>361</course><fix>2d</fix></trkpt>
      <trkpt lat="3" lon="3"><fix>none</fix></trkpt></trkseg></trk>
      """
    )
    let reading = try Reading(text)
    let first = reading.points[0]
    #expect([first.altitude, first.ellipsoidalAltitude, first.speed] == [50, 70, 5.5])
    #expect(first.course == 0)
    #expect(first.dimension == .threeD)
    #expect(first.horizontalAccuracy == 6)
    #expect(reading.points[1].speed == 7)
    #expect(reading.points[1].course == nil)
    #expect(reading.points[1].dimension == .twoD)
    #expect(reading.points.count == 2)
    #expect(reading.summary.skipped == [.noFix: 1])
    #expect(reading.summary.refusedValues == [.course: 1])
  }
}
