// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What is worth reading for a while only: what it says may be no longer so.
struct PassingMessage {
  /// Seconds for which it stands.
  private static let span = 6.0

  private let text: String
  private let end: Int64

  /// A message said at that time, in monotonic nanoseconds; without one, none.
  init(_ text: String = "", at now: Int64 = 0) {
    self.text = text
    end = now + Int64(Self.span * 1e9)
  }

  /// The message, or nothing once its time is over.
  func text(at now: Int64) -> String { now < end ? text : "" }
}
