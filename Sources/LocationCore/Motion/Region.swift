// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A circle or a polygon on the ellipsoid that a subscriber wants to be told about.
package struct Region: Hashable, Sendable {
  /// The form alone; regions of equal shape share their place in a `RegionIndex`.
  package enum Shape: Hashable, Sendable {
    case circle(center: GroundPoint, radius: Double)
    case polygon(RegionPolygon)
  }

  /// What a daemon accepts.
  package struct Limits: Hashable, Sendable {
    /// Metres, at most 2,000 km: of a circle, or of the circle around a polygon.
    package var maximumRadius: Double
    package var maximumVertices: Int
    package var regionsPerSession: Int

    package init(
      maximumRadius: Double = Region.maximumRadius,
      maximumVertices: Int = 1000,
      regionsPerSession: Int = 20
    ) {
      self.maximumRadius = min(max(maximumRadius, 1), 2_000_000)
      self.maximumVertices = max(maximumVertices, 3)
      self.regionsPerSession = max(regionsPerSession, 0)
    }
  }

  /// Why a region is refused.
  package enum Rejection: Error, Hashable, Sendable, CustomStringConvertible {
    case identifierLength(Int)
    case radius(Double, maximum: Double)
    case vertexCount(Int, maximum: Int)
    case repeatedVertex(Int)
    case tooLarge(radius: Double, maximum: Double)
    case tooSmall
    case crossingSides(Int, Int)
    case tooManyRegions(limit: Int)
    case noRoom

    package var description: String {
      switch self {
      case .identifierLength(let count):
        "identifier has \(count) bytes, allowed are 1 … \(Region.identifierBytes.upperBound)"
      case .radius(let radius, let maximum):
        "radius is \(plain(radius)) m, allowed is above 0 and up to \(plain(maximum)) m"
      case .vertexCount(let count, let maximum):
        "polygon has \(count) vertices, allowed are 3 … \(maximum)"
      case .repeatedVertex(let index): "polygon vertex \(index) repeats the one before it"
      case .tooLarge(let radius, let maximum):
        "polygon reaches \(plain(radius.rounded())) m from its centre, allowed are \(plain(maximum)) m"
      case .tooSmall: "polygon encloses less than 1 m²"
      case .crossingSides(let first, let second): "polygon sides \(first) and \(second) cross"
      case .tooManyRegions(let limit): "a session may have \(limit) regions"
      case .noRoom: "the daemon has no room for more polygon vertices"
      }
    }

    /// For `monitoringDidFail`.
    package var locationError: LocationError {
      LocationError(.regionMonitoringFailure, description)
    }
  }

  /// Metres of a circle, or of the circle around a polygon, unless a daemon is told otherwise.
  package static let maximumRadius = 1_000_000.0
  /// Length of an identifier in UTF-8.
  package static let identifierBytes = 1...256

  package let identifier: String
  package let shape: Shape
  package var notifyOnEntry = true
  package var notifyOnExit = true

  /// A circle; `radius` in metres.
  package init(
    identifier: String,
    center: Coordinate,
    radius: Double,
    limits: Limits = Limits()
  ) throws(Rejection) {
    self.identifier = try Self.checked(identifier)
    guard radius > 0, radius <= limits.maximumRadius else {
      throw .radius(radius, maximum: limits.maximumRadius)
    }
    shape = .circle(center: GroundPoint(center), radius: radius)
  }

  /// A polygon whose sides are geodesics; the ring may repeat its first vertex at the end.
  package init(
    identifier: String,
    polygon: [Coordinate],
    limits: Limits = Limits()
  ) throws(Rejection) {
    self.identifier = try Self.checked(identifier)
    shape = .polygon(try RegionPolygon(polygon, limits: limits))
  }

  private static func checked(_ identifier: String) throws(Rejection) -> String {
    let count = identifier.utf8.count
    guard identifierBytes.contains(count) else { throw .identifierLength(count) }
    return identifier
  }

  /// Metres to the boundary, negative inside.
  package func signedDistance(from point: GroundPoint) -> Double {
    shape.signedDistance(from: point)
  }
}

extension Region.Shape {
  /// The middle of the circle around the shape.
  var center: GroundPoint {
    switch self {
    case .circle(let center, _): center
    case .polygon(let polygon): polygon.center
    }
  }

  /// Metres; no point of the shape is further from `center`.
  var boundingRadius: Double {
    switch self {
    case .circle(_, let radius): radius
    case .polygon(let polygon): polygon.boundingRadius
    }
  }

  /// Metres: how wide the shape is, as the radius of a circle with its ratio of area to outline.
  var meanRadius: Double {
    switch self {
    case .circle(_, let radius): radius
    case .polygon(let polygon): polygon.meanRadius
    }
  }

  /// Vertices kept in memory for the shape.
  var vertexCount: Int {
    switch self {
    case .circle: 0
    case .polygon(let polygon): polygon.vertices.count
    }
  }

  /// Metres to the boundary, negative inside.
  func signedDistance(from point: GroundPoint) -> Double {
    switch self {
    case .circle(let center, let radius): center.distance(to: point) - radius
    case .polygon(let polygon): polygon.signedDistance(from: point)
    }
  }
}
