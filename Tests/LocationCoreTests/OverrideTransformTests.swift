// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Testing

@testable import LocationCore

@Suite struct OverrideTransformTests {
  private var rig = StageRig()

  /// Sends one fix per second and returns what became of them.
  private mutating func stream(
    _ spec: TransformSpec,
    from place: (Double, Double) = (48, 11),
    count: Int = 5
  ) throws -> [Fix] {
    try rig.add(.transform(spec), at: moment(0))
    for second in 1...count {
      let now = moment(Double(second))
      rig.live(.didUpdateSatellites(liveSky(at: now)), at: now)
      rig.live(.didUpdateLocations([liveFix(place.0, place.1, at: now)]), at: now)
      rig.run(to: now)
    }
    return rig.fixes
  }

  private func metres(_ fix: Fix, _ place: (Double, Double) = (48, 11)) -> Double {
    Geodesic.distance(from: coordinate(place.0, place.1), to: fix.coordinate)
  }

  @Test mutating func `whatever passes an override is marked and stays of its device`() throws {
    let fixes = try stream(.offset(OffsetSpec(east: 1)))
    #expect(fixes.count == 5)
    #expect(fixes.allSatisfy { $0.isSimulated && $0.overrides == ["o1"] })
    #expect(fixes.allSatisfy { $0.device == "/dev/ttyACM0" })
  }

  @Test(arguments: [(48.0, 11.0), (0.0, 179.9999), (89.9999, 0.0), (-90.0, 12.0)])
  mutating func `an offset moves by its metres anywhere`(place: (Double, Double)) throws {
    let fixes = try stream(.offset(OffsetSpec(east: 30, north: -40, up: 7)), from: place)
    for fix in fixes {
      #expect(abs(metres(fix, place) - 50) < 1e-6)
      #expect(fix.altitude == 107)
      #expect(fix.ellipsoidalAltitude == 152)
      #expect(fix.horizontalAccuracy == 5)
      #expect(fix.speed == 3)
      #expect(fix.course == 90)
    }
  }

  @Test mutating func `an offset by bearing and distance goes that way`() throws {
    let fixes = try stream(.offset(OffsetSpec(bearing: 90, distance: 1_000)), from: (0, 0))
    #expect(abs(fixes[0].coordinate.longitude - 1_000 / 111_319.490_793) < 1e-9)
    #expect(abs(fixes[0].coordinate.latitude) < 1e-9)
  }

  @Test mutating func `noise has its size, and the accuracies and dilutions say so`() throws {
    let fixes = try stream(.noise(NoiseSpec(metres: 10, verticalMetres: 4, seed: 7)), count: 2_000)
    var square = 0.0
    var vertical = 0.0
    for fix in fixes {
      square += metres(fix) * metres(fix)
      vertical += ((fix.altitude ?? 0) - 100) * ((fix.altitude ?? 0) - 100)
    }
    let count = Double(fixes.count)
    #expect(abs((square / count / 2).squareRoot() - 10) < 0.5)
    #expect(abs((vertical / count).squareRoot() - 4) < 0.25)
    #expect(abs(fixes[0].horizontalAccuracy - 15) < 1e-9)
    #expect(abs((fixes[0].verticalAccuracy ?? 0) - 8.5) < 1e-9)
    #expect(abs((fixes[0].hdop ?? 0) - 3) < 1e-9)
    guard
      case .didUpdateSatellites(let sky) = rig.told.last(where: { $0.name == "didUpdateSatellites" }
      )
    else {
      Issue.record("no sky")
      return
    }
    #expect(abs((sky.hdop ?? 0) - 3) < 1e-9)
  }

  @Test mutating func `noise is the same for the same seed and other for another`() throws {
    let one = try stream(.noise(NoiseSpec(metres: 10, seed: 1)))
    rig = StageRig()
    let again = try stream(.noise(NoiseSpec(metres: 10, seed: 1)))
    rig = StageRig()
    let other = try stream(.noise(NoiseSpec(metres: 10, seed: 2)))
    #expect(one.map(\.coordinate) == again.map(\.coordinate))
    #expect(zip(one, other).allSatisfy { $0.coordinate != $1.coordinate })
  }

