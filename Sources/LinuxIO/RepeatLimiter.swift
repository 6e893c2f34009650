// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Lets one of many equal log lines through per interval and counts the others.
package struct RepeatLimiter {
  /// What to do with a line.
  package enum Verdict: Hashable, Sendable {
    /// Write it; so many like it were held back since the last one.
    case write(heldBack: Int)
    case holdBack
  }

  /// More different keys than this are not told apart: the oldest is forgotten.
  package static let capacity = 256

  private struct Entry {
    var since: Int64
    var heldBack: Int
  }

  private let interval: Int64
  private var entries: [String: Entry] = [:]

  /// The interval is in nanoseconds of monotonic time.
  package init(interval: Int64) { self.interval = interval }

  /// Judges a line of the kind `key` at the monotonic time `now`.
  package mutating func judge(_ key: String, at now: Int64) -> Verdict {
    if let entry = entries[key] {
      guard now.subtractingReportingOverflow(entry.since).partialValue >= interval else {
        entries[key]?.heldBack &+= 1
        return .holdBack
      }
      entries[key] = Entry(since: now, heldBack: 0)
      return .write(heldBack: entry.heldBack)
    }
    if entries.count >= RepeatLimiter.capacity,
      let oldest = entries.min(by: { $0.value.since < $1.value.since })
    {
      entries[oldest.key] = nil
    }
    entries[key] = Entry(since: now, heldBack: 0)
    return .write(heldBack: 0)
  }
}
