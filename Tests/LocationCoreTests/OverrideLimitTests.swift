// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Testing

@testable import LocationCore

@Suite struct OverrideLimitTests {
  private func message(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "accepted"
    } catch {
      return "\(error)"
    }
  }

  private let line = [
    RoutePoint(coordinate(0, 0)), RoutePoint(coordinate(0, 1)),
  ]

  @Test(arguments: [0, -1, 1e308, .nan, .infinity, -.infinity, 0.000_999, 10_001])
  func `a rate out of range is refused with the range`(rate: Double) {
    let refusal = message { _ = try RouteSpec(points: line, rate: rate) }
    #expect(refusal.hasPrefix("rate: "))
    #expect(refusal.hasSuffix(" is not in 0.001 … 10000"))
    #expect(message { _ = try ScenarioSpec(.tunnel, rate: rate) } == refusal)
  }

  @Test func `a speed and a rate that are too fast together are refused`() {
    #expect(
      message { _ = try RouteSpec(points: line, speed: 100_000, rate: 10_000, isLooping: true) }
        == "rate: 10000 times the speed, 100000 m/s, is beyond 100000 m/s"
    )
    #expect(message { _ = try RouteSpec(points: line, speed: 10, rate: 10_000) } == "accepted")
    #expect(message { _ = try RouteSpec(points: line, speed: 0.07, rate: 0.001) } == "accepted")
    #expect(message { _ = try RouteSpec(points: line, rate: 10_000) } == "accepted")
  }

  @Test func `no location of a route has a speed out of range`() throws {
    let far = [(0.0, 0.0), (0, 90), (0, 179)].enumerated().map { index, place in
      var point = PointSpec(coordinate: coordinate(place.0, place.1))
      point.speed = index == 0 ? 90_000 : nil
      return RoutePoint(point, time: UTCTime(milliseconds: Int64(index) * 100_000))
    }
    for rate in [1.0, 10_000] {
      var generator = RouteGenerator(try RouteSpec(points: far, rate: rate), at: moment(0))
      let told = fixes(of: &generator, to: moment(3))
      #expect(told.count >= 2)
      #expect(told.compactMap(\.speed).allSatisfy { (0...100_000).contains($0) })
    }
  }

  @Test func `each refusal names the parameter, the value and the range`() {
    #expect(
      message { _ = try RouteSpec(points: line, speed: 0) }
        == "speed: 0 is not in 0.01 … 100000 m/s"
    )
    #expect(
      message { _ = try RouteSpec(points: line, interval: 0.001) }
        == "interval: 0.001 is not in 0.02 … 3600 s"
    )
    #expect(
      message { _ = try RouteSpec(points: line, speed: 1, distance: -3) }
        == "distance: -3 is not in 0.01 … 1000000 m"
    )
    #expect(
      message { _ = try NoiseSpec(metres: .infinity) } == "metres: inf is not in 0 … 100000 m"
    )
    #expect(message { _ = try DelaySpec(seconds: 0) } == "seconds: 0 is not in 0.001 … 600 s")
    #expect(message { _ = try DecimateSpec(every: 1) } == "every: 1 is not in 2 … 1000000")
    #expect(
      message { _ = try QuantizeSpec(degrees: 0) } == "degrees: 0 is not in 0.0000001 … 90 degrees"
    )
    #expect(message { _ = try JumpSpec(period: 0) } == "period: 0 is not in 0.1 … 86400 s")
    #expect(
      message { _ = try NoiseSpec(metres: 1, seed: .max) }
        == "seed: 1.8446744073709552e+19 is not in 0 … 9007199254740991"
    )
  }

  @Test func `contradictions are refused`() {
    #expect(
      message { _ = try RouteSpec(points: line, speed: 1, interval: 1, distance: 1) }
        == "distance: not together with interval"
    )
    #expect(
      message { _ = try RouteSpec(points: line, distance: 1) }
        == "distance: only together with speed"
    )
    #expect(
      message { _ = try RouteSpec(points: line, from: 5, to: 5) } == "to: 5 is not after from, 5"
    )
    #expect(
      message { _ = try RouteSpec(points: line, speed: 3, keepsTimes: true) }
        == "keepTimes: not together with speed, which makes new times"
    )
    #expect(message { _ = try RouteSpec() } == "points: there is none")
    #expect(
      message { _ = try DriftSpec() } == "rate: neither it nor walk is given"
    )
    #expect(message { _ = try AccuracySpec() }.hasPrefix("horizontalAccuracy: neither"))
  }

  @Test func `a bad point of a route is named by its number`() {
    var points = line
    points[1].point.course = 361
    #expect(
      message { _ = try RouteSpec(points: points) }
        == "points[1]: course: 361 is not in 0 … 360 degrees"
    )
  }

  @Test func `a request checks its duration and its lease`() {
    let point = OverrideSpec.set(PointSpec(coordinate: coordinate(0, 0)))
    for duration in [0, -1, .nan, .infinity, 1e308] {
      let request = OverrideRequest(spec: point, duration: duration)
      #expect(message { try request.validate() }.hasPrefix("duration: "))
    }
    let both = OverrideRequest(spec: point, isLeased: true, isPersistent: true)
    #expect(message { try both.validate() } == "persist: not together with lease")
  }

  @Test(arguments: ["0x10", "nan", "inf", "1e400", "1,5", "", " 1", "1 ", "٣", "--1", "1e", "."])
  func `text that is no plain decimal number in range is refused`(text: String) {
    #expect(
      message { _ = try OverrideLimits.rate.value(parsing: text) }
        == "rate: \(text) is not in 0.001 … 10000"
    )
  }

  @Test func `plain decimal numbers are read`() throws {
    #expect(try OverrideLimits.rate.value(parsing: "2.5") == 2.5)
    #expect(try OverrideLimits.rate.value(parsing: "1e2") == 100)
    #expect(try OverrideLimits.altitude.value(parsing: "-.5") == -0.5)
  }
}
