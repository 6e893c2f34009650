// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// One line on a terminal that shows how far a long play has come.
struct ProgressLine {
  /// Cells of the bar.
  private static let cells = 24

  private let output: Output
  private let isShown: Bool
  private var isDrawn = false

  /// Draws only on a terminal.
  init(_ output: Output, isWanted: Bool) {
    self.output = output
    isShown = isWanted && output.isTerminal
  }

  /// Draws the line anew; seconds of the route.
  ///
  /// `isEstimated` says that the total is only what the file's size lets expect.
  mutating func show(
    elapsed: Double?,
    total: Double?,
    isEstimated: Bool = false,
    isPaused: Bool = false
  ) {
    guard isShown, let elapsed else { return }
    isDrawn = true
    let text = Self.text(
      elapsed: elapsed,
      total: total,
      isEstimated: isEstimated,
      isPaused: isPaused
    )
    try? output.write("\r\(text.prefix(output.width - 1))\u{1B}[K")
  }

  /// Draws the share of a file that is done, 0 to 1.
  mutating func show(fraction: Double) {
    guard isShown else { return }
    isDrawn = true
    try? output.write("\r\(Self.bar(fraction))\u{1B}[K")
  }

  /// Takes the line away.
  mutating func clear() {
    guard isDrawn else { return }
    isDrawn = false
    try? output.write("\r\u{1B}[K")
  }

  /// `[######------------------] 25 %, 1 min 5 s of about 4 min 20 s, paused`.
  static func text(
    elapsed: Double,
    total: Double?,
    isEstimated: Bool = false,
    isPaused: Bool = false
  ) -> String {
    let end = isPaused ? ", paused" : ""
    guard let total, total > 0 else { return "played \(spanText(elapsed))\(end)" }
    let share = min(max(elapsed / total, 0), 1)
    let whole = (isEstimated ? "about " : "") + spanText(total)
    return "\(bar(share)), \(spanText(elapsed)) of \(whole)\(end)"
  }

  private static func bar(_ fraction: Double) -> String {
    let share = min(max(fraction, 0), 1)
    let full = Int(share * Double(cells))
    let bar = String(repeating: "#", count: full) + String(repeating: "-", count: cells - full)
    return "[\(bar)] \(Int(share * 100)) %"
  }
}
