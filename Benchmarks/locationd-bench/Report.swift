// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import Glibc

/// One figure beside its reference, if it has one.
struct Figure: Encodable {
  var name: String
  var value: Double
  var unit: String
  var reference: Double?
  var referenceName: String?
  var ratio: Double?
  /// The largest ratio allowed; exceeding it fails the run.
  var limit: Double?
  /// What is to be reached, of the ratio where there is a reference, else of the figure itself.
  ///
  /// Shown beside what was reached; only `limit` fails a run.
  var goal: Double?

  init(
    _ name: String,
    _ value: Double,
    _ unit: String,
    beside reference: Double? = nil,
    _ referenceName: String? = nil
  ) {
    self.name = name
    self.value = value
    self.unit = unit
    self.reference = reference
    self.referenceName = referenceName
    ratio = reference.flatMap { $0 > 0 ? value / $0 : nil }
  }

  /// A count beside the one that stands in `Thresholds/baseline.json`.
  init(_ name: String, _ value: Double, _ unit: String, baseline: String) {
    self.init(name, value, unit)
    referenceName = baseline
  }

  var isBroken: Bool {
    guard let ratio, let limit else { return false }
    return ratio > limit
  }

  var isShort: Bool {
    guard let goal else { return false }
    return (ratio ?? value) > goal
  }
}

/// The limits in `Benchmarks/Thresholds`: by the figure's name.
struct Thresholds {
  private let ratios: [String: Double]
  private let goals: [String: Double]
  private let baseline: [String: Double]

  init(folder: String) throws {
    func read(_ name: String) throws -> [String: Double] {
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name).json"))
      return try JSONDecoder().decode([String: Double].self, from: data)
    }
    ratios = try read("ratios")
    goals = try read("goals")
    baseline = try read("baseline")
  }

  func apply(to figure: Figure) -> Figure {
    var limited = figure
    limited.limit = ratios[figure.name]
    limited.goal = goals[figure.name]
    if let known = figure.referenceName.flatMap({ baseline[$0] }) {
      limited.reference = known
      limited.referenceName = "baseline"
      limited.ratio = figure.value / known
    }
    return limited
  }
}

/// All figures of a run, as they come and as a whole.
struct Report {
  private(set) var figures: [Figure] = []
  private let thresholds: Thresholds

  init(_ thresholds: Thresholds) { self.thresholds = thresholds }

  mutating func add(_ figure: Figure) {
    let limited = thresholds.apply(to: figure)
    figures.append(limited)
    print(Self.line(limited))
    fflush(nil)
  }

  var broken: [Figure] { figures.filter(\.isBroken) }

  static var head: String {
    row("figure", "measured", "reference", "", "ratio", "limit", "goal", "")
  }

  private static func line(_ figure: Figure) -> String {
    row(
      figure.name,
      number(figure.value) + " " + figure.unit,
      figure.reference.map { number($0) } ?? "",
      figure.referenceName ?? "",
      figure.ratio.map { String(format: "%.2f", $0) } ?? "",
      figure.limit.map { String(format: "%.2f", $0) } ?? "",
      figure.goal.map { number($0) } ?? "",
      figure.isBroken ? "TOO MUCH" : figure.isShort ? "not reached" : ""
    )
  }

  private static func row(_ cells: String...) -> String {
    let widths = [42, 15, 10, 20, 6, 6, 7, 11]
    return zip(cells, widths).map { cell, width in
      cell.count < width ? cell + String(repeating: " ", count: width - cell.count) : cell
    }
    .joined(separator: " ")
  }

  private static func number(_ value: Double) -> String {
    String(format: value < 10 ? "%.3f" : value < 1000 ? "%.1f" : "%.0f", value)
  }

  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(figures)
  }
}
