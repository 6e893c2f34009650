// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Which sessions an override or a decision is meant for; terms that must all hold.
package struct Selector: Hashable, Sendable {
  package enum Term: Hashable, Sendable {
    case uid(UInt32)
    case gid(UInt32)
    case unit(String)
    /// Only with a user beside it, because each user names these.
    case userUnit(String)
    case executable(String)
    case client(String)
    case session(String)
    case surface(Surface)
    /// A user or a group that is not known, as it was written.
    case nobody(String)
  }

  /// Empty means every session.
  package let terms: [Term]
  /// As the operator wrote it.
  package let text: String

  package static let all = Selector(terms: [], text: "all")

  package init(terms: [Term], text: String) {
    self.terms = terms
    self.text = text
  }

  /// Two are equal that mean the same sessions, however they are written.
  package static func == (left: Selector, right: Selector) -> Bool {
    Set(left.terms) == Set(right.terms)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(Set(terms))
  }

  /// Whether it names one session, which does not outlive its connection.
  package var namesSession: Bool {
    terms.contains { term in
      if case .session = term { return true }
      return false
    }
  }

  /// The same in numbers of users and groups, which mean something without a user database.
  package var textWithoutNames: String {
    terms.isEmpty ? "all" : terms.map(\.text).joined(separator: ",")
  }

  /// Whether a decision about who may know is about the peer: nobody's own word counts as a unit.
  package func matches(_ peer: PeerIdentity) -> Bool {
    terms.allSatisfy { $0.matches(peer) }
  }

  /// Whether an override is for the peer, which authorizes nobody: what its user calls a unit, is one.
  package func targets(_ peer: PeerIdentity) -> Bool {
    terms.allSatisfy { term in
      if case .unit(let unit) = term, peer.userUnit == unit { return true }
      return term.matches(peer)
    }
  }
}

extension Selector.Term {
  fileprivate var text: String {
    switch self {
    case .uid(let uid): "uid=\(uid)"
    case .gid(let gid): "gid=\(gid)"
    case .unit(let unit): "unit=\(unit)"
    case .userUnit(let unit): "user-unit=\(unit)"
    case .executable(let path): "exe=\(path)"
    case .client(let name): "client=\(name)"
    case .session(let session): "session=\(session)"
    case .surface(let surface): "surface=\(surface.rawValue)"
    case .nobody(let text): text
    }
  }

  func matches(_ peer: PeerIdentity) -> Bool {
    switch self {
    case .uid(let uid): peer.uid == uid
    case .gid(let gid): peer.gid == gid || peer.groups.contains(gid)
    case .unit(let unit): peer.unit == unit
    case .userUnit(let unit): peer.userUnit == unit
    case .executable(let path): peer.executable == path
    case .client(let name): peer.client == name
    case .session(let session): peer.session == session
    case .surface(let surface): peer.surface == surface
    case .nobody: false
    }
  }
}
