// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// A closed way, and how something moves along it as a receiver on board would see it.
struct Journey {
  /// One straight piece of the way.
  struct Leg {
    /// Degrees from true north.
    var course: Double
    /// Metres.
    var distance: Double
    /// Metres per second, at most.
    var speed: Double
    /// Mean seconds of waiting at its end.
    var wait = 0.0
    /// Metres above mean sea level at its end.
    var altitude: Double
    var hasFix = true
  }

  var start: PointSpec
  var legs: [Leg]
  /// Metres per second squared.
  var acceleration: Double
  /// Whether corners are taken slower than straights.
  var slowsAtCorners: Bool
  /// Metres, ~68 %, under an open sky.
  var accuracy: Double
  /// Metres by which the measured way wanders around the true one, standard deviation by axis.
  var wander: Double
  /// Metres of the geoid above the ellipsoid.
  var geoidSeparation: Double

  /// A piece of the way with its place on the way.
  private struct Piece {
    var leg: Leg
    var start: Coordinate
    var course: Double
    var distance: Double
    var begin: Double
    var startAltitude: Double
    var end: Double { begin + distance }
  }

  /// Where the mover is at a second.
  private struct Moment {
    var arc: Double
    var piece: Int
    /// Seconds spent moving; the error of the receiver wanders only then.
    var moving: Double
  }

  /// Seconds of one lap at most, so that it fits a route's window.
  private static let longestLap = 4000

  /// The measured points of one lap, one for each second, from the start back to it.
  func points(noise: HashNoise) -> [RoutePoint] {
    let pieces = layOut()
    let moments = move(along: pieces, noise: noise)
    var points: [RoutePoint] = []
    var lastLoss: Int?
    for (second, moment) in moments.enumerated() {
      let piece = pieces[moment.piece]
      if !piece.leg.hasFix { lastLoss = second }
      let remaining = Double(moments.count - 1 - second)
      // Both ends of the lap lie on the true way, so that laps join.
      let taper = min(moment.moving, remaining, 20) / 20
      let sinceLoss = lastLoss.map { Double(second - $0) }
      let measured = measure(moment, on: piece, taper: taper, sinceLoss: sinceLoss, noise: noise)
      points.append(
        RoutePoint(
          measured,
          time: UTCTime(milliseconds: Int64(second) * 1000),
          hasFix: piece.leg.hasFix
        )
      )
    }
    return points
  }

  private func layOut() -> [Piece] {
    var pieces: [Piece] = []
    var here = start.coordinate
    var altitude = start.altitude ?? 0
    var arc = 0.0
    for (index, leg) in legs.enumerated() {
      var end = start.coordinate
      if index < legs.count - 1 {
        let reached = Geodesic.destination(from: here, course: leg.course, distance: leg.distance)
        end = reached?.coordinate ?? here
      }
      let way = Geodesic.course(from: here, to: end)
      pieces.append(
        Piece(
          leg: leg,
          start: here,
          course: way.initialCourse,
          distance: way.distance,
          begin: arc,
          startAltitude: altitude
        )
      )
      here = end
      altitude = leg.altitude
      arc += way.distance
    }
    return pieces
  }

  private func move(along pieces: [Piece], noise: HashNoise) -> [Moment] {
    var moments: [Moment] = []
    var moment = Moment(arc: 0, piece: 0, moving: 0)
    var speed = 0.0
    var waiting = 0.0
    while moments.count < Self.longestLap {
      moments.append(moment)
      if waiting > 0 {
        waiting -= 1
        continue
      }
      let mood = 1 + 0.06 * noise.smooth(1, at: moment.moving, period: 25)
      let allowed = allowedSpeed(at: moment, along: pieces) * mood
      speed = max(min(allowed, speed + acceleration), min(0.3, allowed))
      moment.arc += speed
      moment.moving += 1
      while moment.arc >= pieces[moment.piece].end {
        let wait = pieces[moment.piece].leg.wait
        guard moment.piece + 1 < pieces.count else {
          moment.arc = pieces[moment.piece].end
          moments.append(moment)
          return moments
        }
        moment.piece += 1
        guard wait > 0 else { continue }
        moment.arc = pieces[moment.piece].begin
        waiting = (wait * (0.4 + 1.2 * noise.uniform(2, Int64(moment.piece)))).rounded()
        speed = 0
        break
      }
    }
    return moments
  }

  /// The speed from which what lies ahead can still be braked for.
  private func allowedSpeed(at moment: Moment, along pieces: [Piece]) -> Double {
    var allowed = pieces[moment.piece].leg.speed
    for index in moment.piece..<pieces.count {
      let piece = pieces[index]
      let distance = piece.end - moment.arc
      guard distance < allowed * allowed / (2 * acceleration) + allowed else { break }
      var passing = 0.0
      if piece.leg.wait == 0, index + 1 < pieces.count {
        let next = pieces[index + 1]
        let turn = abs(remainder(next.course - piece.course, 360)) / 180
        passing = next.leg.speed * (slowsAtCorners ? 1 - 0.85 * turn : 1)
      }
      allowed = min(allowed, (passing * passing + 2 * acceleration * distance).squareRoot())
    }
    return allowed
  }

  private func measure(
    _ moment: Moment,
    on piece: Piece,
    taper: Double,
    sinceLoss: Double?,
    noise: HashNoise
  ) -> PointSpec {
    let along = moment.arc - piece.begin
    let ideal = Geodesic.destination(from: piece.start, course: piece.course, distance: along)
    let east = wander * taper * noise.smooth(3, at: moment.moving, period: 45)
    let north = wander * taper * noise.smooth(4, at: moment.moving, period: 45)
    let here = ideal?.coordinate ?? piece.start
    var point = PointSpec(coordinate: here.moved(east: east, north: north))
    let share = piece.distance > 0 ? along / piece.distance : 1
    let ground = piece.startAltitude + (piece.leg.altitude - piece.startAltitude) * share
    let altitude = ground + 1.5 * wander * taper * noise.smooth(5, at: moment.moving, period: 60)
    point.altitude = (altitude * 100).rounded() / 100
    point.ellipsoidalAltitude = ((altitude + geoidSeparation) * 100).rounded() / 100
    // A receiver that has just found its satellites again needs some seconds to settle.
    let settling = sinceLoss.map { 20 * exp(-$0 / 4) } ?? 0
    let spread = 1 + 0.3 * abs(noise.smooth(6, at: moment.moving, period: 30))
    let radius = accuracy * spread + settling
    point.horizontalAccuracy = (radius * 10).rounded() / 10
    point.verticalAccuracy = (radius * 15).rounded() / 10
    return point
  }
}

extension Coordinate {
  /// The point that lies some metres away; near a pole "north" is the direction at the start.
  func moved(east: Double, north: Double) -> Coordinate {
    let distance = (east * east + north * north).squareRoot()
    guard distance > 0 else { return self }
    let course = atan2(east, north) * 180 / .pi
    return Geodesic.destination(from: self, course: course, distance: distance)?.coordinate ?? self
  }
}
