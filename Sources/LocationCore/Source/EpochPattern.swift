// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Learns how many reports make up an epoch of one receiver, so that the last one need not wait.
///
/// gpsd has no end-of-epoch mark. A count that held for several epochs in a row is trusted; a
/// report that comes after it was trusted makes the pattern start again, more warily when that
/// report had moved the position.
struct EpochPattern {
  /// Epochs in a row that must agree before a count is trusted.
  private static let initialRequirement = 4
  private static let wariestRequirement = 64

  private var requirement = EpochPattern.initialRequirement
  private var count = 0
  private var agreeing = 0

  /// The number of reports after which an epoch is whole, once known.
  var learnedCount: Int? {
    agreeing >= requirement ? count : nil
  }

  /// Notes the number of reports of an epoch that has ended.
  ///
  /// - Parameters:
  ///   - reports: How many reports it had.
  ///   - moved: Whether its position changed after the first one.
  mutating func noteEpoch(reports: Int, moved: Bool) {
    if moved { requirement = Self.wariestRequirement }
    if reports == count {
      agreeing = min(agreeing + 1, Self.wariestRequirement)
    } else {
      count = reports
      agreeing = 1
    }
  }

  /// Notes a report of an epoch that was taken for whole already.
  mutating func noteLateReport(moved: Bool) {
    agreeing = 0
    count = 0
    if moved { requirement = min(requirement * 4, Self.wariestRequirement) }
  }
}
