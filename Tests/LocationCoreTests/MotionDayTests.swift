// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LocationTestSupport
import Testing

@testable import LocationCore

/// A generated day at 2 s: sleep at home, a walk, a train, work, lunch, a drive over the date line.
struct MotionDayTests {
  struct Sample {
    /// Where the device was, and where the receiver said it was.
    var truth: Coordinate
    var said: Coordinate
    var accuracy: Double
    var seconds: Double
  }

  struct Change: Hashable, Comparable {
    var region: String
    var seconds: Double
    var isEntry: Bool

    static func < (left: Change, right: Change) -> Bool {
      (left.seconds, left.region) < (right.seconds, right.region)
    }
  }

  static let interval = 2.0
  /// (course, metres per second, seconds); no speed is a stay.
  static let legs: [(course: Double, speed: Double, duration: Double)] = [
    (0, 0, 25_000), (40, 1.4, 600), (0, 0, 300), (85, 30, 900), (0, 0, 120), (10, 1.3, 400),
    (0, 0, 13_000), (200, 1.2, 300), (0, 0, 2400), (20, 1.2, 300), (0, 0, 12_000),
    (190, 1.3, 400), (265, 30, 900), (0, 0, 180), (220, 1.4, 600), (0, 0, 9000),
    (300, 14, 900), (0, 0, 1200), (120, 14, 900), (0, 0, 15_000),
  ]

  private let home: Coordinate
  private let samples: [Sample]
  private let corners: [Coordinate]

  init() throws {
    home = try place(-16.9, 179.8)
    var random = SeededGenerator(seed: 2026)
    var truth = home
    var seconds = 0.0
    var samples: [Sample] = []
    var corners = [truth]
    var drift = (east: 0.0, north: 0.0)
    for leg in Self.legs {
      for _ in 0..<Int(leg.duration / Self.interval) {
        if leg.speed > 0 { truth = try place(truth, leg.course, leg.speed * Self.interval) }
        // Receivers' errors wander; each second's noise is not new.
        drift.east = drift.east * 0.97 + random.uniform(-1.5...1.5)
        drift.north = drift.north * 0.97 + random.uniform(-1.5...1.5)
        let isCoarse = random.uniform(0...1) < 0.001
        let error = isCoarse ? 2500 : hypot(drift.east, drift.north)
        let course = atan2(drift.east, drift.north) * 180 / .pi
        let said = try place(truth, course, error)
        let accuracy = isCoarse ? 2000 : 5 + abs(drift.east) / 4
        samples.append(Sample(truth: truth, said: said, accuracy: accuracy, seconds: seconds))
        seconds += Self.interval
      }
      corners.append(truth)
    }
    self.samples = samples
    self.corners = corners
  }

  private func regions() throws -> [Region] {
    var regions: [Region] = []
    for (number, corner) in corners.enumerated() {
      let radius = [60.0, 150, 400, 1000][number % 4]
      regions.append(
        try Region(identifier: "stay \(number)", center: corner, radius: radius)
      )
    }
    for number in 0..<8 {
      let center = try place(home, 85, Double(number) * 3500)
      regions.append(try Region(identifier: "line \(number)", center: center, radius: 500))
    }
    return regions
  }

  /// The rule looked up backwards over the whole day, with nothing carried along.
  private func expected(for region: String, distances: [Double], radius: Double) -> [Change] {
    var usable: [(distance: Double, accuracy: Double, seconds: Double)] = []
    for (sample, distance) in zip(samples, distances)
    where sample.accuracy <= (distance < 0 ? radius : max(200, radius)) {
      usable.append((distance, sample.accuracy, sample.seconds))
    }
    var changes: [Change] = []
    var isInside = usable[0].distance < 0
    var changedAt = 0
    for (index, now) in usable.enumerated() {
      func isBeyond(_ sample: (distance: Double, accuracy: Double, seconds: Double)) -> Bool {
        let margin = max(5, 2 * sample.accuracy)
        return isInside ? sample.distance >= margin : sample.distance <= -min(margin, radius / 2)
      }
      guard isBeyond(now) else { continue }
      var first = index
      var back = index
      while back > changedAt, (usable[back].distance < 0) != isInside {
        if isBeyond(usable[back]) { first = back }
        back -= 1
      }
      guard now.seconds - usable[first].seconds >= 3 else { continue }
      isInside.toggle()
      changedAt = index
      changes.append(Change(region: region, seconds: now.seconds, isEntry: isInside))
    }
    return changes
  }

