// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// How long a client waits between two attempts to connect; it is told the time, in nanoseconds.
struct RetryPace {
  enum Failure {
    /// Nobody listens, so an attempt costs nobody anything.
    case absent
    /// Somebody listened, and hung up after so long.
    case hungUp(after: Int64)
  }

  private static let millisecond: Int64 = 1_000_000
  private static let first = 10 * millisecond
  /// A daemon that restarts is found within this.
  private static let restart = 50 * millisecond
  /// A restart takes no longer; whoever is absent longer is looked for at more leisure.
  private static let patience = 10_000 * millisecond
  private static let later = 250 * millisecond
  /// The most for a daemon that hangs up at once, which is not to be pressed.
  private static let most = 400 * millisecond
  /// A connection that lasted so long worked: a refusal takes a few milliseconds.
  private static let steady = 100 * millisecond

  private var pause = Self.first
  private var absentSince: Int64?

  /// The pause after a failure.
  mutating func pause(after failure: Failure, at now: Int64) -> Int64 {
    let longest: Int64
    switch failure {
    case .absent:
      let since = absentSince ?? now
      absentSince = since
      longest = now - since < Self.patience ? Self.restart : Self.later
    case .hungUp(let duration):
      absentSince = nil
      if duration > Self.steady { pause = Self.first }
      longest = Self.most
    }
    defer { pause = min(pause * 2, longest) }
    return min(pause, longest)
  }
}
