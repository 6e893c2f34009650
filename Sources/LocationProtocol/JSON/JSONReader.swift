// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Reads one JSON text (RFC 8259) of bounded depth and size, strictly, in one pass.
///
/// Foundation's decoder reads lazily: it passes `{"a":1,}`, `01` and broken UTF-8 in members nobody
/// asks for, takes UTF-16 for granted, cannot tell `1e400` from `1e`, and its errors have no place.
/// See docs/decisions/0012-read-requests-in-one-pass.md.
package struct JSONReader {
  /// What is wrong and where.
  package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Bytes from the start of the text.
    package var offset: Int
    package var reason: String

    package var description: String { "byte \(offset): \(reason)" }
  }

  let bytes: [UInt8]
  private let maximumValues: Int
  var index = 0
  private var depth = 0
  private var valueCount = 0

  /// Stands before the first value; throws at the first byte that is not UTF-8.
  init(_ bytes: [UInt8], maximumValues: Int = .max) throws(Failure) {
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw Failure(offset: error.byteOffsets.lowerBound, reason: "not UTF-8")
    }
    self.bytes = bytes
    self.maximumValues = maximumValues
    skipBlanks()
  }

  /// The value of a whole text; throws at the first byte that no JSON text can have there.
  package static func value(
    of bytes: [UInt8],
    maximumValues: Int = .max
  ) throws(Failure) -> JSONValue {
    var reader = try JSONReader(bytes, maximumValues: maximumValues)
    let value = try reader.value()
    try reader.end()
    return value
  }

  /// Throws if anything but blanks follows.
  mutating func end() throws(Failure) {
    skipBlanks()
    if index < bytes.count { throw failure("text after the end of the value") }
  }

  // MARK: - Values

  /// Whether the next value is an object.
  var isAtObject: Bool { current == UInt8(ascii: "{") }

  /// Whether the next value is an array.
  var isAtArray: Bool { current == UInt8(ascii: "[") }

  /// Reads the next value whole; calls itself at most `Limits.nesting` times deep.
  mutating func value() throws(Failure) -> JSONValue {
    switch current {
    case UInt8(ascii: "{"):
      var members: [String: JSONValue] = [:]
      try object { (name, reader) throws(Failure) in
        // Of two members of one name the first counts, as in Foundation's decoder.
        let value = try reader.value()
        if members[name] == nil { members[name] = value }
      }
      return .object(members)
    case UInt8(ascii: "["):
      var elements: [JSONValue] = []
      try array { (reader) throws(Failure) in elements.append(try reader.value()) }
      return .array(elements)
    default:
      try count()
      return try scalar()
    }
  }

  /// Reads the next value, an object; `member` has to read the value of each of its members.
  mutating func object(
    _ member: (String, inout JSONReader) throws(Failure) -> Void
  ) throws(Failure) {
    try enter()
    defer { depth -= 1 }
    if skip("}") { return }
    repeat {
      skipBlanks()
      guard current == UInt8(ascii: "\"") else { throw failure("expected a member's name") }
      let name = try string()
      skipBlanks()
      try expect(":")
      skipBlanks()
      try member(name, &self)
      skipBlanks()
    } while skip(",")
    guard skip("}") else { throw failure("expected , or }") }
  }

  /// Reads the next value, an array; `element` has to read each of its elements.
  mutating func array(
    _ element: (inout JSONReader) throws(Failure) -> Void
  ) throws(Failure) {
    try enter()
    defer { depth -= 1 }
    if skip("]") { return }
    repeat {
      skipBlanks()
      try element(&self)
      skipBlanks()
    } while skip(",")
    guard skip("]") else { throw failure("expected , or ]") }
  }

  /// Reads the next value and tells how it was written.
  mutating func valueAndText() throws(Failure) -> (value: JSONValue, text: String) {
    let start = index
    let value = try value()
    return (value, text(start..<index))
  }

  // MARK: - Bytes

  var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  func failure(_ reason: String) -> Failure {
    Failure(offset: index, reason: index < bytes.count ? reason : "unexpected end")
  }

  private mutating func skipBlanks() {
    while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      index += 1
    }
  }

  mutating func skip(_ byte: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: byte) else { return false }
    index += 1
    return true
  }

  private mutating func expect(_ byte: Unicode.Scalar) throws(Failure) {
    guard skip(byte) else { throw failure("expected \(byte)") }
  }

  private mutating func count() throws(Failure) {
    valueCount += 1
    guard valueCount <= maximumValues else {
      throw failure("more than \(maximumValues) values")
    }
  }

  private mutating func enter() throws(Failure) {
    try count()
    guard depth < Limits.nesting else {
      throw failure("nested deeper than \(Limits.nesting)")
    }
    depth += 1
    index += 1
    skipBlanks()
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}
