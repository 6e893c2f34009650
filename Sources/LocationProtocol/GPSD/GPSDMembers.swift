// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// The members of a request, read with the tolerance that real clients need.
///
/// Names and values may lack their quotes, what is nested is skipped, the end may be missing.
package struct GPSDMembers: Hashable, Sendable {
  /// A value is of another type than its member.
  package enum Mistyped: Error, Hashable, Sendable, CustomStringConvertible {
    case object
    case member
    case escape(String)
    case flag(String)
    case number(String)
    case text(String)

    package var description: String {
      switch self {
      case .object: "the value is not an object"
      case .member: "a member is missing before the closing brace"
      case .escape(let name): "\(name) has a \\u without four hexadecimal digits"
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
    /// A quoted text with an escape that is none.
    case malformed
  }

  /// In their order; of two with one name the later one holds.
  let members: [Member]
  /// Whether the text begins with a brace.
  package let isObject: Bool
  /// Whether the closing brace stands where a member should: in `{}` and after a comma.
  package let lacksMember: Bool

  package init(_ text: ArraySlice<UInt8>) {
    var reader = Reader(bytes: text)
    reader.skipBlanks()
    isObject = reader.skip("{")
    var members: [Member] = []
    while isObject, let member = reader.member() { members.append(member) }
    self.members = members
    lacksMember = isObject && reader.lacksMember
  }

  package var names: Set<String> { Set(members.map(\.name)) }

  /// A quoted or unquoted text.
  package func text(_ name: String) -> String? {
    switch members.last(where: { $0.name == name })?.value {
    case .quoted(let text), .bare(let text): text
    case .nested, .malformed, nil: nil
    }
  }

  fileprivate struct Reader {
    var bytes: ArraySlice<UInt8>
    private(set) var lacksMember = false
    private var isMemberDue = true

    init(bytes: ArraySlice<UInt8>) {
      self.bytes = bytes
    }

    /// The next member; nil at the end.
    mutating func member() -> Member? {
      while let byte = bytes.first, byte <= 0x20 || byte == UInt8(ascii: ",") {
        if byte > 0x20 { isMemberDue = true }
        bytes.removeFirst()
      }
      guard let first = bytes.first, first != UInt8(ascii: "}") else {
        lacksMember = isMemberDue && !bytes.isEmpty
        return nil
      }
      isMemberDue = false
      let name = first == UInt8(ascii: "\"") ? quoted().text : bare(until: ":")
      skipBlanks()
      guard skip(":") else { return nil }
      skipBlanks()
      switch bytes.first {
      case UInt8(ascii: "\""):
        let (text, isSound) = quoted()
        return Member(name: name, value: isSound ? .quoted(text) : .malformed)
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

    /// A text, and whether each of its escapes is one.
    private mutating func quoted() -> (text: String, isSound: Bool) {
      bytes.removeFirst()
      var text: [UInt8] = []
      var isSound = true
      while let byte = bytes.popFirst(), byte != UInt8(ascii: "\"") {
        guard byte == UInt8(ascii: "\\"), let escaped = bytes.popFirst() else {
          text.append(byte)
          continue
        }
        switch escaped {
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
          guard let unit = unit() else {
            isSound = false
            continue
          }
          text += Array(String(decoding: [unit] + lowSurrogate(after: unit), as: UTF16.self).utf8)
        default: text.append(escaped)
        }
      }
      return (String(decoding: text, as: UTF8.self), isSound)
    }

    /// Four hexadecimal digits; takes nothing if they are not there.
    private mutating func unit() -> UInt16? {
      let digits = bytes.prefix(4)
      guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
        let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      bytes.removeFirst(4)
      return unit
    }

    /// The second half of a character beyond the first plane, where it follows.
    private mutating func lowSurrogate(after unit: UInt16) -> [UInt16] {
      let rest = bytes
      if UTF16.isLeadSurrogate(unit), skip("\\"), skip("u"), let next = self.unit(),
        UTF16.isTrailSurrogate(next)
      {
        return [next]
      }
      bytes = rest
      return []
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

/// The values as gpsd reads them: of what lacks its quotes, whatever it is, something holds.
extension GPSDMembers.Member {
  /// Whether the word is `true`; 1 is not.
  func flag() throws(GPSDMembers.Mistyped) -> Bool {
    guard case .bare(let text) = value else { throw .flag(name) }
    return text == "true"
  }

  /// The whole number that the word begins with, 0 if it begins with none; within 32 bits.
  func integer() throws(GPSDMembers.Mistyped) -> Int {
    guard case .bare(let text) = value else { throw .number(name) }
    let isNegative = text.hasPrefix("-")
    let digits = (isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]).utf8
      .prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let magnitude = digits.reduce(0) { min($0 * 10 + Int($1 - UInt8(ascii: "0")), 1 << 32) }
    return Int(Int32(clamping: isNegative ? -magnitude : magnitude))
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
    case .malformed: throw .escape(name)
    case .nested: throw .text(name)
    }
  }
}
