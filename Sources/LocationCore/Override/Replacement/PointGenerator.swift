// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Repeats a point once a second with fresh times, because consumers drop old fixes.
struct PointGenerator: FixGenerator {
  static let interval = 1.0

  private let point: PointSpec
  private(set) var deadline: Instant?
  private var receiver: SimulatedReceiver
  private var isFirst = true

  init(_ point: PointSpec, at now: Now) {
    self.point = point
    deadline = now.instant
    receiver = SimulatedReceiver(at: now)
  }

  func latest(at now: Now) -> [Callback<Fix>] { receiver.latest(at: now) }

  mutating func advance(to now: Now) -> [Callback<Fix>] {
    guard let due = deadline, due <= now.instant else { return [] }
    // A late turn of the loop skips ticks rather than sending a burst of them.
    let next = due + Self.interval
    deadline = next > now.instant ? next : now.instant + Self.interval
    var fix = Fix(simulating: point, time: now.utc)
    fix.isDiscontinuous = isFirst
    isFirst = false
    return receiver.report(fix, at: now)
  }
}
