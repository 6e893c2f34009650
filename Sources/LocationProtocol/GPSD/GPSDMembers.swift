// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// The members of a request, read with the tolerance that real clients need.
///
/// Names and values may lack their quotes, what is nested is skipped, the end may be missing.
package struct GPSDMembers: Hashable, Sendable {
  /// A value is of another type than its member.
  package enum Mistyped: Error, Hashable, Sendable, CustomStringConvertible {
    case object
    case flag(String)
    case number(String)
    case text(String)

    package var description: String {
      switch self {
      case .object: "the value is not an object"
      case .flag(let name): "\(name) is not true or false"
      case .number(let name): "\(name) is not a number"
      case .text(let name): "\(name) is not a text"
      }
    }
  }

  /// One member, as it was written.
  struct Member: Hashable, Sendable {
    let name: String
    let value: Value
  }

  enum Value: Hashable, Sendable {
    case quoted(String)
    case bare(String)
    case nested
  }

  /// In their order; of two with one name the later one holds.
  let members: [Member]
  /// Whether the text begins with a brace.
  package let isObject: Bool

  package init(_ text: ArraySlice<UInt8>) {
    var reader = Reader(bytes: text)
    reader.skipBlanks()
    isObject = reader.skip("{")
    var members: [Member] = []
    while isObject, let member = reader.member() { members.append(member) }
    self.members = members
  }

  package var names: Set<String> { Set(members.map(\.name)) }

  /// A quoted or unquoted text.
  package func text(_ name: String) -> String? {
    switch members.last(where: { $0.name == name })?.value {
    case .quoted(let text), .bare(let text): text
    case .nested, nil: nil
    }
  }

  fileprivate struct Reader {
    var bytes: ArraySlice<UInt8>

    /// The next member; nil at the end.
    mutating func member() -> Member? {
      while let byte = bytes.first, byte <= 0x20 || byte == UInt8(ascii: ",") {
        bytes.removeFirst()
      }
      guard let first = bytes.first, first != UInt8(ascii: "}") else { return nil }
      let name = first == UInt8(ascii: "\"") ? quoted() : bare(until: ":")
      skipBlanks()
      guard skip(":") else { return nil }
      skipBlanks()
      switch bytes.first {
      case UInt8(ascii: "\""): return Member(name: name, value: .quoted(quoted()))
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        skipNested()
        return Member(name: name, value: .nested)
      case nil: return nil
      default: return Member(name: name, value: .bare(bare(until: ",")))
      }
    }

    mutating func skipBlanks() {
      while let byte = bytes.first, byte <= 0x20 { bytes.removeFirst() }
    }

    mutating func skip(_ character: Character) -> Bool {
      guard bytes.first == character.asciiValue else { return false }
      bytes.removeFirst()
      return true
    }

    private mutating func quoted() -> String {
      bytes.removeFirst()
      var text: [UInt8] = []
      while let byte = bytes.popFirst(), byte != UInt8(ascii: "\"") {
        guard byte == UInt8(ascii: "\\"), let escaped = bytes.popFirst() else {
          text.append(byte)
          continue
        }
        text.append(escaped)
      }
      return String(decoding: text, as: UTF8.self)
    }

    private mutating func bare(until end: Character) -> String {
      var text: [UInt8] = []
      while let byte = bytes.first, byte != end.asciiValue, byte != UInt8(ascii: "}") {
        text.append(byte)
        bytes.removeFirst()
      }
      while let last = text.last, last <= 0x20 { text.removeLast() }
      return String(decoding: text, as: UTF8.self)
    }

    private mutating func skipNested() {
      var depth = 0
      while let byte = bytes.first {
        switch byte {
        case UInt8(ascii: "\""):
          _ = quoted()
          continue
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
        bytes.removeFirst()
        if depth == 0 { return }
      }
    }
  }
}

extension GPSDMembers.Member {
  /// True, false, or a number that is not 0.
  func flag() throws(GPSDMembers.Mistyped) -> Bool {
    switch value {
    case .bare("true"): return true
    case .bare("false"), .bare("null"): return false
    case .bare(let text):
      guard let number = Int(text) else { throw .flag(name) }
      return number != 0
    case .quoted, .nested: throw .flag(name)
    }
  }

  /// Nil for a bare word that is no whole number.
  func integer() throws(GPSDMembers.Mistyped) -> Int? {
    guard case .bare(let text) = value else { throw .number(name) }
    return Int(text)
  }

  /// A quoted text, or a bare one that is nothing else in JSON.
  func text() throws(GPSDMembers.Mistyped) -> String {
    switch value {
    case .quoted(let text): return text
    case .bare(let text):
      guard !["true", "false", "null"].contains(text), Double(text) == nil else {
        throw .text(name)
      }
      return text
    case .nested: throw .text(name)
    }
  }
}
