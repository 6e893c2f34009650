// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A point on the monotonic clock, in nanoseconds.
///
/// Timers, ages, leases and filters use only this.
package struct Instant: Hashable, Comparable, Sendable {
  package var nanoseconds: Int64

  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  package static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The instant that lies `seconds` later, saturating at the ends of the clock.
  package static func + (instant: Instant, seconds: Double) -> Instant {
    let offset = Int64(clamping: seconds * 1e9)
    let (sum, overflow) = instant.nanoseconds.addingReportingOverflow(offset)
    return Instant(nanoseconds: overflow ? (offset < 0 ? .min : .max) : sum)
  }

  /// Seconds from `right` to `left`.
  package static func - (left: Instant, right: Instant) -> Double {
    Double(left.nanoseconds &- right.nanoseconds) / 1e9
  }
}

/// Wall time in UTC: whole milliseconds since 1970-01-01, leap seconds not counted.
package struct UTCTime: Hashable, Comparable, Sendable {
  package var milliseconds: Int64

  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Rounds to the nearest millisecond, because receivers' times often arrive one ulp low.
  package init(seconds: Int64, nanoseconds: Int64) {
    milliseconds = seconds &* 1000 &+ (nanoseconds + 500_000) / 1_000_000
  }

  package static func < (left: UTCTime, right: UTCTime) -> Bool {
    left.milliseconds < right.milliseconds
  }

  package static func + (time: UTCTime, seconds: Double) -> UTCTime {
    UTCTime(milliseconds: time.milliseconds &+ Int64(clamping: (seconds * 1000).rounded()))
  }

  /// Seconds from `right` to `left`.
  package static func - (left: UTCTime, right: UTCTime) -> Double {
    Double(left.milliseconds &- right.milliseconds) / 1000
  }
}

/// The two clocks, read once per turn of the loop and passed down.
package struct Now: Hashable, Sendable {
  package var instant: Instant
  package var utc: UTCTime

  package init(instant: Instant, utc: UTCTime) {
    self.instant = instant
    self.utc = utc
  }
}

extension Int64 {
  /// The nearest integer; NaN gives 0 and values out of range the nearer end.
  package init(clamping value: Double) {
    if value.isNaN {
      self = 0
    } else if value >= 9.223372036854775e18 {
      self = .max
    } else if value <= -9.223372036854775e18 {
      self = .min
    } else {
      self = Int64(value.rounded())
    }
  }
}
