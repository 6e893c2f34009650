// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

extension JSONReader {
  /// Reads a string, a number, true, false or null.
  mutating func scalar() throws(Failure) -> JSONValue {
    switch current {
    case UInt8(ascii: "\""):
      return .string(try string())
    case UInt8(ascii: "t"):
      try word("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try word("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try word("null")
      return .null
    default:
      let start = index
      try number()
      return JSONValue(number: text(start..<index))
    }
  }

  private mutating func word(_ word: String) throws(Failure) {
    for byte in word.utf8 {
      guard current == byte else { throw failure("expected a value") }
      index += 1
    }
  }

  /// Reads a string.
  mutating func string() throws(Failure) -> String {
    index += 1
    let start = index
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return text(start..<index - 1)
      case UInt8(ascii: "\\"):
        return try string(after: bytes[start..<index])
      case 0..<0x20:
        throw failure("control character in a string")
      default:
        index += 1
      }
    }
    throw failure("")
  }

  /// The rest of a string that has escapes.
  private mutating func string(after start: ArraySlice<UInt8>) throws(Failure) -> String {
    var content = Array(start)
    while let byte = current {
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"):
        content += try escape()
      case 0..<0x20:
        index -= 1
        throw failure("control character in a string")
      default:
        content.append(byte)
      }
    }
    throw failure("")
  }

  private mutating func escape() throws(Failure) -> [UInt8] {
    guard let byte = current else { throw failure("") }
    let plain: UInt8
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): plain = byte
    case UInt8(ascii: "b"): plain = 0x08
    case UInt8(ascii: "f"): plain = 0x0C
    case UInt8(ascii: "n"): plain = 0x0A
    case UInt8(ascii: "r"): plain = 0x0D
    case UInt8(ascii: "t"): plain = 0x09
    case UInt8(ascii: "u"):
      index += 1
      return Array(String(try scalarOfEscape()).utf8)
    default: throw failure("unknown escape")
    }
    index += 1
    return [plain]
  }

  /// The character of `\u` and four digits, or of two such that make a surrogate pair.
  private mutating func scalarOfEscape() throws(Failure) -> Unicode.Scalar {
    let start = index
    let unit = try hexadecimal()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    if unit < 0xDC00, skip("\\"), skip("u") {
      let second = try hexadecimal()
      if (0xDC00..<0xE000).contains(second),
        let scalar = Unicode.Scalar(0x1_0000 + (unit - 0xD800) << 10 + (second - 0xDC00))
      {
        return scalar
      }
    }
    throw Failure(offset: start, reason: "half a surrogate pair")
  }

  private mutating func hexadecimal() throws(Failure) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Character(UnicodeScalar(byte)).hexDigitValue else {
        throw failure("expected four hexadecimal digits")
      }
      unit = unit << 4 | UInt32(digit)
      index += 1
    }
    return unit
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
