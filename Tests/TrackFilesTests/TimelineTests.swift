// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import Testing

@testable import TrackFiles

struct TimelineTests {
  private func play(
    _ events: [TrackEvent],
    _ options: Timeline.Options = .init()
  ) -> (entries: [Timeline.Entry], repairs: Timeline.Repairs) {
    var timeline = Timeline(options: options)
    var entries: [Timeline.Entry] = []
    for event in events { entries += timeline.add(event) }
    entries += timeline.finish()
    for (earlier, later) in zip(entries, entries.dropFirst()) {
      #expect(later.offset >= earlier.offset)
    }
    return (entries, timeline.repairs)
  }

  private func points(_ entries: [Timeline.Entry]) -> [(point: TrackPoint, entry: Timeline.Entry)] {
    entries.compactMap { entry in
      if case .point(let point) = entry.content { (point, entry) } else { nil }
    }
  }

  /// Points 0.001 degrees of latitude apart, with seconds after 2025-03-01T12:00:00Z or nil.
  private func track(_ seconds: [Double?]) -> [TrackEvent] {
    seconds.enumerated().compactMap { index, second in
      Coordinate(latitude: 10 + Double(index) / 1000, longitude: 20).map { coordinate in
        .point(TrackPoint(coordinate: coordinate, time: second.map { Self.start + $0 }))
      }
    }
  }

  private static let start = UTCTime(milliseconds: 1_740_830_400_000)

  private func expect(
    _ entries: [Timeline.Entry],
    offsets: [Double],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = points(entries).map(\.entry.offset)
    let isEqual =
      found.count == offsets.count
      && zip(found, offsets).allSatisfy { abs($0 - $1) < 0.002 }
    #expect(isEqual, "\(found)", sourceLocation: sourceLocation)
  }

  @Test func `the chaos of times becomes an orderly second by second`() throws {
    let reading = try Reading(trap: "gpx-time-chaos.gpx")
    let (entries, repairs) = play(reading.events)
    expect(entries, offsets: [0, 1.001, 1.001, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12.123])
    let times = points(entries).compactMap { $0.point.time.map { $0 - Self.start } }
    let expected = [0, 1.001, 1.001, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12.123]
    #expect(times.count == expected.count)
    #expect(zip(times, expected).allSatisfy { abs($0 - $1) < 0.002 })
    #expect(repairs.rollovers == 1)
    #expect(repairs.filled == 4)
    #expect(repairs.ignored == 1)
    #expect(repairs.shortenedGaps == 0)
    #expect(points(entries).allSatisfy { !$0.entry.isDiscontinuous })
  }

  @Test func `a track without times is travelled at the given speed`() throws {
    let reading = try Reading(trap: "gpx-no-time.gpx")
    var options = Timeline.Options()
    options.speed = 10
    let (entries, _) = play(reading.events, options)
    let offsets = points(entries).map(\.entry.offset)
    let path = points(entries).map(\.point.coordinate)
    for index in 1..<path.count {
      let way = Geodesic.distance(from: path[index - 1], to: path[index])
      #expect(abs(offsets[index] - offsets[index - 1] - way / 10) < 1e-9)
    }
    #expect(offsets[2] == offsets[1])
    #expect(abs(offsets[1] - 11.061) < 0.001)
    #expect(points(entries).allSatisfy { $0.point.time == nil })
  }

  @Test func `the dates of the log play without a wait`() throws {
    let reading = try Reading(trap: "nmea-midnight-and-dates.nmea")
    let (entries, repairs) = play(reading.events)
    expect(entries, offsets: [0, 1, 2.5, 3, 4, 6, 7, 8, 13, 18])
    #expect(repairs.rollovers == 1)
    #expect(
      points(entries).map { $0.point.time?.text }.suffix(5) == [
        "2025-12-28T00:00:06.000Z", "2025-12-28T00:00:07.000Z", "2025-12-30T00:00:00.000Z",
        "2025-12-30T00:00:05.000Z", "2025-12-30T00:00:10.000Z",
      ]
    )
  }

  @Test func `one wild time among good ones is ignored`() {
    let year = 31_536_000.0
    for wild in [-year, -5, 3 * year, 86_402] {
      let (entries, repairs) = play(track([0, 1, wild, 3, 4]))
      expect(entries, offsets: [0, 1, 2, 3, 4])
      #expect(repairs.ignored == 1)
      #expect(points(entries)[2].point.time == Self.start + 2)
    }
  }

  @Test func `a clock that is set goes on after a short pause`() {
    let day = 86_400.0
    for step in [-3600, -5, 40 * day] {
      let (entries, repairs) = play(track([0, 1, 2 + step, 3 + step, 4 + step]))
      expect(entries, offsets: [0, 1, 2, 3, 4])
      #expect(repairs.shortenedGaps == 1)
      #expect(points(entries)[4].point.time == Self.start + 4 + step)
      #expect(points(entries).map(\.entry.isDiscontinuous) == [false, false, true, false, false])
    }
  }

  @Test func `points without a dated neighbour are reached at the given speed`() {
    var options = Timeline.Options()
    options.speed = 110.6
    let leading = play(track([nil, nil, 10, 11]), options)
    expect(leading.entries, offsets: [0, 1, 2, 3])
    #expect(points(leading.entries).map { $0.point.time == nil } == [true, true, false, false])
    let trailing = play(track([0, 1, nil, nil]), options)
    expect(trailing.entries, offsets: [0, 1, 2, 3])
  }

  @Test func `a thousand weeks more or less are a rollover, in both directions`() {
    let cycle = 1024 * 7 * 86_400.0
    let (entries, repairs) = play(track([0, 1 - cycle, 2 + cycle, 3 + 2 * cycle, 4]))
    expect(entries, offsets: [0, 1, 2, 3, 4])
    #expect(repairs.rollovers == 3)
  }

  @Test func `segments and losses interrupt the way, and long gaps are cut`() {
    let first = track([0, 1])
    let second = track([61, 62])
    let third = track([1_000_000, 1_000_001])
    let (entries, repairs) = play(
      [.track(name: "a")] + first + [.segmentBreak] + second + [.track(name: "b")] + third
        + [.fixLost(time: Self.start + 1_000_005)] + track([1_000_010])
    )
    expect(entries, offsets: [0, 1, 61, 62, 63, 64, 73])
    #expect(
      points(entries).map(\.entry.isDiscontinuous)
        == [false, false, true, false, true, false, true]
    )
    #expect(repairs.shortenedGaps == 1)
    let loss = entries.first { $0.content == .fixLost }
    #expect(loss?.offset == 68)
  }

  @Test func `times of day without dates play across midnight`() throws {
    let text =
      ["235958.50", "235959.50", "000001.00"]
      .map { nmea("GPGGA,\($0),1030,N,02030,E,1,,,,,,,,") }.joined()
      + nmea("GPRMC,000002,A,1030,N,02030,E,,,020325,,,A")
    let (entries, _) = play(try Reading(text).events)
    expect(entries, offsets: [0, 1, 2.5, 3.5])
    #expect(
      points(entries).map { $0.point.time?.text } == [nil, nil, nil, "2025-03-02T00:00:02.000Z"]
    )
  }

  @Test func `a million points without times are not held`() {
    var timeline = Timeline()
    var count = timeline.add(track([0])[0]).count
    guard let coordinate = Coordinate(latitude: 10, longitude: 20) else { return }
    for _ in 0..<25_000 {
      count += timeline.add(.point(TrackPoint(coordinate: coordinate))).count
    }
    #expect(count > 15_000)
    #expect(count + timeline.finish().count == 25_001)
  }
}
