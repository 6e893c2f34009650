// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Testing

@testable import LocationCore

@Suite struct OverrideFaultTests {
  private var rig = StageRig()

  /// A receiver that runs from second 0 on, with the fault beginning at 2.5.
  private mutating func stream(_ spec: FaultSpec, until end: Int = 6) throws {
    for second in 0...end {
      let now = moment(Double(second))
      if second == 3 {
        rig.forget()
        try rig.add(.fault(spec), at: moment(2.5))
      }
      rig.run(to: now)
      if second == 0 {
        rig.live(
          .didChangeSource(SourceChange(device: "/dev/ttyACM0", state: .active, age: 0)),
          at: now
        )
      }
      rig.live(.didUpdateSatellites(liveSky(at: now)), at: now)
      rig.live(.didUpdateHeading(Heading(trueHeading: 10, time: now.utc)), at: now)
      rig.live(
        .didUpdateLocations([liveFix(48 + Double(second) / 100, 11, at: now)]),
        at: now
      )
    }
  }

  private var seconds: [Double] { rig.fixes.map { $0.time - moment(0).utc } }
  private let sky = "didUpdateSatellites"
  private let heading = "didUpdateHeading"
  private let location = "didUpdateLocations"

  @Test mutating func `no-fix is one loss, then a sky of which nothing is used`() throws {
    try stream(.noFix, until: 4)
    #expect(rig.names == ["didFailWithError locationUnknown", sky, heading, sky, heading])
    for case .didUpdateSatellites(let sky) in rig.told {
      #expect(sky.usedCount == 0)
      #expect(sky.satellites.allSatisfy { !$0.isUsed })
      #expect(sky.satellites.count == 12)
      #expect(sky.hdop == nil && sky.vdop == nil && sky.pdop == nil)
    }
    let state = rig.stage.state(of: rig.stage.view(for: rig.peer, at: moment(5)))
    #expect(state.location == nil)
    #expect(state.error?.code == .locationUnknown)
  }

  @Test mutating func `denied is one error, and authorization reads denied`() throws {
    try stream(.denied, until: 4)
    #expect(rig.names == ["didFailWithError denied", heading, heading])
    let view = rig.stage.view(for: rig.peer, at: moment(4))
    #expect(
      rig.stage.authorization(Authorization(.authorizedAlways), in: view, at: moment(4))
        == Authorization(.denied)
    )
    #expect(
      rig.stage.authorization(
        Authorization(.authorizedAlways),
        in: rig.stage.liveView,
        at: moment(4)
      ) == Authorization(.authorizedAlways)
    )
  }

  @Test mutating func `stale repeats the location that held, with its time`() throws {
    try stream(.stale, until: 5)
    #expect(
      rig.names == [
        location, sky, heading, location, sky, heading, location, sky, heading, location,
      ]
    )
    #expect(seconds == [2, 2, 2, 2])
    #expect(rig.fixes.allSatisfy { $0.coordinate.latitude == 48.02 })
    rig.forget()
    rig.live(.didFailWithError(LocationError(.locationUnknown, "gone")), at: moment(9))
    #expect(rig.names.isEmpty)
  }

  @Test mutating func `jump throws one location per period off and comes back`() throws {
    try stream(.jump(JumpSpec(distance: 500, period: 3, seed: 4)), until: 12)
    #expect(rig.names.count { $0 == location } == 11)
    let off = rig.fixes.filter { fix in
      let right = coordinate(48 + (fix.time - moment(0).utc) / 100, 11)
      let distance = Geodesic.distance(from: right, to: fix.coordinate)
      #expect(distance < 1e-6 || abs(distance - 500) < 1e-6)
      return distance > 1
    }
    #expect(off.map { $0.time - moment(0).utc } == [6, 9, 12])
    #expect(off.allSatisfy { $0.horizontalAccuracy == 5 && $0.speed == 3 })
  }

  @Test mutating func `2d is a fix of three satellites without altitude`() throws {
    try stream(.twoD, until: 3)
    #expect(rig.names == [sky, location, sky, heading, location])
    #expect(rig.fixes[0].dimension == .twoD)
    #expect(rig.fixes[0].altitude == nil)
    #expect(rig.fixes[0].satellitesUsed == 3)
  }

  @Test mutating func `duplicate tells each location twice`() throws {
    try stream(.duplicate, until: 4)
    #expect(
      rig.names == [location, sky, heading, location, location, sky, heading, location, location]
    )
    #expect(seconds == [2, 3, 3, 4, 4])
  }

  @Test mutating func `out-of-order swaps each two locations after the first`() throws {
    try stream(.outOfOrder, until: 6)
    // The location that held when the fault began.
    #expect(seconds == [2, 4, 3, 6, 5])
  }

  @Test mutating func `out-of-order tells what it holds before a loss`() throws {
    try stream(.outOfOrder, until: 5)
    rig.forget()
    rig.live(.didFailWithError(LocationError(.locationUnknown, "gone")), at: moment(9))
    #expect(rig.names == [location, "didFailWithError locationUnknown"])
    #expect(seconds == [5])
  }

  @Test mutating func `rollover is 1024 weeks ago`() throws {
    try stream(.rollover, until: 4)
    #expect(rig.names == [sky, location, sky, heading, location, sky, heading, location])
    #expect(seconds.map { $0 + 619_315_200 } == [2, 3, 4])
    for case .didUpdateSatellites(let sky) in rig.told {
      #expect((sky.time ?? moment(0).utc) < moment(-619_000_000).utc)
    }
  }

  @Test mutating func `unplugged is a removal, one loss and silence`() throws {
    try stream(.unplugged)
    #expect(rig.names == ["didChangeSource removed", "didFailWithError locationUnknown"])
    guard case .didChangeSource(let change) = rig.told.first else { return }
    #expect(change.device == "/dev/ttyACM0")
    let state = rig.stage.state(of: rig.stage.view(for: rig.peer, at: moment(7)))
    #expect(state.source?.state == .removed)
    #expect(rig.stage.state(of: rig.stage.liveView).source?.state == .active)
  }

  @Test mutating func `slow lets one location per interval through`() throws {
    try stream(.slow(DecimateSpec(interval: 3)), until: 12)
    // The location that held when the fault began counts as the first.
    #expect(seconds == [2, 6, 9, 12])
  }

  @Test(arguments: [
    FaultSpec.noFix, .denied, .stale, .twoD, .duplicate, .outOfOrder, .rollover, .unplugged,
  ]) mutating func `clearing a fault shows the truth at once`(fault: FaultSpec) throws {
    try stream(fault)
    rig.forget()
    rig.clear(at: moment(7))
    #expect(rig.names.last == location)
    #expect(rig.names.contains("didChangeSource active") == (fault == .unplugged))
    #expect(rig.fixes.map(\.coordinate) == [coordinate(48.06, 11)])
    #expect(rig.fixes.allSatisfy { !$0.isSimulated })
  }

  @Test mutating func `a fault works on a route as on a receiver`() throws {
    try rig.add(.start(RouteSpec(points: route([(0, 0), (0, 1)]), speed: 10)), at: moment(0))
    rig.run(to: moment(2))
    rig.forget()
    try rig.add(.fault(.noFix), at: moment(2.5))
    rig.run(to: moment(4))
    #expect(rig.names == ["didFailWithError locationUnknown", sky, sky])
  }
}
