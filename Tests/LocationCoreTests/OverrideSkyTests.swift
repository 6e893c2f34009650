// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Testing

@testable import LocationCore

@Suite struct OverrideSkyTests {
  private func sky(
    _ latitude: Double,
    _ longitude: Double,
    accuracy: Double = 5,
    is3D: Bool = true,
    at seconds: Double = 0
  ) -> SkyView {
    var point = PointSpec(coordinate: coordinate(latitude, longitude))
    point.horizontalAccuracy = accuracy
    if is3D { point.altitude = 100 }
    let fix = Fix(simulating: point, time: moment(seconds).utc)
    return SimulatedSky.view(
      for: fix,
      quality: SimulatedSky.quality(of: fix),
      noise: HashNoise(seed: 1)
    )
  }

  @Test(arguments: [(0.0, 0.0), (48, 11), (-90, 0), (90, 77), (-35, -180), (10, 180)])
  func `enough satellites stand over every place at any time`(place: (Double, Double)) {
    for hour in 0..<48 {
      let sky = sky(place.0, place.1, at: Double(hour) * 3_600)
      #expect((12...40).contains(sky.satellites.count))
      #expect(sky.visibleCount == sky.satellites.count)
      #expect(sky.usedCount == sky.satellites.count { $0.isUsed })
      #expect(sky.usedCount == 10)
      #expect(Set(sky.satellites.map(\.prn)).count == sky.satellites.count)
      for satellite in sky.satellites {
        #expect((5...90).contains(satellite.elevation ?? -1))
        #expect((0..<360).contains(satellite.azimuth ?? -1))
        #expect((20...55).contains(satellite.signal ?? -1))
      }
    }
  }

  @Test(arguments: [(2.0, 12), (5.0, 10), (10.0, 8), (20.0, 6), (40.0, 5), (400.0, 4)])
  func `a worse accuracy has fewer satellites and higher dilutions`(accuracy: Double, used: Int) {
    let sky = sky(48, 11, accuracy: accuracy)
    #expect(sky.usedCount == used)
    #expect(sky.hdop == accuracy / 5)
  }

  @Test func `a 2D fix uses three satellites and has no vertical dilution`() {
    let sky = sky(48, 11, is3D: false)
    #expect(sky.usedCount == 3)
    #expect(sky.vdop == nil)
    #expect(sky.pdop == sky.hdop)
  }

  @Test func `absurd accuracies give the worst dilution, not a trap`() {
    #expect(sky(48, 11, accuracy: .infinity).hdop == 99.99)
    #expect(sky(48, 11, accuracy: .nan).hdop == 99.99)
    #expect(sky(48, 11, accuracy: 1e-300).hdop == 0.01)
  }

  @Test(arguments: [(1.2, nil), (1.2, 1.6), (nil, nil)] as [(Double?, Double?)])
  func `dilutions agree whatever a transform makes of the accuracies`(
    hdop: Double?,
    vdop: Double?
  ) throws {
    for (horizontal, vertical) in [(10.0, nil), (nil, 10.0), (0.1, 0.1), (nil, 0.1)]
      as [(
        Double?, Double?
      )]
    {
      var point = PointSpec(coordinate: coordinate(10, 20))
      point.altitude = 5
      point.horizontalAccuracy = 1
      point.verticalAccuracy = 1
      var fix = Fix(simulating: point, time: moment(0).utc)
      (fix.hdop, fix.vdop, fix.pdop) = (hdop, vdop, 2)
      var sky = SkyView(device: fix.device)
      (sky.hdop, sky.vdop, sky.pdop) = (hdop, vdop, 2)
      let spec = try AccuracySpec(horizontalAccuracy: horizontal, verticalAccuracy: vertical)
      var change = AccuracyChange(spec: spec)
      let result = change.change(fix, at: moment(0))
      let changed = try #require(result)
      let shown = change.change(sky, at: moment(0))
      let position = try #require(changed.pdop)
      #expect(shown.hdop == changed.hdop && shown.vdop == changed.vdop)
      #expect(abs((shown.pdop ?? 0) - position) < 1e-9)
      guard let hdop else { continue }
      let across = hdop * (horizontal ?? 1)
      let up = (vdop ?? 1.6) * (vertical ?? 1)
      #expect(abs(position - (across * across + up * up).squareRoot()) < 1e-9)
      #expect(position >= across)
    }
  }

  @Test func `the sky turns slowly`() {
    let before = sky(48, 11, at: 0)
    let soon = sky(48, 11, at: 10)
    let later = sky(48, 11, at: 3_600)
    for (old, new) in zip(before.satellites, soon.satellites) where old.prn == new.prn {
      #expect(abs((old.elevation ?? 0) - (new.elevation ?? 0)) <= 1)
    }
    #expect(before.satellites.map(\.elevation) != later.satellites.map(\.elevation))
  }

  @Test func `each fix carries the counts and dilutions of the sky told before it`() throws {
    var rig = StageRig()
    try rig.add(.run(ScenarioSpec(.tunnel)), at: moment(0))
    rig.run(to: moment(200))
    var last: SkyView?
    for callback in rig.told {
      if case .didUpdateSatellites(let sky) = callback { last = sky }
      for fix in [callback].fixes {
        #expect(fix.satellitesUsed == last?.usedCount)
        #expect(fix.satellitesVisible == last?.visibleCount)
        #expect(fix.hdop == last?.hdop)
        #expect(fix.vdop == last?.vdop)
        #expect(fix.pdop == last?.pdop)
        #expect(abs((fix.hdop ?? 0) - fix.horizontalAccuracy / 5) <= 0.005_001)
      }
    }
  }
}
