// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Testing

@testable import LocationCore

@Suite struct OverrideRecordingTests {
  private let recorded = UTCTime(milliseconds: 1_700_000_000_123)

  /// Points along a meridian, a thousandth of a degree apart, at these seconds of the recording.
  private func recording(_ seconds: [Double]) -> [RoutePoint] {
    seconds.enumerated().map { index, second in
      RoutePoint(
        PointSpec(coordinate: coordinate(10 + Double(index) / 1000, 20)),
        time: recorded + second
      )
    }
  }

  private func play(
    _ points: [RoutePoint],
    until end: Double,
    rate: Double = 1,
    keepsTimes: Bool = false,
    late: (Int) -> Double = { _ in 0 }
  ) throws -> [Fix] {
    var generator = RouteGenerator(
      try RouteSpec(points: points, rate: rate, keepsTimes: keepsTimes),
      at: moment(0)
    )
    return fixes(of: &generator, to: moment(end), late: late)
  }

  @Test func `points are told at their own times, as they are`() throws {
    let offsets = [0, 1.001, 1.998, 3, 4.2]
    let fixes = try play(recording(offsets), until: 4.5)
    #expect(fixes.map { $0.time - moment(0).utc } == offsets)
    #expect(fixes.map(\.coordinate) == recording(offsets).map(\.point.coordinate))
  }

  @Test func `seeds change how satellites waver and nothing else`() throws {
    func play(seed: UInt64) throws -> (fixes: [Fix], skies: [SkyView]) {
      let points = recording((0...60).map(Double.init))
      var generator = RouteGenerator(try RouteSpec(points: points, seed: seed), at: moment(0))
      var told: (fixes: [Fix], skies: [SkyView]) = ([], [])
      while let deadline = generator.deadline, deadline <= moment(60).instant {
        for callback in generator.advance(to: moment(at: deadline)) {
          if case .didUpdateLocations(let fixes) = callback { told.fixes += fixes }
          if case .didUpdateSatellites(let sky) = callback { told.skies.append(sky) }
        }
      }
      return told
    }
    let (one, again, other) = (try play(seed: 1), try play(seed: 1), try play(seed: 2))
    #expect(one.fixes == again.fixes && one.skies == again.skies)
    #expect(one.fixes == other.fixes && one.fixes.count == 61)
    #expect(one.skies != other.skies && one.skies.count == other.skies.count)
    for (sky, another) in zip(one.skies, other.skies) {
      #expect(sky.satellites.map(\.prn) == another.satellites.map(\.prn))
      #expect(sky.satellites.map(\.elevation) == another.satellites.map(\.elevation))
    }
  }

  @Test func `what a point says of itself comes first`() throws {
    var points = recording([0, 1, 2])
    points[1].point.speed = 4.5
    points[1].point.course = 360
    points[1].point.speedAccuracy = 0.2
    points[1].point.altitude = 12.5
    points[1].point.horizontalAccuracy = 3.25
    let fixes = try play(points, until: 2)
    #expect(fixes[1].speed == 4.5)
    #expect(fixes[1].course == 0)
    #expect(fixes[1].speedAccuracy == 0.2)
    #expect(fixes[1].altitude == 12.5)
    #expect(fixes[1].horizontalAccuracy == 3.25)
    #expect(fixes[1].dimension == .threeD)
    #expect(fixes[2].dimension == .twoD)
    #expect(abs((fixes[2].speed ?? 0) - 110.6) < 0.1)
  }

