// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// The time of one turn of the loop.
package struct LoopTime: Hashable, Sendable {
  /// Nanoseconds on `CLOCK_BOOTTIME`.
  ///
  /// It never steps and it counts suspended time: after an hour's sleep a lease of ten minutes
  /// has run out and an old fix is stale.
  package var monotonic: Int64

  /// Milliseconds since 1970 UTC, rounded down; it may step at any moment.
  package var utc: Int64

  package init(monotonic: Int64, utc: Int64) {
    self.monotonic = monotonic
    self.utc = utc
  }

  /// Reads both clocks.
  package static func read() -> LoopTime {
    let wall = clock(CLOCK_REALTIME)
    return LoopTime(
      monotonic: nanoseconds(clock(CLOCK_BOOTTIME)),
      utc: Int64(wall.tv_sec) * 1_000 + Int64(wall.tv_nsec) / 1_000_000
    )
  }

  /// CLOCK_MONOTONIC in nanoseconds, which the service manager counts by; not the loop's clock.
  static func readMonotonic() -> Int64 {
    nanoseconds(clock(CLOCK_MONOTONIC))
  }

  private static func clock(_ id: clockid_t) -> timespec {
    var time = timespec()
    unsafe clock_gettime(id, &time)
    return time
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
