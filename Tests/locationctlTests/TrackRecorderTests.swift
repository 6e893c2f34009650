// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import ControlRequests
import LocationCore
import LocationProtocol
import Testing
import TrackFiles

@testable import locationctl

/// What becomes of callbacks in a recording.
struct TrackRecorderTests {
  private func location(
    _ second: Int64,
    latitude: Double = 10,
    speed: Double,
    overrides: [String]? = ["o1"]
  ) throws -> LocationMessage {
    var location = try exampleLocation()
    location.latitude = latitude
    location.timestamp = UTCTime(milliseconds: 1_740_830_400_000 + second * 1000)
    location.speed = speed
    location.source.overrides = overrides
    location.source.isSimulatedBySoftware = overrides != nil
    return location
  }

  private func events(_ locations: [LocationMessage]) -> [TrackEvent] {
    var recorder = TrackRecorder()
    return locations.flatMap { recorder.events(.didUpdateLocations([$0])) }
  }

  private func speeds(_ events: [TrackEvent]) -> [Double?] {
    events.compactMap { if case .point(let point) = $0 { .some(point.speed) } else { nil } }
  }

  @Test func `what is told again at the same place and time is written once`() throws {
    let held = try [
      location(3, latitude: 9, speed: 8), location(4, speed: 11), location(4, speed: 0),
      location(4, speed: 0), location(5, speed: 0), location(5, latitude: 11, speed: 7),
    ]
    #expect(speeds(events(held)) == [8, 11, 0, 7])
  }

  @Test func `in another view a location that still holds is a point`() throws {
    let events = events(try [location(4, speed: 11), location(4, speed: 0, overrides: nil)])
    #expect(speeds(events) == [11, 0])
    #expect(events[2] == .segmentBreak)
  }

  @Test func `a location of an override is marked`() throws {
    let points = events(try [location(1, speed: 1), location(2, speed: 1, overrides: nil)])
      .compactMap { if case .point(let point) = $0 { point.isSimulated } else { nil } }
    #expect(points == [true, false])
  }
}
