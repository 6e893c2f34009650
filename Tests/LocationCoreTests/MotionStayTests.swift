// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Testing

@testable import LocationCore

/// Visits and pauses over short scripted movements, one location a second.
struct MotionStayTests {
  private var stream = Stream()
  private let home: Coordinate

  init() throws {
    home = try place(89.9999, -179.9999)
  }

  /// (metres east of home, for seconds).
  private typealias Script = [(distance: Double, seconds: Int)]

  private mutating func play(
    _ script: Script,
    _ body: (Location, Instant) -> Void
  ) throws {
    var second = 0
    for step in script {
      let there = try place(home, 90, step.distance)
      for _ in 0..<step.seconds {
        body(stream.location(at: there, seconds: Double(second)), instant(Double(second)))
        second += 1
      }
    }
  }

  private mutating func visits(_ script: Script) throws -> [Visit] {
    var detector = VisitDetector()
    var visits: [Visit] = []
    try play(script) { location, now in
      if let visit = detector.update(location, now: now) { visits.append(visit) }
    }
    return visits
  }

  @Test mutating func `a stay of five minutes is a visit, and leaving it ends it`() throws {
    let visits = try visits([(0, 400), (2000, 100)])
    #expect(visits.map(\.arrival) == [UTCTime(milliseconds: 0), UTCTime(milliseconds: 0)])
    #expect(visits.map(\.departure) == [nil, UTCTime(milliseconds: 399_000)])
    #expect(visits.allSatisfy { Geodesic.distance(from: $0.coordinate, to: home) < 0.01 })
    #expect(visits.allSatisfy { $0.horizontalAccuracy == 5 })
  }

  @Test mutating func `a shorter stay is none`() throws {
    #expect(try visits([(0, 299), (2000, 299), (0, 299)]).isEmpty)
  }

  @Test mutating func `wild points do not end a visit`() throws {
    let visits = try visits([(0, 200), (9000, 1), (0, 200), (3000, 30), (0, 100)])
    #expect(visits.map(\.departure) == [nil])
  }

  @Test mutating func `a slow walk is no visit`() throws {
    let script = (0..<1000).map { (distance: Double($0) * 1.2, seconds: 1) }
    #expect(try visits(script).isEmpty)
  }

  @Test mutating func `a jump by an override ends a visit at once`() throws {
    var detector = VisitDetector()
    for second in 0..<400 {
      let now = instant(Double(second))
      _ = detector.update(stream.location(at: home, seconds: Double(second)), now: now)
    }
    let away = stream.location(at: try place(home, 0, 9000), seconds: 400, discontinuous: true)
    let departure = detector.update(away, now: instant(400))
    #expect(departure?.departure == UTCTime(milliseconds: 399_000))
  }

  @Test mutating func `a stay without reception counts if it ends at the same place`() throws {
    var detector = VisitDetector()
    #expect(detector.update(stream.location(at: home), now: instant(0)) == nil)
    let later = stream.location(at: try place(home, 0, 20), seconds: 7200)
    #expect(detector.update(later, now: instant(7200))?.arrival == UTCTime(milliseconds: 0))
  }

  private mutating func pauses(_ script: Script) throws -> [Int: PauseDetector.Change] {
    var detector = PauseDetector()
    var changes: [Int: PauseDetector.Change] = [:]
    try play(script) { location, now in
      if let change = detector.update(location, now: now) {
        changes[Int(now - Instant(nanoseconds: 0))] = change
      }
    }
    return changes
  }

  @Test mutating func `standing still pauses after five minutes, moving resumes`() throws {
    let changes = try pauses([(0, 400), (50, 10), (60, 400)])
    #expect(changes == [300: .paused, 403: .resumed, 700: .paused])
  }

  @Test mutating func `a wild point does not resume`() throws {
    #expect(try pauses([(0, 400), (5000, 2), (0, 100)]) == [300: .paused])
  }

  @Test mutating func `moving all the time never pauses`() throws {
    let script = (0..<900).map { (distance: Double($0) * 1.4, seconds: 1) }
    #expect(try pauses(script).isEmpty)
  }

  @Test mutating func `a jump by an override resumes at once`() throws {
    var detector = PauseDetector()
    for second in 0...300 {
      _ = detector.update(stream.location(at: home), now: instant(Double(second)))
    }
    #expect(detector.isPaused)
    let away = stream.location(at: try place(home, 0, 500), discontinuous: true)
    #expect(detector.update(away, now: instant(301)) == .resumed)
    #expect(!detector.isPaused)
  }
}
