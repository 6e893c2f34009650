// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// A point on the monotonic clock up to which a test waits.
package struct Deadline: Sendable {
  private let nanoseconds: UInt64

  /// So many seconds from now.
  package init(in seconds: Double) {
    nanoseconds = Self.now + UInt64(max(0, seconds) * 1e9)
  }

  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  package var isOver: Bool { Self.now >= nanoseconds }

  /// What `poll` may wait: never 0 before the deadline.
  package var remainingMilliseconds: Int32 {
    let now = Self.now
    guard now < nanoseconds else { return 0 }
    return Int32(clamping: (nanoseconds - now + 999_999) / 1_000_000)
  }

  /// The same deadline or one in so many seconds, whichever comes first.
  package func limited(to seconds: Double) -> Deadline {
    let other = Deadline(in: seconds)
    return other.nanoseconds < nanoseconds ? other : self
  }

  /// Tries again every few milliseconds until there is a value.
  ///
  /// For states that no descriptor tells of, such as another process's file or port.
  package func wait<Value>(
    for what: String,
    _ attempt: () throws -> Value?
  ) throws -> Value {
    while true {
      if let value = try attempt() { return value }
      guard !isOver else { throw TimedOut(what) }
      _ = poll(nil, 0, 5)
    }
  }
}

/// What a test waited for in vain, with what it saw instead.
package struct TimedOut: Error, CustomStringConvertible {
  package let description: String

  package init(_ what: String, seen: [String] = []) {
    let tail = seen.suffix(20).map { "\n  \($0)" }.joined()
    description = "timed out waiting for \(what)" + (tail.isEmpty ? "" : "; last seen:\(tail)")
  }
}

/// Anything else that spoils a test's scene.
package struct SceneError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
