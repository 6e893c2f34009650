// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation

/// A place on the street plan, in metres east and north of the plan's origin.
struct PlanPoint {
  var east: Double
  var north: Double

  static func + (left: PlanPoint, right: PlanPoint) -> PlanPoint {
    PlanPoint(east: left.east + right.east, north: left.north + right.north)
  }

  static func - (left: PlanPoint, right: PlanPoint) -> PlanPoint {
    PlanPoint(east: left.east - right.east, north: left.north - right.north)
  }

  static func * (point: PlanPoint, factor: Double) -> PlanPoint {
    PlanPoint(east: point.east * factor, north: point.north * factor)
  }

  var length: Double { (east * east + north * north).squareRoot() }

  /// Radians clockwise from the plan's north.
  var bearing: Double { atan2(east, north) }

  /// The point one metre from the origin in a direction.
  static func unit(bearing: Double) -> PlanPoint {
    PlanPoint(east: sin(bearing), north: cos(bearing))
  }
}

/// A closed way along streets: straight legs joined by arcs.
struct Route {
  /// A bend of the way, and the street that leads to it.
  struct Corner {
    var point: PlanPoint
    /// Metres; how wide a car takes the bend.
    var radius: Double
    /// Metres per second allowed on the street that leads here.
    var speedLimit: Double
    /// Seconds that a car waits before this bend; 0 to pass.
    var wait: Double
  }

  /// A straight or bent part of the way.
  struct Piece {
    var start: PlanPoint
    var bearing: Double
    var length: Double
    /// Radians per metre; positive bends to the right.
    var curvature: Double
    var speedLimit: Double
    /// Seconds of standing at the end of the piece.
    var wait: Double
  }

  /// Metres per second squared that passengers bear in a bend.
  private static let lateralAcceleration = 2.2

  let pieces: [Piece]

  /// Begins and ends in the middle of the street that leads to the first corner.
  init(corners: [Corner]) {
    var pieces: [Piece] = []
    let first = corners[0]
    let middle = (corners[corners.count - 1].point + first.point) * 0.5
    var position = middle
    for (index, corner) in corners.enumerated() {
      let next = corners[(index + 1) % corners.count].point
      let arriving = (corner.point - position).bearing
      let turn = Self.signedAngle((next - corner.point).bearing - arriving)
      let cut = corner.radius * tan(abs(turn) / 2)
      pieces.append(
        Self.straight(
          from: position,
          to: corner.point - .unit(bearing: arriving) * cut,
          limit: corner.speedLimit,
          wait: corner.wait
        )
      )
      pieces.append(
        Piece(
          start: corner.point - .unit(bearing: arriving) * cut,
          bearing: arriving,
          length: corner.radius * abs(turn),
          curvature: (turn < 0 ? -1 : 1) / corner.radius,
          speedLimit: min(
            corner.speedLimit,
            (Self.lateralAcceleration * corner.radius).squareRoot()
          ),
          wait: 0
        )
      )
      position = corner.point + .unit(bearing: arriving + turn) * cut
    }
    pieces.append(Self.straight(from: position, to: middle, limit: first.speedLimit, wait: 0))
    self.pieces = pieces
  }

  private static func straight(
    from start: PlanPoint,
    to end: PlanPoint,
    limit: Double,
    wait: Double
  ) -> Piece {
    Piece(
      start: start,
      bearing: (end - start).bearing,
      length: (end - start).length,
      curvature: 0,
      speedLimit: limit,
      wait: wait
    )
  }

  /// The same angle in −π ..< π.
  private static func signedAngle(_ radians: Double) -> Double {
    let turned = (radians + .pi).truncatingRemainder(dividingBy: 2 * .pi)
    return (turned < 0 ? turned + 2 * .pi : turned) - .pi
  }
}

extension Route.Piece {
  /// The place and the direction of travel so many metres into the piece.
  func state(at distance: Double) -> (point: PlanPoint, bearing: Double) {
    guard curvature != 0 else { return (start + .unit(bearing: bearing) * distance, bearing) }
    let centre = start + .unit(bearing: bearing + .pi / 2) * (1 / curvature)
    let turned = bearing + curvature * distance
    return (centre - .unit(bearing: turned + .pi / 2) * (1 / curvature), turned)
  }
}
