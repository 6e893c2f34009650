// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationProtocol

/// What operators granted and revoked; survives a restart.
struct PrivacyDecisions {
  /// One decision in the state file and in `privacyList`.
  struct Message: Codable, Hashable {
    var decision: String
    var selector: String
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
  var lastingMessages: [Message] {
    var lasting = self
    lasting.rules.removeAll { $0.selector.namesSession }
    return lasting.messages
  }

  /// Decisions that no longer make sense, such as one for a user that is gone, are left out.
  init(_ messages: [Message] = []) {
    for message in messages {
      guard let decision = AccessDecision(rawValue: message.decision),
        let selector = try? Selector(
          parsing: message.selector,
          uid: UserDatabase.uid(named:),
          gid: UserDatabase.gid(named:)
        )
      else { continue }
      _ = decide(decision, for: selector)
    }
  }
}
