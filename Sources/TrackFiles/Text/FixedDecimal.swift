// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Numbers in plain decimal notation: a point, no exponent, no locale, no negative zero.
enum FixedDecimal {
  /// Keeps `magnitude × 10^decimals` within the integers that a double counts exactly.
  private static let largest = 9e15

  /// Appends `value` with at most `decimals` digits after the point.
  static func append(
    _ value: Double,
    decimals: Int,
    paddedTo integerDigits: Int = 1,
    trimming: Bool = true,
    to output: inout [UInt8]
  ) {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (min(abs(value) * scale, largest)).rounded()
    let units = scaled.isFinite ? UInt64(scaled) : 0
    if value < 0, units > 0 { output.append(UInt8(ascii: "-")) }
    append(units, decimals: decimals, paddedTo: integerDigits, trimming: trimming, to: &output)
  }

  /// Appends `units × 10^-decimals`.
  static func append(
    _ units: UInt64,
    decimals: Int,
    paddedTo integerDigits: Int,
    trimming: Bool,
    to output: inout [UInt8]
  ) {
    var text = Array(String(units).utf8)
    let missing = decimals + integerDigits - text.count
    if missing > 0 {
      text.insert(contentsOf: repeatElement(UInt8(ascii: "0"), count: missing), at: 0)
    }
    let point = text.count - decimals
    output += text[..<point]
    var end = text.count
    if trimming {
      while end > point, text[end - 1] == UInt8(ascii: "0") { end -= 1 }
    }
    guard end > point else { return }
    output.append(UInt8(ascii: "."))
    output += text[point..<end]
  }
}

extension [UInt8] {
  mutating func append(_ text: String) {
    self += text.utf8
  }

  /// Degrees, metres and metres per second: nine decimals lose nothing a file can mean, and there
  /// is room for them up to nine million.
  mutating func append(decimal value: Double) {
    FixedDecimal.append(value, decimals: abs(value) < 9e6 ? 9 : 6, to: &self)
  }
}
