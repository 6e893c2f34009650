// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A piece of JSON text in the making: the containers of an encoder share and fill it.
final class JSONNode {
  enum Content {
    /// A scalar as it will be written.
    case scalar([UInt8])
    case array([JSONNode])
    case object([String: JSONNode])
  }

  var content: Content?

  init(_ content: Content? = nil) {
    self.content = content
  }

  static func word(_ word: StaticString) -> JSONNode {
    JSONNode(.scalar(Array(word.description.utf8)))
  }

  static func number(_ integer: some BinaryInteger) -> JSONNode {
    JSONNode(.scalar(Array(String(integer).utf8)))
  }

  /// Nil if the number has no JSON text.
  static func number(_ number: Double) -> JSONNode? {
    guard number.isFinite else { return nil }
    var text = Array(number.description.utf8)
    if text.suffix(2).elementsEqual(".0".utf8) { text.removeLast(2) }
    return JSONNode(.scalar(text))
  }

  static func string(_ string: String) -> JSONNode {
    var text: [UInt8] = []
    text.reserveCapacity(string.utf8.count + 2)
    quote(string, to: &text)
    return JSONNode(.scalar(text))
  }

  /// Appends the text; the names of an object are sorted, so that equal values are equal bytes.
  func write(to bytes: inout [UInt8]) {
    switch content {
    case .none:
      bytes += "{}".utf8
    case .scalar(let text):
      bytes += text
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.quote(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func quote(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes += "\\\"".utf8
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case 0x08: bytes += "\\b".utf8
      case 0x09: bytes += "\\t".utf8
      case 0x0A: bytes += "\\n".utf8
      case 0x0C: bytes += "\\f".utf8
      case 0x0D: bytes += "\\r".utf8
      case 0..<0x20:
        bytes += "\\u00".utf8
        bytes.append(hexadecimalDigit(byte >> 4))
        bytes.append(hexadecimalDigit(byte & 0xF))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
