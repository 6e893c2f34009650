// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Testing

@testable import LocationCore

/// One subscription; each row of a table is a location and what must become of it.
struct DeliveryFilterTests {
  private var stream = Stream()
  private var continuity = Continuity()
  private var filter = DeliveryFilter()
  private let home: Coordinate

  init() throws {
    home = try place(-17, 179.9999)
  }

  private mutating func judge(
    _ distance: Double,
    _ seconds: Double,
    accuracy: Double = 5,
    discontinuous: Bool = false,
    overrides: [String] = []
  ) throws -> DeliveryFilter.Verdict {
    let location = stream.location(
      at: try place(home, 90, distance),
      accuracy: accuracy,
      seconds: seconds,
      discontinuous: discontinuous,
      overrides: overrides
    )
    return filter.judge(continuity.candidate(for: location, at: instant(seconds)))
  }

  @Test mutating func `distance counts from the last location delivered`() throws {
    filter = DeliveryFilter(try .init(distanceFilter: 10))
    var delivered: [Double] = []
    for step in 0...40 {
      let distance = Double(step) * 3
      if try judge(distance, Double(step)).isDelivered {
        delivered.append(distance)
      }
    }
    // Counting from the last location offered would deliver the first one alone.
    #expect(delivered == [0, 12, 24, 36, 48, 60, 72, 84, 96, 108, 120])
  }

  /// GeodSolve: 0.00449157642060° of the equator are 500 m, 0.00449148658907° are 499.99 m.
  @Test(arguments: [(0.00449157642061, true), (0.00449148658907, false)])
  mutating func `distance is the geodesic's, to the millimetre`(
    _ longitude: Double,
    _ isDelivered: Bool
  ) throws {
    filter = DeliveryFilter(try .init(distanceFilter: 500))
    let start = stream.location(at: try place(0, 0))
    _ = filter.judge(continuity.candidate(for: start, at: instant(0)))
    let end = stream.location(at: try place(0, longitude))
    #expect(filter.judge(continuity.candidate(for: end, at: instant(1))).isDelivered == isDelivered)
  }

  /// 2,000 km filters have to solve the geodesic; the straight line is 8 km too short.
  @Test(arguments: [(2_000_100.0, true), (1_999_900.0, false)])
  mutating func `a filter of thousands of kilometres is exact too`(
    _ distance: Double,
    _ isDelivered: Bool
  ) throws {
    filter = DeliveryFilter(try .init(distanceFilter: 2_000_000))
    _ = try judge(0, 0)
    #expect(try judge(distance, 1).isDelivered == isDelivered)
  }

