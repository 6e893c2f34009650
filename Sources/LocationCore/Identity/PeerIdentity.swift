// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A way out of the daemon.
package enum Surface: String, Hashable, Sendable, CaseIterable {
  case native
  case gpsd
  case nmea
}

/// Who reads a session, as the kernel says; only `client` is the peer's own word.
package struct PeerIdentity: Hashable, Sendable {
  package var session: String
  package var surface: Surface
  /// Absent where the transport has no credentials (TCP).
  package var uid: UInt32?
  package var gid: UInt32?
  /// Supplementary groups, without the primary one.
  package var groups: [UInt32] = []
  package var pid: Int32?
  package var unit: String?
  /// Absent where the kernel does not let the daemon read it.
  package var executable: String?
  /// Whether there is a program whose path the kernel keeps from the daemon.
  package var isExecutableHidden = false
  /// The name the peer gave itself; untrusted.
  package var client: String?

  package init(session: String, surface: Surface) {
    self.session = session
    self.surface = surface
  }
}

/// Which sessions an override or a decision is meant for; terms that must all hold.
package struct Selector: Hashable, Sendable {
  package enum Term: Hashable, Sendable {
    case uid(UInt32)
    case gid(UInt32)
    case unit(String)
    case executable(String)
    case client(String)
    case session(String)
    case surface(Surface)
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

  package func matches(_ peer: PeerIdentity) -> Bool {
    terms.allSatisfy { $0.matches(peer) }
  }
}

extension Selector.Term {
  fileprivate var text: String {
    switch self {
    case .uid(let uid): "uid=\(uid)"
    case .gid(let gid): "gid=\(gid)"
    case .unit(let unit): "unit=\(unit)"
    case .executable(let path): "exe=\(path)"
    case .client(let name): "client=\(name)"
    case .session(let session): "session=\(session)"
    case .surface(let surface): "surface=\(surface.rawValue)"
    }
  }

  func matches(_ peer: PeerIdentity) -> Bool {
    switch self {
    case .uid(let uid): peer.uid == uid
    case .gid(let gid): peer.gid == gid || peer.groups.contains(gid)
    case .unit(let unit): peer.unit == unit
    case .executable(let path): peer.executable == path
    case .client(let name): peer.client == name
    case .session(let session): peer.session == session
    case .surface(let surface): peer.surface == surface
    }
  }
}

/// Why a selector was refused.
package struct SelectorError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String
}

extension Selector {
  /// Parses `all` or comma-separated `key=value` terms.
  ///
  /// - Parameters:
  ///   - text: What the operator wrote.
  ///   - uid: Looks up a user by name; nil if there is none.
  ///   - gid: Looks up a group by name; nil if there is none.
  /// - Throws: `SelectorError` that names the term and what is allowed.
  package init(
    parsing text: String,
    uid: (String) -> UInt32?,
    gid: (String) -> UInt32?
  ) throws(SelectorError) {
    guard text != "all" else {
      self = .all
      return
    }
    var terms: [Term] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, !pair[1].isEmpty else {
        throw SelectorError(description: "\"\(part)\" is not a term of the form key=value")
      }
      terms.append(try Self.term(String(pair[0]), String(pair[1]), uid: uid, gid: gid))
    }
    self.init(terms: terms, text: text)
  }

  /// Digits only: a sign or a blank is a slip of the pen.
  private static func number(_ text: String) -> UInt32? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt32(text) : nil
  }

  private static func term(
    _ key: String,
    _ value: String,
    uid: (String) -> UInt32?,
    gid: (String) -> UInt32?
  ) throws(SelectorError) -> Term {
    switch key {
    case "uid":
      guard let number = number(value) else {
        throw SelectorError(description: "uid=\(value) is not a number 0 … 4294967295")
      }
      return .uid(number)
    case "gid":
      guard let number = number(value) else {
        throw SelectorError(description: "gid=\(value) is not a number 0 … 4294967295")
      }
      return .gid(number)
    case "user":
      guard let number = uid(value) else {
        throw SelectorError(description: "user=\(value): there is no such user")
      }
      return .uid(number)
    case "group":
      guard let number = gid(value) else {
        throw SelectorError(description: "group=\(value): there is no such group")
      }
      return .gid(number)
    case "unit": return .unit(value)
    case "exe": return .executable(value)
    case "client": return .client(value)
    case "session": return .session(value)
    case "surface":
      guard let surface = Surface(rawValue: value) else {
        throw SelectorError(description: "surface=\(value) is not native, gpsd or nmea")
      }
      return .surface(surface)
    default:
      throw SelectorError(
        description: "\"\(key)\" is not a selector; "
          + "use all, uid, user, gid, group, unit, exe, client, session or surface"
      )
    }
  }
}
