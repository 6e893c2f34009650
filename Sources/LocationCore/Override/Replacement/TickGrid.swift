// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Ticks at even distances, which need not be whole milliseconds.
struct TickGrid {
  var base: Int64
  /// Milliseconds, ≥ 1.
  let step: Double

  /// The last tick of the grid up to `tick`, at least its first one.
  func latest(notAfter tick: Int64) -> Int64 {
    guard tick > base else { return base }
    let count = (Double(tick - base) / step).rounded()
    let nearest = self.tick(count)
    return nearest <= tick ? nearest : self.tick(count - 1)
  }

  /// The first tick of the grid after `tick`.
  func next(after tick: Int64) -> Int64 {
    guard tick >= base else { return base }
    let count = (Double(tick - base) / step).rounded(.down)
    let following = self.tick(count + 1)
    return following > tick ? following : self.tick(count + 2)
  }

  private func tick(_ count: Double) -> Int64 {
    base &+ Int64(clamping: count * step)
  }
}
