// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Checks that bytes are one JSON text (RFC 8259) of bounded depth before the decoder sees them.
///
/// The decoder reads lazily: it passes `{"a":1,}`, `01` and broken UTF-8 in members nobody asks
/// for, takes UTF-16 for granted, and cannot tell `1e400` from `1e`. Its errors have no place.
package struct JSONSyntax {
  /// What is wrong and where.
  package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Bytes from the start of the text.
    package var offset: Int
    package var reason: String

    package var description: String { "byte \(offset): \(reason)" }
  }

  private let bytes: [UInt8]
  private let maximumValues: Int
  private var index = 0
  private var valueCount = 0

  private init(_ bytes: [UInt8], maximumValues: Int) {
    self.bytes = bytes
    self.maximumValues = maximumValues
  }

  /// Throws at the first byte that no JSON text can have there.
  package static func check(
    _ bytes: [UInt8],
    maximumValues: Int = .max
  ) throws(Failure) {
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw Failure(offset: error.byteOffsets.lowerBound, reason: "not UTF-8")
    }
    var syntax = JSONSyntax(bytes, maximumValues: maximumValues)
    syntax.skipBlanks()
    try syntax.value(depth: 0)
    syntax.skipBlanks()
    if syntax.index < bytes.count {
      throw syntax.failure("text after the end of the value")
    }
  }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func failure(_ reason: String) -> Failure {
    Failure(offset: index, reason: index < bytes.count ? reason : "unexpected end")
  }

  private mutating func skipBlanks() {
    while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      index += 1
    }
  }

  private mutating func skip(_ byte: Character) -> Bool {
    guard let ascii = byte.asciiValue, current == ascii else { return false }
    index += 1
    return true
  }

  private mutating func expect(_ byte: Character) throws(Failure) {
    guard skip(byte) else { throw failure("expected \(byte)") }
  }

  /// Calls itself at most `Limits.nesting` times deep.
  private mutating func value(depth: Int) throws(Failure) {
    valueCount += 1
    guard valueCount <= maximumValues else {
      throw failure("more than \(maximumValues) values")
    }
    switch current {
    case UInt8(ascii: "{"): try object(depth: depth + 1)
    case UInt8(ascii: "["): try array(depth: depth + 1)
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: try number()
    }
  }

  private mutating func object(depth: Int) throws(Failure) {
    try enter(depth)
    if skip("}") { return }
    repeat {
      skipBlanks()
      guard current == UInt8(ascii: "\"") else { throw failure("expected a member's name") }
      try string()
      skipBlanks()
      try expect(":")
      skipBlanks()
      try value(depth: depth)
      skipBlanks()
    } while skip(",")
    guard skip("}") else { throw failure("expected , or }") }
  }

  private mutating func array(depth: Int) throws(Failure) {
    try enter(depth)
    if skip("]") { return }
    repeat {
      skipBlanks()
      try value(depth: depth)
      skipBlanks()
    } while skip(",")
    guard skip("]") else { throw failure("expected , or ]") }
  }

  private mutating func enter(_ depth: Int) throws(Failure) {
    guard depth <= Limits.nesting else {
      throw failure("nested deeper than \(Limits.nesting)")
    }
    index += 1
    skipBlanks()
  }

  private mutating func word(_ word: String) throws(Failure) {
    for byte in word.utf8 {
      guard current == byte else { throw failure("expected a value") }
      index += 1
    }
  }

  private mutating func string() throws(Failure) {
    index += 1
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return
      case UInt8(ascii: "\\"):
        index += 1
        try escape()
      case 0..<0x20:
        throw failure("control character in a string")
      default:
        index += 1
      }
    }
    throw failure("")
  }

  private mutating func escape() throws(Failure) {
    guard skip("u") else {
      guard let byte = current, "\"\\/bfnrt".utf8.contains(byte) else {
        throw failure("unknown escape")
      }
      index += 1
      return
    }
    for _ in 0..<4 {
      guard let byte = current, Character(UnicodeScalar(byte)).isHexDigit else {
        throw failure("expected four hexadecimal digits")
      }
      index += 1
    }
  }

  private mutating func number() throws(Failure) {
    let isNegative = skip("-")
    if !skip("0") {
      try digits(isNegative ? "expected a digit" : "expected a value")
    }
    if skip(".") {
      try digits("expected a digit")
    }
    if skip("e") || skip("E") {
      _ = skip("+") || skip("-")
      try digits("expected a digit")
    }
  }

  private mutating func digits(_ reason: String) throws(Failure) {
    let first = index
    while let byte = current, (0x30...0x39).contains(byte) {
      index += 1
    }
    if index == first {
      throw failure(reason)
    }
  }
}
