// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Whether a daemon that is connected still answers; it is told the time, in nanoseconds.
///
/// A daemon that is stopped or hangs keeps its connections, and connects new ones, in the kernel.
struct Liveness: Sendable {
  /// What is to be done by the time.
  enum Verdict: Equatable, Sendable {
    case alive
    /// Nothing came for a while in which something was owed: it is to be asked anything.
    case quiet
    /// It owes an answer: the connection is counted as lost, and kept in case it comes to itself.
    case silent
    /// It has been silent for so long that a new connection is worth trying.
    case gone
  }

  private static let second: Int64 = 1_000_000_000
  /// The longest time for an answer; the daemon gives each at once.
  static let answer = 4 * second
  /// After so long without a callback a daemon that owes some is asked whether it is there.
  static let quiet = 5 * second
  /// The longest pause between two such questions while it has nothing to tell.
  static let longestQuiet = 60 * second
  /// How long a silent connection is kept.
  static let patience = 30 * second
  /// Whoever looks later than this was asleep itself.
  private static let lateness = 2 * second

  /// Whether it was counted as silent and has said nothing since.
  private(set) var isSilent = false
  private var heard: Int64
  private var asked: Int64?
  private var pause = Self.quiet

  init(at now: Int64) { heard = now }

  /// Requests went out.
  mutating func ask(at now: Int64) { asked = asked ?? now }

  /// A line came; a callback shows that there is something to tell.
  mutating func hear(isCallback: Bool, owesAnswers: Bool, at now: Int64) {
    heard = now
    isSilent = false
    asked = owesAnswers ? now : nil
    if isCallback { pause = Self.quiet }
  }

  /// When to look again; nil if nothing is owed.
  func due(owesCallbacks: Bool) -> Int64? {
    if isSilent { return (asked ?? heard) + Self.answer + Self.patience }
    if let asked { return max(asked, heard) + Self.answer }
    return owesCallbacks ? heard + pause : nil
  }

  /// Looks, and takes what it finds as acted upon.
  mutating func look(owesCallbacks: Bool, at now: Int64) -> Verdict {
    guard let due = due(owesCallbacks: owesCallbacks), now >= due else { return .alive }
    if now - due > Self.lateness, !isSilent {
      heard = now
      return .alive
    }
    if isSilent { return .gone }
    if asked != nil {
      isSilent = true
      return .silent
    }
    heard = now
    pause = min(pause * 2, Self.longestQuiet)
    return .quiet
  }
}
