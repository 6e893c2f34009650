// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Testing

@testable import LocationCore

@Suite struct OverrideRouteTests {
  private func generator(_ spec: RouteSpec) -> RouteGenerator {
    RouteGenerator(spec, at: moment(0))
  }

  @Test func `a route is driven at its speed and held at its end`() throws {
    // 100 m along the equator take 5 s at 20 m/s.
    let east = 100 / 111_319.490_793
    let spec = try RouteSpec(points: route([(0, 0), (0, east)]), speed: 20)
    var generator = generator(spec)
    let fixes = fixes(of: &generator, to: moment(7.5))
    #expect(fixes.map(\.time) == (0...7).map { moment(Double($0)).utc })
    for (second, fix) in fixes.enumerated() {
      let metres = min(Double(second) * 20, 100)
      #expect(abs(fix.coordinate.longitude - metres / 111_319.490_793) < 1e-9)
      #expect(abs((fix.speed ?? -1) - (second <= 5 ? 20 : 0)) < 1e-4)
      #expect(fix.course == (second <= 5 ? 90 : nil))
      #expect(fix.isDiscontinuous == (second == 0))
    }
    #expect(generator.progress(at: moment(7.5)).state == .ended)
  }

  @Test(arguments: [nil, 1.0])
  func `a first point some way into the route keeps the times of the route`(speed: Double?) throws {
    // 1 m each second to the east.
    var points = route((0...20).map { (0, Double($0) / 111_319.490_793) })
    for index in points.indices { points[index].gap = 1 }
    points[0].gap = 500
    let spec = try RouteSpec(
      points: points,
      isComplete: false,
      speed: speed,
      from: 505.5,
      to: 510
    )
    var generator = generator(spec)
    let told = fixes(of: &generator, to: moment(1.2))
    #expect(abs((told.first?.coordinate.longitude ?? 0) * 111_319.490_793 - 5.5) < 1e-4)
    #expect(abs(generator.progress(at: moment(1)).elapsed - 506.5) < 1e-9)
    #expect(generator.progress(at: moment(1)).total == 510)
    #expect(throws: ParameterError.self) { try generator.seek(to: 499, at: moment(1)) }
    try generator.seek(to: 509.5, at: moment(1.2))
    let rest = fixes(of: &generator, to: moment(3))
    #expect(rest.contains { abs($0.coordinate.longitude * 111_319.490_793 - 10) < 1e-4 })
    #expect(generator.progress(at: moment(3)).state == .ended)
  }

  @Test func `a route begins where its first point is though it was to begin before`() throws {
    var points = route([(0, 0), (1, 1)])
    points[0].gap = 500
    points[1].gap = 10
    var generator = generator(try RouteSpec(points: points, to: 400))
    #expect(fixes(of: &generator, to: moment(2)).first?.coordinate == coordinate(0, 0))
    #expect(generator.progress(at: moment(2)).elapsed == 500)
  }

  @Test func `the end is told when it is reached, between two ticks too`() throws {
    let east = 50 / 111_319.490_793
    let spec = try RouteSpec(points: route([(0, 0), (0, east)]), speed: 20)
    var generator = generator(spec)
    let fixes = fixes(of: &generator, to: moment(4))
    #expect(fixes.map { $0.time - moment(0).utc } == [0, 1, 2, 2.5, 3.5])
    #expect(fixes[3].coordinate == coordinate(0, east))
    #expect(abs((fixes[3].speed ?? 0) - 20) < 1e-4)
  }

  @Test func `a distance step gives a location each so many metres`() throws {
    let spec = try RouteSpec(
      points: route([(0, 0), (0, 1)]),
      speed: 30,
      distance: 10
    )
    var generator = generator(spec)
    let fixes = fixes(of: &generator, to: moment(10))
    #expect(fixes.count == 31)
    for (one, next) in zip(fixes, fixes.dropFirst()) {
      // Times are whole milliseconds; a third of a second cannot be met better.
      #expect(abs(Geodesic.distance(from: one.coordinate, to: next.coordinate) - 10) < 0.031)
      expectAgreement(one, next)
    }
  }

