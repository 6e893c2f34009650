// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationTestSupport
import Testing

@testable import LocationCore

/// Expected values are GeodSolve's (GeographicLib 2.1), to the nanometre.
struct MotionRegionTests {
  struct CircleCase {
    var name: String
    var center: (Double, Double)
    var point: (Double, Double)
    var distance: Double
  }

  static let circles = [
    CircleCase(
      name: "across the antimeridian",
      center: (-17, 179.95),
      point: (-17, -179.99),
      distance: 6389.149820725
    ),
    CircleCase(
      name: "across the antimeridian, obliquely",
      center: (-17, 179.95),
      point: (-17.05, -179.98),
      distance: 9282.610139611
    ),
    CircleCase(
      name: "over the north pole",
      center: (89.95, 0),
      point: (89.97, 180),
      distance: 8935.518347303
    ),
    CircleCase(
      name: "beside the north pole",
      center: (89.95, 0),
      point: (89.9, 90),
      distance: 12487.765171629
    ),
    CircleCase(
      name: "around the south pole",
      center: (-90, 0),
      point: (-89.91, 45),
      distance: 10052.458076741
    ),
    CircleCase(
      name: "in a city",
      center: (48.85837, 2.294481),
      point: (48.8606, 2.3376),
      distance: 3173.664335334
    ),
    CircleCase(
      name: "far",
      center: (64, -20),
      point: (65, -18),
      distance: 147180.624042598
    ),
  ]

  @Test(arguments: circles)
  func `a circle measures along the geodesic`(_ sample: CircleCase) throws {
    let center = try place(sample.center.0, sample.center.1)
    let point = try place(sample.point.0, sample.point.1)
    let wide = try Region(identifier: "a", center: center, radius: sample.distance + 0.01)
    let tight = try Region(identifier: "a", center: center, radius: sample.distance - 0.01)
    #expect(abs(wide.signedDistance(from: GroundPoint(point)) + 0.01) < 1e-6)
    #expect(abs(tight.signedDistance(from: GroundPoint(point)) - 0.01) < 1e-6)
    #expect(wide.contains(point))
    #expect(!tight.contains(point))
  }

  struct PolygonCase {
    var ring: [(Double, Double)]
    var point: (Double, Double)
    var signedDistance: Double
  }

  static let fiji = [(-19.0, 176.0), (-19.0, -178.0), (-15.0, -178.0), (-15.0, 176.0)]
  static let pole = [(89.0, 0.0), (89.0, 90.0), (89.0, 180.0), (89.0, -90.0)]

  /// Points 100 m to either side of the middle of a side, and beyond a corner.
  static let polygons = [
    PolygonCase(ring: fiji, point: (-19.02344362467370, 179), signedDistance: -100),
    PolygonCase(ring: fiji, point: (-19.02525043408112, 179), signedDistance: 100),
    PolygonCase(ring: fiji, point: (-15.02068307096511, 179), signedDistance: -100),
    PolygonCase(ring: fiji, point: (-15.01887555167284, 179), signedDistance: 100),
    PolygonCase(ring: pole, point: (90, 0), signedDistance: -78983.499170906),
    PolygonCase(ring: pole, point: (90, 123), signedDistance: -78983.499170906),
    PolygonCase(ring: pole, point: (89.29375298589086, 45), signedDistance: -100),
    PolygonCase(ring: pole, point: (89.29196237632756, 45), signedDistance: 100),
    PolygonCase(
      ring: [(0, 0), (0, 1), (1, 1), (1, 0)],
      point: (0, -1),
      signedDistance: 111319.490793274
    ),
    PolygonCase(
      ring: [(0, 0), (0, 1), (1, 1), (1, 0)],
      point: (-1, 0),
      signedDistance: 110574.388557799
    ),
  ]

