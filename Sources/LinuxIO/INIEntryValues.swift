// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

extension INIEntry {
  /// An error that names the file, the line and the key.
  package func refused(_ reason: String) -> INIError {
    INIError(file: file, line: line, reason: "[\(section)] \(key): \(reason)")
  }

  /// The value as a decimal number.
  package func number(in range: ClosedRange<Double>) throws(INIError) -> Double {
    // Double's parser takes words, hexadecimal and infinity, which nobody means here.
    let isPlain = value.utf8.allSatisfy { "0123456789.-".utf8.contains($0) }
    guard isPlain, let number = Double(value), range.contains(number) else {
      throw refused("\(value) is not a number in \(range.lowerBound) … \(range.upperBound)")
    }
    return number
  }

  /// The value as a whole number.
  package func integer(in range: ClosedRange<Int>) throws(INIError) -> Int {
    guard let number = Int(value), range.contains(number) else {
      throw refused("\(value) is not a whole number in \(range.lowerBound) … \(range.upperBound)")
    }
    return number
  }
}
