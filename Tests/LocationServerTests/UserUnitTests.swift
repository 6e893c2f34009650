// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import Testing

@testable import LocationServer

/// A unit that a user named is nobody's permission.
@Suite struct UserUnitTests {
  private static func peer(unit: String?, userUnit: String? = nil) -> PeerIdentity {
    var peer = PeerIdentity(session: "s1", surface: .native)
    peer.uid = 1000
    peer.unit = unit
    peer.userUnit = userUnit
    return peer
  }

  private static func status(
    _ peer: PeerIdentity,
    _ decision: AccessDecision,
    _ text: String,
    isRule: Bool
  ) throws -> Authorization.Status {
    let selector = try Selector(parsing: text, uid: { _ in nil }, gid: { _ in nil })
    let rule = AccessRule(decision, selector)
    var policy = AccessPolicy()
    policy.fallback = decision == .allow ? .deny : .allow
    if isRule { policy.rules = [rule] }
    return policy.authorization(for: peer, decisions: isRule ? [] : [rule]).status
  }

  @Test(arguments: [true, false])
  func `neither a rule nor a decision takes a user's word for a unit`(isRule: Bool) throws {
    let forged = Self.peer(unit: "user@1000.service", userUnit: "myapp.service")
    let real = Self.peer(unit: "myapp.service")
    for text in ["unit=myapp.service", "unit=myapp", "uid=1000,unit=myapp"] {
      #expect(try Self.status(forged, .allow, text, isRule: isRule) == .denied)
      #expect(try Self.status(real, .allow, text, isRule: isRule) == .authorizedAlways)
      #expect(try Self.status(real, .deny, text, isRule: isRule) == .denied)
    }
    let own = "uid=1000,user-unit=myapp"
    #expect(try Self.status(forged, .allow, own, isRule: isRule) == .authorizedAlways)
    #expect(try Self.status(real, .allow, own, isRule: isRule) == .denied)
  }

  @Test func `who did something is told with the unit that the user named as such`() {
    let forged = Self.peer(unit: "user@1000.service", userUnit: "gpsd.service")
    #expect(
      forged.whose
        == "uid 1000, unit user@1000.service, user-unit gpsd.service"
    )
  }
}