  @Test(arguments: [
    [(0.0, 179.999), (0.0, -179.999), (0.001, 179.9995)],
    [(89.999, 0.0), (89.999, 180.0), (89.999, -90.0)],
    [(-89.9995, 10.0), (-90.0, 0.0), (-89.9995, -170.0)],
    [(48.0, 2.0), (48.0, 2.0), (48.000_1, 2.0), (48.000_1, 2.0), (48.0, 2.0)],
    [(10.0, 10.0), (10.000_02, 10.0), (10.0, 10.0), (10.000_02, 10.0)],
  ]) func `distance is speed times time at hard places`(points: [(Double, Double)]) throws {
    let spec = try RouteSpec(points: route(points), speed: 7)
    var generator = generator(spec)
    let fixes = fixes(of: &generator, to: moment(120))
    #expect(fixes.count > 100)
    for (one, next) in zip(fixes, fixes.dropFirst()) { expectAgreement(one, next) }
  }

  @Test(arguments: [
    [(0.0, 179.0), (0.0, -179.0)], [(89.5, 0.0), (89.5, 180.0)], [(-89.5, 10.0), (-89.5, -170.0)],
    [(60.0, 170.0), (-30.0, -160.0)], [(-16.9, 179.92), (-17.5, -179.5)],
  ])
  func `a distance step is met within a thousandth across the antimeridian and the poles`(
    ends: [(Double, Double)]
  ) throws {
    for (speed, distance) in [(20.0, 50.0), (100, 333), (7.3, 11), (900, 12_345)] {
      let spec = try RouteSpec(points: route(ends), speed: speed, distance: distance)
      var generator = generator(spec)
      let fixes = fixes(of: &generator, to: moment(120))
      #expect(fixes.count > 8)
      for (one, next) in zip(fixes, fixes.dropFirst()) where (next.speed ?? 0) > 0 {
        let way = Geodesic.distance(from: one.coordinate, to: next.coordinate)
        // The last one is told where the way ends.
        guard next.coordinate != coordinate(ends[1].0, ends[1].1) else { break }
        #expect(abs(way - distance) <= distance / 1000)
        expectAgreement(one, next)
      }
    }
  }

