// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationProtocol
import Testing
import TrackFiles

@testable import locationctl

@Suite struct PlotTests {
  private static func point(
    _ latitude: Double,
    _ longitude: Double,
    after seconds: Double? = nil
  ) throws -> TrackEvent {
    let start = try #require(UTCTime(text: "2026-11-30T01:22:20Z"))
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    return .point(TrackPoint(coordinate: place, time: seconds.map { start + $0 }))
  }

  private static func track(_ events: [TrackEvent], capacity: Int = 1000) -> PlotTrack {
    var track = PlotTrack(capacity: capacity)
    track.add(.track(name: nil))
    for event in events { track.add(event) }
    track.finish()
    return track
  }

  @Test(arguments: [
    (0.0, 1.0), (0.13, 0.2), (0.2, 0.2), (1, 1), (1.01, 2), (3, 5), (7, 10), (20, 20), (23, 50),
    (5.1e-7, 1e-6), (.infinity, 1), (.nan, 1), (-3, 1),
  ])
  func `a step is 1, 2 or 5 times a power of ten`(value: Double, step: Double) {
    #expect(abs(PlotScale.step(value) - step) < 1e-12 * step)
  }

  @Test func `an axis of equal values has a span and ticks`() {
    let scale = PlotScale(35, 35, from: 100, to: 0, ticks: 4, least: 20)
    #expect((scale.low, scale.high) == (25, 45))
    #expect(scale.ticks == [25, 30, 35, 40, 45])
    #expect(scale.place(35) == 50 && scale.place(45) == 0)
    #expect(scale.decimals == 0)
    #expect(PlotScale(0, 0.3, from: 0, to: 1, ticks: 3, least: 0).decimals == 1)
  }

  @Test func `an axis of what is never negative has nothing below zero`() {
    let still = PlotScale(0, 0, from: 100, to: 0, ticks: 4, least: 1, floor: 0)
    #expect((still.low, still.high) == (0, 1))
    let slow = PlotScale(0.2, 0.4, from: 100, to: 0, ticks: 4, least: 1, floor: 0)
    #expect(slow.low == 0 && abs(slow.high - 1) < 1e-12)
    let fast = PlotScale(10, 10, from: 100, to: 0, ticks: 4, least: 1, floor: 0)
    #expect((fast.low, fast.high) == (9.5, 10.5))
  }

  @Test func `points beyond the edge of the map are counted`() throws {
    let track = Self.track(try [85, 85.1, -89, 90].map { try Self.point($0, 0) })
    #expect(track.pointsBeyondEdge == 3)
  }

  @Test func `a track over the antimeridian is one short line`() throws {
    let track = Self.track([try Self.point(0, 179.9), try Self.point(0, -179.9)])
    #expect(track.points.map(\.longitude) == [179.9, 180.1])
    #expect(abs(track.metres - 22_263.9) < 0.1)
    #expect(!track.hasTimes)
  }

  @Test func `a speed that the file does not say is made of the way, but not over a gap`() throws {
    var events = [
      try Self.point(0, 0, after: 0), try Self.point(0, 0.001, after: 10),
    ]
    events += [.segmentBreak, try Self.point(1, 1, after: 20)]
    let track = Self.track(events)
    #expect(track.points.map(\.isBegin) == [true, false, true])
    #expect(track.points[0].speed == nil && track.points[2].speed == nil)
    #expect(abs((track.points[1].speed ?? 0) - 11.132) < 0.001)
    #expect(abs(track.metres - 111.32) < 0.01 && track.seconds == 20)
  }

  @Test func `of a long track a part is kept, with its gaps and its end`() throws {
    var events: [TrackEvent] = []
    for index in 0..<1001 {
      if index == 501 { events.append(.segmentBreak) }
      events.append(try Self.point(0, Double(index) / 1e4, after: Double(index)))
    }
    let track = Self.track(events, capacity: 100)
    #expect(track.count == 1001 && track.points.count <= 101 && track.points.count >= 50)
    #expect(track.points.last?.offset == 1000)
    #expect(track.points.filter(\.isBegin).count == 2)
    // The longest step is that between two points that were kept.
    let steps = zip(track.points, track.points.dropFirst()).map { $1.offset - $0.offset }
    #expect((steps.max() ?? 0) <= 32)
  }

  @Test func `a picture has no number that is none, whatever the track is like`() throws {
    for events in [
      [try Self.point(0, 0)], [try Self.point(90, 0), try Self.point(-90, 180)],
      [try Self.point(1, 1, after: 0), try Self.point(1, 1, after: 0)], [],
      [try Self.point(0, -180), try Self.point(0, 0), try Self.point(0, 180)],
    ] {
      let drawing = TrackDrawing.make(Self.track(events), name: "a", land: nil)
      let text = String(decoding: SVGText.bytes(drawing), as: UTF8.self)
      #expect(!text.contains("nan") && !text.contains("inf"), "\(events)")
    }
  }

  @Test func `a track of one place has axes that can be read, and a mark for its value`() throws {
    for (seconds, unit) in [(0.0, "s"), (nil, "m")] as [(Double?, String)] {
      var event = try Self.point(1, 1, after: seconds)
      if case .point(var point) = event {
        point.altitude = 35
        event = .point(point)
      }
      let drawing = TrackDrawing.make(Self.track([event]), name: "a", land: nil)
      let texts = drawing.steps.compactMap { step -> String? in
        if case .text(let text, _, _, _, _) = step { text } else { nil }
      }
      #expect(
        texts.filter { $0.hasSuffix(" \(unit)") && $0.contains(".") }
          == ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"].map { "\($0) \(unit)" }
      )
      let discs = drawing.steps.filter {
        if case .disc(_, _, .track) = $0 { true } else { false }
      }
      #expect(discs == [.disc(Drawing.Point(x: 60, y: 645), radius: 3, .track)])
    }
  }
}
