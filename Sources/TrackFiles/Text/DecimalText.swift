// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Decimal numbers as all track formats write them; the same under every locale.
///
/// Accepted: an optional sign, digits with at most one point, an optional decimal exponent, blanks
/// around. Refused: everything else that the C library would take (hexadecimal, inf, nan, a
/// locale's comma) and what does not fit a double.
package enum DecimalText {
  /// Longer texts are no measurement; the bound keeps the work per number constant.
  private static let longest = 128
  private static let exactPowers: [Double] = (0...22).map { Double("1e\($0)") ?? 1 }

  /// The value, or nil for anything but a finite decimal number.
  package static func parse(_ text: Span<UInt8>) -> Double? {
    guard let value = value(of: text), value.isFinite else { return nil }
    return value
  }

  /// The value, infinite if it does not fit a double; nil for anything but a decimal number.
  static func value(of text: Span<UInt8>) -> Double? {
    let range = text.trimmedRange()
    guard (1...longest).contains(range.count) else { return nil }
    var scan = Scan()
    for index in range {
      guard scan.take(text[index]) else { return nil }
    }
    guard let (mantissa, exponent) = scan.result else { return nil }
    // Both operands are exact below these bounds, so one operation rounds correctly.
    if !scan.isTruncated, mantissa < 1 << 53, abs(exponent) <= 22 {
      let magnitude =
        exponent < 0
        ? Double(mantissa) / exactPowers[-exponent] : Double(mantissa) * exactPowers[exponent]
      return scan.isNegative ? -magnitude : magnitude
    }
    return Double(scan.canonicalText)
  }
}

/// One pass over the characters of a number.
private struct Scan {
  private enum Place {
    case sign
    case integer
    case fraction
    case exponentSign
    case exponent
  }

  private(set) var isNegative = false
  /// Digits were left out of `mantissa` because it was full.
  private(set) var isTruncated = false
  private var place = Place.sign
  private var mantissa: UInt64 = 0
  private var digits: [UInt8] = []
  private var digitCount = 0
  private var fractionDigits = 0
  private var exponent = 0
  private var exponentDigits = 0
  private var isExponentNegative = false

  mutating func take(_ character: UInt8) -> Bool {
    switch (place, character) {
    case (.sign, UInt8(ascii: "+")), (.sign, UInt8(ascii: "-")):
      isNegative = character == UInt8(ascii: "-")
      place = .integer
    case (.sign, UInt8(ascii: ".")), (.integer, UInt8(ascii: ".")):
      place = .fraction
    case (.sign, UInt8(ascii: "0")...UInt8(ascii: "9")),
      (.integer, UInt8(ascii: "0")...UInt8(ascii: "9")):
      place = .integer
      digit(character)
    case (.fraction, UInt8(ascii: "0")...UInt8(ascii: "9")):
      fractionDigits += 1
      digit(character)
    case (.integer, UInt8(ascii: "e")), (.integer, UInt8(ascii: "E")),
      (.fraction, UInt8(ascii: "e")), (.fraction, UInt8(ascii: "E")):
      place = .exponentSign
    case (.exponentSign, UInt8(ascii: "+")), (.exponentSign, UInt8(ascii: "-")):
      isExponentNegative = character == UInt8(ascii: "-")
      place = .exponent
    case (.exponentSign, UInt8(ascii: "0")...UInt8(ascii: "9")),
      (.exponent, UInt8(ascii: "0")...UInt8(ascii: "9")):
      place = .exponent
      exponentDigits += 1
      exponent = min(exponent * 10 + Int(character - UInt8(ascii: "0")), 100_000)
    default:
      return false
    }
    return true
  }

  private mutating func digit(_ character: UInt8) {
    digitCount += 1
    if mantissa < 100_000_000_000_000_000 {
      mantissa = mantissa * 10 + UInt64(character - UInt8(ascii: "0"))
    } else {
      if !isTruncated { digits = Array(String(mantissa).utf8) }
      isTruncated = true
      digits.append(character)
    }
  }

  var result: (mantissa: UInt64, exponent: Int)? {
    guard digitCount > 0 else { return nil }
    switch place {
    case .exponentSign: return nil
    case .exponent where exponentDigits == 0: return nil
    default: return (mantissa, decimalExponent)
    }
  }

  private var decimalExponent: Int {
    (isExponentNegative ? -exponent : exponent) - fractionDigits
  }

  /// The same number in a form that leaves the standard library nothing to interpret.
  var canonicalText: String {
    let all = isTruncated ? String(decoding: digits, as: UTF8.self) : String(mantissa)
    return (isNegative ? "-" : "") + all + "e" + String(decimalExponent)
  }
}

extension Span<UInt8> {
  /// The indices without the blanks (space, tab, CR, LF) at both ends.
  func trimmedRange() -> Range<Int> {
    var lower = 0
    var upper = count
    while lower < upper, self[lower].isBlank { lower += 1 }
    while lower < upper, self[upper - 1].isBlank { upper -= 1 }
    return lower..<upper
  }

  func equals(_ text: String) -> Bool {
    count == text.utf8.count && starts(with: text)
  }

  func starts(with text: String) -> Bool {
    guard count >= text.utf8.count else { return false }
    var index = 0
    for byte in text.utf8 {
      guard self[index] == byte else { return false }
      index += 1
    }
    return true
  }
}

extension UInt8 {
  /// XML's white space, which is also JSON's.
  var isBlank: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
