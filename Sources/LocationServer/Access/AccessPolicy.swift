// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LocationCore

/// What a rule says of the peers that it is for.
package enum AccessDecision: String, CaseIterable, Hashable, Sendable {
  case allow
  /// A coarse location, a few times an hour.
  case reduced
  case deny
  /// Not determined until an operator decides.
  case ask

  var authorization: Authorization {
    switch self {
    case .allow: Authorization(.authorizedAlways)
    case .reduced: Authorization(.authorizedAlways, accuracy: .reduced)
    case .deny: Authorization(.denied)
    case .ask: Authorization(.notDetermined)
    }
  }
}

/// A decision and the peers it is for.
package struct AccessRule: Hashable, Sendable {
  package var decision: AccessDecision
  package var selector: Selector

  package init(_ decision: AccessDecision, _ selector: Selector) {
    self.decision = decision
    self.selector = selector
  }
}

/// Decides what a peer may know.
///
/// Identity comes from the kernel, never from the peer's word.
/// What an operator granted or revoked comes first, the newest decision before older ones; then
/// the rules of the configuration in order, the first match wins; then the default.
package struct AccessPolicy: Hashable, Sendable {
  /// Of the configuration, in order.
  package var rules: [AccessRule] = []
  package var fallback = AccessDecision.allow

  package init() {}

  /// What a peer may know of the location.
  func authorization(for peer: PeerIdentity, decisions: [AccessRule]) -> Authorization {
    for rule in decisions.reversed() where rule.selector.matches(peer) {
      return rule.decision.authorization
    }
    for rule in rules where rule.selector.matches(peer) {
      return rule.decision.authorization
    }
    return fallback.authorization
  }
}
