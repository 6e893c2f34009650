// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// An axis: values from one end to the other, and round numbers between them.
struct PlotScale: Hashable {
  let low: Double
  let high: Double
  /// From tick to tick.
  let step: Double
  private let from: Double
  private let to: Double

  /// An axis on which values from `low` to `high` lie at `from` to `to`, with about so many ticks.
  ///
  /// `least` is the smallest span that it shows, with the values in its middle, but with nothing
  /// below `floor` on account of that.
  init(
    _ low: Double,
    _ high: Double,
    from: Double,
    to: Double,
    ticks: Int,
    least: Double,
    floor: Double = -.infinity
  ) {
    let surplus = max(0, least - (high - low)) / 2
    let rise = low < floor ? 0 : max(0, floor - (low - surplus))
    self.low = low - surplus + rise
    self.high = high + surplus + rise
    self.from = from
    self.to = to
    step = Self.step((self.high - self.low) / Double(max(ticks, 1)))
  }

  func place(_ value: Double) -> Double {
    from + (value - low) / (high - low) * (to - from)
  }

  /// The round values on the axis.
  var ticks: [Double] {
    let first = (low / step).rounded(.up)
    let last = (high / step).rounded(.down)
    guard first <= last, last - first < 100 else { return [] }
    return stride(from: first, through: last, by: 1).map { $0 * step }
  }

  /// Decimals that tell the ticks apart.
  var decimals: Int { max(0, Int((-log10(step) - 1e-9).rounded(.up))) }

  /// 1, 2 or 5 times a power of ten, not below `value`.
  static func step(_ value: Double) -> Double {
    guard value.isFinite, value > 0 else { return 1 }
    let power = pow(10, log10(value).rounded(.down))
    let factor = [1.0, 2, 5, 10].first { $0 * power >= value * (1 - 1e-9) } ?? 10
    return factor * power
  }
}
