// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationTestSupport
import Testing

@testable import LocationCore

/// Seconds on the simulated monotonic clock.
func instant(_ seconds: Double) -> Instant {
  Instant(nanoseconds: 0) + seconds
}

func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
  try #require(Coordinate(latitude: latitude, longitude: longitude))
}

/// The place `distance` metres from another along a course.
func place(_ start: Coordinate, _ course: Double, _ distance: Double) throws -> Coordinate {
  try #require(Geodesic.destination(from: start, course: course, distance: distance)).coordinate
}

extension Region {
  /// Whether the place lies inside or on the boundary.
  func contains(_ coordinate: Coordinate) -> Bool {
    signedDistance(from: GroundPoint(coordinate)) <= 0
  }
}

/// Publishes fixes as the override stage would, each at the simulated time it is given.
struct Stream {
  private var publisher = Publisher()

  mutating func location(
    at coordinate: Coordinate,
    accuracy: Double = 5,
    seconds: Double = 0,
    discontinuous: Bool = false,
    overrides: [String] = []
  ) -> Location {
    var fix = Fix(
      device: "/dev/ttyACM0",
      time: UTCTime(milliseconds: Int64(seconds * 1000)),
      coordinate: coordinate,
      horizontalAccuracy: accuracy
    )
    fix.isDiscontinuous = discontinuous
    fix.overrides = overrides
    fix.isSimulated = !overrides.isEmpty
    return publisher.publish(fix)
  }
}

extension SeededGenerator {
  mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }
}