  @Test func `the range of seek is told in whole milliseconds that can be reached`() throws {
    var generator = generator(try RouteSpec(points: route([(0, 0), (0, 0.001)]), speed: 20))
    #expect {
      try generator.seek(to: 6, at: moment(0))
    } throws: {
      ($0 as? ParameterError)?.description == "seek: 6 is not in 0 … 5.565 s"
    }
    try generator.seek(to: 5.565, at: moment(0))
  }

  @Test func `the end that is told, to the millisecond, can be reached`() throws {
    var generator = generator(try RouteSpec(points: route([(0, 0), (0, 0.001)]), speed: 20))
    let end = try #require(generator.progress(at: moment(0)).total)
    let told = (end * 1000).rounded() / 1000
    #expect(told > end)
    try generator.seek(to: told, at: moment(0))
    #expect(generator.progress(at: moment(0)).elapsed == end)
    #expect(throws: ParameterError.self) { try generator.seek(to: told + 0.001, at: moment(0)) }
    // Nothing of the kind is allowed before the beginning, or is no number.
    for seconds in [-0.001, .nan, .infinity] {
      #expect(throws: ParameterError.self) { try generator.seek(to: seconds, at: moment(0)) }
    }
  }

  @Test func `distance is speed times time anywhere on Earth`() throws {
    let random = HashNoise(seed: 42)
    for trial in 0..<300 {
      let index = Int64(trial) * 100
      var points: [RoutePoint] = []
      var here = coordinate(
        asinDegrees(2 * random.uniform(1, index) - 1),
        360 * random.uniform(2, index) - 180
      )
      for corner in 0..<6 {
        points.append(RoutePoint(here))
        let length = random.uniform(3, index + Int64(corner)) < 0.2 ? 0 : 900.0
        here =
          Geodesic.destination(
            from: here,
            course: 360 * random.uniform(4, index + Int64(corner)),
            distance: length * random.uniform(5, index + Int64(corner))
          )?.coordinate ?? here
      }
      let speed = 0.5 + 300 * random.uniform(6, index)
      let spec = try RouteSpec(
        points: points,
        speed: speed,
        interval: 0.1 + random.uniform(7, index)
      )
      var generator = generator(spec)
      let fixes = fixes(of: &generator, to: moment(60)) { turn in
        // Late turns of the loop skip locations and must not change the movement.
        random.uniform(8, index + Int64(turn)) < 0.2 ? 2 * random.uniform(9, Int64(turn)) : 0
      }
      #expect(fixes.count > 10)
      for (one, next) in zip(fixes, fixes.dropFirst()) { expectAgreement(one, next) }
    }
  }

  private func asinDegrees(_ value: Double) -> Double {
    // Evenly spread over the sphere is enough here; a linear map crowds the poles, which is meant.
    90 * value
  }

  private func expectAgreement(_ one: Fix, _ next: Fix) {
    guard !next.isDiscontinuous else { return }
    let way = Geodesic.course(from: one.coordinate, to: next.coordinate)
    let driven = (next.speed ?? -1) * (next.time - one.time)
    #expect(abs(way.distance - driven) <= max(0.001 * way.distance, 1e-5))
    guard way.distance > 0.01 else { return }
    let turn = abs((next.course ?? -1000) - way.finalCourse)
    #expect(min(turn, 360 - turn) < 0.001)
  }

  @Test func `on a straight way every location has the speed asked for`() throws {
    let spec = try RouteSpec(points: route([(60, 10), (61, 12)]), speed: 20)
    var generator = generator(spec)
    let fixes = fixes(of: &generator, to: moment(3_000))
    #expect(fixes.count == 3_001)
    for fix in fixes { #expect(abs((fix.speed ?? 0) - 20) < 0.0001) }
  }

  @Test func `a segment break is jumped, never driven`() throws {
    var points = route([(0, 0), (0, 0.001), (10, 10), (10, 10.001)])
    points[2].startsSegment = true
    let spec = try RouteSpec(points: points, speed: 20)
    var generator = generator(spec)
    let fixes = fixes(of: &generator, to: moment(20))
    let jumps = fixes.filter(\.isDiscontinuous)
    #expect(jumps.map(\.coordinate.latitude) == [0, jumps[1].coordinate.latitude])
    #expect(fixes.allSatisfy { $0.coordinate.latitude < 0.1 || $0.coordinate.latitude > 9.9 })
    for (one, next) in zip(fixes, fixes.dropFirst()) { expectAgreement(one, next) }
    #expect(fixes.last?.coordinate == coordinate(10, 10.001))
  }

  @Test func `an open loop jumps back, a closed one drives on`() throws {
    let east = 100 / 111_319.490_793
    let open = try RouteSpec(points: route([(0, 0), (0, east)]), speed: 20, isLooping: true)
    var driver = generator(open)
    let opened = fixes(of: &driver, to: moment(12))
    #expect(opened.filter(\.isDiscontinuous).map { $0.time - moment(0).utc } == [0, 6, 12])
    #expect(driver.progress(at: moment(12)).laps == 2)

    let closed = try RouteSpec(
      points: route([(0, 0), (0, east), (0, 0)]),
      speed: 20,
      isLooping: true
    )
    driver = generator(closed)
    let rounds = fixes(of: &driver, to: moment(60))
    #expect(rounds.count == 61)
    #expect(rounds.filter(\.isDiscontinuous).count == 1)
    for (one, next) in zip(rounds, rounds.dropFirst()) { expectAgreement(one, next) }
    #expect(driver.progress(at: moment(60)).laps == 6)
    #expect(abs(rounds[60].coordinate.longitude) < 1e-6)
  }

  @Test func `a loop of no length stands`() throws {
    let spec = try RouteSpec(points: route([(1, 1), (1, 1)]), speed: 20, isLooping: true)
    var generator = generator(spec)
    let fixes = fixes(of: &generator, to: moment(5))
    #expect(fixes.count == 6)
    #expect(fixes.allSatisfy { $0.coordinate == coordinate(1, 1) && $0.speed == 0 })
  }

  @Test func `pause stands, resume goes on, seek jumps`() throws {
    let spec = try RouteSpec(points: route([(0, 0), (0, 1)]), speed: 10)
    var generator = generator(spec)
    _ = fixes(of: &generator, to: moment(10))
    generator.pause(at: moment(10.5))
    let paused = fixes(of: &generator, to: moment(13.5))
    #expect(paused.count == 4)
    #expect(Set(paused.map(\.coordinate)).count == 1)
    #expect(paused.dropFirst().allSatisfy { $0.speed == 0 && $0.course == nil })
    #expect(generator.progress(at: moment(13)).state == .paused)
    #expect(generator.progress(at: moment(13)).elapsed == 10.5)
    generator.resume(at: moment(14))
    let resumed = fixes(of: &generator, to: moment(16))
    #expect(resumed.map { $0.time - moment(0).utc } == [14, 15, 16])
    #expect(abs((resumed[2].speed ?? 0) - 10) < 1e-4)
    #expect(generator.progress(at: moment(16)).elapsed == 12.5)
    try generator.seek(to: 1_000, at: moment(16.25))
    let sought = fixes(of: &generator, to: moment(17.5))
    #expect(sought.map(\.isDiscontinuous) == [true, false])
    #expect(abs(sought[0].coordinate.longitude - 10_000 / 111_319.490_793) < 1e-9)
    let progress = generator.progress(at: moment(17.25))
    #expect(progress.elapsed == 1_001)
    #expect(progress.waypoint == 0)
    let total = try #require(progress.total)
    #expect(abs(total - 11_131.949) < 0.001)
    #expect(progress.remaining == total - 1_001)
  }

  @Test func `a seek beyond the route is refused with the range`() throws {
    let spec = try RouteSpec(points: route([(0, 0), (0, 0.001)]), speed: 11.131_949_079_3)
    var generator = generator(spec)
    #expect {
      try generator.seek(to: 11, at: moment(1))
    } throws: {
      ($0 as? ParameterError)?.description.hasPrefix("seek: 11 is not in 0 … 10") == true
    }
  }

  @Test func `a step of the wall clock moves the labels and not the driver`() throws {
    let spec = try RouteSpec(points: route([(0, 0), (0, 1)]), speed: 10)
    var generator = generator(spec)
    var all = fixes(of: &generator, to: moment(5))
    var stepped = moment(6)
    stepped.utc = stepped.utc + 3_600
    for case .didUpdateLocations(let fixes) in generator.advance(to: stepped) { all += fixes }
    #expect(all[6].time == moment(3_606).utc)
    #expect(abs((all[6].speed ?? 0) - 10) < 1e-4)
    #expect(abs(all[6].coordinate.longitude - 60 / 111_319.490_793) < 1e-9)
  }

  @Test func `from and to cut the route`() throws {
    let spec = try RouteSpec(
      points: route([(0, 0), (0, 1)]),
      speed: 10,
      from: 100,
      to: 103
    )
    var generator = generator(spec)
    let fixes = fixes(of: &generator, to: moment(5))
    #expect(
      fixes.map { ($0.coordinate.longitude * 111_319.490_793).rounded() } == [
        1_000, 1_010, 1_020, 1_030, 1_030, 1_030,
      ]
    )
  }
}
