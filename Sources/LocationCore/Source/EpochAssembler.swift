// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Gathers the reports of one receiver into epochs: one result per epoch, the most complete one.
///
/// An epoch ends when a report with another time arrives, when the learned number of reports is
/// there, or when the receiver pauses longer than it does within an epoch.
struct EpochAssembler {
  /// Seconds of silence that end an epoch of a receiver whose pauses are not known yet.
  private static let initialHold = 0.5
  private static let shortestHold = 0.25
  private static let longestHold = 0.9
  /// Reports of these many epochs back are recognised as late rather than as new epochs.
  private static let rememberedEpochs = 3

  private struct Epoch {
    var report: FixReport
    var count: Int
    var moved: Bool
    var startedAt: Instant
    var lastAt: Instant
  }

  private var open: Epoch?
  private var pattern = EpochPattern()
  /// Newest last; with the position that was published, to tell whether a late report moved it.
  private var published: [(time: UTCTime, coordinate: Coordinate?)] = []
  private var longestPause = 0.0
  private var knowsPauses = false

  /// When the open epoch ends if nothing more arrives.
  var deadline: Instant? {
    open.map { min($0.lastAt + hold, $0.startedAt + 1) }
  }

  private var hold: Double {
    guard knowsPauses else { return Self.initialHold }
    return min(max(2 * longestPause + 0.05, Self.shortestHold), Self.longestHold)
  }

  /// Takes one report and returns the epochs that it completes, oldest first.
  mutating func receive(_ report: FixReport, at now: Instant) -> [FixReport] {
    guard report.coordinate != nil else { return receiveWithoutPosition(report) }
    if isLate(report) { return [] }
    guard var epoch = open else {
      return begin(report, at: now)
    }
    // A report without time before the receiver's first timed sentence belongs to the same burst.
    let isSameEpoch =
      epoch.report.time == report.time || epoch.report.time == nil || report.time == nil
    guard isSameEpoch else {
      let finished = close()
      return finished + begin(report, at: now)
    }
    noteProgress(&epoch, report: report, at: now)
    open = epoch
    return closeIfWhole()
  }

  /// Ends the open epoch if its time has come.
  mutating func advance(to now: Instant) -> [FixReport] {
    guard let deadline, deadline <= now else { return [] }
    return close()
  }

  /// A report without position ends the epoch before it, but is none itself.
  private mutating func receiveWithoutPosition(_ report: FixReport) -> [FixReport] {
    guard let epoch = open, let time = report.time, let openTime = epoch.report.time,
      time != openTime
    else { return [] }
    return close()
  }

  private mutating func isLate(_ report: FixReport) -> Bool {
    guard let time = report.time,
      let index = published.lastIndex(where: { $0.time == time }),
      open?.report.time != time
    else { return false }
    pattern.noteLateReport(moved: published[index].coordinate != report.coordinate)
    published[index].coordinate = report.coordinate
    return true
  }

  private mutating func begin(_ report: FixReport, at now: Instant) -> [FixReport] {
    open = Epoch(report: report, count: 1, moved: false, startedAt: now, lastAt: now)
    return closeIfWhole()
  }

  private mutating func noteProgress(_ epoch: inout Epoch, report: FixReport, at now: Instant) {
    longestPause = max(longestPause, now - epoch.lastAt)
    knowsPauses = true
    epoch.moved = epoch.moved || epoch.report.coordinate != report.coordinate
    epoch.report.merge(report)
    epoch.count += 1
    epoch.lastAt = now
  }

  private mutating func closeIfWhole() -> [FixReport] {
    guard open?.report.time != nil, open?.count == pattern.learnedCount else { return [] }
    return close()
  }

  private mutating func close() -> [FixReport] {
    guard let epoch = open.take() else { return [] }
    // An epoch closed by count or by silence counts as whole until a late report denies it.
    pattern.noteEpoch(reports: epoch.count, moved: epoch.moved)
    if let time = epoch.report.time {
      published.append((time, epoch.report.coordinate))
      if published.count > Self.rememberedEpochs { published.removeFirst() }
    }
    return [epoch.report]
  }
}

extension FixReport {
  /// Fills in a later report of the same epoch: what it has replaces, what it lacks stays.
  mutating func merge(_ later: FixReport) {
    time = later.time ?? time
    coordinate = later.coordinate ?? coordinate
    mode = max(mode, later.mode)
    if later.status != 0 { status = later.status }
    altitudeMSL = later.altitudeMSL ?? altitudeMSL
    altitudeHAE = later.altitudeHAE ?? altitudeHAE
    geoidSeparation = later.geoidSeparation ?? geoidSeparation
    epx = later.epx ?? epx
    epy = later.epy ?? epy
    epv = later.epv ?? epv
    eph = later.eph ?? eph
    speed = later.speed ?? speed
    eps = later.eps ?? eps
    track = later.track ?? track
    epd = later.epd ?? epd
    climb = later.climb ?? climb
  }
}

extension FixReport.Mode: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}
