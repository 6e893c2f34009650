// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What a driver of gpsd means by its error estimates.
///
/// gpsd documents 95 % values. Its own error model gives those, but some drivers hand through
/// what the receiver said, which commonly is 1 σ (a 2-D RMS radius for the horizontal one).
package enum AccuracyRule: String, Hashable, Sendable {
  /// 95 %, as gpsd_json(5) documents.
  case percentile95 = "95"
  /// 1 σ as the receiver gave it.
  case oneSigma = "1-sigma"

  /// Names of drivers, as DEVICES objects spell them, that pass receivers' values through.
  private static let oneSigmaDrivers = [
    "u-blox", "Allystar", "SiRF", "Javad", "GREIS", "Trimble TSIP",
  ]

  /// The rule for a driver's name; 95 % for one that is not known to differ.
  package static func rule(forDriver driver: String?) -> AccuracyRule {
    guard let driver else { return .percentile95 }
    return oneSigmaDrivers.contains { driver.hasPrefix($0) } ? .oneSigma : .percentile95
  }
}
