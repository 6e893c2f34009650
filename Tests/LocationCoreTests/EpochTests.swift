// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Testing

@testable import LocationCore

/// A report of the epoch `epoch` seconds after `moment(0)`.
private func part(_ latitude: Double?, epoch: Double?, mode: FixReport.Mode = .threeD) -> FixReport
{
  var report = FixReport(device: "/dev/a", mode: mode)
  report.coordinate = latitude.map { coordinate($0, 20) }
  report.time = epoch.map { moment($0).utc }
  return report
}

@Suite struct EpochAssemblerTests {
  private var epochs = EpochAssembler()

  private mutating func take(_ report: FixReport, at seconds: Double) -> [FixReport] {
    epochs.advance(to: moment(seconds).instant)
      + epochs.receive(report, at: moment(seconds).instant)
  }

  /// Epochs of two reports each, which must agree often enough to be trusted.
  private mutating func teach(_ count: Int, from first: Int = 0) -> [FixReport] {
    var finished: [FixReport] = []
    for epoch in first..<first + count {
      let time = Double(epoch)
      finished += take(part(10 + time, epoch: time), at: time)
      finished += take(part(10 + time, epoch: time), at: time + 0.05)
    }
    return finished
  }

  @Test mutating func `reports of one time are one epoch, each value the newest said`() throws {
    var first = part(10, epoch: 1, mode: .twoD)
    first.speed = 3
    first.eph = 9
    var second = part(10.5, epoch: 1)
    second.altitudeMSL = 35
    second.eph = 4
    second.status = 2
    var third = part(10.5, epoch: 1)
    third.track = 90
    #expect(take(first, at: 1).isEmpty && take(second, at: 1.01).isEmpty)
    #expect(take(third, at: 1.02).isEmpty)
    let whole = try #require(take(part(11, epoch: 2), at: 2).first)
    #expect(whole.coordinate == coordinate(10.5, 20) && whole.mode == .threeD)
    #expect(whole.speed == 3 && whole.altitudeMSL == 35 && whole.eph == 4 && whole.track == 90)
    #expect(whole.status == 2)
  }

  @Test mutating func `silence ends an epoch`() {
    #expect(take(part(10, epoch: 1), at: 1).isEmpty)
    #expect(epochs.deadline == moment(1.5).instant)
    #expect(epochs.advance(to: moment(1.499).instant).isEmpty)
    #expect(epochs.advance(to: moment(1.5).instant).count == 1)
    #expect(epochs.deadline == nil)
  }

  @Test mutating func `a dribbling receiver ends its epoch after a second at most`() {
    for step in 0..<8 { #expect(take(part(10, epoch: 1), at: 1 + Double(step) * 0.13).isEmpty) }
    #expect(epochs.deadline == moment(2).instant)
  }

  @Test mutating func `a report without position ends the epoch before it and is none`() {
    _ = take(part(10, epoch: 1), at: 1)
    #expect(take(part(nil, epoch: 1, mode: .noFix), at: 1.1).isEmpty)
    #expect(take(part(nil, epoch: nil, mode: .noFix), at: 1.1).isEmpty)
    #expect(take(part(nil, epoch: 2, mode: .noFix), at: 1.2).count == 1)
    #expect(take(part(nil, epoch: 3, mode: .noFix), at: 2).isEmpty)
    #expect(epochs.deadline == nil)
  }

  @Test mutating func `after four epochs of two reports nothing waits for a timer`() {
    #expect(teach(4).count == 3)
    _ = epochs.advance(to: moment(3.9).instant)
    let before = take(part(14, epoch: 4), at: 4)
    #expect(before.isEmpty)
    let whole = take(part(14.5, epoch: 4), at: 4.05)
    #expect(whole.map(\.coordinate) == [coordinate(14.5, 20)])
    #expect(epochs.deadline == nil)
  }

  @Test
  mutating func `a report that comes late is not a second epoch, and is waited for next time`() {
    _ = teach(6)
    #expect(take(part(15, epoch: 5), at: 5.1).isEmpty && epochs.deadline == nil)
    // From now on the third one is awaited.
    for epoch in 6...9 {
      let time = Double(epoch)
      for step in 0..<3 {
        let finished = take(part(20, epoch: time), at: time + Double(step) * 0.05)
        #expect(finished.count == (step == 0 && epoch > 6 ? 1 : 0))
      }
    }
    for step in 0..<3 {
      let finished = take(part(20, epoch: 10), at: 10 + Double(step) * 0.05)
      #expect(finished.count == (step == 1 ? 0 : 1))
    }
  }

  @Test mutating func `reports without time belong to the burst they come in`() throws {
    _ = take(part(10, epoch: nil), at: 1)
    _ = take(part(11, epoch: 1), at: 1.1)
    _ = take(part(12, epoch: nil), at: 1.2)
    let whole = try #require(take(part(13, epoch: 2), at: 2).first)
    #expect(whole.time == moment(1).utc && whole.coordinate == coordinate(12, 20))
  }

  @Test mutating func `a receiver whose clock steps back is followed`() {
    _ = take(part(10, epoch: 100), at: 1)
    #expect(take(part(11, epoch: 50), at: 2).count == 1)
    #expect(take(part(12, epoch: 51), at: 3).count == 1)
    // A late report of the newest epochs is late even then.
    #expect(take(part(12.5, epoch: 50), at: 3.1).isEmpty)
  }
}

@Suite struct EpochPatternTests {
  private var pattern = EpochPattern()

  @Test mutating func `a count is trusted when four epochs in a row agree`() {
    for _ in 0..<3 { pattern.noteEpoch(reports: 2, moved: false) }
    #expect(pattern.learnedCount == nil)
    pattern.noteEpoch(reports: 2, moved: false)
    #expect(pattern.learnedCount == 2)
    pattern.noteEpoch(reports: 3, moved: false)
    #expect(pattern.learnedCount == nil)
  }

  @Test mutating func `a receiver that moves within its epoch is trusted late`() {
    pattern.noteEpoch(reports: 2, moved: true)
    for _ in 0..<62 { pattern.noteEpoch(reports: 2, moved: false) }
    #expect(pattern.learnedCount == nil)
    pattern.noteEpoch(reports: 2, moved: false)
    #expect(pattern.learnedCount == 2)
  }

  @Test(arguments: [(false, 4), (true, 16)])
  mutating func `a late report starts the pattern again`(moved: Bool, requirement: Int) {
    for _ in 0..<4 { pattern.noteEpoch(reports: 1, moved: false) }
    pattern.noteLateReport(moved: moved)
    for _ in 0..<requirement - 1 { pattern.noteEpoch(reports: 2, moved: false) }
    #expect(pattern.learnedCount == nil)
    pattern.noteEpoch(reports: 2, moved: false)
    #expect(pattern.learnedCount == 2)
  }
}