  @Test func `the index tells the day's entries and exits to the second`() throws {
    let regions = try regions()
    var expected: [Change] = []
    for region in regions {
      guard case .circle(let center, let radius) = region.shape else { continue }
      let distances = samples.map {
        Geodesic.distance(from: center.coordinate, to: $0.said) - radius
      }
      expected += self.expected(for: region.identifier, distances: distances, radius: radius)
    }
    let told = try replay(regions)
    #expect(told.sorted() == expected.sorted())
    #expect(told.count == 76)
  }

  @Test func `entries and exits follow the true crossings within half a minute`() throws {
    // Only regions that the true path crosses squarely; at others the edge is a matter of luck.
    let regions = try regions().filter { $0.identifier.hasPrefix("line") }
    let told = try replay(regions)
    for region in regions {
      guard case .circle(let center, let radius) = region.shape else { continue }
      var crossings: [Change] = []
      var wasInside: Bool?
      for sample in samples {
        let isInside = Geodesic.distance(from: center.coordinate, to: sample.truth) < radius
        if let wasInside, wasInside != isInside {
          crossings.append(
            Change(region: region.identifier, seconds: sample.seconds, isEntry: isInside)
          )
        }
        wasInside = isInside
      }
      let own = told.filter { $0.region == region.identifier }.sorted()
      #expect(own.map(\.isEntry) == crossings.map(\.isEntry), "\(region.identifier)")
      for (event, crossing) in zip(own, crossings) {
        #expect(event.seconds - crossing.seconds >= 0)
        #expect(event.seconds - crossing.seconds <= 30)
      }
    }
  }

  @Test func `the day has these visits`() throws {
    var detector = VisitDetector()
    var stream = Stream()
    var visits: [Visit] = []
    for sample in samples {
      let location = stream.location(
        at: sample.said,
        accuracy: sample.accuracy,
        seconds: sample.seconds
      )
      if let visit = detector.update(location, now: instant(sample.seconds)) {
        visits.append(visit)
      }
    }
    // Stays of five minutes and longer, with the second leg's stop of exactly five.
    let arrivals = visits.filter { $0.departure == nil }
    let departures = visits.filter { $0.departure != nil }
    var seconds = 0.0
    var stays: [(start: Double, end: Double, at: Coordinate)] = []
    for (leg, corner) in zip(Self.legs, corners) {
      if leg.speed == 0, leg.duration >= 300 {
        stays.append((seconds, seconds + leg.duration, corner))
      }
      seconds += leg.duration
    }
    #expect(arrivals.count == stays.count)
    #expect(departures.count == stays.count - 1)
    for (visit, stay) in zip(arrivals, stays) {
      let arrival = try #require(visit.arrival)
      // A walker is near the place for some 200 m before the stay begins.
      #expect(Double(arrival.milliseconds) / 1000 - stay.start <= 10)
      #expect(stay.start - Double(arrival.milliseconds) / 1000 <= 240)
      #expect(Geodesic.distance(from: visit.coordinate, to: stay.at) < 60)
    }
    for (visit, stay) in zip(departures, stays) {
      let departure = try #require(visit.departure)
      #expect(abs(Double(departure.milliseconds) / 1000 - stay.end) <= 160)
    }
  }

  private func replay(_ regions: [Region]) throws -> [Change] {
    var index = RegionIndex()
    var stream = Stream()
    var names: [RegionHandle: String] = [:]
    for region in regions { names[try index.add(region)] = region.identifier }
    var changes: [Change] = []
    for sample in samples {
      let location = stream.location(
        at: sample.said,
        accuracy: sample.accuracy,
        seconds: sample.seconds
      )
      for event in index.update(location, now: instant(sample.seconds)) {
        guard let name = names[event.handle] else { continue }
        switch event.transition {
        case .determined: break
        case .entered:
          changes.append(Change(region: name, seconds: sample.seconds, isEntry: true))
        case .exited:
          changes.append(Change(region: name, seconds: sample.seconds, isEntry: false))
        }
      }
    }
    return changes
  }
}
