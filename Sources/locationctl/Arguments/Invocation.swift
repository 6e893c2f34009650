// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// A command line that has been read: every value is in range.
struct Invocation: Sendable {
  private(set) var operands: [Value] = []
  private var flags: Set<String> = []
  private var values: [String: [Value]] = [:]

  func has(_ option: Option) -> Bool {
    flags.contains(option.name) || values[option.name] != nil
  }

  func number(_ option: Option) -> Double? {
    guard case .number(let value)? = values[option.name]?.last else { return nil }
    return value
  }

  func integer(_ option: Option) -> Int? {
    guard case .integer(let value)? = values[option.name]?.last else { return nil }
    return value
  }

  /// Seconds.
  func duration(_ option: Option) -> Double? {
    guard case .duration(let value)? = values[option.name]?.last else { return nil }
    return value
  }

  func text(_ option: Option) -> String? {
    guard case .text(let value)? = values[option.name]?.last else { return nil }
    return value
  }

  func accuracy(_ option: Option) -> AccuracyArgument? {
    guard case .accuracy(let value)? = values[option.name]?.last else { return nil }
    return value
  }

  func regions(_ option: Option) -> [RegionArgument] {
    (values[option.name] ?? []).compactMap { value in
      guard case .region(let region) = value else { return nil }
      return region
    }
  }

  var coordinates: [Coordinate] {
    operands.compactMap { value in
      guard case .coordinate(let coordinate) = value else { return nil }
      return coordinate
    }
  }

  /// Seconds.
  var durations: [Double] {
    operands.compactMap { value in
      guard case .duration(let seconds) = value else { return nil }
      return seconds
    }
  }

  var conditions: [Condition] {
    operands.compactMap { value in
      guard case .condition(let condition) = value else { return nil }
      return condition
    }
  }

  var texts: [String] {
    operands.compactMap { value in
      guard case .text(let text) = value else { return nil }
      return text
    }
  }

  mutating func add(operand: Value) {
    operands.append(operand)
  }

  mutating func add(_ value: Value?, for option: Option) {
    if let value {
      values[option.name, default: []].append(value)
    } else {
      flags.insert(option.name)
    }
  }
}
