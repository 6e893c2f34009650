// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import Testing

@testable import TrackFiles

struct GeoJSONTests {
  private func feature(_ geometry: String, _ properties: String = "null") -> String {
    "{\"type\":\"Feature\",\"properties\":\(properties),\"geometry\":\(geometry)}"
  }

  private func line(_ positions: String) -> String {
    "{\"type\":\"LineString\",\"coordinates\":[\(positions)]}"
  }

  private func collection(_ features: [String]) -> String {
    "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
  }

  @Test func `lines are tracks, their parts segments, other geometries nothing`() throws {
    let text = collection([
      feature("null"), feature("{\"type\":\"Point\",\"coordinates\":[99,45]}"),
      feature(line("[20,10],[20.1,10.1,5],[20.2,10.2,6,7]"), "{\"name\":\"a\\u00e9\\n\"}"),
      feature(
        "{\"type\":\"MultiLineString\",\"coordinates\":[[[1,1],[2,2]],[],[[3,3]]]}"
      ),
      feature("{\"type\":\"Polygon\",\"coordinates\":[[[30,30],[31,30],[31,31],[30,30]]]}"),
      feature("{\"type\":\"GeometryCollection\",\"geometries\":[\(line("[4,4],[5,5]"))]}"),
    ])
    let reading = try Reading(text)
    #expect(
      reading.segments == [
        [[10, 20], [10.1, 20.1], [10.2, 20.2]], [[1, 1], [2, 2]], [[3, 3]], [[4, 4], [5, 5]],
      ]
    )
    #expect(reading.points.map(\.altitude).prefix(3) == [nil, 5, 6])
    #expect(reading.names == ["aé\n", nil, nil])
    #expect(reading.summary.waypoints == 1)
    #expect(reading.summary.skipped == [:])
    #expect(reading.format == .geoJSON)
  }

  @Test(arguments: [true, false])
  func `times of a line are found before and behind its coordinates`(isBefore: Bool) throws {
    let properties =
      "\"properties\":{\"coordTimes\":"
      + "[\"2025-03-01T12:00:00Z\",null,1740830402,1740830403000],\"speeds\":[1,null,-3,4]}"
    let geometry =
      "\"geometry\":{\"coordinates\":[[1,1],[2,2],[3,3],[4,4]],\"type\":\"LineString\"}"
    let members = isBefore ? [properties, geometry] : [geometry, properties]
    let reading = try Reading("{\"type\":\"Feature\",\(members.joined(separator: ","))}")
    #expect(
      reading.times == [
        "2025-03-01T12:00:00.000Z", nil, "2025-03-01T12:00:02.000Z", "2025-03-01T12:00:03.000Z",
      ]
    )
    #expect(reading.points.map(\.speed) == [1, nil, nil, 4])
    #expect(reading.positions == [[1, 1], [2, 2], [3, 3], [4, 4]])
  }

  @Test func `times of several lines may be nested as the lines are`() throws {
    let text = feature(
      "{\"type\":\"MultiLineString\",\"coordinates\":[[[1,1],[2,2]],[[3,3]]]}",
      "{\"coordinateProperties\":{\"times\":[[\"2025-03-01T12:00:00Z\",\"2025-03-01T12:00:01Z\"],"
        + "[\"2025-03-01T12:00:09Z\"]]}}"
    )
    #expect(
      try Reading(text).times == [
        "2025-03-01T12:00:00.000Z", "2025-03-01T12:00:01.000Z", "2025-03-01T12:00:09.000Z",
      ]
    )
  }

  @Test func `values out of range and lists of another length are counted by kind`() throws {
    let text = """
      {"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2,9e9],[1,3,5]]},
      "properties":{"speeds":[-1,2],"courses":[null,400],"horizontalAccuracies":[0,5],
      "verticalAccuracies":[1,2,3],"modes":[7,3],"simulated":[0,1]}}
      """
    let reading = try Reading(text)
    #expect(reading.points.map(\.speed) == [nil, 2])
    #expect(reading.points.map(\.isSimulated) == [false, true])
    #expect(
      reading.summary.refusedValues == [.altitude: 1, .speed: 1, .course: 1, .accuracy: 4]
    )
  }

  @Test func `times that do not match the positions in number are not guessed at`() throws {
    let text =
      "{\"type\":\"Feature\",\"geometry\":\(line("[1,1],[2,2]")),"
      + "\"properties\":{\"coordTimes\":[\"2025-03-01T12:00:00Z\"]}}"
    let reading = try Reading(text)
    #expect(reading.times == [nil, nil])
    #expect(reading.summary.refusedValues == [.time: 1])
  }

  @Test func `a skipped position keeps its place among the times`() throws {
    let text = feature(
      line("[1,1],[2,null],[300,2],[4,4]"),
      "{\"times\":[\"2025-03-01T12:00:00Z\",\"2025-03-01T12:00:01Z\",\"2025-03-01T12:00:02Z\","
        + "\"2025-03-01T12:00:03Z\"]}"
    )
    let reading = try Reading(text)
    #expect(reading.positions == [[1, 1], [4, 4]])
    #expect(reading.times == ["2025-03-01T12:00:00.000Z", "2025-03-01T12:00:03.000Z"])
    #expect(reading.summary.skipped == [.malformedCoordinate: 1, .outOfRange: 1])
  }

  @Test func `points with times are the route of a file without lines`() throws {
    let point = { (value: Int) in
      feature(
        "{\"type\":\"Point\",\"coordinates\":[\(value),1]}",
        "{\"time\":\"2025-03-01T12:00:0\(value)Z\"}"
      )
    }
    let reading = try Reading(collection([point(1), point(2)]))
    #expect(reading.segments == [[[1, 1], [1, 2]]])
    #expect(reading.times == ["2025-03-01T12:00:01.000Z", "2025-03-01T12:00:02.000Z"])
    #expect(
      try Reading("{\"type\":\"MultiPoint\",\"coordinates\":[[1,2],[3,4]]}").segments == [
        [[2, 1], [4, 3]]
      ]
    )
  }

  @Test(arguments: ["\n", "\r\n", "\n\u{1E}", " "])
  func `features may stand one per line`(separator: String) throws {
    let reading = try Reading(
      [feature(line("[1,1],[2,2]")), line("[3,3],[4,4]")].joined(separator: separator)
    )
    #expect(reading.segments == [[[1, 1], [2, 2]], [[3, 3], [4, 4]]])
  }

  @Test func `swapped axes are recognised and refused with their place`() throws {
    let error = try #require(refusal(line("[10,20],\n[10,120.5]")))
    #expect(error.line == 2)
    #expect(error.byte == 54)
    #expect(error.reason.contains("latitude 120.5"))
    #expect(error.reason.contains("swapped"))
  }

  @Test(arguments: [
    "{\"type\":\"LineString\",\"coordinates\":[[1,1],[2,2]",
    "{\"type\":\"LineString\",\"coordinates\":[[1,1],[2,2]]",
    "{\"type\":\"LineString\",\"coordinates\":[[1,1],[2,NaN]]}",
    "{\"type\":\"LineString\",\"coordinates\":[[1,1],[2,0x10]]}",
    "{\"type\":\"LineString\",\"coordinates\":[[1,1],[2,+2]]}",
    "{\"type\":\"LineString\",\"coordinates\":[[1,1],[2,2,]]}",
    "{\"type\":\"LineString\",\"coordinates\":[[1,1],[2,2]}",
    "{\"type\":\"LineString\",\"coordinates\":[1,1]}",
    "{\"type\":\"LineString\",\"coordinates\":[[[1,1]]]}",
    "{\"type\":\"LineString\",'coordinates':[[1,1]]}",
    "{\"type\":\"LineString\",\"coordinates\":[[1,1],[2,2]]} x",
    "{\"type\":\"LineString\",\"name\":\"\u{1}\",\"coordinates\":[[1,1],[2,2]]}",
    "{\"type\":" + String(repeating: "[", count: 100_000),
    String(repeating: "{\"a\":", count: 100_000),
  ])
  func `broken JSON is refused with its byte`(text: String) throws {
    let error = try #require(refusal(text))
    #expect(error.line == 1)
    #expect(error.byte != nil)
  }

  @Test func `a number that fits no double makes its position invalid`() throws {
    let reading = try Reading(line("[1,1],[1e400,2],[3,3]"))
    #expect(reading.positions == [[1, 1], [3, 3]])
    #expect(reading.summary.skipped == [.outOfRange: 1])
  }

  @Test func `invalid UTF-8 is refused`() {
    var bytes = Array(feature(line("[1,1],[2,2]"), "{\"name\":\"x\"}").utf8)
    if let index = bytes.firstIndex(of: UInt8(ascii: "x")) { bytes[index] = 0xC3 }
    #expect(refusal(bytes)?.reason == "invalid UTF-8")
  }

  @Test(arguments: [true, false])
  func `a feature too long to be held goes out as it comes`(typeFirst: Bool) throws {
    let positions = (0..<260_000).map { "[\(Double($0) / 2000),1]" }.joined(separator: ",")
    let type = "\"type\":\"LineString\""
    let coordinates = "\"coordinates\":[\(positions)]"
    let text = typeFirst ? "{\(type),\(coordinates)}" : "{\(coordinates),\(type)}"
    if typeFirst {
      let reading = try Reading(text)
      #expect(reading.points.count == 260_000)
      #expect(reading.summary.segments == 1)
      #expect(reading.positions.last == [1, 129.9995])
    } else {
      #expect(refusal(text)?.kind == .malformed)
    }
  }
}
