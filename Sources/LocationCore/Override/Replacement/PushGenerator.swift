// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A replacement whose points a program pushes one by one.
package struct PushSpec: Hashable, Sendable {
  /// Whether points that carry a time keep it; otherwise all get the time of their arrival.
  package let keepsTimes: Bool

  package init(keepsTimes: Bool = false) {
    self.keepsTimes = keepsTimes
  }
}

/// Tells each pushed point at once, none conflated, and repeats the last one once a second.
struct PushGenerator: FixGenerator {
  /// Seconds of silence after which the last point is told again.
  private static let interval = 1.0
  /// Milliseconds that times may run ahead to stay distinct when points arrive together.
  private static let longestLead: Int64 = 1000

  private let spec: PushSpec
  private var last: PointSpec?
  private var lastTime: UTCTime?
  private var receiver: SimulatedReceiver
  private(set) var deadline: Instant?

  init(_ spec: PushSpec, at now: Now) {
    self.spec = spec
    receiver = SimulatedReceiver(at: now)
    deadline = receiver.lossDeadline
  }

  func latest(at now: Now) -> [Callback<Fix>] { receiver.latest(at: now) }

  /// The callbacks that carry one point.
  mutating func push(_ pushed: RoutePoint, at now: Now) -> [Callback<Fix>] {
    var fix = Fix(simulating: pushed.point, time: now.utc)
    if spec.keepsTimes, let own = pushed.time {
      fix.time = own
    } else {
      // Two fixes of one time are one fix to many a consumer.
      fix.time = distinctTime(at: now)
      lastTime = fix.time
    }
    fix.isDiscontinuous = last == nil || pushed.startsSegment
    last = pushed.point
    deadline = now.instant + Self.interval
    return receiver.report(fix, at: now)
  }

  mutating func advance(to now: Now) -> [Callback<Fix>] {
    guard let due = deadline, due <= now.instant else { return [] }
    guard let last else {
      defer { deadline = receiver.lossDeadline }
      return receiver.reportNoFix(near: nil, time: now.utc, at: now)
    }
    deadline = now.instant + Self.interval
    let fix = Fix(simulating: last, time: distinctTime(at: now))
    lastTime = fix.time
    return receiver.report(fix, at: now)
  }

  private func distinctTime(at now: Now) -> UTCTime {
    guard let lastTime, lastTime >= now.utc else { return now.utc }
    let lead = lastTime.milliseconds &- now.utc.milliseconds
    // A longer lead means that the wall clock was set back.
    guard (0...Self.longestLead).contains(lead) else { return now.utc }
    return lead == Self.longestLead
      ? lastTime : UTCTime(milliseconds: lastTime.milliseconds &+ 1)
  }
}
