// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Testing

@testable import LocationCore

/// One circle of 100 m; locations lie east of its centre, one a second unless said otherwise.
struct MotionRegionMonitorTests {
  private var stream = Stream()
  private let center: Coordinate
  private var monitor: RegionMonitor

  init() throws {
    center = try place(48.85837, 2.294481)
    monitor = RegionMonitor(try Region(identifier: "a", center: center, radius: 100))
  }

  /// Runs the monitor over (distance from the centre, accuracy); returns what happened when.
  private mutating func run(
    _ samples: [(distance: Double, accuracy: Double)],
    from start: Int = 0
  ) throws -> [Happened] {
    var happened: [Happened] = []
    for (offset, sample) in samples.enumerated() {
      let seconds = Double(start + offset)
      let location = stream.location(
        at: try place(center, 90, sample.distance),
        accuracy: sample.accuracy,
        seconds: seconds
      )
      if let result = monitor.update(location.fix, now: instant(seconds)) {
        happened.append(
          Happened(
            second: start + offset,
            transition: result.transition,
            since: Int(result.since.milliseconds / 1000)
          )
        )
      }
    }
    return happened
  }

  struct Happened: Equatable {
    var second: Int
    var transition: RegionTransition
    var since: Int
  }

  @Test mutating func `walking in and out gives the state, one entry and one exit`() throws {
    // 2 m a second; the margin is twice the accuracy, 10 m, and the dwell 3 s.
    let inwards = Array(stride(from: 201.0, through: 1, by: -2))
    let outwards = Array(stride(from: 3.0, through: 201, by: 2))
    let happened = try run((inwards + outwards).map { ($0, 5) })
    #expect(
      happened == [
        Happened(second: 0, transition: .determined(.outside), since: 0),
        Happened(second: 59, transition: .entered, since: 56),
        Happened(second: 158, transition: .exited, since: 155),
      ]
    )
  }

  @Test mutating func `starting inside gives the state and no entry`() throws {
    let happened = try run(Array(repeating: (20, 5), count: 60))
    #expect(happened == [Happened(second: 0, transition: .determined(.inside), since: 0)])
    #expect(monitor.state == .inside)
  }

  @Test mutating func `wobble at the edge gives one event`() throws {
    var samples = [(200.0, 5.0)]
    for second in 0..<600 { samples.append((second.isMultiple(of: 2) ? 92 : 108, 5)) }
    for second in 0..<600 { samples.append((second.isMultiple(of: 2) ? 80 : 120, 5)) }
    samples += Array(repeating: (60, 5), count: 10)
    for second in 0..<600 { samples.append((second.isMultiple(of: 2) ? 92 : 108, 5)) }
    for second in 0..<600 { samples.append((second.isMultiple(of: 3) ? 80 : 120, 5)) }
    let happened = try run(samples.map { (distance: $0.0, accuracy: $0.1) })
    #expect(happened.map(\.transition) == [.determined(.outside), .entered])
  }

  @Test(arguments: [0.01, 3.0, 40])
  mutating func `a single wild point gives nothing`(_ accuracy: Double) throws {
    var samples = [(distance: Double, accuracy: Double)](repeating: (20, 5), count: 30)
    samples[10] = (5000, accuracy)
    samples[20] = (100_000, accuracy)
    #expect(try run(samples).map(\.transition) == [.determined(.inside)])
    samples = Array(repeating: (300, 5), count: 30)
    samples[10] = (0, accuracy)
    #expect(try run(samples, from: 100).map(\.transition) == [.exited])
  }

  @Test mutating func `an error of kilometres triggers nothing`() throws {
    var samples = [(distance: Double, accuracy: Double)](repeating: (20, 5), count: 10)
    samples += Array(repeating: (9000, 3000), count: 60)
    samples += Array(repeating: (20, 5), count: 10)
    #expect(try run(samples).map(\.transition) == [.determined(.inside)])
  }

  @Test mutating func `an error of kilometres does not determine a state`() throws {
    #expect(try run(Array(repeating: (20, 3000), count: 60)).isEmpty)
    #expect(monitor.state == .unknown)
  }

  @Test mutating func `a small region can be entered`() throws {
    monitor = RegionMonitor(try Region(identifier: "a", center: center, radius: 12))
    let samples = [(distance: Double, accuracy: Double)](repeating: (100, 5), count: 3)
    let happened = try run(samples + Array(repeating: (1, 8), count: 10))
    #expect(happened.map(\.transition) == [.determined(.outside), .entered])
  }

  @Test mutating func `lost fixes start the change anew`() throws {
    _ = try run([(200, 5)])
    #expect(try run(Array(repeating: (0, 5), count: 3), from: 1).isEmpty)
    monitor.interrupt()
    #expect(
      try run(Array(repeating: (0, 5), count: 4), from: 60)
        == [Happened(second: 63, transition: .entered, since: 60)]
    )
  }

  @Test mutating func `a jump is judged like any other place, after the dwell`() throws {
    _ = try run([(5000, 5)])
    let jump = stream.location(at: center, seconds: 1, discontinuous: true)
    #expect(monitor.update(jump.fix, now: instant(1)) == nil)
    #expect(
      try run(Array(repeating: (0, 5), count: 5), from: 2)
        == [Happened(second: 4, transition: .entered, since: 1)]
    )
  }

  @Test mutating func `the dwell holds between fixes a minute apart`() throws {
    let distances = [200.0, 0, 0, 200, 0, 200, 200]
    var transitions: [RegionTransition] = []
    for (index, distance) in distances.enumerated() {
      let seconds = Double(index) * 60
      let location = stream.location(at: try place(center, 90, distance), seconds: seconds)
      if let happened = monitor.update(location.fix, now: instant(seconds)) {
        transitions.append(happened.transition)
      }
    }
    #expect(transitions == [.determined(.outside), .entered, .exited])
  }
}
