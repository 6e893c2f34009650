// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A block at the bottom of a terminal that is drawn over itself.
struct LiveBlock {
  /// Columns for the labels.
  private static let margin = 12

  let isStyled: Bool
  private var height = 0

  init(isStyled: Bool) {
    self.isStyled = isStyled
  }

  /// The text that replaces the block drawn before by new events and the block as it is now.
  ///
  /// No line is wider than the terminal: a wrapped one would be two lines for the next redraw.
  /// Lines are written over and then cleared to their end, which does not flicker.
  mutating func redraw(
    events: [String],
    block: [MonitorScreen.Line],
    width: Int
  ) -> String {
    var text = height > 0 ? "\u{1B}[\(height)A\r" : ""
    for event in events { text += clipped(event, width - 1) + "\u{1B}[K\n" }
    for line in block { text += render(line, width - 1) + "\u{1B}[K\n" }
    height = block.count
    return text + "\u{1B}[J"
  }

  private func render(_ line: MonitorScreen.Line, _ width: Int) -> String {
    let padding = String(repeating: " ", count: max(1, Self.margin - line.label.count))
    let value = clipped(line.value, max(0, width - Self.margin))
    guard isStyled else { return line.label + padding + value }
    let code =
      switch line.emphasis {
      case .plain: ""
      case .strong: "\u{1B}[1m"
      case .warning: "\u{1B}[1;33m"
      }
    return
      "\u{1B}[2m\(line.label)\u{1B}[0m\(padding)\(code)\(value)\(code.isEmpty ? "" : "\u{1B}[0m")"
  }

  private func clipped(_ text: String, _ width: Int) -> String {
    text.count <= width ? text : text.prefix(max(0, width - 1)) + "…"
  }
}
