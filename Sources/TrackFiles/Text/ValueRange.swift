// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// The ranges outside of which a value cannot be a measurement; such values count as unknown.
enum ValueRange {
  /// Metres: from below the deepest trench to above every navigation satellite.
  static let altitude = -20_000.0...50_000_000.0
  /// Metres per second: re-entry speed and some.
  static let speed = 0.0...20_000.0
  /// Metres, and also m/s and degrees: no more than a hemisphere.
  static let accuracy = 0.000_001...20_000_000.0
  /// Metres that one unit of HDOP stands for where a file has no accuracy of its own.
  static let metresPerHDOP = 5.0

  /// The course in 0 ≤ value < 360; nil if it is not within 0 … 360.
  static func course(_ degrees: Double) -> Double? {
    (0...360).contains(degrees) ? normalizedCourse(degrees) : nil
  }
}
