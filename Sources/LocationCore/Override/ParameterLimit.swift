// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Why a parameter was refused; names the parameter, the value and what is allowed.
package struct ParameterError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// - Parameters:
  ///   - parameter: The name on the wire.
  ///   - reason: What is wrong with it, without the name.
  package init(_ parameter: String, _ reason: String) {
    description = "\(parameter): \(reason)"
  }
}

/// The range of one numeric parameter.
package struct ParameterLimit: Hashable, Sendable {
  /// As it is spelled on the wire.
  package let name: String
  package let range: ClosedRange<Double>
  /// Empty for a plain number.
  package let unit: String

  init(_ name: String, _ range: ClosedRange<Double>, _ unit: String = "") {
    self.name = name
    self.range = range
    self.unit = unit
  }

  /// The value itself, if it is in range.
  ///
  /// - Throws: `ParameterError` for a value out of range, an infinity or NaN.
  @discardableResult
  package func check(_ value: Double) throws(ParameterError) -> Double {
    guard range.contains(value) else { throw refusal(of: plainNumber(value)) }
    return value
  }

  /// The value of a plain decimal number in range.
  ///
  /// - Throws: `ParameterError` for anything else, hexadecimal numbers and `nan` among it.
  package func value(parsing text: String) throws(ParameterError) -> Double {
    let isDecimal = text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
    guard isDecimal, let value = Double(text), value.isFinite else { throw refusal(of: text) }
    return try check(value)
  }

  /// The range as it stands in messages and manuals.
  package var allowed: String {
    let bounds = "\(plainNumber(range.lowerBound)) … \(plainNumber(range.upperBound))"
    return unit.isEmpty ? bounds : "\(bounds) \(unit)"
  }

  private func refusal(of text: String) -> ParameterError {
    ParameterError(name, "\(text) is not in \(allowed)")
  }
}

/// The ranges of every parameter of every override, in one place for decoder, command and manual.
package enum OverrideLimits {
  package static let latitude = ParameterLimit("latitude", -90...90, "degrees")
  package static let longitude = ParameterLimit("longitude", -180...180, "degrees")
  package static let altitude = ParameterLimit("altitude", -20_000...1_000_000, "m")
  package static let ellipsoidalAltitude = ParameterLimit(
    "ellipsoidalAltitude",
    -20_000...1_000_000,
    "m"
  )
  package static let horizontalAccuracy = ParameterLimit(
    "horizontalAccuracy",
    0.001...1_000_000,
    "m"
  )
  package static let verticalAccuracy = ParameterLimit("verticalAccuracy", 0.001...1_000_000, "m")
  /// The speed a point claims; it may stand.
  package static let pointSpeed = ParameterLimit("speed", 0...100_000, "m/s")
  package static let speedAccuracy = ParameterLimit("speedAccuracy", 0.001...100_000, "m/s")
  package static let course = ParameterLimit("course", 0...360, "degrees")
  package static let courseAccuracy = ParameterLimit("courseAccuracy", 0.001...180, "degrees")

  package static let duration = ParameterLimit("duration", 0.001...315_360_000, "s")
  package static let seed = ParameterLimit("seed", 0...9_007_199_254_740_991)

  /// The speed a route is driven at.
  package static let routeSpeed = ParameterLimit("speed", 0.01...100_000, "m/s")
  package static let interval = ParameterLimit("interval", 0.02...3_600, "s")
  package static let step = ParameterLimit("distance", 0.01...1_000_000, "m")
  package static let rate = ParameterLimit("rate", 0.001...10_000)
  package static let from = ParameterLimit("from", 0...1_000_000_000, "s")
  /// Between two points of a recording.
  package static let gap = ParameterLimit("gap", 0...1_000_000_000, "s")
  package static let to = ParameterLimit("to", 0...1_000_000_000, "s")

  package static let east = ParameterLimit("east", -1_000_000...1_000_000, "m")
  package static let north = ParameterLimit("north", -1_000_000...1_000_000, "m")
  package static let up = ParameterLimit("up", -100_000...100_000, "m")
  package static let bearing = ParameterLimit("bearing", 0...360, "degrees")
  package static let offsetDistance = ParameterLimit("distance", 0...20_000_000, "m")
  package static let noise = ParameterLimit("metres", 0...100_000, "m")
  package static let verticalNoise = ParameterLimit("verticalMetres", 0...100_000, "m")
  package static let driftRate = ParameterLimit("rate", 0...1_000, "m/s")
  package static let driftWalk = ParameterLimit("walk", 0...1_000, "m per square root of s")
  package static let delay = ParameterLimit("seconds", 0.001...600, "s")
  package static let every = ParameterLimit("every", 2...1_000_000)
  package static let spacing = ParameterLimit("interval", 0.02...86_400, "s")
  package static let probability = ParameterLimit("probability", 0...1)
  package static let scale = ParameterLimit("scale", 0.001...1_000)
  package static let gridDegrees = ParameterLimit("degrees", 0.000_000_1...90, "degrees")
  package static let gridMetres = ParameterLimit("metres", 0.01...1_000_000, "m")

  package static let jumpDistance = ParameterLimit("distance", 0.1...20_000_000, "m")
  package static let period = ParameterLimit("period", 0.1...86_400, "s")
}
