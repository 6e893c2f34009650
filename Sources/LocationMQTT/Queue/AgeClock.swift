// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO

/// The time by which locations become too old: the wall clock, unless it is ahead of what the newest
/// location and the time that has passed since allow.
///
/// A clock that jumps into the future would otherwise let a whole queue expire.
struct AgeClock {
  private var newest: Int64 = 0
  /// Monotonic, in nanoseconds; nil until the first question after a start.
  private var since: Int64?

  /// A location has been queued, at a monotonic time unless that was before the start.
  mutating func note(_ time: Int64, at now: Int64?) {
    guard time > newest else { return }
    newest = time
    since = now
  }

  /// Milliseconds since 1970.
  mutating func time(at now: LoopTime) -> Int64 {
    let since = since ?? now.monotonic
    self.since = since
    let elapsed = max(0, now.monotonic - since) / 1_000_000
    return min(now.utc, newest.addingReportingOverflow(elapsed).partialValue)
  }
}