  @Test mutating func `a drift grows with time from the override on`() throws {
    let fixes = try stream(.drift(DriftSpec(rate: 2, bearing: 180)))
    for (index, fix) in fixes.enumerated() {
      #expect(abs(metres(fix) - 2 * Double(index + 1)) < 1e-6)
      #expect(fix.coordinate.latitude < 48)
      #expect(fix.horizontalAccuracy == 5)
    }
  }

  @Test func `a random walk starts at nothing and gains a variance of one each second`() {
    let ends = (0..<2_000).map { HashNoise(seed: UInt64($0)).walk(1, at: 100) }
    let variance = ends.map { $0 * $0 }.reduce(0, +) / 2_000
    #expect(abs(variance - 100) < 10)
    let walk = HashNoise(seed: 5)
    #expect(walk.walk(1, at: 0) == 0)
    let steps = (0..<2_000).map { walk.walk(1, at: Double($0 + 1)) - walk.walk(1, at: Double($0)) }
    let stepVariance = steps.map { $0 * $0 }.reduce(0, +) / 2_000
    #expect(abs(stepVariance - 1) < 0.1)
  }

  @Test mutating func `freeze holds the position and lets time pass`() throws {
    try rig.add(.transform(.freeze), at: moment(0))
    for second in 1...4 {
      let now = moment(Double(second))
      rig.live(.didUpdateLocations([liveFix(48 + Double(second), 11, at: now)]), at: now)
    }
    #expect(rig.fixes.map(\.coordinate.latitude) == [49, 49, 49, 49])
    #expect(rig.fixes.map(\.time) == (1...4).map { moment(Double($0)).utc })
    #expect(rig.fixes.allSatisfy { $0.speed == 0 && $0.course == nil && $0.climb == 0 })
  }

  @Test mutating func `freeze begins with the location that holds, for whoever comes later`() throws
  {
    rig.live(.didUpdateLocations([liveFix(40, 11, at: moment(0))]), at: moment(0))
    try rig.add(.transform(.freeze), at: moment(0.5))
    for second in 1...3 {
      let now = moment(Double(second))
      rig.live(.didUpdateLocations([liveFix(48 + Double(second), 11, at: now)]), at: now)
    }
    rig.stage.keepViews { _ in false }
    let late = rig.stage.view(for: PeerIdentity(session: "s9", surface: .gpsd), at: moment(4))
    #expect(rig.stage.state(of: late).location?.fix.coordinate.latitude == 40)
  }

