// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
internal import LocationCore

/// The satellites as seen from below: the zenith in the middle, north on top, the horizon around.
///
/// A character is about twice as high as it is wide, so a plot has twice as many columns as rows.
struct SkyPlot {
  /// Rows of the smallest plot in which something can be told apart.
  static let smallest = 9

  /// An odd number of rows.
  let rows: Int
  private let row: Int
  private(set) var column: Int

  /// A plot of at most `rows` rows, with its upper left corner at that place.
  init(rows: Int, row: Int, column: Int) {
    self.rows = rows - (rows + 1) % 2
    self.row = row
    self.column = column
  }

  var columns: Int { 2 * rows + 1 }

  /// The same with another left edge.
  func moved(to column: Int) -> SkyPlot {
    var plot = self
    plot.column = column
    return plot
  }

  /// The horizon, 30° and 60°, the points of the compass, and the satellites, those used last and strong.
  func texts(_ satellites: [SkyView.Satellite]) -> [ScreenText] {
    var texts: [ScreenText] = []
    for elevation in [0.0, 30, 60] {
      for azimuth in stride(from: 0.0, to: 360, by: 6) {
        texts.append(text("·", azimuth, elevation, .faint))
      }
    }
    texts.append(text("+", 0, 90, .faint))
    for (name, azimuth) in [("N", 0.0), ("E", 90), ("S", 180), ("W", 270)] {
      texts.append(text(name, azimuth, 0, .strong))
    }
    for satellite in satellites.sorted(by: { !$0.isUsed && $1.isUsed }) {
      guard let azimuth = satellite.azimuth, let elevation = satellite.elevation, elevation >= 0
      else { continue }
      let name = Self.name(satellite)
      texts.append(text(name, azimuth, elevation, satellite.isUsed ? .strong : .plain))
    }
    return texts
  }

  /// `G12`: the letter that RINEX gives the system, and the number.
  static func name(_ satellite: SkyView.Satellite) -> String {
    let letters = [
      "GPS": "G", "GLONASS": "R", "Galileo": "E", "BeiDou": "C", "QZSS": "J", "NavIC": "I",
      "SBAS": "S",
    ]
    return "\(letters[satellite.system] ?? "?")\(satellite.prn)"
  }

  private func text(
    _ text: String,
    _ azimuth: Double,
    _ elevation: Double,
    _ emphasis: ScreenText.Emphasis
  ) -> ScreenText {
    let angle = azimuth * .pi / 180
    let way = Double(rows / 2) * (90 - min(max(elevation, 0), 90)) / 90
    let middle = rows / 2
    let x = column + rows + Int((2 * way * sin(angle)).rounded()) - text.count / 2
    // A long name at the eastern edge stays within the plot.
    return ScreenText(
      row: row + middle - Int((way * cos(angle)).rounded()),
      column: min(max(x, column), column + columns - text.count),
      text: text,
      emphasis: emphasis
    )
  }
}
