// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import ControlRequests
import Foundation
import LinuxIO
import LocationClient
import LocationCore
import LocationProtocol
import LocationTestSupport
import Testing
import TrackFiles

@testable import locationctl

/// What a track becomes on its way to the daemon.
@Suite struct RouteTests {
  private func stops(_ text: String, keepsTimes: Bool = false) throws -> [RouteStop] {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "track")
    let context = Context(output: .none, environment: [:], loop: try EventLoop())
    let source = TrackSource(try TrackFile(path, context), keepsTimes: keepsTimes)
    var stops: [RouteStop] = []
    while let stop = try source.next() { stops.append(stop) }
    return stops
  }

  private func gpx(_ points: String) -> String {
    "<gpx><trk><trkseg>\(points)</trkseg></trk></gpx>"
  }

  private func point(_ latitude: Double, _ second: Int) -> String {
    "<trkpt lat=\"\(latitude)\" lon=\"20\"><time>2025-03-01T12:00:0\(second)Z</time></trkpt>"
  }

  private func number(_ stop: RouteStop, _ name: String) -> Double? { stop.value[name]?.double }

  @Test func `each stop says how long after the one before it comes`() throws {
    let stops = try stops(gpx(point(10, 0) + point(10.1, 1) + point(10.2, 4)))
    #expect(stops.map { number($0, "gap") } == [0, 1, 3])
    #expect(stops.map { number($0, "latitude") } == [10, 10.1, 10.2])
    #expect(stops.allSatisfy { $0.value["time"] == nil && $0.value["startsSegment"] == nil })
  }

  @Test func `recorded times go along where they are kept`() throws {
    let stops = try stops(gpx(point(10, 0) + point(10.1, 5)), keepsTimes: true)
    #expect(
      stops.map { $0.value["time"]?.text }
        == ["2025-03-01T12:00:00.000Z", "2025-03-01T12:00:05.000Z"]
    )
  }

  @Test func `a segment begins where the way was not travelled`() throws {
    let text = gpx(point(10, 0) + "</trkseg><trkseg>" + point(11, 2) + point(11.1, 3))
    let stops = try stops(text)
    #expect(stops.map { $0.value["startsSegment"]?.flag } == [nil, true, nil])
    #expect(stops.map { number($0, "gap") } == [0, 2, 1])
  }

  @Test func `a lost fix stands between its neighbours, at the place seen last`() throws {
    let lines = [
      #"{"class":"TPV","mode":3,"time":"2025-03-01T12:00:00.000Z","lat":10,"lon":20,"alt":5}"#,
      #"{"class":"TPV","mode":1,"time":"2025-03-01T12:00:04.000Z"}"#,
      #"{"class":"TPV","mode":3,"time":"2025-03-01T12:00:10.000Z","lat":10.1,"lon":20,"alt":5}"#,
    ]
    let stops = try stops(lines.joined(separator: "\n") + "\n")
    #expect(stops.map { $0.value["hasFix"]?.flag } == [nil, false, nil])
    #expect(stops.map { number($0, "gap") } == [0, 4, 6])
    #expect(number(stops[1], "latitude") == 10)
    #expect(stops[2].value["startsSegment"]?.flag == true)
  }

  @Test func `a value out of the daemon's range is left out, its point is not`() throws {
    let text = gpx("<trkpt lat=\"10\" lon=\"20\"><ele>2000000</ele></trkpt>")
    let stops = try stops(text)
    #expect(stops.count == 1 && stops[0].value["altitude"] == nil)
  }

  @Test func `what the daemon takes no point with is counted by kind`() throws {
    let folder = try TemporaryFolder()
    let line =
      #"{"class":"TPV","mode":3,"lat":10,"lon":20,"altMSL":2000000,"altHAE":2000040,"epx":5000000,"#
      + #""epy":5000000,"speed":-1,"epd":500}"#
    let path = try folder.write(line + "\n", to: "far.json")
    let context = Context(output: .none, environment: [:], loop: try EventLoop())
    let source = TrackSource(try TrackFile(path, context), keepsTimes: false)
    #expect(try source.next() != nil && source.next() == nil)
    #expect(source.summary.refusedValues == [.altitude: 2, .accuracy: 2, .speed: 1])
    #expect(
      TrackNotes.lines(source.summary, nil)
        == ["values left out: 2 × accuracy, 2 × altitude, 1 × speed"]
    )
  }

  @Test func `every chunk fits a request line`() throws {
    let point = RouteStop([
      "latitude": .number(-12.345678901234567), "longitude": .number(-123.45678901234567),
      "altitude": .number(1234.5678901234567), "ellipsoidalAltitude": .number(1234.5678901234567),
      "horizontalAccuracy": .number(12.345678901234567), "gap": .number(1.000001),
      "verticalAccuracy": .number(12.345678901234567), "speed": .number(12.345678901234567),
      "course": .number(123.45678901234567), "time": .string("2025-03-01T12:00:00.000Z"),
      "startsSegment": .bool(true),
    ])
    for stop in [point, RouteStop(try #require(Coordinate(latitude: 1, longitude: 2)))] {
      let chunks = RouteChunk.all(of: Array(repeating: stop, count: 4096))
      #expect(chunks.map(\.stops.count).reduce(0, +) == 4096)
      #expect(chunks.count < 40)
      for chunk in chunks {
        let request = OutgoingRequest(
          id: .integer(123_456),
          method: "appendPoints",
          params: ["points": chunk.points, "id": JSONValue.string("o123456")]
        )
        let line = try request.frame()
        #expect(line.count <= Limits.requestLine)
        #expect(RequestLine(Array(line.dropLast())).calls.count == 1)
      }
    }
  }

  @Test func `a chunk forgets what the daemon has taken`() throws {
    var chunk = RouteChunk()
    for latitude in 0..<5 { _ = chunk.add(RouteStop(["latitude": .integer(Int64(latitude))])) }
    chunk.removeFirst(3)
    #expect(chunk.stops.map { $0.value["latitude"] } == [.integer(3), .integer(4)])
    chunk.removeFirst(9)
    #expect(chunk.isEmpty)
  }
}

/// The line that shows how far a play has come.
@Suite struct ProgressLineTests {
  @Test func `it has a bar where the length is known`() {
    #expect(
      ProgressLine.text(elapsed: 65, total: 260)
        == "[######------------------] 25 %, 1 min 5 s of 4 min 20 s"
    )
    #expect(
      ProgressLine.text(elapsed: 300, total: 260).hasPrefix("[########################] 100 %")
    )
    #expect(ProgressLine.text(elapsed: 65, total: nil) == "played 1 min 5 s")
  }

  @Test func `it is drawn on a terminal only, and taken away`() {
    for isTerminal in [true, false] {
      var text = ""
      let output = Output(isTerminal: isTerminal, isStyled: false) { text += $0 }
      var line = ProgressLine(output, isWanted: true)
      line.show(elapsed: 1, total: nil)
      line.clear()
      line.clear()
      #expect(text == (isTerminal ? "\rplayed 1 s\u{1B}[K\r\u{1B}[K" : ""))
    }
  }
}
