// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// Where everything stands on the full screen.
///
/// Pure: facts and a size go in, texts come out.
struct FullScreenLayout {
  /// What the screen shows.
  struct Facts {
    var truth = ""
    var isAlarming = false
    var time = ""
    var lines: [MonitorScreen.Line] = []
    var satellites: [SkyView.Satellite] = []
    /// What is in force, or why that is not known.
    var overrides: [String] = []
    /// Callbacks with their times, oldest first.
    var events: [String] = []
    /// What the last key did, or why it did nothing.
    var message = ""
    var keys = ""
  }

  /// Columns for the labels of the facts.
  private static let margin = 12
  /// Columns of the facts beside a sky plot, at least and at most.
  private static let factColumns = 46...80

  let rows: Int
  let columns: Int

  /// Every text lies within the screen, however small that is.
  func texts(_ facts: Facts) -> [ScreenText] {
    var texts = head(facts)
    let plot = plot()
    let width = (plot?.column ?? columns) - Self.margin - 1
    if let plot { texts += plot.texts(facts.satellites) }
    let shown = facts.lines.filter { plot == nil || $0.label != "in view" }
    var values = shown.map { wrapped($0.value, width) }
    // The head, two blank rows and the foot; what is in force counts more than the end of a fact.
    let rest = rows - 6 - max(1, facts.overrides.count)
    if values.reduce(0, { $0 + $1.count }) > rest {
      values = shown.map { [clipped($0.value, width)] }
    }
    var row = 2
    for (line, parts) in zip(shown, values) {
      texts.append(ScreenText(row: row, column: 0, text: line.label, emphasis: .faint))
      for part in parts {
        texts.append(
          ScreenText(
            row: row,
            column: Self.margin,
            text: part,
            emphasis: line.emphasis == .plain
              ? .plain : line.emphasis == .strong ? .strong : .warning
          )
        )
        row += 1
      }
    }
    row = max(row, plot.map { $0.rows + 2 } ?? 0) + 1
    texts.append(ScreenText(row: row, column: 0, text: "in force", emphasis: .faint))
    for override in facts.overrides {
      texts.append(ScreenText(row: row, column: Self.margin, text: override))
      row += 1
    }
    // The newest events, as many as there is room for.
    row += 1
    for event in facts.events.suffix(max(0, rows - 2 - row)) {
      texts.append(ScreenText(row: row, column: 0, text: event))
      row += 1
    }
    // The truth of the location stays where there is room for nothing else.
    let foot = foot(facts)
    let end = foot.map(\.row).min() ?? rows
    return (texts.filter { $0.row < end } + foot).compactMap(fitting)
  }

  private func head(_ facts: Facts) -> [ScreenText] {
    let emphasis: ScreenText.Emphasis = facts.isAlarming ? .warning : .strong
    let width = facts.truth.count + 2
    guard columns >= Self.margin + width else {
      return [ScreenText(row: 0, column: 0, text: facts.truth, emphasis: emphasis)]
    }
    var texts = [
      ScreenText(row: 0, column: 0, text: "locationd", emphasis: .strong),
      ScreenText(row: 0, column: Self.margin, text: " \(facts.truth) ", emphasis: emphasis),
    ]
    let time = columns - facts.time.count
    if time > Self.margin + width {
      texts.append(ScreenText(row: 0, column: time, text: facts.time, emphasis: .faint))
    }
    return texts
  }

  /// What the last key did and which keys there are, below the head and a row of facts.
  private func foot(_ facts: Facts) -> [ScreenText] {
    let message = ScreenText(row: rows - 2, column: 0, text: facts.message, emphasis: .strong)
    let keys = ScreenText(row: rows - 1, column: 0, text: facts.keys, emphasis: .faint)
    return [message, keys].filter { $0.row >= 2 }
  }

  /// As large as there is room for beside the facts; nil if that is too small.
  private func plot() -> SkyPlot? {
    let size = min(rows - 9, (columns - Self.factColumns.lowerBound - 1) / 2, 23)
    guard size >= SkyPlot.smallest else { return nil }
    let plot = SkyPlot(rows: size, row: 2, column: 0)
    return plot.moved(to: min(columns - plot.columns, Self.factColumns.upperBound))
  }

  private func fitting(_ text: ScreenText) -> ScreenText? {
    guard text.row >= 0, text.row < rows, text.column >= 0, text.column < columns else {
      return nil
    }
    var text = text
    text.text = clipped(text.text, columns - text.column)
    return text
  }

  /// In rows that end with a word; a word that is longer than a row is clipped.
  private func wrapped(_ text: String, _ width: Int) -> [String] {
    var parts: [String] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if let last = parts.last, last.count + 1 + word.count <= width {
        parts[parts.count - 1] = "\(last) \(word)"
      } else if !word.isEmpty || parts.isEmpty {
        parts.append(String(word))
      }
    }
    return parts.map { clipped($0, width) }
  }

  private func clipped(_ text: String, _ width: Int) -> String {
    text.count <= width ? text : text.prefix(max(0, width - 1)) + "…"
  }
}