  @Test mutating func `the verdict says why`() throws {
    filter = DeliveryFilter(
      try .init(desiredAccuracy: .metres(10), distanceFilter: 20, minimumInterval: 5)
    )
    #expect(try judge(0, 0) == .first)
    #expect(
      try judge(100, 1, accuracy: 30)
        == .lessAccurate(accuracy: 30, desired: 10)
    )
    #expect(try judge(100, 2) == .tooSoon(elapsed: 2, minimum: 5))
    let verdict = try judge(12, 6)
    guard case .belowDistance(let moved, let asked) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(abs(moved - 12) < 1e-6)
    #expect(asked == 20)
    #expect(filter.lastVerdict == verdict)
    #expect(filter.lastSequence == 4)
    #expect(try judge(100, 7) == .passed)
  }

  @Test mutating func `a subscriber is not starved for accuracy`() throws {
    filter = DeliveryFilter(try .init(desiredAccuracy: .metres(10)))
    var delivered: [Int] = []
    for second in 0..<40 {
      let accuracy: Double = second == 15 || second == 16 ? 8 : 50
      if try judge(0, Double(second), accuracy: accuracy).isDelivered {
        delivered.append(second)
      }
    }
    // The first; from ten seconds on everything; again ten seconds after the last accurate one.
    #expect(delivered == [0, 10, 11, 12, 13, 14, 15, 16] + Array(26..<40))
  }

  @Test mutating func `accuracy found while standing still is not starvation`() throws {
    filter = DeliveryFilter(try .init(desiredAccuracy: .metres(10), distanceFilter: 30))
    var delivered = 0
    for second in 0..<60 {
      let isWild = second % 10 == 9
      let verdict = try judge(isWild ? 100 : 0, Double(second), accuracy: isWild ? 90 : 5)
      if verdict.isDelivered { delivered += 1 }
    }
    #expect(delivered == 1)
  }

  @Test(arguments: [DeliveryFilter.DesiredAccuracy.best, .bestForNavigation, .reduced])
  mutating func `the best there is withholds nothing`(
    _ desired: DeliveryFilter.DesiredAccuracy
  ) throws {
    filter = DeliveryFilter(try .init(desiredAccuracy: desired))
    for second in 0..<5 {
      let verdict = try judge(0, Double(second), accuracy: 5000)
      #expect(verdict.isDelivered)
    }
  }

  @Test mutating func `a receiver that is early by milliseconds keeps its rate`() throws {
    filter = DeliveryFilter(try .init(minimumInterval: 1))
    for second in 0..<20 {
      let jitter = second.isMultiple(of: 2) ? 0.02 : -0.02
      #expect(try judge(0, 1 + Double(second) + jitter).isDelivered)
    }
    #expect(try judge(0, 20.7) == .tooSoon(elapsed: 0.72, minimum: 1))
  }

  private static let strict = 1_000_000.0

  @Test mutating func `a change of state always passes`() throws {
    filter = DeliveryFilter(
      try .init(
        desiredAccuracy: .metres(1),
        distanceFilter: Self.strict,
        minimumInterval: 3600
      )
    )
    #expect(try judge(0, 0) == .first)
    #expect(try !judge(0, 1).isDelivered)
    continuity.interrupt()
    #expect(try judge(0, 2) == .stateChange)
    #expect(try !judge(0, 3).isDelivered)
    #expect(try judge(0, 4, discontinuous: true) == .stateChange)
    #expect(try !judge(0, 5).isDelivered)
    #expect(try judge(0, 6, overrides: ["o1"]) == .stateChange)
    #expect(try !judge(0, 7, overrides: ["o1"]).isDelivered)
    #expect(try judge(0, 8, overrides: ["o1", "o2"]) == .stateChange)
    #expect(try judge(0, 9) == .stateChange)
    #expect(try !judge(0, 10).isDelivered)
    filter.reset()
    #expect(try judge(0, 11) == .first)
  }

  @Test mutating func `new parameters keep what was delivered`() throws {
    filter = DeliveryFilter(try .init(distanceFilter: 1000))
    _ = try judge(0, 0)
    filter.apply(try .init(distanceFilter: 10))
    #expect(try !judge(9, 1).isDelivered)
    #expect(try judge(11, 2).isDelivered)
  }

  static let refusals: [(String, Double)] = [
    ("desiredAccuracy", 0), ("desiredAccuracy", -1), ("desiredAccuracy", .nan),
    ("distanceFilter", -1), ("distanceFilter", .infinity), ("distanceFilter", 1e308),
    ("minimumInterval", -0.001), ("minimumInterval", .nan), ("minimumInterval", 86_401),
  ]

  @Test(arguments: refusals)
  func `a bad parameter is named with its range`(_ parameter: String, _ value: Double) {
    let rejection = #expect(throws: FilterRejection.self) {
      switch parameter {
      case "desiredAccuracy": _ = try DeliveryFilter.Settings(desiredAccuracy: .metres(value))
      case "distanceFilter": _ = try DeliveryFilter.Settings(distanceFilter: value)
      default: _ = try DeliveryFilter.Settings(minimumInterval: value)
      }
    }
    #expect(rejection?.parameter == parameter)
    #expect(rejection?.description.contains("…") == true)
  }
}
