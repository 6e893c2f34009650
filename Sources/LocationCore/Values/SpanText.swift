// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A span of time for people, in the one form that all programs use: `0.4 s`, `4 s`, `1 min 5 s`,
/// `2 h 10 min`, `3 d 4 h`.
///
/// Seconds, with one decimal below ten; more are not rounded up.
package func spanText(_ seconds: Double) -> String {
  guard seconds.isFinite, seconds.magnitude < 1e15 else { return "\(seconds) s" }
  let sign = seconds < 0 ? "-" : ""
  let tenths = Int64((seconds.magnitude * 10).rounded())
  if seconds.magnitude < 10 {
    let decimal = tenths % 10 == 0 ? "" : ".\(tenths % 10)"
    return "\(tenths == 0 ? "" : sign)\(tenths / 10)\(decimal) s"
  }
  let total = Int64(seconds.magnitude)
  let parts: [(Int64, String)] = [
    (total / 86400, "d"), (total / 3600 % 24, "h"), (total / 60 % 60, "min"), (total % 60, "s"),
  ]
  let significant = parts.drop { $0.0 == 0 }.prefix(2).filter { $0.0 > 0 }
  return sign + significant.map { "\($0.0) \($0.1)" }.joined(separator: " ")
}
