// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// How long to wait before the next attempt: 0.5 s, doubling, until a connection proves steady.
struct BackOff {
  /// Seconds.
  static let first = 0.5
  /// Seconds, chosen so that with the receiver's first fix a gpsd that comes up is used within 10.
  static let longest = 8.0

  /// Nanoseconds of a connection with good reports; a server that says one and closes is not steady.
  static let steady: Int64 = 10_000_000_000

  private var next = BackOff.first

  /// The delay after a failure, in nanoseconds.
  mutating func delay() -> Int64 {
    defer { next = min(next * 2, BackOff.longest) }
    return Int64(next * 1e9)
  }

  mutating func reset() { next = BackOff.first }
}
