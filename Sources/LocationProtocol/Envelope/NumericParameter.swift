// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

extension Parameter {
  /// The number, if it is one; never NaN or infinite.
  package var number: Double? {
    switch value {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  /// A number in a closed range.
  package func number(in range: ClosedRange<Double>) throws(RPCError) -> Double {
    let bounds = "\(Self.text(range.lowerBound)) … \(Self.text(range.upperBound))"
    return try number(where: range.contains, "in \(bounds)")
  }

  /// A number greater than `limit` and at most `maximum`.
  package func number(
    above limit: Double,
    atMost maximum: Double
  ) throws(RPCError) -> Double {
    let bounds = "\(Self.text(limit)) < value ≤ \(Self.text(maximum))"
    return try number(where: { $0 > limit && $0 <= maximum }, "in \(bounds)")
  }

  /// A whole number in a closed range; 3.0 is whole.
  package func integer(in range: ClosedRange<Int>) throws(RPCError) -> Int {
    let bounds = "\(Self.text(range.lowerBound)) … \(Self.text(range.upperBound))"
    guard case .integer(let wide) = value, let integer = Int(exactly: wide) else {
      throw error(expecting: "a whole number in \(bounds)")
    }
    guard range.contains(integer) else { throw error(expecting: "in \(bounds)") }
    return integer
  }

  private func number(
    where isAllowed: (Double) -> Bool,
    _ bounds: String
  ) throws(RPCError) -> Double {
    guard let number else { throw error(expecting: "a number \(bounds)") }
    guard isAllowed(number) else { throw error(expecting: bounds) }
    return number
  }

  /// A limit as people write it: −90, 0.5.
  private static func text(_ limit: Double) -> String {
    if let whole = Int(exactly: limit) {
      return text(whole)
    }
    return limit < 0 ? "−\(-limit)" : "\(limit)"
  }

  private static func text(_ limit: Int) -> String {
    limit < 0 ? "−\(limit.magnitude)" : "\(limit)"
  }
}
