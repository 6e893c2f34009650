// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore
internal import LocationProtocol

/// What operators granted and revoked; survives a restart.
struct PrivacyDecisions {
  /// One decision in `privacyList`.
  struct Message: Encodable, Hashable {
    var decision: String
    var selector: String
  }

  /// One decision in the state file.
  struct Kept: Codable, Hashable {
    var decision: String
    /// As the operator wrote it.
    var selector: String
    /// The same without names, which may be gone, or not known yet, when the file is read.
    var means: String
  }

  /// Decisions kept at most; one more is refused, for an old refusal must not make way for it.
  static let limit = 1000

  /// Oldest first.
  private(set) var rules: [AccessRule] = []

  /// Replaces the decision for the same selector; the newest counts first.
  ///
  /// - Returns: False if there are too many already.
  mutating func decide(_ decision: AccessDecision, for selector: Selector) -> Bool {
    rules.removeAll { $0.selector == selector }
    guard rules.count < Self.limit else { return false }
    rules.append(AccessRule(decision, selector))
    return true
  }

  /// Forgets what was decided about one session, which has ended.
  mutating func forget(session: String) {
    rules.removeAll { $0.selector.terms.contains(.session(session)) }
  }

  /// Forgets the decision for a selector, or all of them; returns how many there were.
  mutating func reset(_ selector: Selector?) -> Int {
    let before = rules.count
    rules.removeAll { selector == nil || $0.selector == selector }
    return before - rules.count
  }

  var messages: [Message] {
    rules.map { Message(decision: $0.decision.rawValue, selector: $0.selector.text) }
  }

  /// Those that may outlive the daemon: the names of sessions are used again after a restart.
  var kept: [Kept] {
    rules.filter { !$0.selector.namesSession }.map {
      Kept(
        decision: $0.decision.rawValue,
        selector: $0.selector.text,
        means: $0.selector.textWithoutNames
      )
    }
  }

  /// Nobody's authorization is determined until an operator decides; for when decisions were lost,
  /// among which there may have been a refusal.
  static var undetermined: PrivacyDecisions {
    var decisions = PrivacyDecisions()
    _ = decisions.decide(.ask, for: .all)
    return decisions
  }

  /// Whether that holds: no operator's decision leaves a matter open.
  var areLost: Bool { rules.contains { $0.decision == .ask } }

  init() {}

  /// Takes decisions as they were kept; nil if one cannot be understood, which may be a refusal.
  init?(_ kept: [Kept]) {
    for decision in kept {
      guard let verdict = AccessDecision(rawValue: decision.decision),
        let selector = try? Selector(parsing: decision.means, uid: { _ in nil }, gid: { _ in nil }),
        decide(verdict, for: Selector(terms: selector.terms, text: decision.selector))
      else { return nil }
    }
  }
}
