// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Testing

@testable import LocationCore

/// What `overrides` says of each kind: every parameter, in the form of the commands.
@Suite struct OverrideSummaryTests {
  @Test func `a point says all that it has`() {
    var point = PointSpec(coordinate: coordinate(10, -20.25))
    #expect(OverrideSpec.set(point).summary == "10,-20.25")
    point.altitude = 12.5
    point.horizontalAccuracy = 5
    point.verticalAccuracy = 8
    point.speed = 1.4
    point.course = 271
    #expect(
      OverrideSpec.set(point).summary
        == "10,-20.25, altitude 12.5 m, accuracy 5 m, vertical accuracy 8 m, speed 1.4 m/s, course 271°"
    )
  }

  @Test func `a route says how it is played`() throws {
    let points = route([(0, 0), (1, 1)])
    #expect(
      OverrideSpec.start(try RouteSpec(points: points, speed: 1.4, distance: 50)).summary
        == "2 points at 1.4 m/s, every 50 m"
    )
    let spec = try RouteSpec(
      points: points,
      interval: 0.5,
      rate: 10,
      isLooping: true,
      from: 5,
      to: 10.5,
      keepsTimes: true,
      seed: 3
    )
    #expect(
      OverrideSpec.play(spec).summary
        == "2 points at the times given, every 0.5 s, rate 10, from 5 s, to 10.5 s, looped, "
        + "own times told, seed 3"
    )
    #expect(
      OverrideRequest(spec: .play(try RouteSpec(points: points)), file: "ride.gpx").summary
        == "ride.gpx, 2 points at the times given"
    )
    #expect(
      OverrideSpec.run(try ScenarioSpec(.cityWalk, seed: 7, rate: 2, isLooping: false)).summary
        == "city-walk, rate 2, seed 7, one lap"
    )
  }

  static let changes: [(OverrideSpec?, String)] = [
    (
      (try? OffsetSpec(east: 100, north: -5.5, up: 3)).map { .transform(.offset($0)) },
      "east 100 m, north -5.5 m, up 3 m"
    ),
    (
      (try? OffsetSpec(bearing: 90, distance: 100)).map { .transform(.offset($0)) },
      "east 100 m, north 0 m"
    ),
    (
      (try? NoiseSpec(metres: 15, verticalMetres: 3, seed: 9)).map { .transform(.noise($0)) },
      "15 m, vertical 3 m, seed 9"
    ),
    (
      (try? DriftSpec(rate: 0.5, bearing: 90, walk: 2)).map { .transform(.drift($0)) },
      "rate 0.5 m/s, bearing 90°, walk 2 m/√s"
    ),
    ((try? DelaySpec(seconds: 1.5)).map { .transform(.delay($0)) }, "1.5 s later"),
    ((try? DecimateSpec(every: 3)).map { .transform(.decimate($0)) }, "one of 3"),
    ((try? DecimateSpec(interval: 5)).map { .fault(.slow($0)) }, "one in 5 s"),
    (
      (try? AccuracySpec(horizontalAccuracy: 50)).map { .transform(.accuracy($0)) },
      "accuracy 50 m"
    ),
    ((try? AccuracySpec(scale: 1)).map { .transform(.accuracy($0)) }, "scale 1"),
    (
      (try? AccuracySpec(verticalAccuracy: 8, scale: 2)).map { .transform(.accuracy($0)) },
      "scale 2, vertical accuracy 8 m"
    ),
    ((try? DriftSpec(walk: 2)).map { .transform(.drift($0)) }, "walk 2 m/√s"),
    (
      (try? QuantizeSpec(degrees: 0.000_000_1)).map { .transform(.quantize($0)) },
      "a grid of 0.0000001°"
    ),
    ((try? JumpSpec()).map { .fault(.jump($0)) }, "1000 m every 10 s"), (.fault(.noFix), "no-fix"),
  ]

  @Test(arguments: changes)
  func `a transform or fault says its parameters`(spec: OverrideSpec?, summary: String) {
    #expect(spec?.summary == summary)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (-90, "-90"), (0.1, "0.1"), (1e-7, "0.0000001"), (1e-12, "1e-12"),
    (1e308, "1e+308"), (1e15, "1000000000000000"), (-0.5, "-0.5"), (1.0 / 3, "0.333333333"),
  ])
  func `numbers have no exponent where they can be read without`(value: Double, text: String) {
    #expect(plainNumber(value) == text)
  }
}
