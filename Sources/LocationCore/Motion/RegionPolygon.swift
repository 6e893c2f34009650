// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// A polygon of geodesics on the ellipsoid; any place, the poles and the antimeridian included.
///
/// Its inside is what its outline winds around, on the side of its vertices' centre: never the
/// rest of the earth. The direction of the ring does not matter.
package struct RegionPolygon: Hashable, Sendable {
  /// In ring order, the first not repeated.
  package let vertices: [GroundPoint]
  let center: GroundPoint
  let boundingRadius: Double
  let meanRadius: Double
  /// Square metres, roughly.
  let area: Double

  package init(_ ring: [Coordinate], limits: Region.Limits) throws(Region.Rejection) {
    var points = ring.map(GroundPoint.init)
    if points.count > 1, let first = points.first, let last = points.last,
      first.squaredChord(to: last) < Self.coincident
    {
      points.removeLast()
    }
    guard (3...limits.maximumVertices).contains(points.count) else {
      throw .vertexCount(points.count, maximum: limits.maximumVertices)
    }
    if let index = Self.repeatedVertex(in: points) { throw .repeatedVertex(index) }
    center = try Self.center(of: points, limits: limits)
    boundingRadius = try Self.boundingRadius(of: points, around: center, limits: limits)
    vertices = points
    (area, meanRadius) = Self.extent(of: points, around: center)
    if let (first, second) = RingCrossing.find(in: points, around: center) {
      throw .crossingSides(first, second)
    }
    guard area >= 1 else { throw .tooSmall }
  }

  /// Square metres between vertices that count as the same: 1 cm apart.
  private static let coincident = 1e-4

  /// A vertex where the ring has been before: two lobes that share it could cross in it.
  private static func repeatedVertex(in points: [GroundPoint]) -> Int? {
    let northwards = points.indices.sorted { points[$0].z < points[$1].z }
    let reach = coincident.squareRoot()
    var repeated: Int?
    for (position, index) in northwards.enumerated() {
      for other in northwards[(position + 1)...] {
        guard points[other].z - points[index].z < reach else { break }
        if points[index].squaredChord(to: points[other]) < coincident {
          repeated = min(repeated ?? .max, max(index, other))
        }
      }
    }
    return repeated
  }

  private static func center(
    of points: [GroundPoint],
    limits: Region.Limits
  ) throws(Region.Rejection) -> GroundPoint {
    let count = Double(points.count)
    let x = points.reduce(0) { $0 + $1.x } / count
    let y = points.reduce(0) { $0 + $1.y } / count
    let z = points.reduce(0) { $0 + $1.z } / count
    guard let center = GroundPoint(nearX: x, y: y, z: z) else {
      throw .tooLarge(radius: Ellipsoid.meanRadius, maximum: limits.maximumRadius)
    }
    return center
  }

  private static func boundingRadius(
    of points: [GroundPoint],
    around center: GroundPoint,
    limits: Region.Limits
  ) throws(Region.Rejection) -> Double {
    let chord = points.reduce(0) { max($0, center.chord(to: $1)) }
    let radius = GroundPoint.longestGeodesic(chord: chord)
    guard radius <= limits.maximumRadius else {
      throw .tooLarge(radius: radius, maximum: limits.maximumRadius)
    }
    return radius
  }

  /// The size of the outline seen from above its centre; a scale, not a measurement.
  private static func extent(
    of points: [GroundPoint],
    around center: GroundPoint
  ) -> (area: Double, meanRadius: Double) {
    var sum = (x: 0.0, y: 0.0, z: 0.0)
    var outline = 0.0
    var previous = points[points.count - 1]
    for point in points {
      let a = (x: previous.x - center.x, y: previous.y - center.y, z: previous.z - center.z)
      let b = (x: point.x - center.x, y: point.y - center.y, z: point.z - center.z)
      sum.x += a.y * b.z - a.z * b.y
      sum.y += a.z * b.x - a.x * b.z
      sum.z += a.x * b.y - a.y * b.x
      outline += previous.chord(to: point)
      previous = point
    }
    // Only what faces upwards counts; points along a line enclose a sliver below the line's bow.
    let up = (center.x * center.x + center.y * center.y + center.z * center.z).squareRoot()
    let area = abs(sum.x * center.x + sum.y * center.y + sum.z * center.z) / up / 2
    return (area, 2 * area / outline)
  }
}

extension RegionPolygon {
  /// Metres to the outline, negative inside; right within 1 mm and one part in 100,000.
  package func signedDistance(from point: GroundPoint) -> Double {
    let distance = distanceToOutline(from: point)
    return winds(around: point) ? -distance : distance
  }

  /// Solves geodesics for the one side or few that can be nearest; straight lines rule out others.
  private func distanceToOutline(from point: GroundPoint) -> Double {
    var nearest = 0
    var nearestBound = Double.infinity
    for index in vertices.indices {
      let bound = side(index).leastDistance(from: point)
      if bound < nearestBound {
        nearestBound = bound
        nearest = index
      }
    }
    var best = side(nearest).distance(from: point)
    for index in vertices.indices where index != nearest {
      // Without the allowance, all thousand sides of a round polygon would be solved at its centre.
      let worthwhile = best - 0.001 - best * 1e-5
      if side(index).leastDistance(from: point) < worthwhile {
        best = min(best, side(index).distance(from: point))
      }
    }
    return best
  }

  private func side(_ index: Int) -> GeodesicSide {
    GeodesicSide(
      start: vertices[index],
      end: vertices[index + 1 == vertices.count ? 0 : index + 1]
    )
  }

  /// Sums the turns of the view from the point along the outline: a whole circle, or nothing.
  private func winds(around point: GroundPoint) -> Bool {
    // Far away the view would wind around the antipode of a point inside as well.
    guard center.chord(to: point) <= boundingRadius else { return false }
    let horizon = Horizon(at: point)
    var turn = 0.0
    var previous = vertices[vertices.count - 1]
    var previousAzimuth = horizon.azimuth(of: previous)
    for vertex in vertices {
      let azimuth = horizon.azimuth(of: vertex)
      var difference = remainder(azimuth - previousAzimuth, 2 * .pi)
      // These azimuths are of normal sections, under 0.1° off the geodesic's: that can change the
      // sense of the turn only where the side passes close by.
      if abs(difference) > 3.05 {
        let first = Geodesic.course(from: point.coordinate, to: previous.coordinate)
        let second = Geodesic.course(from: point.coordinate, to: vertex.coordinate)
        let degrees = remainder(second.initialCourse - first.initialCourse, 360)
        difference = degrees * .pi / 180
      }
      turn += difference
      previous = vertex
      previousAzimuth = azimuth
    }
    return abs(turn) > .pi
  }
}

/// The directions seen from one point.
private struct Horizon {
  private let point: GroundPoint
  private let east: (x: Double, y: Double)
  private let north: (x: Double, y: Double, z: Double)

  init(at point: GroundPoint) {
    self.point = point
    let latitude = point.coordinate.latitude * .pi / 180
    let longitude = point.coordinate.longitude * .pi / 180
    east = (-sin(longitude), cos(longitude))
    north = (
      -sin(latitude) * cos(longitude), -sin(latitude) * sin(longitude), cos(latitude)
    )
  }

  /// Radians from north, of the normal section.
  func azimuth(of other: GroundPoint) -> Double {
    let dx = other.x - point.x
    let dy = other.y - point.y
    let dz = other.z - point.z
    return atan2(dx * east.x + dy * east.y, dx * north.x + dy * north.y + dz * north.z)
  }
}
