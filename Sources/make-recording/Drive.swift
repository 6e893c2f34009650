// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LocationCore

/// What a receiver in the car would say in one second of the drive.
struct DriveSample {
  /// Seconds since the start of the drive.
  var second: Int
  var coordinate: Coordinate
  /// Metres above mean sea level.
  var altitude: Double
  /// Metres per second.
  var speed: Double
  /// Degrees true; absent at standstill, as receivers leave it.
  var course: Double?
}

/// Ten minutes through a town, second by second; the end stands where the start stood.
struct Drive {
  static let seconds = 600
  /// Seconds of standing before the car first moves.
  private static let initialWait = 8.0
  private static let acceleration = 1.6
  private static let braking = 2.0
  /// Metres between two points of the speed profile.
  private static let step = 0.1
  /// Metres per second below which a receiver gives no course.
  private static let slowestCourse = 0.3

  private struct Moment {
    var time: Double
    var speed: Double
    var point: PlanPoint
    var bearing: Double
  }

  let samples: [DriveSample]

  /// Nil when the drive takes longer than its recording.
  init?(route: Route, origin: Coordinate, rotation: Double) {
    let moments = Self.moments(along: route)
    guard let last = moments.last, last.time <= Double(Self.seconds - 1) else { return nil }
    var samples: [DriveSample] = []
    var index = 0
    for second in 0..<Self.seconds {
      while index + 1 < moments.count, moments[index + 1].time <= Double(second) { index += 1 }
      let sample = Self.sample(
        Self.moment(at: Double(second), of: moments, after: index),
        second: second,
        origin: origin,
        rotation: rotation
      )
      guard let sample else { return nil }
      samples.append(sample)
    }
    self.samples = samples
  }

  /// The profile as fast as limits, bends and comfort allow, with the waits in it.
  private static func moments(along route: Route) -> [Moment] {
    var moments: [Moment] = []
    var waits: [Int: Double] = [0: initialWait]
    for piece in route.pieces {
      let count = max(1, Int((piece.length / step).rounded()))
      for index in 0..<count {
        let (point, bearing) = piece.state(at: piece.length * Double(index) / Double(count))
        moments.append(
          Moment(time: 0, speed: piece.speedLimit, point: point, bearing: bearing)
        )
      }
      if piece.wait > 0 { waits[moments.count] = piece.wait }
    }
    moments.append(moments[0])
    for stop in waits.keys { moments[stop].speed = 0 }
    moments[moments.count - 1].speed = 0
    limitAcceleration(&moments)
    setTimes(&moments, waits: waits)
    return moments
  }

  private static func limitAcceleration(_ moments: inout [Moment]) {
    for index in 1..<moments.count {
      let reachable = pow(moments[index - 1].speed, 2) + 2 * acceleration * step
      moments[index].speed = min(moments[index].speed, reachable.squareRoot())
    }
    for index in (0..<moments.count - 1).reversed() {
      let allowed = pow(moments[index + 1].speed, 2) + 2 * braking * step
      moments[index].speed = min(moments[index].speed, allowed.squareRoot())
    }
  }

  /// A wait is a second moment at the same place.
  private static func setTimes(_ moments: inout [Moment], waits: [Int: Double]) {
    var timed: [Moment] = []
    var time = 0.0
    for (index, moment) in moments.enumerated() {
      if let previous = timed.last {
        time += 2 * (moment.point - previous.point).length / (moment.speed + previous.speed)
      }
      var moment = moment
      moment.time = time
      timed.append(moment)
      guard let wait = waits[index] else { continue }
      time += wait
      moment.time = time
      timed.append(moment)
    }
    moments = timed
  }

  private static func moment(at time: Double, of moments: [Moment], after index: Int) -> Moment {
    let before = moments[index]
    guard index + 1 < moments.count else { return before }
    let after = moments[index + 1]
    let part = (time - before.time) / (after.time - before.time)
    var moment = before
    moment.speed += (after.speed - before.speed) * part
    moment.point = before.point + (after.point - before.point) * part
    return moment
  }

  private static func sample(
    _ moment: Moment,
    second: Int,
    origin: Coordinate,
    rotation: Double
  ) -> DriveSample? {
    let wander = Wander(second: second)
    let point = moment.point + PlanPoint(east: wander.east, north: wander.north)
    let place = Geodesic.destination(
      from: origin,
      course: point.bearing * 180 / .pi + rotation,
      distance: point.length
    )
    guard let place else { return nil }
    let isMoving = moment.speed > slowestCourse
    return DriveSample(
      second: second,
      coordinate: place.coordinate,
      altitude: 21 + moment.point.north / 180 + 2 * sin(moment.point.east / 170) + wander.up,
      speed: isMoving ? moment.speed : 0,
      course: isMoving ? normalizedCourse(moment.bearing * 180 / .pi + rotation) : nil
    )
  }
}

/// A receiver's slow error: waves with whole numbers of periods, so that the loop closes.
private struct Wander {
  let east: Double
  let north: Double
  let up: Double

  init(second: Int) {
    let phase = 2 * Double.pi * Double(second) / Double(Drive.seconds)
    east = 0.9 * sin(3 * phase) + 0.4 * sin(11 * phase + 1)
    north = 0.8 * sin(4 * phase + 2) + 0.5 * sin(9 * phase)
    up = 1.6 * sin(2 * phase + 1) + 0.7 * sin(7 * phase)
  }
}
