// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationTestSupport
import Testing

@testable import LocationCore

struct DeliveryReducedTests {
  private static let secret = KeyedHash(0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210)

  @Test func `the hash is SipHash-2-4`() {
    // Key 00 … 0f, message 00 … 0f: the value published with the algorithm.
    let hash = KeyedHash(0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908)
    #expect(hash.hash(0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908) == 0x3f2a_cc7f_57c2_9bdb)
  }

  @Test(arguments: [UInt32](1...8))
  func `every place on earth is within the circle that is told`(_ uid: UInt32) throws {
    let grid = ReducedGrid(uid: uid, secret: Self.secret)
    var random = SeededGenerator(seed: UInt64(uid))
    for trial in 0..<400 {
      let latitude =
        switch trial % 4 {
        case 0: random.uniform(89.8...90)
        case 1: random.uniform(-90 ... -89.8)
        default: random.uniform(-90...90)
        }
      let longitude = trial % 3 == 0 ? random.uniform(179.9...180) : random.uniform(-180...180)
      let position = try place(latitude, longitude)
      let cell = grid.cell(of: position)
      let center = try #require(grid.center(of: cell))
      let radius = grid.radius(of: cell)
      #expect(grid.isNear(position, cell))
      #expect(grid.cell(of: center) == cell)
      #expect(Geodesic.distance(from: center, to: position) <= radius)
      #expect(radius >= 1900)
      #expect(radius <= 9000)
    }
  }

  @Test(arguments: [(90.0, 0.0), (-90, 0), (0, 180), (0, -180), (90, 180), (-90, -180)])
  func `the corners of the map have cells`(_ latitude: Double, _ longitude: Double) throws {
    for uid in UInt32(0)..<50 {
      let grid = ReducedGrid(uid: uid, secret: Self.secret)
      let position = try place(latitude, longitude)
      #expect(grid.isNear(position, grid.cell(of: position)))
    }
  }

  @Test func `±180° are one place`() throws {
    let grid = ReducedGrid(uid: 1000, secret: Self.secret)
    #expect(grid.cell(of: try place(-17, 180)) == grid.cell(of: try place(-17, -180)))
  }

  @Test func `users and installations have grids of their own, displaced on both axes`() throws {
    let position = try place(48.85837, 2.294481)
    var latitudes: Set<Double> = []
    var longitudes: Set<Double> = []
    for uid in UInt32(1000)..<1020 {
      for secret in [Self.secret, KeyedHash(1, 2)] {
        let grid = ReducedGrid(uid: uid, secret: secret)
        let center = try #require(grid.center(of: grid.cell(of: position)))
        latitudes.insert(center.latitude)
        longitudes.insert(center.longitude)
      }
    }
    #expect(latitudes.count == 40)
    #expect(longitudes.count == 40)
  }

  @Test func `the same user gets the same cell on another day`() throws {
    let position = try place(48.85837, 2.294481)
    let first = ReducedGrid(uid: 1000, secret: Self.secret)
    let second = ReducedGrid(uid: 1000, secret: Self.secret)
    #expect(
      first.center(of: first.cell(of: position)) == second.center(of: second.cell(of: position))
    )
  }

  @Test func `nothing but the cell is told`() throws {
    var stream = Stream()
    var fix = stream.location(at: try place(48.85837, 2.294481), seconds: 5, overrides: ["o1"]).fix
    fix.status = 8
    fix.altitude = 35
    fix.speed = 3
    fix.course = 90
    fix.hdop = 0.9
    fix.satellitesUsed = 9
    fix.driver = "u-blox"
    fix.estimated = ["speedAccuracy"]
    var publisher = Publisher()
    let location = publisher.publish(fix)
    var reduced = ReducedAccuracy(uid: 1000, secret: Self.secret)
    let result = reduced.update(location, now: instant(0))
    let told = try #require(result)
    let grid = ReducedGrid(uid: 1000, secret: Self.secret)
    let cell = grid.cell(of: fix.coordinate)
    var expected = Fix(
      device: fix.device,
      time: fix.time,
      coordinate: try #require(grid.center(of: cell)),
      horizontalAccuracy: grid.radius(of: cell),
      status: 8
    )
    expected.overrides = ["o1"]
    expected.isSimulated = true
    #expect(told.fix == expected)
    #expect(told.sequence == location.sequence)
  }

  @Test func `a drive of an hour is told four times`() throws {
    var stream = Stream()
    var reduced = ReducedAccuracy(uid: 1000, secret: Self.secret)
    let start = try place(0, 179.9)
    var told: [Int] = []
    for second in 0..<3600 {
      let there = try place(start, 90, Double(second) * 20)
      let location = stream.location(at: there, seconds: Double(second))
      if let result = reduced.update(location, now: instant(Double(second))) {
        told.append(second)
        #expect(
          Geodesic.distance(from: result.fix.coordinate, to: there) <= result.fix.horizontalAccuracy
        )
        #expect(reduced.current == result)
      }
    }
    #expect(told == [0, 900, 1800, 2700])
  }

  @Test func `noise at a cell's side never shows`() throws {
    let grid = ReducedGrid(uid: 1000, secret: Self.secret)
    // Walk to where the cell changes, and stay there.
    var edge = try place(48.85837, 2.294481)
    let cell = grid.cell(of: edge)
    while grid.cell(of: edge) == cell { edge = try place(edge, 90, 1) }
    var random = SeededGenerator(seed: 5)
    var stream = Stream()
    var reduced = ReducedAccuracy(uid: 1000, secret: Self.secret)
    var told: Set<Coordinate> = []
    for step in 0..<2000 {
      let position = try place(edge, random.uniform(0...360), random.uniform(0...150))
      let now = instant(Double(step) * 900)
      if let result = reduced.update(stream.location(at: position), now: now) {
        told.insert(result.fix.coordinate)
      }
    }
    #expect(told.count == 1)
  }

  @Test func `a fix that comes and goes tells what was told before`() throws {
    var stream = Stream()
    var reduced = ReducedAccuracy(uid: 1000, secret: Self.secret)
    let first = reduced.update(stream.location(at: try place(10, 10)), now: instant(0))
    let second = reduced.update(stream.location(at: try place(10, 10.1)), now: instant(60))
    #expect(second == nil)
    reduced.interrupt()
    #expect(reduced.current == nil)
    let again = reduced.update(stream.location(at: try place(10, 10.2)), now: instant(120))
    #expect(again == first)
    #expect(reduced.current == first)
  }

  @Test func `an override is told at once`() throws {
    var stream = Stream()
    var reduced = ReducedAccuracy(uid: 1000, secret: Self.secret)
    _ = reduced.update(stream.location(at: try place(10, 10)), now: instant(0))
    let set = stream.location(at: try place(50, 50), discontinuous: true, overrides: ["o1"])
    let result = reduced.update(set, now: instant(1))
    let told = try #require(result)
    #expect(told.fix.overrides == ["o1"])
    #expect(Geodesic.distance(from: told.fix.coordinate, to: set.fix.coordinate) <= 4000)
  }

  @Test func `a location kilometres wide widens the circle`() throws {
    var stream = Stream()
    var reduced = ReducedAccuracy(uid: 1000, secret: Self.secret)
    let grid = ReducedGrid(uid: 1000, secret: Self.secret)
    let position = try place(10, 10)
    let told = reduced.update(stream.location(at: position, accuracy: 2300), now: instant(0))
    #expect(told?.fix.horizontalAccuracy == grid.radius(of: grid.cell(of: position)) + 3000)
  }
}