  @Test mutating func `delay tells everything later and in order`() throws {
    try rig.add(.transform(.delay(DelaySpec(seconds: 2.5))), at: moment(0))
    for second in 1...3 {
      let now = moment(Double(second))
      rig.live(.didUpdateSatellites(liveSky(at: now)), at: now)
      rig.live(.didUpdateLocations([liveFix(48, 11, at: now)]), at: now)
    }
    rig.run(to: moment(3.4))
    #expect(rig.told.isEmpty)
    rig.run(to: moment(4.5))
    #expect(
      rig.names == [
        "didUpdateSatellites", "didUpdateLocations", "didUpdateSatellites", "didUpdateLocations",
      ]
    )
    #expect(rig.fixes.map(\.time) == [moment(1).utc, moment(2).utc])
  }

  @Test func `a delay line is bounded and drops the oldest`() throws {
    var layer = DelayLayer(try DelaySpec(seconds: 600))
    for tick in 0..<10_000 {
      let now = moment(Double(tick) / 100)
      _ = layer.process(.didUpdateLocations([liveFix(1, 1, at: now)]), at: now)
    }
    let kept = layer.advance(to: moment(10_000))
    #expect(kept.count <= DelayLayer.capacity)
    #expect(kept.count > DelayLayer.capacity / 2)
    #expect(
      kept.last == .didUpdateLocations([liveFix(1, 1, at: moment(99.99))])
    )
  }

  @Test mutating func `decimate by number keeps the first and each Nth after it`() throws {
    let fixes = try stream(.decimate(DecimateSpec(every: 3)), count: 9)
    #expect(fixes.map(\.time) == [1, 4, 7].map { moment($0).utc })
  }

  @Test mutating func `decimate by interval keeps one per interval`() throws {
    let fixes = try stream(.decimate(DecimateSpec(interval: 2.5)), count: 9)
    #expect(fixes.map(\.time) == [1, 4, 7].map { moment($0).utc })
  }

  @Test mutating func `decimate by probability drops that share`() throws {
    let fixes = try stream(.decimate(DecimateSpec(probability: 0.3, seed: 3)), count: 2_000)
    #expect((1_330...1_470).contains(fixes.count))
  }

  @Test mutating func `accuracy sets or scales, and the dilutions with it`() throws {
    var fixes = try stream(.accuracy(AccuracySpec(horizontalAccuracy: 50, scale: 2)))
    #expect(fixes.allSatisfy { $0.horizontalAccuracy == 50 && $0.verticalAccuracy == 15 })
    #expect(fixes.allSatisfy { $0.hdop == 10 && $0.vdop == 2 })
    #expect(fixes.allSatisfy { $0.coordinate == coordinate(48, 11) })
    rig = StageRig()
    fixes = try stream(.accuracy(AccuracySpec(scale: 0.5)))
    #expect(fixes.allSatisfy { $0.horizontalAccuracy == 2.5 && $0.hdop == 0.5 })
  }

  @Test mutating func `flatten leaves nothing of the vertical`() throws {
    let fixes = try stream(.flatten)
    for fix in fixes {
      #expect(fix.dimension == .twoD)
      #expect(fix.altitude == nil && fix.ellipsoidalAltitude == nil && fix.geoidSeparation == nil)
      #expect(fix.verticalAccuracy == nil && fix.climb == nil && fix.vdop == nil)
      #expect(fix.satellitesUsed == 3)
      #expect(fix.hdop == 1)
    }
    for case .didUpdateSatellites(let sky) in rig.told {
      #expect(sky.usedCount == 3)
      #expect(sky.satellites.count { $0.isUsed } == 3)
      #expect(sky.vdop == nil)
    }
  }

  @Test(arguments: [
    (48.123_4, 11.567_8, 48.1, 11.6), (-33.86, 151.24, -33.9, 151.2), (0, 179.98, 0, 180),
    (89.99, 0.04, 90, 0),
  ])
  mutating func `quantize snaps to a grid of degrees`(
    latitude: Double,
    longitude: Double,
    snappedLatitude: Double,
    snappedLongitude: Double
  ) throws {
    let fixes = try stream(.quantize(QuantizeSpec(degrees: 0.1)), from: (latitude, longitude))
    #expect(abs(fixes[0].coordinate.latitude - snappedLatitude) < 1e-9)
    #expect(abs(fixes[0].coordinate.longitude - snappedLongitude) < 1e-9)
  }

  @Test(arguments: [(48.0, 11.0), (0.0, 179.999_9), (89.999, 100.0), (-90.0, 0.0), (70.0, -179.99)])
  mutating func `quantize by metres stays within a cell and says how coarse it is`(
    place: (Double, Double)
  ) throws {
    let fixes = try stream(.quantize(QuantizeSpec(metres: 100)), from: place)
    #expect(metres(fixes[0], place) < 100)
    #expect(fixes[0].horizontalAccuracy > 20)
    #expect(fixes[0].horizontalAccuracy < 80)
    let again = fixes[0].coordinate
    rig = StageRig()
    let snapped = try stream(
      .quantize(QuantizeSpec(metres: 100)),
      from: (again.latitude, again.longitude)
    )
    #expect(Geodesic.distance(from: snapped[0].coordinate, to: again) < 1e-6)
  }

  @Test mutating func `transforms stack from the bottom up, on routes too`() throws {
    try rig.add(.start(RouteSpec(points: route([(0, 0), (0, 1)]), speed: 10)), at: moment(0))
    try rig.add(.transform(.offset(OffsetSpec(north: 100))), at: moment(0.5))
    try rig.add(.transform(.flatten), at: moment(0.5))
    try rig.add(.transform(.quantize(QuantizeSpec(degrees: 0.001))), at: moment(0.5))
    rig.forget()
    rig.run(to: moment(3))
    #expect(rig.fixes.count == 3)
    for fix in rig.fixes {
      #expect(fix.overrides == ["o1", "o2", "o3", "o4"])
      #expect(abs(fix.coordinate.latitude - 0.001) < 1e-12)
    }
  }
}
