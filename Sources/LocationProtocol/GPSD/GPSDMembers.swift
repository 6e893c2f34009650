// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// The members of a request, read with the tolerance that real clients need.
///
/// Names and values may lack their quotes, what is nested is skipped, the end may be missing.
package struct GPSDMembers: Hashable, Sendable {
  /// A member has a value of another type.
  package struct Mistyped: Error, Hashable, Sendable, CustomStringConvertible {
    package let name: String
    package var description: String { "\(name) is not true or false" }
  }

  enum Value: Hashable, Sendable {
    case quoted(String)
    case bare(String)
  }

  private var values: [String: Value] = [:]

  /// Nil for a text that does not begin with a brace.
  package init?(_ text: ArraySlice<UInt8>) {
    var reader = Reader(bytes: text)
    reader.skipBlanks()
    guard reader.skip("{") else { return nil }
    while let (name, value) = reader.member() {
      if let value { values[name] = value }
    }
  }

  package var names: Set<String> { Set(values.keys) }

  /// A quoted or unquoted text.
  package func text(_ name: String) -> String? {
    switch values[name] {
    case .quoted(let text), .bare(let text): text
    case nil: nil
    }
  }

  /// Nil also for a value that is no whole number.
  package func integer(_ name: String) -> Int? {
    text(name).flatMap { Int($0) }
  }

  /// True, false, or a number that is not 0.
  package func flag(_ name: String) throws(Mistyped) -> Bool? {
    switch values[name] {
    case nil: return nil
    case .bare("true"): return true
    case .bare("false"): return false
    case .bare(let text):
      guard let number = Int(text) else { throw Mistyped(name: name) }
      return number != 0
    case .quoted: throw Mistyped(name: name)
    }
  }

  private struct Reader {
    var bytes: ArraySlice<UInt8>

    /// The next member, with nil for a value that was skipped; nil at the end.
    mutating func member() -> (String, Value?)? {
      while let byte = bytes.first, byte <= 0x20 || byte == UInt8(ascii: ",") {
        bytes.removeFirst()
      }
      guard let first = bytes.first, first != UInt8(ascii: "}") else { return nil }
      let name = first == UInt8(ascii: "\"") ? quoted() : bare(until: ":")
      skipBlanks()
      guard skip(":") else { return nil }
      skipBlanks()
      switch bytes.first {
      case UInt8(ascii: "\""): return (name, .quoted(quoted()))
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        skipNested()
        return (name, nil)
      case nil: return nil
      default: return (name, .bare(bare(until: ",")))
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
