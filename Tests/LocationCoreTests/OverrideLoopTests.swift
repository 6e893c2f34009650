// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Testing

@testable import LocationCore

/// Laps whose end is on no tick, driven through the stage as the daemon does.
@Suite struct OverrideLoopTests {
  /// What of a route can move its end away from a tick.
  struct Lap: Sendable, CustomTestStringConvertible {
    var isClosed = true
    var isRecorded = false
    var metres = 111.3
    var speed: Double?
    var interval: Double?
    var distance: Double?
    var rate = 1.0

    var testDescription: String {
      "\(isClosed ? "closed" : "open") \(isRecorded ? "play" : "start") \(metres) m, "
        + "speed \(speed ?? 0), interval \(interval ?? 0), distance \(distance ?? 0), rate \(rate)"
    }

    func spec() throws -> OverrideSpec {
      let east = metres / 111_319.490_793
      var points = route(isClosed ? [(0, 0), (0, east), (0, 0)] : [(0, 0), (0, east)])
      if isRecorded {
        for index in points.indices {
          points[index].time = moment(Double(index) * metres / 7).utc
        }
      }
      let route = try RouteSpec(
        points: points,
        speed: isRecorded ? speed : speed ?? 20,
        interval: interval,
        distance: distance,
        rate: rate,
        isLooping: true
      )
      return isRecorded ? .play(route) : .start(route)
    }
  }

  private static let driven: [Lap] = [33.4, 100, 111.3].flatMap { metres in
    [5.3, 20].flatMap { speed in
      [true, false].flatMap { isClosed in
        var lap = Lap(isClosed: isClosed, metres: metres, speed: speed)
        var laps = [lap]
        for interval in [0.02, 0.35, 0.5, 1.7] {
          lap.interval = interval
          laps.append(lap)
        }
        lap.interval = nil
        for distance in [0.05, 7, 400] {
          lap.distance = distance
          laps.append(lap)
        }
        lap.distance = nil
        lap.rate = 3.7
        return laps + [lap]
      }
    }
  }

  private static let recorded: [Lap] = [33.4, 111.3].flatMap { metres in
    [0.7, 1, 3.7].flatMap { rate in
      [nil, 0.02, 0.35, 1.7, 60].flatMap { interval in
        [true, false].map { isClosed in
          Lap(
            isClosed: isClosed,
            isRecorded: true,
            metres: metres,
            interval: interval,
            rate: rate
          )
        }
      }
    }
  }

  @Test(arguments: driven + recorded)
  func `no lap tells a location twice, nor more than a hundred a second`(lap: Lap) throws {
    var rig = StageRig()
    let id = try rig.add(lap.spec(), at: moment(0)).id
    var times: [Double] = []
    var turns = 0
    var laps = 0
    while let deadline = rig.stage.deadline, deadline <= moment(3_000).instant, turns < 60_000 {
      let now = moment(at: deadline)
      rig.forget()
      rig.take(rig.stage.advance(to: now))
      times += rig.fixes.map { $0.time - moment(0).utc }
      turns += 1
      let next = try #require(rig.stage.deadline)
      try #require(next > deadline, "due again at once after \(times.last ?? 0) s")
      laps = try #require(rig.stage.progress(of: id, at: now)).laps
      if laps >= 4 { break }
    }
    // Laps shorter than a second are not repeated; long intervals step over some.
    let isRepeated = (lap.metres / (lap.speed ?? 7) / lap.rate) * (lap.isClosed ? 2 : 1) >= 1
    #expect(isRepeated == (laps >= 4))
    for (one, next) in zip(times, times.dropFirst()) {
      try #require(next - one > 0.0099, "\(one) s, then \(next) s")
    }
  }

  @Test func `between two laps a route is under way`() throws {
    let spec = try RouteSpec(points: route([(0, 0), (0, 0.001)]), speed: 20, isLooping: true)
    var generator = RouteGenerator(spec, at: moment(0))
    // The lap takes 5.6 s, and the next one begins a second after it.
    let states = (0..<20).map { step in
      let now = moment(Double(step) / 2)
      while let deadline = generator.deadline, deadline <= now.instant {
        _ = generator.advance(to: moment(at: deadline))
      }
      return generator.progress(at: now).state
    }
    #expect(Set(states) == [.playing])
  }

  @Test func `late turns do not flood at the end of a lap`() throws {
    for lap in Self.driven + Self.recorded {
      var generator: RouteGenerator
      switch try lap.spec() {
      case .start(let route), .play(let route): generator = RouteGenerator(route, at: moment(0))
      default: continue
      }
      let told = fixes(of: &generator, to: moment(25)) { Double($0 % 7) * 0.004 }
      for (one, next) in zip(told, told.dropFirst()) {
        try #require(next.time - one.time > 0.0099, "\(lap.testDescription)")
      }
      #expect(!told.isEmpty)
    }
  }
}
