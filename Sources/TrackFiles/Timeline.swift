// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// Makes a playable sequence of what a file says of its times: when each point is due.
///
/// The order is always that of the file, and no wait is negative, endless or NaN. In this order:
///
/// 1. A time a multiple of 1024 weeks away from its neighbour lost the receiver's week number and
///    is brought back.
/// 2. A point without a time is placed between its dated neighbours by the way travelled.
/// 3. A time before the one of the point ahead, or further after it than `longestPause`, is
///    doubtful: if the next one agrees with it the clock was set, and play goes on after
///    `shortPause`; otherwise it is ignored and rule 2 applies.
/// 4. Where a neighbour is missing, at the ends or in a file without times, the point is reached
///    at `speed`; equal points follow at once.
package struct Timeline {
  package struct Options: Sendable {
    /// Metres per second, > 0, where the file has no times.
    package var speed = 20.0
    /// Seconds; a longer gap between two points is no part of the recording.
    package var longestPause = 86_400.0
    /// Seconds that stand for a gap that is too long or unknown.
    package var shortPause = 1.0

    package init() {}
  }

  /// One event with its place in time.
  package struct Entry: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
      case track(name: String?)
      /// Its time is the repaired one; nil if the file cannot tell.
      case point(TrackPoint)
      case fixLost
    }

    package var content: Content
    /// Seconds since the first entry, never falling.
    package var offset: Double
    /// The way from the entry before was not travelled: no speed or line may be made of it.
    package var isDiscontinuous: Bool
  }

  /// What was changed, for the reply to the user.
  package struct Repairs: Hashable, Sendable {
    /// Times brought back by a multiple of 1024 weeks.
    package var rollovers = 0
    /// Points that got a time, or a moment, from their neighbours.
    package var filled = 0
    /// Times that were ignored because their neighbours agree against them.
    package var ignored = 0
    /// Gaps that were cut to `shortPause`.
    package var shortenedGaps = 0
  }

  /// Untimed points held back for a dated one: 1.5 MB.
  private static let mostPending = 10_000
  /// Of those, the ones that a doubtful time is compared with.
  private static let mostCompared = 8
  private static let weeks1024 = 1024.0 * 7 * 86_400

  package private(set) var repairs = Repairs()
  private let options: Options
  private var last: Anchor?
  private var pending: [Pending] = []
  private var isDiscontinuous = false

  /// A place in time that what follows is measured from.
  private struct Anchor {
    var clock: ClockReading?
    var offset: Double
    var coordinate: Coordinate?
  }

  private struct Pending {
    var point: TrackPoint
    /// A doubtful time.
    var clock: ClockReading?
  }

  package init(options: Options = Options()) {
    self.options = options
  }

  /// Takes the next event of the file; returns the entries that are settled by it.
  package mutating func add(_ event: TrackEvent) -> [Entry] {
    switch event {
    case .track(let name):
      let settled = settleAtSpeed()
      isDiscontinuous = last != nil
      return settled + [Entry(content: .track(name: name), offset: offset, isDiscontinuous: false)]
    case .segmentBreak:
      let settled = settleAtSpeed()
      isDiscontinuous = true
      return settled
    case .fixLost(let time):
      return settleAtSpeed() + [lose(at: time)]
    case .point(let point):
      return add(point)
    }
  }

  /// The end of the file.
  package mutating func finish() -> [Entry] {
    settleAtSpeed()
  }

  private var offset: Double { last?.offset ?? 0 }

  private mutating func lose(at time: UTCTime?) -> Entry {
    if let time {
      let clock = ClockReading.utc(time)
      if let before = last {
        if let pause = pause(from: before.clock, to: clock) {
          last = Anchor(clock: clock, offset: before.offset + pause)
        }
      } else {
        last = Anchor(clock: clock, offset: 0)
      }
    }
    isDiscontinuous = true
    return Entry(content: .fixLost, offset: offset, isDiscontinuous: false)
  }

  private mutating func add(_ point: TrackPoint) -> [Entry] {
    var clock = ClockReading(point)
    if let read = clock, let reference = last?.clock { clock = repaired(read, beside: reference) }
    guard let before = last, !isDiscontinuous else { return begin(point, clock) }
    guard let clock else { return hold(point, clock: nil) }
    guard before.clock != nil else { return settleAtSpeed() + [walk(to: point, clock: clock)] }
    if let pause = pause(from: before.clock, to: clock) {
      let due = before.offset + pause
      let settled = settle(before: point, pause: pause)
      return settled + [arrive(point, clock, after: due - offset)]
    }
    if let index = doubtful(agreeingWith: clock) { return accept(index) + add(point) }
    return hold(point, clock: clock)
  }

  /// The seconds between two times, nil if they cannot be neighbours.
  private func pause(from: ClockReading?, to: ClockReading) -> Double? {
    guard let from, case let seconds = to.seconds(since: from), seconds >= 0,
      seconds <= options.longestPause
    else { return nil }
    return seconds
  }

  /// Rule 1; and a time of day beside a date is the one nearest to it.
  private mutating func repaired(
    _ clock: ClockReading,
    beside reference: ClockReading
  ) -> ClockReading {
    guard case .utc(let other) = reference else { return clock }
    guard case .utc(let time) = clock else {
      return .utc(other + clock.seconds(since: reference))
    }
    let cycles = ((time - other) / Self.weeks1024).rounded()
    let shifted = time + (-cycles * Self.weeks1024)
    guard cycles != 0, abs(shifted - other) <= options.longestPause else { return clock }
    repairs.rollovers += 1
    return .utc(shifted)
  }

  /// The first point, or the first after an interruption.
  private mutating func begin(_ point: TrackPoint, _ clock: ClockReading?) -> [Entry] {
    var gap = 0.0
    if let before = last {
      if let clock, let pause = pause(from: before.clock, to: clock) {
        gap = pause
      } else {
        gap = options.shortPause
        if before.clock != nil, clock != nil { repairs.shortenedGaps += 1 }
      }
    }
    return [arrive(point, clock, after: gap)]
  }

  private mutating func arrive(_ point: TrackPoint, _ clock: ClockReading?, after gap: Double)
    -> Entry
  {
    var point = point
    if case .utc(let time) = clock { point.time = time } else { point.time = nil }
    let entry = Entry(
      content: .point(point),
      offset: offset + max(0, gap),
      isDiscontinuous: isDiscontinuous && last != nil
    )
    last = Anchor(clock: clock, offset: entry.offset, coordinate: point.coordinate)
    isDiscontinuous = false
    return entry
  }

  /// Reaches the point from the one before at the configured speed.
  private mutating func walk(to point: TrackPoint, clock: ClockReading?) -> Entry {
    let way = last?.coordinate.map { Geodesic.distance(from: $0, to: point.coordinate) } ?? 0
    let seconds = way / options.speed
    return arrive(point, clock ?? last?.clock?.advanced(by: seconds), after: seconds)
  }

  private mutating func hold(_ point: TrackPoint, clock: ClockReading?) -> [Entry] {
    // Without a time before it nothing can be gained by waiting for one after it.
    guard last?.clock != nil else {
      repairs.filled += 1
      return [walk(to: point, clock: nil)]
    }
    pending.append(Pending(point: point, clock: clock))
    return pending.count > Self.mostPending ? settleAtSpeed() : []
  }

  /// The pending points between the last anchor and a point that comes `pause` seconds later.
  ///
  /// Shared out by the way; evenly where there is none.
  private mutating func settle(before point: TrackPoint, pause: Double) -> [Entry] {
    guard !pending.isEmpty, let start = last, let origin = start.coordinate else {
      return settleAtSpeed()
    }
    countSettled()
    let held = pending
    pending = []
    var ways: [Double] = []
    var from = origin
    for next in held.map(\.point) + [point] {
      ways.append((ways.last ?? 0) + Geodesic.distance(from: from, to: next.coordinate))
      from = next.coordinate
    }
    let total = ways.last ?? 0
    return held.enumerated().map { index, item in
      let share = total > 0 ? ways[index] / total : Double(index + 1) / Double(ways.count)
      let due = start.offset + pause * share
      return arrive(item.point, start.clock?.advanced(by: pause * share), after: due - offset)
    }
  }

  private mutating func settleAtSpeed() -> [Entry] {
    countSettled()
    let held = pending
    pending = []
    return held.map { walk(to: $0.point, clock: nil) }
  }

  private mutating func countSettled() {
    repairs.filled += pending.count
    repairs.ignored += pending.count { $0.clock != nil }
  }

  /// The newest of the last few doubtful times that `clock` can follow.
  private func doubtful(agreeingWith clock: ClockReading) -> Int? {
    pending.indices.suffix(Self.mostCompared).last {
      pause(from: pending[$0].clock, to: clock) != nil
    }
  }

  /// Two times agree against the one before them: the clock was set, or the recording paused.
  private mutating func accept(_ index: Int) -> [Entry] {
    let accepted = pending[index]
    let after = pending[(index + 1)...]
    pending.removeSubrange(index...)
    var entries = settleAtSpeed()
    repairs.shortenedGaps += 1
    isDiscontinuous = true
    entries.append(arrive(accepted.point, accepted.clock, after: options.shortPause))
    pending = Array(after)
    return entries
  }
}