  @Test(arguments: polygons, [false, true])
  func `a polygon measures to its geodesic sides`(_ sample: PolygonCase, _ reversed: Bool) throws {
    var ring = try sample.ring.map { try place($0.0, $0.1) }
    if reversed { ring.reverse() }
    let region = try Region(identifier: "a", polygon: ring)
    let point = GroundPoint(try place(sample.point.0, sample.point.1))
    let tolerance = 0.001 + abs(sample.signedDistance) * 1e-5
    #expect(abs(region.signedDistance(from: point) - sample.signedDistance) < tolerance)
  }

  @Test func `the antipode of a place inside is outside`() throws {
    let ring = [(10.0, 10.0), (10.0, 12.0), (12.0, 12.0), (12.0, 10.0)]
    let region = try Region(identifier: "a", polygon: ring.map { try place($0.0, $0.1) })
    #expect(region.contains(try place(11, 11)))
    #expect(!region.contains(try place(-11, -169)))
  }

  /// Sampling the sides every few metres is slow and needs no insight.
  @Test func `a random polygon agrees with a dense sampling of its sides`() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<20 {
      let center = try place(random.uniform(-89...89), random.uniform(-180...180))
      let size = random.uniform(200...50_000)
      let ring = try (0..<7).map { index in
        try place(
          center,
          Double(index) * 51 + random.uniform(0...40),
          random.uniform(0.3...1) * size
        )
      }
      let region = try Region(identifier: "a", polygon: ring)
      let point = try place(center, random.uniform(0...360), random.uniform(0...2) * size)
      var nearest = Double.infinity
      for (index, start) in ring.enumerated() {
        let side = Geodesic.course(from: start, to: ring[(index + 1) % ring.count])
        for step in 0...400 {
          let along = side.distance * Double(step) / 400
          let foot = try place(start, side.initialCourse, along)
          nearest = min(nearest, Geodesic.distance(from: foot, to: point))
        }
      }
      let distance = abs(region.signedDistance(from: GroundPoint(point)))
      #expect(distance <= nearest + 0.002 + nearest * 1e-5)
      #expect(distance >= nearest - size / 200)
    }
  }

  @Test func `a star-shaped polygon contains what lies below its outline`() throws {
    var random = SeededGenerator(seed: 12)
    let center = try place(69.6, 179.98)
    let radii = (0..<36).map { _ in random.uniform(500...3000) }
    let ring = try radii.enumerated().map { try place(center, Double($0.offset) * 10, $0.element) }
    let region = try Region(identifier: "a", polygon: ring)
    for index in 0..<36 {
      // On the ray to a vertex, the vertex is the only crossing.
      #expect(region.contains(try place(center, Double(index) * 10, radii[index] - 1)))
      #expect(!region.contains(try place(center, Double(index) * 10, radii[index] + 1)))
    }
  }

  struct Refusal {
    var rejection: Region.Rejection
    var make: @Sendable () throws -> Region
  }

  static let refusals = [
    Refusal(rejection: .identifierLength(0)) {
      try Region(identifier: "", center: place(0, 0), radius: 1)
    },
    Refusal(rejection: .identifierLength(257)) {
      try Region(
        identifier: String(repeating: "é", count: 128) + "x",
        center: place(0, 0),
        radius: 1
      )
    },
    Refusal(rejection: .radius(0, maximum: 1e6)) {
      try Region(identifier: "a", center: place(0, 0), radius: 0)
    },
    Refusal(rejection: .radius(-1, maximum: 1e6)) {
      try Region(identifier: "a", center: place(0, 0), radius: -1)
    },
    Refusal(rejection: .radius(1_000_001, maximum: 1e6)) {
      try Region(identifier: "a", center: place(0, 0), radius: 1_000_001)
    },
    Refusal(rejection: .radius(.infinity, maximum: 1e6)) {
      try Region(identifier: "a", center: place(0, 0), radius: .infinity)
    },
    Refusal(rejection: .vertexCount(0, maximum: 1000)) { try Region(identifier: "a", polygon: []) },
    Refusal(rejection: .vertexCount(2, maximum: 1000)) {
      // The closing vertex does not count.
      try Region(identifier: "a", polygon: [place(0, 0), place(0, 1), place(0, 0)])
    },
    Refusal(rejection: .vertexCount(1001, maximum: 1000)) {
      try Region(
        identifier: "a",
        polygon: (0...1000).map { try place(place(0, 0), Double($0) * 0.3, 1000) }
      )
    },
    Refusal(rejection: .repeatedVertex(2)) {
      try Region(identifier: "a", polygon: [place(0, 0), place(0, 1), place(0, 1), place(1, 1)])
    },
    Refusal(rejection: .repeatedVertex(4)) {
      // Two lobes that cross in a corner they share.
      try Region(
        identifier: "a",
        polygon: [
          place(0, 0), place(0.5, 0.5), place(1, 1), place(1, 0), place(0.5, 0.5), place(0, 1),
        ]
      )
    },
    Refusal(rejection: .tooSmall) {
      try Region(identifier: "a", polygon: [place(0, 0), place(0, 1), place(0, 0.5)])
    },
    Refusal(rejection: .crossingSides(0, 2)) {
      try Region(identifier: "a", polygon: [place(0, 0), place(1, 1), place(0, 1), place(1, 0)])
    },
    Refusal(rejection: .crossingSides(1, 3)) {
      try Region(
        identifier: "a",
        polygon: [place(0, 179), place(0, -179), place(1, 179), place(1, -179)]
      )
    },
  ]

  @Test(arguments: refusals.indices)
  func `a malformed region is refused with its reason`(_ index: Int) {
    let refusal = Self.refusals[index]
    let error = #expect(throws: Region.Rejection.self) { try refusal.make() }
    #expect(error == refusal.rejection)
    #expect(error?.locationError.code == .regionMonitoringFailure)
  }

  @Test func `a NaN radius is refused`() throws {
    let center = try place(0, 0)
    #expect(throws: Region.Rejection.self) {
      try Region(identifier: "a", center: center, radius: .nan)
    }
  }

  @Test func `a polygon around the earth is refused`() throws {
    let ring = [(0.0, 0.0), (0.0, 120.0), (0.0, -120.0)]
    #expect(throws: Region.Rejection.self) {
      try Region(identifier: "a", polygon: ring.map { try place($0.0, $0.1) })
    }
  }

  @Test func `a ring may repeat its first vertex`() throws {
    let ring = try [place(0, 0), place(0, 1), place(1, 1)]
    let open = try Region(identifier: "a", polygon: ring)
    let closed = try Region(identifier: "a", polygon: ring + [ring[0]])
    #expect(open == closed)
  }
}

