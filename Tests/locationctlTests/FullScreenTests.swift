// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import LocationCore
import Testing

@testable import locationctl

@Suite struct SkyPlotTests {
  @Test(arguments: [
    // The middle is row 10 and column 21 of a plot of 21 rows that begins at 0.
    (0.0, 90.0, 10, 21), (0, 0, 0, 21), (90, 0, 10, 41), (180, 0, 20, 21), (270, 0, 10, 1),
    (90, 45, 10, 31), (180, 45, 15, 21), (45, 0, 3, 35),
  ])
  func `a satellite stands where it is seen`(
    azimuth: Double,
    elevation: Double,
    row: Int,
    column: Int
  ) throws {
    let plot = SkyPlot(rows: 21, row: 0, column: 0)
    let satellite = SkyView.Satellite(
      system: "GPS",
      prn: 7,
      azimuth: azimuth,
      elevation: elevation,
      isUsed: true
    )
    let text = try #require(plot.texts([satellite]).last)
    #expect(
      text == ScreenText(row: row, column: min(column - 1, 41), text: "G7", emphasis: .strong)
    )
  }

  @Test func `those below the horizon or without a place are left out, the used ones lie on top`() {
    let plot = SkyPlot(rows: 10, row: 2, column: 40)
    #expect((plot.rows, plot.columns) == (9, 19))
    let satellites = [
      SkyView.Satellite(system: "Galileo", prn: 3, azimuth: 10, elevation: 50, isUsed: true),
      SkyView.Satellite(system: "GLONASS", prn: 80, azimuth: 10, elevation: 50, isUsed: false),
      SkyView.Satellite(system: "GPS", prn: 1, azimuth: 10, elevation: -1, isUsed: false),
      SkyView.Satellite(system: "GPS", prn: 2, isUsed: false),
    ]
    #expect(plot.texts(satellites).suffix(2).map(\.text) == ["R80", "E3"])
    #expect(!plot.texts(satellites).contains { ["G1", "G2"].contains($0.text) })
  }
}

@Suite struct FullScreenLayoutTests {
  private static var facts: FullScreenLayout.Facts {
    FullScreenLayout.Facts(
      truth: "SIMULATED",
      isAlarming: true,
      time: "01:22:20",
      lines: (0..<12).map { MonitorScreen.Line(label: "label \($0)", value: "value 日本 \($0)") },
      satellites: (0..<40).map {
        SkyView.Satellite(
          system: "GPS",
          prn: 100 + $0,
          azimuth: Double($0 * 9),
          elevation: 0,
          isUsed: true
        )
      },
      overrides: (0..<5).map { "o\($0) set" },
      events: (0..<300).map { "event \($0)" },
      message: "paused",
      keys: "q quit"
    )
  }

  @Test(arguments: [0, 1, 2, 3, 9, 15, 18, 24, 60, 200], [0, 1, 12, 40, 65, 80, 120, 500])
  func `every text lies within the screen`(rows: Int, columns: Int) {
    let texts = FullScreenLayout(rows: rows, columns: columns).texts(Self.facts)
    for text in texts {
      #expect((0..<max(rows, 1)).contains(text.row) && text.column >= 0, "\(text)")
      #expect(text.column + text.text.count <= columns, "\(text)")
    }
  }

  @Test func `the newest events fill what is left, above the keys`() {
    let texts = FullScreenLayout(rows: 40, columns: 120).texts(Self.facts)
    // 23 rows of sky below the head, a blank one, five overrides, a blank one.
    let events = texts.filter { $0.text.hasPrefix("event ") }
    #expect(events.map(\.row) == Array(32..<38))
    #expect(events.last?.text == "event 299")
    #expect(texts.contains(ScreenText(row: 39, column: 0, text: "q quit", emphasis: .faint)))
    #expect(texts.contains(ScreenText(row: 38, column: 0, text: "paused", emphasis: .strong)))
    #expect(
      texts.contains(ScreenText(row: 0, column: 12, text: " SIMULATED ", emphasis: .warning))
    )
  }

  @Test(arguments: [1, 2, 3, 4, 5, 9, 60], [1, 5, 9, 10, 12, 20, 23, 24, 31, 32, 40, 80])
  func `the truth stands on top of a screen of any size`(rows: Int, columns: Int) throws {
    let texts = FullScreenLayout(rows: rows, columns: columns).texts(Self.facts)
    var top = [Character](repeating: " ", count: columns)
    for text in texts where text.row == 0 {
      for (offset, character) in text.text.enumerated() { top[text.column + offset] = character }
    }
    let shown = columns < 9 ? "SIMULATED".prefix(columns - 1) + "…" : "SIMULATED"
    #expect(String(top).contains(shown), "\(String(top))")
    #expect(texts.first { $0.text.contains(shown) }?.emphasis == .warning)
    #expect(String(top).contains("01:22:20") == (columns >= 32))
  }

  /// A fact of 75 characters, as that of the age is.
  private static func facts(_ count: Int) -> FullScreenLayout.Facts {
    var facts = Self.facts
    facts.lines = (0..<count).map {
      MonitorScreen.Line(
        label: "age \($0)",
        value: "0.2 s  (fix of 2026-11-30T03:12:28.000Z, 1234 locations so far, 17 skipped)"
      )
    }
    facts.overrides = ["o1 set 0,0"]
    return facts
  }

  @Test(arguments: [(80, 24), (100, 30), (110, 36), (200, 60), (50, 24)])
  func `a fact that is long stands there in full`(columns: Int, rows: Int) {
    let texts = FullScreenLayout(rows: rows, columns: columns).texts(Self.facts(3))
    let words = texts.filter { $0.column == 12 && $0.row >= 2 && $0.text != "o1 set 0,0" }
      .map(\.text).joined(separator: " ")
    #expect(words.components(separatedBy: "(fix of 2026-11-30T03:12:28.000Z,").count == 4)
    #expect(words.components(separatedBy: "17 skipped)").count == 4, "\(words)")
    #expect(!words.contains("…"))
  }

  @Test func `where there is no room for that, what is in force is still to be seen`() {
    let texts = FullScreenLayout(rows: 16, columns: 50).texts(Self.facts(9))
    #expect(texts.contains { $0.text == "o1 set 0,0" })
    #expect(texts.filter { $0.text.hasSuffix("…") }.count == 9)
  }

  @Test func `what a key did is told for a while`() {
    let message = PassingMessage("paused r1", at: 1_000_000_000)
    #expect(message.text(at: 6_900_000_000) == "paused r1")
    #expect(message.text(at: 7_100_000_000) == "")
    #expect(PassingMessage().text(at: 0) == "")
  }

  @Test func `a nudge starts from the last one until that is shown`() throws {
    let place = Coordinate(latitude: 0, longitude: 0)
    let (shown, end) = (try #require(place), try #require(Coordinate(latitude: 0, longitude: 1)))
    #expect(NudgeGoal().start(shown, overrides: [], at: 0) == shown)
    let goal = NudgeGoal(end, override: "o2", at: 1_000_000_000)
    #expect(goal.start(shown, overrides: ["o1"], at: 1_100_000_000) == end)
    #expect(goal.start(shown, overrides: ["o2"], at: 1_100_000_000) == shown)
    #expect(goal.start(shown, overrides: ["o1"], at: 3_100_000_000) == shown)
  }
}
