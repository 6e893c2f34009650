// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationTestSupport

/// Server processor time per delivered location, beside the floor with frames of the same size.
enum FanOut {
  static let hertz = 10.0

  static func measure(_ counts: [Int], quick: Bool, into report: inout Report) throws {
    var slope = Slope()
    for count in counts {
      let scene = try Scene()
      let readers = try scene.subscribe(count)
      defer { readers.end() }
      let fixes = quick ? 10 : max(20, min(60, 30_000 / count))
      // One window of each before those that count, so that all have as many chances to be the least.
      let frameBytes = try window(scene, readers, fixes).frameBytes
      let floor = try Floor(folder: scene.folder, count: count, frameBytes: frameBytes)
      defer { floor.end() }
      _ = try floor.window(messages: fixes, period: 0)
      var best: Window?
      var paced: Window?
      var burst: Window?
      var rushed: Window?
      // In turns, so that whatever else the machine does meets all of them; the least counts.
      for _ in 0..<(quick ? 1 : 4) {
        let atRate = try floor.window(messages: fixes, period: Int(1e6 / hertz))
        paced = paced.map { least($0, atRate) } ?? atRate
        let atOnce = try floor.window(messages: fixes, period: 0)
        burst = burst.map { least($0, atOnce) } ?? atOnce
        let next = try window(scene, readers, fixes)
        best = best.map { least($0, next) } ?? next
        // More would have to be conflated before the readers have taken them.
        guard count <= 1000 else { continue }
        let atRush = try window(scene, readers, fixes, hertz: 1000)
        rushed = rushed.map { least($0, atRush) } ?? atRush
      }
      guard let best, let paced, let burst else { continue }
      slope.add(count, best.perDelivery * Double(count))
      report.add(
        Figure("fan-out \(count)", best.perDelivery, "µs", beside: burst.perDelivery, "floor")
      )
      report.add(
        Figure(
          "fan-out \(count), paced",
          best.perDelivery,
          "µs",
          beside: paced.perDelivery,
          "floor at 10 Hz"
        )
      )
      report.add(
        Figure("the floor at 10 Hz", paced.perDelivery, "µs", beside: burst.perDelivery, "floor")
      )
      if let rushed {
        report.add(
          Figure(
            "fan-out \(count), back to back",
            rushed.perDelivery,
            "µs",
            beside: burst.perDelivery,
            "floor"
          )
        )
      }
      report.add(
        Figure(
          "spread \(count)",
          Double(best.spread) / 1e6,
          "ms",
          beside: Double(paced.spread) / 1e6,
          "floor at 10 Hz"
        )
      )
    }
    guard let line = slope.line else { return }
    report.add(Figure("fan-out, each fix", line.base, "µs"))
    report.add(Figure("fan-out, each subscriber more", line.slope, "µs"))
    report.add(Figure("fan-out, bend of the line", line.bend * 100, "%"))
    let paper = (line.base + line.slope * 100_000) * hertz / 1e6
    report.add(Figure("100,000 at 10 Hz, on paper", paper, "cores"))
  }

  static func window(
    _ scene: Scene,
    _ readers: Readers,
    _ fixes: Int,
    hertz: Double = FanOut.hertz
  ) throws -> Window {
    try readers.window(messages: fixes, server: scene.pid) { try scene.feed(fixes, hertz: hertz) }
  }

  /// The least of both, each figure by itself.
  static func least(_ one: Window, _ other: Window) -> Window {
    var least = one.processor <= other.processor ? one : other
    least.spread = min(one.spread, other.spread)
    return least
  }
}

/// The straight line through the cost of a fix over the number of subscribers.
struct Slope {
  private var points: [(count: Double, cost: Double)] = []

  mutating func add(_ count: Int, _ cost: Double) { points.append((Double(count), cost)) }

  /// From the smallest to the largest number; `bend` is how far the cost of a number in between
  /// lies off it, the furthest, as a part of its own.
  var line: (base: Double, slope: Double, bend: Double)? {
    guard let first = points.first, let last = points.last, last.count > first.count else {
      return nil
    }
    let slope = (last.cost - first.cost) / (last.count - first.count)
    let base = first.cost - slope * first.count
    let bends = points.map { ($0.cost - base - slope * $0.count) / $0.cost }
    return (base, slope, bends.max { abs($0) < abs($1) } ?? 0)
  }
}
