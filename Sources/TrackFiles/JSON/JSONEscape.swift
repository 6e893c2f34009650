// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// One escape sequence of a JSON string; a surrogate is kept until its partner comes.
struct JSONEscape {
  enum Progress {
    case more
    case invalid
    /// The sequence is complete and stands for these bytes of UTF-8, possibly none yet.
    case bytes([UInt8])
  }

  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

  private var digits = -1
  private var unit: UInt32 = 0
  private var highSurrogate: UInt32?

  /// Takes a character after the backslash.
  mutating func take(_ character: UInt8) -> Progress {
    guard digits >= 0 else { return takeKind(character) }
    guard let digit = Character(Unicode.Scalar(character)).hexDigitValue else { return .invalid }
    unit = unit << 4 | UInt32(digit)
    digits += 1
    guard digits == 4 else { return .more }
    digits = -1
    return .bytes(takeUnit())
  }

  /// What a surrogate without its partner stands for.
  mutating func flush() -> [UInt8] {
    guard highSurrogate != nil else { return [] }
    highSurrogate = nil
    return Self.replacement
  }

  private mutating func takeKind(_ character: UInt8) -> Progress {
    if character == UInt8(ascii: "u") {
      digits = 0
      unit = 0
      return .more
    }
    guard let plain = Self.plain(character) else { return .invalid }
    return .bytes(flush() + [plain])
  }

  private static func plain(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): character
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  private mutating func takeUnit() -> [UInt8] {
    if let high = highSurrogate, (0xDC00...0xDFFF).contains(unit) {
      highSurrogate = nil
      return utf8(0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00))
    }
    let before = flush()
    if (0xD800...0xDBFF).contains(unit) {
      highSurrogate = unit
      return before
    }
    return before + utf8(unit)
  }

  private func utf8(_ value: UInt32) -> [UInt8] {
    guard let scalar = Unicode.Scalar(value) else { return Self.replacement }
    return Array(Character(scalar).utf8)
  }
}
