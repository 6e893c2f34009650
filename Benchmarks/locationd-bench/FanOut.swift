// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationTestSupport

/// Server processor time per delivered location, beside the floor with frames of the same size.
enum FanOut {
  static let hertz = 10.0

  static func measure(_ counts: [Int], quick: Bool, into report: inout Report) throws {
    for count in counts {
      let scene = try Scene()
      let readers = try scene.subscribe(count)
      defer { readers.end() }
      let fixes = quick ? 10 : max(20, min(60, 30_000 / count))
      var best = try window(scene, readers, fixes)
      let floor = try Floor(folder: scene.folder, count: count, frameBytes: best.frameBytes)
      defer { floor.end() }
      var paced: Window?
      var burst: Window?
      // In turns, so that whatever else the machine does meets all of them; the least counts.
      for _ in 0..<(quick ? 1 : 4) {
        keep(&paced, try floor.window(messages: fixes, period: Int(1e6 / hertz)))
        keep(&burst, try floor.window(messages: fixes, period: 0))
        let next = try window(scene, readers, fixes)
        if next.processor < best.processor { best = next }
      }
      guard let paced, let burst else { continue }
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
        Figure(
          "spread \(count)",
          Double(best.spread) / 1e6,
          "ms",
          beside: Double(paced.spread) / 1e6,
          "floor at 10 Hz"
        )
      )
    }
  }

  static func window(_ scene: Scene, _ readers: Readers, _ fixes: Int) throws -> Window {
    try readers.window(messages: fixes, server: scene.pid) { try scene.feed(fixes, hertz: hertz) }
  }

  static func keep(_ best: inout Window?, _ next: Window) {
    if let best, best.processor <= next.processor { return }
    best = next
  }
}
