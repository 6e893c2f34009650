// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Columns aligned to their widest cell, two blanks apart.
struct TextTable {
  /// A column that gives way where a terminal is narrow.
  struct Elastic {
    var heading: String
    /// Characters that it keeps.
    var minimum: Int
    /// Whether the end of a cell says more than its beginning, as of a path.
    var keepsEnd = false
  }

  var headings: [String]
  var rows: [[String]] = []
  /// The first gives way first.
  var elastic: [Elastic] = []

  init(_ headings: String...) {
    self.init(headings)
  }

  init(_ headings: [String]) {
    self.headings = headings
  }

  mutating func add(_ cells: String...) {
    add(cells)
  }

  mutating func add(_ cells: [String]) {
    rows.append(cells.map(printable))
  }

  var lines: [String] { lines(width: nil) }

  /// The lines, none longer than `width` where the elastic columns can make it so.
  func lines(width: Int?) -> [String] {
    let all = [headings] + rows
    var widths = headings.indices.map { column in
      all.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    var excess = width.map { widths.reduce(2 * (widths.count - 1), +) - $0 } ?? 0
    var isFront: Set<Int> = []
    for column in elastic where excess > 0 {
      guard let place = headings.firstIndex(of: column.heading) else { continue }
      let less = max(0, min(excess, widths[place] - column.minimum))
      widths[place] -= less
      excess -= less
      if column.keepsEnd { isFront.insert(place) }
    }
    return all.map { row in
      var line = ""
      for (column, cell) in row.enumerated() where column < widths.count {
        let shown = clipped(cell, widths[column], keepsEnd: isFront.contains(column))
        line += shown
        let isLast = column == row.count - 1
        if !isLast { line += String(repeating: " ", count: widths[column] - shown.count + 2) }
      }
      return line
    }
  }

  private func clipped(_ cell: String, _ width: Int, keepsEnd: Bool) -> String {
    guard cell.count > width else { return cell }
    return keepsEnd ? "…" + cell.suffix(max(0, width - 1)) : cell.prefix(max(0, width - 1)) + "…"
  }
}

/// Breaks text at blanks so that no line is longer than `width`, unless a word is.
func wrapped(_ text: String, width: Int) -> [String] {
  var lines: [String] = []
  for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
    var line = ""
    for word in paragraph.split(separator: " ") {
      if line.isEmpty {
        line = String(word)
      } else if line.count + 1 + word.count <= width {
        line += " \(word)"
      } else {
        lines.append(line)
        line = String(word)
      }
    }
    lines.append(line)
  }
  return lines
}
