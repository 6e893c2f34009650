// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What the domain knows of one receiver.
package struct Receiver {
  /// An error report speaks for fixes at most this many seconds away from it.
  private static let errorReportReach = 2.0

  package let device: String
  package internal(set) var driver: String?
  var epochs = EpochAssembler()
  var sky: SkyView?
  var errors: ErrorReport?
  /// When its newest fix was published to the arbiter.
  package internal(set) var lastFixAt: Instant?

  init(device: String) {
    self.device = device
  }

  /// The fix that one finished epoch amounts to.
  func fix(from report: FixReport, mapping: FixMapping, now: Now) -> Fix? {
    guard let coordinate = report.coordinate else { return nil }
    return mapping.fix(
      from: report,
      coordinate: coordinate,
      driver: driver,
      sky: sky,
      errors: errors(for: report),
      now: now
    )
  }

  private func errors(for report: FixReport) -> ErrorReport? {
    guard let errors, let time = report.time, let errorTime = errors.time,
      abs(time - errorTime) <= Self.errorReportReach
    else { return nil }
    return errors
  }
}
