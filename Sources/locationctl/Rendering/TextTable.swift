// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Columns aligned to their widest cell, two blanks apart; an empty table is one sentence.
struct TextTable {
  var headings: [String]
  var rows: [[String]] = []

  init(_ headings: String...) {
    self.headings = headings
  }

  mutating func add(_ cells: String...) {
    rows.append(cells.map(printable))
  }

  var lines: [String] {
    let all = [headings] + rows
    let widths = headings.indices.map { column in
      all.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return all.map { row in
      var line = ""
      for (column, cell) in row.enumerated() where column < widths.count {
        line += cell
        let isLast = column == row.count - 1
        if !isLast { line += String(repeating: " ", count: widths[column] - cell.count + 2) }
      }
      return line
    }
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