  @Test func `a gap between two points comes before what their times say`() throws {
    var points = recording([0, 1, 86_400_000, 86_400_001, 3])
    for (index, gap) in [0, 1, 1, 1, 2].enumerated() { points[index].gap = Double(gap) }
    points[2].startsSegment = true
    let fixes = try play(points, until: 6, keepsTimes: true)
    #expect(fixes.map(\.coordinate).contains(points[4].point.coordinate))
    let times = fixes.map { $0.time - recorded }
    #expect(times.starts(with: [0, 1, 86_400_000, 86_400_001]))
    #expect(throws: ParameterError.self) {
      var bad = points
      bad[1].gap = -1
      _ = try RouteSpec(points: bad)
    }
  }

  @Test func `gaps of more than the interval are filled in along the way`() throws {
    let fixes = try play(recording([0, 5]), until: 5.5)
    #expect(fixes.map { $0.time - moment(0).utc } == [0, 1, 2, 3, 4, 5])
    for (second, fix) in fixes.enumerated() {
      #expect(abs(fix.coordinate.latitude - (10 + Double(second) / 5000)) < 1e-7)
    }
  }

  @Test func `a rate shortens the times and raises the speed`() throws {
    let fixes = try play(recording([0, 10, 20]), until: 2, rate: 10)
    #expect(fixes.map { $0.time - moment(0).utc } == [0, 1, 2])
    #expect(abs((fixes[1].speed ?? 0) - 110.6) < 0.1)
  }

  @Test func `kept times are those of the recording, and so is the speed`() throws {
    let fixes = try play(recording([0, 10, 20]), until: 2, rate: 10, keepsTimes: true)
    #expect(fixes.map { $0.time - recorded } == [0, 10, 20])
    #expect(abs((fixes[1].speed ?? 0) - 11.06) < 0.01)
  }

  @Test func `a late turn catches up with points it missed`() throws {
    let offsets = (0...40).map { Double($0) / 10 }
    let fixes = try play(recording(offsets), until: 4) { $0 == 10 ? 0.55 : 0 }
    #expect(fixes.count == 41)
    #expect(fixes.map { $0.time - moment(0).utc } == offsets)
  }

  @Test func `a huge rate tells no more than a hundred locations a second`() throws {
    let points = recording((0...4000).map { Double($0) })
    let fixes = try play(points, until: 1, rate: 4_000)
    #expect((90...102).contains(fixes.count))
    #expect(fixes.last?.coordinate == points.last?.point.coordinate)
    #expect(zip(fixes, fixes.dropFirst()).allSatisfy { $1.time - $0.time >= 0.0099 })
  }

  @Test func `times that are missing, equal or go back stop nothing`() throws {
    var points = recording([0, 1, 1, 0.5, 3, 4])
    points[4].time = nil
    let fixes = try play(points, until: 30)
    let end = try #require(points.last?.point.coordinate)
    #expect(fixes.contains { $0.coordinate == end })
    #expect(fixes.allSatisfy { ($0.speed ?? 0).isFinite && ($0.course ?? 0).isFinite })
    #expect(zip(fixes, fixes.dropFirst()).allSatisfy { $0.time < $1.time })
  }

  @Test func `a gap between segments is waited for at the last point`() throws {
    var points = recording([0, 1, 4, 5])
    points[2].startsSegment = true
    let fixes = try play(points, until: 5)
    #expect(fixes.map { $0.time - moment(0).utc } == [0, 1, 2, 3, 4, 5])
    #expect(fixes.map(\.isDiscontinuous) == [true, false, false, false, true, false])
    #expect(fixes[3].coordinate == fixes[1].coordinate)
    #expect(fixes[3].speed == 0)
  }

  @Test func `a stretch without fix is silent, then a loss, then a recovery`() throws {
    var points = recording([0, 1, 2, 12, 13])
    points[2].hasFix = false
    var generator = RouteGenerator(try RouteSpec(points: points), at: moment(0))
    var names: [String] = []
    while let deadline = generator.deadline, deadline <= moment(13).instant {
      let now = moment(at: deadline)
      for callback in generator.advance(to: now) {
        names.append("\(Int((now.instant - moment(0).instant).rounded())) \(callback.name)")
        guard case .didUpdateSatellites(let sky) = callback else { continue }
        let seconds = now.instant - moment(0).instant
        #expect((sky.usedCount == 0) == (seconds > 1.5 && seconds < 11.5))
      }
    }
    #expect(
      names.filter { !$0.hasSuffix("didUpdateSatellites") } == [
        "0 didChangeSource active", "0 didUpdateLocations", "1 didUpdateLocations",
        "6 didChangeSource lost", "6 didFailWithError locationUnknown",
        "12 didChangeSource recovered", "12 didUpdateLocations", "13 didUpdateLocations",
      ]
    )
  }

  // MARK: - Streams

  @Test func `a stream is bounded, forgets what is used up and reports its room`() throws {
    var generator = RouteGenerator(try RouteSpec(isComplete: false), at: moment(0))
    let all = recording((0..<10_000).map { Double($0) })
    var sent = 0
    var told: [Fix] = []
    var now = moment(0)
    while sent < all.count {
      let intake = try generator.append(Array(all[sent..<min(sent + 1_000, all.count)]), at: now)
      sent += intake.accepted
      #expect(generator.path.nodes.count <= RouteSpec.window)
      if sent < all.count, intake.accepted < 1_000 {
        #expect(intake.room == 0)
        #expect(intake.buffered > 3_000)
        let elapsed = now.instant - moment(0).instant
        now = moment(elapsed < 1 ? 2_000 : elapsed + 500)
        told += fixes(of: &generator, to: now)
      }
    }
    try generator.finish(at: now)
    told += fixes(of: &generator, to: moment(9_999))
    #expect(told.map(\.coordinate) == all.map(\.point.coordinate))
    #expect(generator.progress(at: moment(9_999)).points == 10_000)
    #expect(generator.progress(at: moment(9_999)).waypoint == 9_999)
    #expect(throws: ParameterError.self) { try generator.append([all[0]], at: now) }
  }

  @Test func `a stream that runs dry waits and goes on without a leap`() throws {
    var generator = RouteGenerator(try RouteSpec(isComplete: false), at: moment(0))
    #expect(generator.progress(at: moment(0)).state == .waiting)
    let points = recording((0...5).map { Double($0) })
    _ = try generator.append(Array(points[0...2]), at: moment(1))
    var told = fixes(of: &generator, to: moment(6))
    #expect(told.map { $0.time - moment(0).utc } == [1, 2, 3, 4, 5, 6])
    #expect(generator.progress(at: moment(6)).state == .waiting)
    _ = try generator.append(Array(points[3...5]), at: moment(6.5))
    try generator.finish(at: moment(6.5))
    told = fixes(of: &generator, to: moment(10))
    #expect(told.map { $0.time - moment(0).utc } == [7.5, 8.5, 9.5])
    #expect(told.map(\.coordinate) == points[3...5].map(\.point.coordinate))
    #expect(told.allSatisfy { !$0.isDiscontinuous })
  }

  @Test func `a stream without points tells of a loss after five seconds`() throws {
    var generator = RouteGenerator(try RouteSpec(isComplete: false), at: moment(0))
    #expect(generator.deadline == moment(5).instant)
    #expect(generator.advance(to: moment(5)).map(\.name) == ["didFailWithError locationUnknown"])
    #expect(generator.deadline == nil)
  }

  @Test func `a looping route that lost its beginning cannot be finished`() throws {
    var generator = RouteGenerator(
      try RouteSpec(isComplete: false, isLooping: true),
      at: moment(0)
    )
    let all = recording((0..<6_000).map { Double($0) })
    _ = try generator.append(Array(all[0..<4_000]), at: moment(0))
    _ = fixes(of: &generator, to: moment(3_000))
    _ = try generator.append(Array(all[4_000..<6_000]), at: moment(3_000))
    #expect(throws: ParameterError.self) { try generator.finish(at: moment(3_000)) }
  }
}
