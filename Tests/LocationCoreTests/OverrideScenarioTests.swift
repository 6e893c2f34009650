// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Testing

@testable import LocationCore

@Suite struct OverrideScenarioTests {
  /// One line for each fix, rounded so that the last bit of a library function does not matter.
  private func lines(_ scenario: Scenario, seed: UInt64, seconds: Double) throws -> [String] {
    var rig = StageRig()
    try rig.add(.run(ScenarioSpec(scenario, seed: seed)), at: moment(0))
    rig.run(to: moment(seconds))
    return rig.told.compactMap { callback in
      switch callback {
      case .didUpdateLocations(let locations):
        guard let fix = locations.last?.fix else { return nil }
        return [
          text(fix.time - moment(0).utc, 0), text(fix.coordinate.latitude, 7),
          text(fix.coordinate.longitude, 7), text(fix.altitude, 1), text(fix.horizontalAccuracy, 1),
          text(fix.speed, 2), text(fix.course, 0),
        ].joined(separator: " ")
      case .didUpdateSatellites: return nil
      default: return callback.name
      }
    }
  }

  private func text(_ value: Double?, _ digits: Int) -> String {
    guard let value else { return "-" }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int64(clamping: value * scale)
    let (whole, part) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
    let digitsText = String(UInt64(scale) + part).dropFirst()
    return (scaled < 0 ? "-" : "") + "\(whole)" + (digits > 0 ? ".\(digitsText)" : "")
  }

  private func hash(_ lines: [String]) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in lines.joined(separator: "\n").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
    return hash
  }

  @Test(arguments: Scenario.allCases) func `a seed gives a golden stream`(scenario: Scenario) throws
  {
    let golden = try #require(ScenarioGoldens.all[scenario])
    let lines = try lines(scenario, seed: 1, seconds: 300)
    #expect(lines.prefix(golden.lines.count).map(\.self) == golden.lines)
    #expect(hash(lines) == golden.hash)
    #expect(try hash(self.lines(scenario, seed: 2, seconds: 300)) != golden.hash)
  }

  @Test(arguments: Scenario.allCases) func `each is found by its name and says what it is`(
    scenario: Scenario
  ) {
    #expect(Scenario(name: scenario.rawValue) == scenario)
    #expect(scenario.summary.hasSuffix("."))
    #expect(scenario.summary.count < 90)
  }

  @Test(arguments: [
    ("City Run", Scenario.cityRun), ("City Bicycle Ride", .cityBicycleRide),
    ("Freeway Drive", .freewayDrive), ("city_walk", .cityWalk),
  ]) func `the simulator's names will do`(name: String, scenario: Scenario) {
    #expect(Scenario(name: name) == scenario)
    #expect(Scenario(name: "Apple") == nil)
  }

  @Test(arguments: Scenario.allCases) func `a lap closes and fits the window, whatever the seed`(
    scenario: Scenario
  ) throws {
    for seed in 0..<8 {
      let points = scenario.points(seed: UInt64(seed))
      #expect((100...RouteSpec.window).contains(points.count))
      let first = try #require(points.first?.point.coordinate)
      let last = try #require(points.last?.point.coordinate)
      #expect(Geodesic.distance(from: first, to: last) < 1e-6)
    }
  }

  @Test(arguments: [
    (Scenario.cityWalk, 1.0, 1.7), (.cityRun, 2.5, 3.6), (.cityBicycleRide, 4, 6.5),
    (.freewayDrive, 25, 37), (.antimeridianFlight, 200, 280),
  ]) func `it moves at its pace and the speed agrees with the way`(
    scenario: Scenario,
    slowest: Double,
    fastest: Double
  ) throws {
    var rig = StageRig()
    try rig.add(.run(ScenarioSpec(scenario, seed: 5)), at: moment(0))
    rig.run(to: moment(400))
    let moving = rig.fixes.compactMap(\.speed).filter { $0 > slowest / 2 }
    let mean = moving.reduce(0, +) / Double(moving.count)
    #expect((slowest...fastest).contains(mean))
    for (one, next) in zip(rig.fixes, rig.fixes.dropFirst()) {
      let distance = Geodesic.distance(from: one.coordinate, to: next.coordinate)
      #expect(abs(distance - (next.speed ?? -1) * (next.time - one.time)) < 1e-5)
      #expect((next.course == nil) == (next.speed == 0))
    }
  }

  @Test func `at rest the position wanders by metres, slowly, without a course`() throws {
    var rig = StageRig()
    try rig.add(.run(ScenarioSpec(.stationary, seed: 5)), at: moment(0))
    rig.run(to: moment(900))
    let home = try #require(rig.fixes.first?.coordinate)
    let distances = rig.fixes.map { Geodesic.distance(from: home, to: $0.coordinate) }
    #expect((2.0...10).contains(distances.max() ?? 0))
    #expect(rig.fixes.allSatisfy { ($0.speed ?? 1) < 0.5 && $0.course == nil })
    #expect(Set(rig.fixes.map(\.coordinate)).count > 800)
  }

  @Test func `the tunnel loses the fix and finds it again`() throws {
    var rig = StageRig()
    try rig.add(.run(ScenarioSpec(.tunnel, seed: 1)), at: moment(0))
    rig.run(to: moment(110))
    let events = rig.names.filter { $0 != "didUpdateLocations" && $0 != "didUpdateSatellites" }
    #expect(
      events == [
        "didChangeSource active", "didChangeSource lost", "didFailWithError locationUnknown",
        "didChangeSource recovered",
      ]
    )
    let gaps = zip(rig.fixes, rig.fixes.dropFirst()).filter { $1.time - $0.time > 2 }
    #expect(gaps.count == 1)
    #expect((40...60).contains(gaps[0].1.time - gaps[0].0.time))
    #expect(gaps[0].1.horizontalAccuracy > 15)
  }

  @Test func `the flight crosses the antimeridian within a minute, and back`() throws {
    var rig = StageRig()
    try rig.add(.run(ScenarioSpec(.antimeridianFlight)), at: moment(0))
    rig.run(to: moment(640))
    let signs = rig.fixes.map { $0.coordinate.longitude > 0 }
    let crossings = zip(signs, signs.dropFirst()).count { $0 != $1 }
    #expect(crossings == 2)
    #expect(signs.firstIndex(of: false).map { $0 < 60 } == true)
    #expect(rig.fixes.allSatisfy { abs(abs($0.coordinate.longitude) - 180) < 1 })
  }
}
