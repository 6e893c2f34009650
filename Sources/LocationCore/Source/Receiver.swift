// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What the domain knows of one receiver.
package struct Receiver {
  /// An error report speaks for fixes at most this many seconds away from it.
  private static let errorReportReach = 2.0
  /// Seconds after which a sky view says nothing of a fix; receivers send one every 5 s at least.
  private static let skyReach = 15.0

  package let device: String
  package internal(set) var driver: String? {
    didSet { rule = .rule(forDriver: driver) }
  }
  /// What its driver means by error estimates; kept, because each fix asks for it.
  private var rule = AccuracyRule.rule(forDriver: nil)
  var epochs = EpochAssembler()
  private(set) var sky: SkyView?
  private var skyAt = Instant.distantPast
  var errors: ErrorReport?
  /// When its newest fix came to the arbiter.
  package internal(set) var lastFixAt: Instant?
  /// That fix, while another receiver is the active one: a switch begins with it.
  var waitingFix: Fix?
  /// When it last said anything, with or without a fix.
  package internal(set) var lastReportAt: Instant?

  init(device: String) {
    self.device = device
  }

  /// Takes in a sky view and returns it with what the ones before it tell.
  mutating func take(_ sky: SkyView, at now: Instant) -> SkyView {
    let complete = sky.completed(by: now - skyAt < Self.skyReach ? self.sky : nil)
    self.sky = complete
    skyAt = now
    return complete
  }

  /// After a loss nothing that came before it speaks for the next fix.
  mutating func forget() {
    sky = nil
    errors = nil
    waitingFix = nil
  }

  /// The fix that one finished epoch amounts to.
  ///
  /// Mutating in order to be called in place: a copy of a receiver costs more than the fix.
  mutating func fix(from report: FixReport, mapping: FixMapping, now: Now) -> Fix? {
    guard let coordinate = report.coordinate else { return nil }
    return mapping.fix(
      from: report,
      coordinate: coordinate,
      driver: driver,
      rule: rule,
      sky: now.instant - skyAt < Self.skyReach ? sky : nil,
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
