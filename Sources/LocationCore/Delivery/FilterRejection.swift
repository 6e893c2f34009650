// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A filter setting that was refused: which one, its value and what is allowed.
package struct FilterRejection: Error, Hashable, Sendable, CustomStringConvertible {
  package var parameter: String
  package var value: Double
  package var allowed: String

  package var description: String {
    "\(parameter): \(plain(value)) is not in \(allowed)"
  }

  /// Returns `value` if it lies in the range, and refuses it (NaN included) otherwise.
  static func require(
    _ value: Double,
    in range: ClosedRange<Double>,
    _ parameter: String,
    unit: String
  ) throws(FilterRejection) -> Double {
    guard range.contains(value) else {
      throw FilterRejection(
        parameter: parameter,
        value: value,
        allowed: "\(plain(range.lowerBound)) … \(plain(range.upperBound)) \(unit)"
      )
    }
    return value
  }
}

/// A number as people write it: a whole one without a fraction.
func plain(_ value: Double) -> String {
  guard abs(value) < 1e15, value == value.rounded() else { return "\(value)" }
  return "\(Int64(value))"
}
