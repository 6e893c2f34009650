// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationTestSupport
import Testing

@testable import LocationCore

struct MotionRegionIndexTests {
  private let home: Coordinate

  init() throws {
    home = try place(48.85837, 2.294481)
  }

  private func circle(
    _ center: Coordinate,
    _ radius: Double,
    _ identifier: String = "a"
  ) throws -> Region {
    try Region(identifier: identifier, center: center, radius: radius)
  }

  /// The rule without an index: every region looked at with every location.
  @Test(arguments: [UInt64](1...6))
  func `the index tells exactly what single monitors tell`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var index = RegionIndex()
    var monitors: [RegionHandle: RegionMonitor] = [:]
    var stream = Stream()
    // Some places are on the antimeridian or at a pole.
    let middle = [home, try place(-17, 179.999), try place(89.99, 10)][Int(seed) % 3]
    var position = middle
    var shapes: [Region] = []
    for second in 0..<1200 {
      if second % 4 == 0, second < 900 {
        let region: Region
        if second % 16 == 12, let old = shapes.randomElement(using: &random) {
          region = old
        } else {
          region = try randomRegion(around: middle, &random)
        }
        shapes.append(region)
        let handle = try index.add(region)
        monitors[handle] = RegionMonitor(region)
      }
      if second % 50 == 49, let handle = monitors.keys.min(by: { $0.slot < $1.slot }) {
        index.remove(handle)
        monitors[handle] = nil
      }
      let jumps = second % 240 == 239
      let course = random.uniform(0...360)
      position = try place(position, course, jumps ? 30_000 : random.uniform(0...40))
      if jumps { position = try place(middle, course, random.uniform(0...2000)) }
      if second % 100 == 99 {
        index.interrupt()
        for handle in monitors.keys { monitors[handle]?.interrupt() }
      }
      let location = stream.location(
        at: position,
        accuracy: second % 37 == 0 ? 3000 : random.uniform(1...15),
        seconds: Double(second),
        discontinuous: jumps
      )
      let now = instant(Double(second))
      var expected: [RegionHandle: RegionTransition] = [:]
      for handle in monitors.keys {
        expected[handle] = monitors[handle]?.update(location.fix, now: now)?.transition
      }
      var told: [RegionHandle: RegionTransition] = [:]
      for event in index.update(location, now: now) { told[event.handle] = event.transition }
      #expect(told == expected, "second \(second)")
    }
    for (handle, monitor) in monitors {
      #expect(index.state(of: handle) == monitor.state)
    }
    #expect(index.count == monitors.count)
  }

  private func randomRegion(
    around middle: Coordinate,
    _ random: inout SeededGenerator
  ) throws -> Region {
    let center = try place(middle, random.uniform(0...360), random.uniform(0...3000))
    let radius = random.uniform(5...1500)
    guard random.uniform(0...1) < 0.4 else { return try circle(center, radius) }
    let ring = try (0..<6).map { index in
      try place(center, Double(index) * 60, radius * random.uniform(0.3...1))
    }
    return try Region(identifier: "a", polygon: ring)
  }

  @Test func `a region far away is not looked at again`() throws {
    var index = RegionIndex()
    var stream = Stream()
    for number in 0..<1000 {
      let center = try place(home, Double(number) * 0.36, 10_000 + Double(number))
      _ = try index.add(try circle(center, 100))
    }
    let first = index.update(stream.location(at: home), now: instant(0))
    #expect(first.map(\.transition) == Array(repeating: .determined(.outside), count: 1000))
    #expect(index.lastEvaluationCount == 1000)
    for second in 1...900 {
      // 900 steps of 10 m bring the location no nearer than 900 m to any.
      let step = try place(home, 90, second.isMultiple(of: 2) ? 10 : 0)
      #expect(index.update(stream.location(at: step), now: instant(Double(second))).isEmpty)
      #expect(index.lastEvaluationCount == 0)
    }
  }

  @Test func `regions of equal shape are measured once and told each`() throws {
    var index = RegionIndex()
    var stream = Stream()
    let region = try circle(home, 100)
    let handles = try (0..<500).map { _ in try index.add(region) }
    let events = index.update(stream.location(at: home), now: instant(0))
    #expect(Set(events.map(\.handle)) == Set(handles))
    #expect(index.lastEvaluationCount == 1)
  }

  /// Until the first update the index knows no other place than that of the region's first state.
  @Test(arguments: [240.0, 5_000, 1_000_000])
  func `the first location after a region was added may already be across`(start: Double) throws {
    for leaves in [false, true] {
      var index = RegionIndex()
      var stream = Stream()
      let away = try place(home, 90, start)
      let (from, to) = leaves ? (home, away) : (away, home)
      let added = try index.add(
        try circle(home, 100),
        at: stream.location(at: from),
        now: instant(0)
      )
      #expect(added.event?.transition == .determined(leaves ? .inside : .outside))
      var told: [RegionTransition] = []
      for second in 1...10 {
        let location = stream.location(at: to, seconds: Double(second))
        told += index.update(location, now: instant(Double(second))).map(\.transition)
      }
      #expect(told == [leaves ? .exited : .entered])
    }
  }

  @Test func `a region added at a current location is determined at once`() throws {
    var index = RegionIndex()
    var stream = Stream()
    let location = stream.location(at: home)
    _ = index.update(location, now: instant(0))
    let inside = try index.add(try circle(home, 100), at: location, now: instant(1))
    #expect(inside.event?.transition == .determined(.inside))
    let outside = try index.add(
      try circle(try place(home, 0, 900), 100),
      at: location,
      now: instant(1)
    )
    #expect(outside.event?.transition == .determined(.outside))
    #expect(index.update(stream.location(at: home), now: instant(2)).isEmpty)
    #expect(index.lastEvaluationCount == 0)
    for second in 3...6 {
      let there = stream.location(at: try place(home, 0, 900))
      let events = index.update(there, now: instant(Double(second)))
      let expected: [RegionTransition] = second == 6 ? [.exited, .entered] : []
      #expect(Set(events.map(\.transition)) == Set(expected))
    }
  }

  @Test func `only what was asked for is told`() throws {
    var index = RegionIndex()
    var stream = Stream()
    var entries = try circle(home, 100)
    entries.notifyOnExit = false
    var exits = try circle(home, 100)
    exits.notifyOnEntry = false
    let first = try index.add(entries)
    let second = try index.add(exits)
    var told: [RegionHandle: [RegionTransition]] = [:]
    for (step, distance) in [900.0, 0, 0, 900, 900].enumerated() {
      let location = stream.location(at: try place(home, 0, distance))
      for event in index.update(location, now: instant(Double(step) * 10)) {
        told[event.handle, default: []].append(event.transition)
      }
    }
    #expect(told[first] == [.determined(.outside), .entered])
    #expect(told[second] == [.determined(.outside), .exited])
  }

  @Test func `a removed handle is good for nothing`() throws {
    var index = RegionIndex()
    var stream = Stream()
    let old = try index.add(try circle(home, 100))
    index.remove(old)
    index.remove(old)
    let new = try index.add(try circle(home, 100))
    _ = index.update(stream.location(at: home), now: instant(0))
    #expect(index.state(of: old) == .unknown)
    #expect(index.state(of: new) == .inside)
    #expect(index.count == 1)
  }

  @Test func `adding and removing regions takes no more and more room`() throws {
    var index = RegionIndex(maximumVertices: 8)
    let ring = try (0..<4).map { try place(home, Double($0) * 90, 100) }
    for _ in 0..<1000 {
      let handle = try index.add(try Region(identifier: "a", polygon: ring))
      index.remove(handle)
    }
    _ = try index.add(try Region(identifier: "a", polygon: ring))
    // The same shape costs nothing; a second one fills the room, and a third has none.
    _ = try index.add(try Region(identifier: "b", polygon: ring))
    let other = try ring.map { try place($0, 45, 1000) }
    _ = try index.add(try Region(identifier: "c", polygon: other))
    let third = try Region(identifier: "d", polygon: try ring.map { try place($0, 45, 2000) })
    #expect(throws: Region.Rejection.noRoom) { try index.add(third) }
  }

  @Test func `the tree visits exactly the slots that are due`() {
    var random = SeededGenerator(seed: 3)
    var tree = TravelTree()
    var model: [UInt64] = []
    var travelled: UInt64 = 0
    for _ in 0..<500 {
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        let value = travelled + UInt64.random(in: 0...5000, using: &random)
        tree.append(value)
        model.append(value)
      }
      if let slot = model.indices.randomElement(using: &random) {
        let value = Bool.random(using: &random) ? TravelTree.never : TravelTree.always
        tree.set(slot, to: value)
        model[slot] = value
      }
      travelled += UInt64.random(in: 0...200, using: &random)
      let expected = model.indices.filter { model[$0] <= travelled }
      var visited: [Int] = []
      tree.visit(dueAt: travelled) { slot in
        visited.append(slot)
        let value = travelled + UInt64(slot % 7) * 1000
        model[slot] = value
        return value
      }
      #expect(visited == expected)
    }
    #expect(tree.count == model.count)
  }

  @Test func `a session has at most twenty regions, and replaces one of the same name`() throws {
    var index = RegionIndex()
    var roster = RegionRoster()
    for number in 0..<20 {
      let region = try circle(home, 100 + Double(number), "r\(number)")
      _ = try roster.start(region, in: &index, now: instant(0))
    }
    let extra = try circle(home, 50, "r20")
    #expect(throws: Region.Rejection.tooManyRegions(limit: 20)) {
      try roster.start(extra, in: &index, now: instant(0))
    }
    _ = try roster.start(try circle(home, 999, "r7"), in: &index, now: instant(0))
    #expect(index.count == 20)
    #expect(roster["r7"]?.region.shape == (try circle(home, 999)).shape)
    let stopped = roster.stop("r7", in: &index)
    let stoppedAgain = roster.stop("r7", in: &index)
    #expect(stopped && !stoppedAgain)
    var other = RegionIndex()
    try roster.move(from: &index, to: &other)
    #expect(index.count == 0)
    #expect(other.count == 19)
    roster.stopAll(in: &other)
    #expect(other.count == 0)
    #expect(roster.regions.isEmpty)
  }

  @Test func `a session that moves to another view keeps the states it was told`() throws {
    var stream = Stream()
    var real = RegionIndex()
    var overridden = RegionIndex()
    var roster = RegionRoster()
    _ = try roster.start(try circle(home, 100), in: &real, now: instant(0))
    _ = real.update(stream.location(at: home), now: instant(0))
    try roster.move(from: &real, to: &overridden)
    var transitions: [RegionTransition] = []
    for second in 1...10 {
      let location = stream.location(
        at: try place(home, 90, 5000),
        discontinuous: second == 1,
        overrides: ["o1"]
      )
      transitions += overridden.update(location, now: instant(Double(second))).map(\.transition)
    }
    #expect(transitions == [.exited])
  }
}
