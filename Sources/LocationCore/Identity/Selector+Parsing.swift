// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Why a selector was refused.
package struct SelectorError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String

  package init(description: String) {
    self.description = description
  }
}

extension Selector {
  /// Parses `all` or comma-separated `key=value` terms.
  ///
  /// - Parameters:
  ///   - text: What the operator wrote.
  ///   - uid: Looks up a user by name; nil if there is none.
  ///   - gid: Looks up a group by name; nil if there is none.
  ///   - keepsUnknown: Lets a user or group that there is not stand, which matches nobody.
  /// - Throws: `SelectorError` that names the term and what is allowed.
  package init(
    parsing text: String,
    uid: (String) -> UInt32?,
    gid: (String) -> UInt32?,
    keepsUnknown: Bool = false
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
      let (key, value) = (String(pair[0]), String(pair[1]))
      guard let term = try Self.term(key, value, uid: uid, gid: gid) else {
        let kind = key == "user" ? "user" : "group"
        guard keepsUnknown else {
          throw SelectorError(description: "\(part): there is no such \(kind)")
        }
        terms.append(.nobody(String(part)))
        continue
      }
      terms.append(term)
    }
    try Self.checkUserUnits(terms)
    self.init(terms: terms, text: text)
  }

  private static func checkUserUnits(_ terms: [Term]) throws(SelectorError) {
    for case .userUnit(let unit) in terms {
      let namesUser = terms.contains { term in
        switch term {
        case .uid, .nobody: true
        default: false
        }
      }
      guard namesUser else {
        throw SelectorError(
          description:
            "user-unit=\(unit) needs user= or uid= beside it: each user names these units"
        )
      }
    }
  }

  /// Digits only: a sign or a blank is a slip of the pen.
  private static func number(_ text: String) -> UInt32? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt32(text) : nil
  }

  /// Nil for a user or a group that there is not.
  private static func term(
    _ key: String,
    _ value: String,
    uid: (String) -> UInt32?,
    gid: (String) -> UInt32?
  ) throws(SelectorError) -> Term? {
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
    case "user": return uid(value).map { .uid($0) }
    case "group": return gid(value).map { .gid($0) }
    case "unit": return .unit(try UnitName.complete(value, key: key))
    case "user-unit": return .userUnit(try UnitName.complete(value, key: key))
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
          + "use all, uid, user, gid, group, unit, user-unit, exe, client, session or surface"
      )
    }
  }
}
