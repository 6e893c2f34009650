// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Synchronization

/// What callbacks on other threads have told, for the test to wait for.
package final class Notebook<Entry: Sendable>: Sendable {
  private let entries = Mutex<[Entry]>([])

  package init() {}

  package func write(_ entry: Entry) { entries.withLock { $0.append(entry) } }

  package var all: [Entry] { entries.withLock { $0 } }

  /// Waits until the condition holds of all that is written.
  @discardableResult
  package func wait(
    _ what: String,
    seconds: Double = 10,
    until condition: ([Entry]) -> Bool
  ) throws -> [Entry] {
    try Deadline(in: seconds).wait(for: what) {
      let all = all
      return condition(all) ? all : nil
    }
  }
}
