// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A value with exactly so many decimals, and `-0.0` as `0.0`.
func fixed(_ value: Double, _ decimals: Int) -> String {
  var scale = 1.0
  for _ in 0..<decimals { scale *= 10 }
  let scaled = (value.magnitude * scale).rounded()
  // Beyond 2^53 the decimals carry nothing, and the integer conversion could trap.
  guard scaled < 9_007_199_254_740_992 else { return "\(value)" }
  let digits = String(Int64(scaled))
  let sign = value < 0 && scaled > 0 ? "-" : ""
  guard decimals > 0 else { return sign + digits }
  let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
  return "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
}

/// At most `decimals` decimals, without trailing zeros.
func shortNumber(_ value: Double, _ decimals: Int = 6) -> String {
  let text = fixed(value, decimals)
  guard text.contains("."), !text.contains("e") else { return text }
  let bare = text.reversed().drop { $0 == "0" }.drop { $0 == "." }
  return String(bare.reversed())
}

/// `1 point`, `2 points`.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// Text from elsewhere made safe for a terminal: no control character and no hidden direction mark.
func printable(_ text: String) -> String {
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
      result.append("\u{FFFD}")
    default: result.append(scalar)
    }
  }
  return String(result)
}

/// An argument as it appears in a message: printable, quoted, and not endless.
func quoted(_ text: String) -> String {
  let shown = text.count > 80 ? text.prefix(80) + "…" : Substring(text)
  return "'\(printable(String(shown)))'"
}
