// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import ControlRequests
import LocationClient
import LocationCore
import LocationProtocol
import Testing

@testable import locationctl

private final class ListSource: RouteSource {
  private var stops: [RouteStop]

  init(_ stops: [RouteStop]) {
    self.stops = stops
  }

  var fraction: Double? { nil }

  func next() -> RouteStop? { stops.isEmpty ? nil : stops.removeFirst() }
}

/// Laps of a part of a long track.
@Suite struct RouteCutTests {
  /// Points 0.001° apart on the equator, ten seconds apart, the altitude being the second.
  private static func stops(_ count: Int, breakAt broken: Int? = nil) -> [RouteStop] {
    (0..<count).map { index in
      var members: [String: JSONValue] = [
        "latitude": .number(0), "longitude": .number(Double(index) / 1000),
        "altitude": .number(Double(index) * 10), "gap": .number(index == 0 ? 0 : 10),
        "time": .string("2025-03-01T12:0\(index / 6):\(index % 6)0.000Z"),
      ]
      if index == broken { members["startsSegment"] = .bool(true) }
      return RouteStop(members, offset: Double(index) * 10)
    }
  }

  private func cut(
    _ stops: [RouteStop],
    _ from: Double,
    _ to: Double?,
    speed: Double? = nil
  ) throws -> [[Double]] {
    let cut = RouteCut(
      ListSource(Array(stops.dropFirst(2))),
      after: Array(stops.prefix(2)),
      from: from,
      to: to,
      speed: speed
    )
    var rows: [[Double]] = []
    while let stop = try cut.next() {
      rows.append(
        ["longitude", "altitude", "gap"].map { name in
          (((stop.value[name]?.double ?? -1) * 1e6).rounded() / 1e6)
        }
      )
    }
    return rows
  }

  @Test func `it begins and ends between two points where the times lie there`() throws {
    #expect(
      try cut(Self.stops(6), 15, 32) == [
        [0.0015, 15, 0], [0.002, 20, 5], [0.003, 30, 10], [0.0032, 32, 2],
      ]
    )
  }

  @Test func `points at the very times are taken as they are`() throws {
    #expect(
      try cut(Self.stops(6), 10, 30) == [[0.001, 10, 0], [0.002, 20, 10], [0.003, 30, 10]]
    )
    #expect(try cut(Self.stops(3), 0, nil).map { $0[0] } == [0, 0.001, 0.002])
  }

  @Test func `both ends may lie between the same two points`() throws {
    #expect(try cut(Self.stops(6), 12, 17) == [[0.0012, 12, 0], [0.0017, 17, 5]])
  }

  @Test func `nothing is made up in a break`() throws {
    #expect(
      try cut(Self.stops(6, breakAt: 2), 15, nil).map { $0[0] } == [0.002, 0.003, 0.004, 0.005]
    )
  }

  @Test func `at a speed the times are those of the way`() throws {
    // 0.001° of the equator are 111.319 m.
    let rows = try cut(Self.stops(6), 15, 25, speed: 11.131_949)
    #expect(rows.map { $0[0] } == [0.0015, 0.002, 0.0025])
  }

  @Test func `recorded times go along`() throws {
    let cut = RouteCut(ListSource(Self.stops(6)), from: 15, to: 20, speed: nil)
    #expect(try cut.next()?.value["time"]?.text == "2025-03-01T12:00:15.000Z")
    #expect(try cut.next()?.value["time"]?.text == "2025-03-01T12:00:20.000Z")
  }

  @Test func `a beginning after the end is refused with the range`() throws {
    #expect {
      try cut(Self.stops(6), 51, nil)
    } throws: {
      ($0 as? Failure)?.message == "--from 51 is not allowed; give a time in 0 … 50 s"
    }
  }

  private func tail(_ from: Double, speed: Double? = nil) throws -> [[Double]] {
    let tail = RouteTail(
      ListSource(Array(Self.stops(6).dropFirst(2))),
      after: Array(Self.stops(2)),
      from: from,
      speed: speed
    )
    var rows: [[Double]] = []
    while let stop = try tail.next() {
      rows.append(["longitude", "gap"].map { stop.value[$0]?.double ?? -1 })
    }
    return rows
  }

  @Test func `a play from the middle sends nothing that lies before, and keeps its times`() throws {
    #expect(try tail(0).map { $0[1] } == [0, 10, 10, 10, 10, 10])
    #expect(try tail(35) == [[0.003, 30], [0.004, 10], [0.005, 10]])
    #expect(try tail(40) == [[0.004, 40], [0.005, 10]])
    // 0.001° of the equator are 111.319 m.
    #expect(try tail(25, speed: 11.131_949).map { $0[1] } == [20, 10, 10, 10])
    #expect {
      try tail(51)
    } throws: {
      ($0 as? Failure)?.message == "--from 51 is not allowed; give a time in 0 … 50 s"
    }
  }
}