/// The bounds that spare most geodesics.
struct MotionGroundPointTests {
  @Test func `the straight line and its tightest arc enclose the geodesic`() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      let start = try place(random.uniform(-90...90), random.uniform(-180...180))
      let reach = pow10(random.uniform(-2...7.3))
      let end = try place(start, random.uniform(0...360), min(reach, 20_003_000))
      let distance = Geodesic.distance(from: start, to: end)
      let chord = GroundPoint(start).chord(to: GroundPoint(end))
      #expect(chord <= distance + 1e-6)
      #expect(GroundPoint.longestGeodesic(chord: chord) >= distance)
      if chord < GroundPoint.certainChord(below: reach) { #expect(distance < reach) }
    }
  }

  @Test func `below 10 km the bounds are millimetres apart`() {
    let chord = 10_000.0
    #expect(GroundPoint.longestGeodesic(chord: chord) - chord < 0.0011)
  }

  @Test(arguments: [(0.0, 180.0), (0.5, 179.7), (-30, 179.9)])
  func `antipodal points keep within the bounds`(_ latitude: Double, _ longitude: Double) throws {
    let start = GroundPoint(try place(-latitude, 0))
    let end = GroundPoint(try place(latitude, longitude))
    let longest = GroundPoint.longestGeodesic(chord: start.chord(to: end))
    #expect(longest >= start.distance(to: end))
  }

  private func pow10(_ exponent: Double) -> Double {
    var value = 1.0
    let whole = Int(exponent.rounded(.down))
    for _ in 0..<abs(whole) { value *= whole < 0 ? 0.1 : 10 }
    return value * (1 + 9 * (exponent - Double(whole)))
  }
}
