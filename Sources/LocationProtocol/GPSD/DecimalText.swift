// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

extension [UInt8] {
  /// Appends a number with a fixed count of decimals, rounded to nearest, never as `-0`.
  ///
  /// Appends nothing for what is not finite or has more than 12 digits before the point.
  ///
  /// - Parameters:
  ///   - value: The number.
  ///   - decimals: Digits after the point, 0 … 9; without any there is no point.
  ///   - width: Digits before the point at least, filled up with zeros.
  mutating func append(_ value: Double, decimals: Int, width: Int = 1) {
    guard value.isFinite, abs(value) < 1e12, (0...9).contains(decimals) else { return }
    var scale: UInt64 = 1
    for _ in 0..<decimals { scale *= 10 }
    // In two steps, because 1e12 with nine decimals is more than 64 bits hold.
    var whole = UInt64(abs(value))
    var fraction = UInt64(((abs(value) - Double(whole)) * Double(scale)).rounded())
    if fraction >= scale {
      whole += 1
      fraction -= scale
    }
    if value < 0, whole > 0 || fraction > 0 { append(UInt8(ascii: "-")) }
    append(digits: whole, width: width)
    guard decimals > 0 else { return }
    append(UInt8(ascii: "."))
    append(digits: fraction, width: decimals)
  }

  /// Appends a whole number, filled up with zeros to a width of at most 20.
  mutating func append(digits value: UInt64, width: Int) {
    var divisor: UInt64 = 1
    var count = 1
    while count < 20, count < width || value / divisor >= 10 {
      divisor *= 10
      count += 1
    }
    while divisor > 0 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / divisor % 10))
      divisor /= 10
    }
  }
}
