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
  /// Milliseconds by which the wall clock must have been set to be followed at once.
  private static let clockStep: Int64 = 500

  private let spec: PushSpec
  private var last: PointSpec?
  private var lastTime: UTCTime?
  /// The newest time that a point brought and that it keeps, and when it came.
  private var kept: (time: UTCTime, at: Instant)?
  /// Milliseconds from the loop's clock to the wall clock, when last looked at.
  private var clockOffset: Int64
  private var receiver: SimulatedReceiver
  private(set) var deadline: Instant?

  init(_ spec: PushSpec, at now: Now) {
    self.spec = spec
    receiver = SimulatedReceiver(at: now)
    clockOffset = Self.offset(of: now)
    deadline = receiver.lossDeadline
  }

  func latest(at now: Now) -> [Callback<Fix>] { receiver.latest(at: now) }

  /// The callbacks that carry one point.
  mutating func push(_ pushed: RoutePoint, at now: Now) -> [Callback<Fix>] {
    let own = spec.keepsTimes ? pushed.time : nil
    var fix = Fix(
      simulating: pushed.point,
      time: own.map { keep($0, at: now) } ?? nextTime(at: now)
    )
    lastTime = fix.time
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
    let fix = Fix(simulating: last, time: nextTime(at: now))
    lastTime = fix.time
    return receiver.report(fix, at: now)
  }

  /// A point's own time, later than the repeats that were told while it was waited for.
  private mutating func keep(_ own: UTCTime, at now: Now) -> UTCTime {
    defer { kept = (own, now.instant) }
    guard let lastTime, let kept, own > kept.time, own <= lastTime else { return own }
    return UTCTime(milliseconds: lastTime.milliseconds &+ 1)
  }

  /// The present time, or what the kept times have become by now; always later than the last one,
  /// because two fixes of one time are one fix to many a consumer.
  private mutating func nextTime(at now: Now) -> UTCTime {
    let offset = Self.offset(of: now)
    let wasSet = abs(offset &- clockOffset) >= Self.clockStep
    clockOffset = offset
    let time = kept.map { $0.time + (now.instant - $0.at) } ?? now.utc
    guard let lastTime, lastTime >= time, kept != nil || !wasSet else { return time }
    return UTCTime(milliseconds: lastTime.milliseconds &+ 1)
  }

  private static func offset(of now: Now) -> Int64 {
    now.utc.milliseconds &- now.instant.nanoseconds / 1_000_000
  }
}
