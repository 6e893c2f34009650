// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// One side of a polygon: the geodesic between two vertices, at most 4,000 km long.
struct GeodesicSide {
  let start: GroundPoint
  let end: GroundPoint

  /// Metres that no point of the side is nearer than; a few multiplications.
  ///
  /// The side stays within its bow height of the straight line between its ends, and the bow is
  /// no higher than that of the tightest circle.
  func leastDistance(from point: GroundPoint) -> Double {
    let sx = end.x - start.x
    let sy = end.y - start.y
    let sz = end.z - start.z
    let squaredLength = sx * sx + sy * sy + sz * sz
    let along = fraction(of: point)
    let dx = point.x - start.x - along * sx
    let dy = point.y - start.y - along * sy
    let dz = point.z - start.z - along * sz
    let bow = squaredLength * 1.04 / (8 * Ellipsoid.tightestRadius)
    return (dx * dx + dy * dy + dz * dz).squareRoot() - bow - Ellipsoid.rounding
  }

  /// Metres along the geodesic from the point to the nearest point of the side.
  ///
  /// From a guess on the side, the right-angled triangle on a sphere tells how much further along
  /// the nearest point lies; each step leaves under a hundredth of the error.
  func distance(from point: GroundPoint) -> Double {
    let side = Geodesic.course(from: start.coordinate, to: end.coordinate)
    var along = fraction(of: point) * side.distance
    var distance = 0.0
    for _ in 0..<Self.maximumSteps {
      guard
        let foot = Geodesic.destination(
          from: start.coordinate,
          course: side.initialCourse,
          distance: along
        )
      else { break }
      let view = Geodesic.course(from: foot.coordinate, to: point.coordinate)
      distance = view.distance
      let angle = (view.initialCourse - foot.course) * .pi / 180
      let reach = distance / Ellipsoid.meanRadius
      let step = Ellipsoid.meanRadius * atan2(sin(reach) * cos(angle), cos(reach))
      let next = min(max(along + step, 0), side.distance)
      guard abs(next - along) > Self.tolerance else { break }
      along = next
    }
    return distance
  }

  /// Metres along the side.
  private static let tolerance = 1e-5
  private static let maximumSteps = 20

  /// Where on the straight line from start to end the nearest point lies, 0 … 1.
  private func fraction(of point: GroundPoint) -> Double {
    let sx = end.x - start.x
    let sy = end.y - start.y
    let sz = end.z - start.z
    let squaredLength = sx * sx + sy * sy + sz * sz
    let projection =
      (point.x - start.x) * sx + (point.y - start.y) * sy + (point.z - start.z) * sz
    return min(max(projection / squaredLength, 0), 1)
  }
}

/// Finds sides of a ring that cross.
///
/// Judged on the gnomonic projection about the ring's centre, where plane sections of the earth
/// are straight lines; a side of 100 km lies within a metre of its plane section. Sides that only
/// touch do not cross.
enum RingCrossing {
  private struct Side {
    var index: Int
    var start: SIMD2<Double>
    var end: SIMD2<Double>
    var least: Double { min(start.x, end.x) }
    var greatest: Double { max(start.x, end.x) }

    func crosses(_ other: Side) -> Bool {
      let a = Self.turn(start, end, other.start)
      let b = Self.turn(start, end, other.end)
      let c = Self.turn(other.start, other.end, start)
      let d = Self.turn(other.start, other.end, end)
      return a * b < 0 && c * d < 0
    }

    private static func turn(
      _ first: SIMD2<Double>,
      _ second: SIMD2<Double>,
      _ third: SIMD2<Double>
    ) -> Double {
      let a = second - first
      let b = third - first
      let turn = a.x * b.y - a.y * b.x
      // Radians squared; 1e-17 is a sliver of 0.4 mm by 1 m, below which a touch is not a crossing.
      return abs(turn) < 1e-17 ? 0 : turn
    }
  }

  /// The numbers of two sides that cross, counted from the first vertex.
  static func find(in points: [GroundPoint], around center: GroundPoint) -> (Int, Int)? {
    let projected = project(points, around: center)
    var sides: [Side] = []
    for (index, point) in projected.enumerated() {
      let next = projected[index + 1 == projected.count ? 0 : index + 1]
      sides.append(Side(index: index, start: point, end: next))
    }
    sides.sort { $0.least < $1.least }
    for (position, side) in sides.enumerated() {
      for other in sides[(position + 1)...] {
        guard other.least <= side.greatest else { break }
        if side.crosses(other) {
          return (min(side.index, other.index), max(side.index, other.index))
        }
      }
    }
    return nil
  }

  private static func project(
    _ points: [GroundPoint],
    around center: GroundPoint
  ) -> [SIMD2<Double>] {
    let length = (center.x * center.x + center.y * center.y + center.z * center.z).squareRoot()
    let up = SIMD3(center.x, center.y, center.z) / length
    // Any two directions across `up` will do; the axis furthest from it keeps them exact.
    let axis: SIMD3<Double> = abs(up.z) < 0.7 ? SIMD3(0, 0, 1) : SIMD3(1, 0, 0)
    let side = cross(axis, up)
    let first = side / (side * side).sum().squareRoot()
    let second = cross(up, first)
    return points.map { point in
      let position = SIMD3(point.x, point.y, point.z)
      let depth = (position * up).sum()
      return SIMD2((position * first).sum() / depth, (position * second).sum() / depth)
    }
  }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }
}
