// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore
internal import LocationTestSupport

/// One fix against the regions of many sessions, without the daemon around it.
enum Regions {
  static func measure(into report: inout Report) throws {
    let few = try cost(sessions: 1000)
    let many = try cost(sessions: 10_000)
    report.add(Figure("a fix among 200,000 regions", many.later, "ms"))
    report.add(Figure("beside 20,000", many.later, "ms", beside: few.later, "among 20,000"))
    report.add(Figure("the first of them", many.first, "ms"))
    report.add(
      Figure("regions looked at for a fix", many.looks, "", beside: few.looks, "among 20,000")
    )
  }

  private static let fixes = 20_000

  /// Milliseconds of the first fix, which looks at every region, and of those after it, mean: a drive
  /// of a hundred kilometres, which enters or leaves a region every twenty fixes or so.
  private static func cost(sessions: Int) throws -> (
    first: Double, later: Double, looks: Double
  ) {
    var random = SeededGenerator(seed: 1)
    var index = RegionIndex()
    // As dense for few as for many, so that the drive meets as much of either.
    let width = Double(sessions) / 10_000
    for _ in 0..<sessions * 20 {
      guard
        let center = Coordinate(
          latitude: Double.random(in: 48...49, using: &random),
          longitude: 2.5 + Double.random(in: -width / 2...width / 2, using: &random)
        )
      else { throw SceneError("no coordinate") }
      _ = try index.add(try Region(identifier: "r", center: center, radius: 100))
    }
    var stage = OverrideStage()
    var first = 0.0
    var later = 0.0
    var looks = 0
    for step in 0...fixes {
      // To and fro along the middle, 5 m at a time, a little aside each time.
      let lap = step / 10_000
      let place = Double(lap % 2 == 0 ? step % 10_000 : 10_000 - step % 10_000)
      guard
        let coordinate = Coordinate(
          latitude: 48.25 + place * 4.5e-5,
          longitude: 2.5 + Double(lap) * 1e-3
        )
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
      let cost = Double(ProcessFigures.ownProcessorTime() - start) / 1e6
      if step == 0 {
        first = cost
      } else {
        later += cost
        looks += index.lastEvaluationCount
      }
    }
    return (first, later / Double(fixes), Double(looks) / Double(fixes))
  }
}
