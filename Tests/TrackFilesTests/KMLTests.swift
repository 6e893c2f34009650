// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import Testing

@testable import TrackFiles

struct KMLTests {
  @Test func `of messy lines the readable ones are played, apart from each other`() throws {
    let reading = try Reading(trap: "kml-linestring-mess.kml")
    #expect(
      reading.segments == [
        [[10, 20], [10, 20.001], [10.001, 20.001], [10.001, 20]],
        [[10.1, 20.1], [10.2, 20.2]],
      ]
    )
    #expect(reading.points.map(\.altitude) == [5, nil, 0, -3.5, 0, 0])
    #expect(
      reading.names == [
        "odd but readable white space; third value optional", "spaces after commas",
      ]
    )
    #expect(reading.summary.skipped == [.malformedCoordinate: 3])
    #expect(reading.summary.waypoints == 1)
    #expect(reading.format == .kml)
  }

  @Test func `a track pairs times and coordinates over its holes`() throws {
    let text = kml(
      """
      <Placemark><name>walk</name><gx:Track>
      <when>2025-03-01T12:00:00Z</when><when>2025-03-01T12:00:01Z</when>
      <when>2025-03</when><when>2025-03-01T12:00:03Z</when><when>2025-03-01T12:00:04Z</when>
      <gx:coord>20 10 5</gx:coord><gx:coord/><gx:coord>20.2 10.2</gx:coord>
      <gx:coord> </gx:coord><gx:coord>\t20.4  10.4\n7 </gx:coord>
      <gx:angles>90 0 0</gx:angles></gx:Track></Placemark>
      """
    )
    let reading = try Reading(text)
    #expect(reading.segments == [[[10, 20], [10.2, 20.2], [10.4, 20.4]]])
    #expect(reading.times == ["2025-03-01T12:00:00.000Z", nil, "2025-03-01T12:00:04.000Z"])
    #expect(reading.points.map(\.altitude) == [5, nil, 7])
    #expect(reading.points.map(\.course) == [nil, nil, nil])
    #expect(reading.summary.skipped == [.hole: 2])
    #expect(reading.summary.refusedValues == [.time: 1])
  }

  @Test(arguments: [
    """
    <when>2025-03-01T12:00:00Z</when><gx:coord>20 10</gx:coord>
    <when>2025-03-01T12:00:01Z</when><gx:coord>21 11</gx:coord>
    """,
    """
    <gx:coord>20 10</gx:coord><gx:coord>21 11</gx:coord>
    <when>2025-03-01T12:00:00Z</when><when>2025-03-01T12:00:01Z</when>
    """,
    """
    <when>2025-03-01T12:00:00Z</when><when>2025-03-01T12:00:01Z</when>
    <when>2025-03-01T12:00:02Z</when><gx:coord>20 10</gx:coord><gx:coord>21 11</gx:coord>
    """,
  ])
  func `times and coordinates may come in any order`(content: String) throws {
    let reading = try Reading(kml("<Placemark><gx:Track>\(content)</gx:Track></Placemark>"))
    #expect(reading.positions == [[10, 20], [11, 21]])
    #expect(reading.times == ["2025-03-01T12:00:00.000Z", "2025-03-01T12:00:01.000Z"])
  }

  @Test(arguments: ["2,1\n2,x\n2,3", "2,1 2,2\n2,\nx 2,3", "2,1\n\t2,91\t\n", "2,1\r\n2,x"])
  func `a skipped position is named by the line that it begins in`(text: String) throws {
    let reading = try Reading(
      kml("<Placemark><LineString><coordinates>\(text)</coordinates></LineString></Placemark>")
    )
    #expect(reading.summary.firstSkips.map(\.line) == [2])
  }

  @Test func `coordinates without times are kept`() throws {
    let content =
      "<when>2025-03-01T12:00:00Z</when><gx:coord>20 10</gx:coord>"
      + "<gx:coord>21 11</gx:coord>"
    let reading = try Reading(kml("<Placemark><gx:Track>\(content)</gx:Track></Placemark>"))
    #expect(reading.times == ["2025-03-01T12:00:00.000Z", nil])
  }

  @Test func `the parts of a multiple geometry are segments of one track`() throws {
    let text = kml(
      """
      <Folder><Placemark><name>two</name><MultiGeometry>
      <LineString><coordinates>1,1 2,2</coordinates></LineString>
      <Point><coordinates>50,50</coordinates></Point>
      <MultiGeometry><LineString><coordinates>3,3</coordinates></LineString></MultiGeometry>
      </MultiGeometry></Placemark>
      <Placemark><gx:MultiTrack><gx:Track><gx:coord>4 4</gx:coord></gx:Track>
      <gx:Track><gx:coord>5 5</gx:coord></gx:Track></gx:MultiTrack></Placemark></Folder>
      """
    )
    let reading = try Reading(text)
    #expect(reading.segments == [[[1, 1], [2, 2]], [[3, 3]], [[4, 4]], [[5, 5]]])
    #expect(reading.summary.tracks == 2)
  }

  @Test func `pins with times are the route of a file without lines`() throws {
    let pin = { (value: Int) in
      "<Placemark><TimeStamp><when>2025-03-01T12:00:0\(value)Z</when></TimeStamp>"
        + "<Point><coordinates>\(value),1\(value),5</coordinates></Point></Placemark>"
    }
    let reading = try Reading(kml(pin(1) + pin(2)))
    #expect(reading.segments == [[[11, 1], [12, 2]]])
    #expect(reading.times == ["2025-03-01T12:00:01.000Z", "2025-03-01T12:00:02.000Z"])
  }

  @Test func `a single pin is a route of one point`() throws {
    let reading = try Reading(
      kml("<Placemark><Point><coordinates>20,10</coordinates></Point></Placemark>")
    )
    #expect(reading.segments == [[[10, 20]]])
    #expect(reading.summary.waypoints == 0)
  }

  @Test(arguments: [("absolute", 5.0), ("clampToGround", nil), ("relativeToGround", nil)])
  func `a height that counts from the ground is no altitude`(
    mode: String,
    altitude: Double?
  ) throws {
    let reading = try Reading(
      kml(
        "<Placemark><LineString><altitudeMode>\(mode)</altitudeMode>"
          + "<coordinates>1,2,5</coordinates></LineString></Placemark>"
      )
    )
    #expect(reading.points.map(\.altitude) == [altitude])
  }

  @Test(arguments: [
    ("1,2", [[2.0, 1.0]]), ("1,2,", [[2, 1]]), ("1 ,2 ,3 4 , 5", [[2, 1], [5, 4]]),
    ("1,2 3", [[2, 1]]), ("1,95 2,3", [[3, 2]]), ("200,5 2,3", [[3, 2]]), ("1,2,x", [[2, 1]]),
    ("1,2\u{A0}3,4 5,6", [[6, 5]]), ("\n\n1,2\n\n", [[2, 1]]),
  ])
  func `tuples are told apart by blanks that are not beside a comma`(
    text: String,
    positions: [[Double]]
  ) throws {
    let reading = try Reading(
      kml("<Placemark><LineString><coordinates>\(text)</coordinates></LineString></Placemark>")
    )
    #expect(reading.positions == positions)
  }
}
