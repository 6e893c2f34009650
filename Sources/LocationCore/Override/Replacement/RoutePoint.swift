// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// One point of a route or a recording, as the control connection sends it.
package struct RoutePoint: Hashable, Sendable {
  package var point: PointSpec
  /// When the recorded receiver was there, if the recording knows.
  package var time: UTCTime?
  /// Seconds since the point before, where they are known better than by the times; ≥ 0.
  ///
  /// Of the first point, seconds since the beginning of the route.
  package var gap: Double?
  /// Whether a new segment or track begins here: nothing is driven between the point before and
  /// this one.
  package var startsSegment: Bool
  /// Whether there is a fix from this point on to the next.
  package var hasFix: Bool

  package init(
    _ point: PointSpec,
    time: UTCTime? = nil,
    gap: Double? = nil,
    startsSegment: Bool = false,
    hasFix: Bool = true
  ) {
    self.point = point
    self.time = time
    self.gap = gap
    self.startsSegment = startsSegment
    self.hasFix = hasFix
  }

  package init(_ coordinate: Coordinate) {
    self.init(PointSpec(coordinate: coordinate))
  }
}

/// A route to be driven or a recording to be played.
///
/// Only valid ones can be made. The points may be complete, or the first of many that the control
/// connection appends in pieces.
package struct RouteSpec: Hashable, Sendable {
  /// Points that are held at most; of longer routes those used up are dropped.
  package static let window = 4096
  /// Metres per second where a route has neither times nor a speed of its own.
  package static let defaultSpeed = 20.0

  package let points: [RoutePoint]
  /// Whether no points will be appended.
  package let isComplete: Bool
  /// Metres per second; nil plays by the points' own times.
  package let speed: Double?
  /// Seconds between two locations; by own times, the longest such gap that is not filled in.
  package let interval: Double
  /// Metres between two locations, where that is what was asked for.
  package let distance: Double?
  /// Simulated seconds per real one.
  package let rate: Double
  package let isLooping: Bool
  /// Where to begin, in seconds of the route.
  package let from: Double
  /// Where to end, in seconds of the route; nil is the last point.
  package let to: Double?
  /// Whether locations carry the points' own times instead of the present ones.
  package let keepsTimes: Bool
  /// Chooses what a recording does not say: how the signals of the satellites waver.
  package let seed: UInt64

  /// - Throws: `ParameterError` for the first parameter that is not in its range, or that
  ///   contradicts another one.
  package init(
    points: [RoutePoint] = [],
    isComplete: Bool = true,
    speed: Double? = nil,
    interval: Double? = nil,
    distance: Double? = nil,
    rate: Double = 1,
    isLooping: Bool = false,
    from: Double = 0,
    to: Double? = nil,
    keepsTimes: Bool = false,
    seed: UInt64 = 0
  ) throws(ParameterError) {
    if let speed { try OverrideLimits.routeSpeed.check(speed) }
    self.interval = try Self.interval(interval, distance: distance, speed: speed)
    self.distance = distance
    try OverrideLimits.rate.check(rate)
    if let speed { try Self.checkProduct(of: speed, rate: rate) }
    try OverrideLimits.from.check(from)
    if let to {
      try OverrideLimits.to.check(to)
      guard to > from else {
        let (to, from) = (plainNumber(to), plainNumber(from))
        throw ParameterError("to", "\(to) is not after from, \(from)")
      }
    }
    guard !keepsTimes || speed == nil else {
      throw ParameterError("keepTimes", "not together with speed, which makes new times")
    }
    guard points.count <= Self.window else {
      throw ParameterError(
        "points",
        "\(points.count) are more than \(Self.window); append the rest"
      )
    }
    if isComplete, points.isEmpty { throw ParameterError("points", "there is none") }
    try points.validate()
    self.points = points
    self.isComplete = isComplete
    self.speed = speed
    self.rate = rate
    self.isLooping = isLooping
    self.from = from
    self.to = to
    self.keepsTimes = keepsTimes
    self.seed = seed
  }

  /// A location's speed is the one that the route is driven at, times the rate.
  private static func checkProduct(of speed: Double, rate: Double) throws(ParameterError) {
    let fastest = OverrideLimits.routeSpeed.range.upperBound
    guard speed * rate > fastest * (1 + 1e-9) else { return }
    throw ParameterError(
      "rate",
      "\(plainNumber(rate)) times the speed, \(plainNumber(speed)) m/s, is beyond "
        + "\(plainNumber(fastest)) m/s"
    )
  }

  private static func interval(
    _ interval: Double?,
    distance: Double?,
    speed: Double?
  ) throws(ParameterError) -> Double {
    guard let distance else { return try OverrideLimits.interval.check(interval ?? 1) }
    try OverrideLimits.step.check(distance)
    guard interval == nil else {
      throw ParameterError("distance", "not together with interval")
    }
    guard let speed else { throw ParameterError("distance", "only together with speed") }
    return distance / speed
  }
}

extension [RoutePoint] {
  /// - Throws: `ParameterError` that names the first bad point by its index.
  package func validate() throws(ParameterError) {
    for (index, point) in enumerated() {
      do throws(ParameterError) {
        try point.point.validate()
        if let gap = point.gap { try OverrideLimits.gap.check(gap) }
      } catch {
        throw ParameterError("points[\(index)]", error.description)
      }
    }
  }
}

/// Where a route stands.
package struct RouteProgress: Hashable, Sendable {
  package enum State: String, Sendable {
    case playing
    case paused
    /// Holds until more points come.
    case waiting
    case ended
  }

  package let state: State
  /// Seconds of the route, from its first point.
  package let elapsed: Double
  /// Seconds of the route from its first point to its end; nil while the end is not known.
  package let total: Double?
  /// Real seconds until the end at this rate; nil while the end is not known.
  package let remaining: Double?
  /// The number of the last point passed, from 0; nil before the first.
  package let waypoint: Int?
  /// Points received.
  package let points: Int
  /// Rounds finished, when looping.
  package let laps: Int
}

/// What became of points that were appended.
package struct RouteIntake: Hashable, Sendable {
  /// How many were taken, from the front; the rest must be sent again when there is room.
  package let accepted: Int
  /// How many more can be taken now.
  package let room: Int
  /// Real seconds that the points at hand last at this rate.
  package let buffered: Double
}
