// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore
internal import LocationTestSupport

/// One fix against the regions of many sessions, without the daemon around it.
enum Regions {
  static func measure(into report: inout Report) throws {
    let few = try cost(sessions: 1000)
    let many = try cost(sessions: 10_000)
    report.add(
      Figure("a fix among 200,000 regions", many.later, "ms", beside: few.later, "among 20,000")
    )
    report.add(
      Figure("the first of them", many.first, "ms", beside: few.first, "among 20,000")
    )
  }

  /// Milliseconds of the first fix, which looks at every region, and of the five after it, mean.
  private static func cost(sessions: Int) throws -> (first: Double, later: Double) {
    var random = SystemRandomNumberGenerator()
    var index = RegionIndex()
    for _ in 0..<sessions * 20 {
      guard
        let center = Coordinate(
          latitude: Double.random(in: 48...49, using: &random),
          longitude: Double.random(in: 2...3, using: &random)
        )
      else { throw SceneError("no coordinate") }
      _ = try index.add(try Region(identifier: "r", center: center, radius: 100))
    }
    var stage = OverrideStage()
    var costs: [Double] = []
    for step in 0..<6 {
      guard
        let coordinate = Coordinate(latitude: 48.5 + Double(step) * 1.3e-5, longitude: 2.5)
      else { throw SceneError("no coordinate") }
      let now = Now(
        instant: Instant(nanoseconds: Int64(step) * 100_000_000),
        utc: UTCTime(milliseconds: 1_796_001_740_000 + Int64(step) * 100)
      )
      let fix = Fix(
        device: "bench",
        time: now.utc,
        coordinate: coordinate,
        horizontalAccuracy: 4
      )
      let publications = stage.process(.didUpdateLocations([fix]), at: now)
      guard case .didUpdateLocations(let locations)? = publications.first?.callback,
        let location = locations.first
      else { throw SceneError("no location") }
      let start = ProcessFigures.ownProcessorTime()
      _ = index.update(location, now: now.instant)
      costs.append(Double(ProcessFigures.ownProcessorTime() - start) / 1e6)
    }
    return (costs[0], costs.dropFirst().reduce(0, +) / 5)
  }
}
