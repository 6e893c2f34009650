// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Testing

@testable import LocationCore

@Suite struct OverrideStageTests {
  private var rig = StageRig()

  private func peer(_ session: String, unit: String? = nil) -> PeerIdentity {
    var peer = PeerIdentity(session: session, surface: .native)
    peer.unit = unit
    return peer
  }

  private func request(_ spec: OverrideSpec, unit: String? = nil) -> OverrideRequest {
    let target = unit.map { Selector(terms: [.unit($0)], text: "unit=\($0)") }
    return OverrideRequest(spec: spec, target: target ?? .all)
  }

  private func point(_ latitude: Double, _ longitude: Double) -> OverrideSpec {
    .set(PointSpec(coordinate: coordinate(latitude, longitude)))
  }

  @Test mutating func `a set announces itself, shows satellites and repeats once a second`() throws
  {
    try rig.add(point(1, 2), at: moment(0))
    rig.run(to: moment(2))
    #expect(
      rig.names == [
        "didChangeSource active", "didUpdateSatellites", "didUpdateLocations",
        "didUpdateSatellites", "didUpdateLocations", "didUpdateSatellites", "didUpdateLocations",
      ]
    )
    #expect(rig.fixes.map(\.time) == [0, 1, 2].map { moment($0).utc })
    #expect(rig.fixes.map(\.isDiscontinuous) == [true, false, false])
  }

  @Test mutating func `two targets drive two routes at once`() throws {
    let east = try RouteSpec(points: route([(0, 0), (0, 1)]), speed: 10)
    let north = try RouteSpec(points: route([(50, 0), (51, 0)]), speed: 20)
    var stage = rig.stage
    _ = try stage.add(request(.start(east), unit: "a"), owner: operatorOwner, at: moment(0))
    _ = try stage.add(request(.start(north), unit: "b"), owner: operatorOwner, at: moment(0))
    let views = ["a", "b", "c"].map { stage.view(for: peer($0, unit: $0), at: moment(0)) }
    var out: [Publication] = []
    for tenth in 0...30 { out += stage.advance(to: moment(Double(tenth) / 10)) }
    #expect(out.fixes(of: views[0]).map { $0.coordinate.latitude.rounded() } == [0, 0, 0, 0])
    #expect(out.fixes(of: views[1]).map { $0.coordinate.latitude.rounded() } == [50, 50, 50, 50])
    #expect(views[2] == stage.liveView)
    #expect(out.fixes(of: views[2]).isEmpty)
  }

  @Test mutating func `a new replacement takes the place of the old one below its transforms`()
    throws
  {
    let set = try rig.add(point(1, 2), at: moment(0))
    let noise = try rig.add(.transform(.offset(OffsetSpec(north: 10))), at: moment(0))
    let result = try rig.stage.add(request(point(3, 4)), owner: operatorOwner, at: moment(1))
    #expect(result.replaced == [set])
    #expect(rig.stage.overrides == [result.added, noise])
    rig.look(at: moment(1))
    rig.forget()
    rig.take(rig.stage.advance(to: moment(1)))
    #expect(rig.fixes.map(\.overrides) == [[result.added.id, noise.id]])
    #expect((rig.fixes[0].coordinate.latitude - 3) * 110_600 > 9)
  }

  @Test mutating func `a narrower replacement on top hides the wider one`() throws {
    _ = try rig.stage.add(request(point(1, 2)), owner: operatorOwner, at: moment(0))
    _ = try rig.stage.add(request(point(3, 4), unit: "a"), owner: operatorOwner, at: moment(0))
    let narrow = rig.stage.view(for: peer("1", unit: "a"), at: moment(0))
    let wide = rig.stage.view(for: peer("2", unit: "b"), at: moment(0))
    let out = rig.stage.advance(to: moment(0))
    #expect(out.fixes(of: narrow).map(\.coordinate) == [coordinate(3, 4)])
    #expect(out.fixes(of: wide).map(\.coordinate) == [coordinate(1, 2)])
  }

  @Test mutating func `a frozen real position does not rise into a covered view`() throws {
    rig.live(.didUpdateLocations([liveFix(40, 10, at: moment(0))]), at: moment(0))
    _ = try rig.stage.add(request(point(-1, -2), unit: "a"), owner: operatorOwner, at: moment(0))
    _ = try rig.stage.add(request(.transform(.freeze)), owner: operatorOwner, at: moment(0))
    let open = rig.stage.view(for: peer("1"), at: moment(0))
    #expect(rig.stage.state(of: open).location?.fix.coordinate.latitude == 40)
    let covered = rig.stage.view(for: peer("2", unit: "a"), at: moment(0))
    #expect(rig.stage.state(of: covered).location == nil)
    let out = rig.stage.advance(to: moment(0))
    #expect(out.fixes(of: covered).map(\.coordinate.latitude) == [-1])
  }

  @Test mutating func `clear by id leaves the rest, and ids are not used again`() throws {
    try rig.add(point(1, 2), at: moment(0))
    try rig.add(.fault(.twoD), at: moment(0))
    try rig.add(.transform(.flatten), at: moment(0))
    #expect(rig.stage.remove { $0.id == "o2" }.map(\.request.spec.kind) == ["fault 2d"])
    #expect(rig.stage.overrides.map(\.id) == ["o1", "o3"])
    #expect(try rig.add(.fault(.twoD), at: moment(0)).id == "o4")
  }

  @Test mutating func `too many overrides are refused and nothing changes`() throws {
    for _ in 0..<OverrideStage.capacity { try rig.add(.fault(.duplicate), at: moment(0)) }
    let before = rig.stage.overrides
    #expect(throws: ParameterError.self) { try rig.add(.fault(.twoD), at: moment(0)) }
    #expect(rig.stage.overrides == before)
    #expect(before.count == 64)
  }

  @Test mutating func `a bad point is refused and what was set stays`() throws {
    try rig.add(point(1, 2), at: moment(0))
    var bad = PointSpec(coordinate: coordinate(3, 4))
    bad.speed = .nan
    let request = request(.set(bad))
    #expect {
      _ = try rig.stage.add(request, owner: operatorOwner, at: moment(1))
    } throws: {
      ($0 as? ParameterError)?.description == "speed: nan is not in 0 … 100000 m/s"
    }
    #expect(rig.stage.overrides.map(\.id) == ["o1"])
  }

  @Test mutating func `new demand forgets the source's loss and not that of a fault`() throws {
    let loss = Callback<Fix>.didFailWithError(LocationError(.locationUnknown, "gone"))
    rig.live(loss, at: moment(0))
    _ = try rig.stage.add(request(.transform(.flatten)), owner: operatorOwner, at: moment(1))
    let flat = rig.stage.view(for: peer("1"), at: moment(1))
    _ = try rig.stage.add(request(.fault(.noFix), unit: "a"), owner: operatorOwner, at: moment(1))
    let blind = rig.stage.view(for: peer("2", unit: "a"), at: moment(1))
    rig.stage.forgetLoss()
    #expect(rig.stage.state(of: flat).error == nil)
    #expect(rig.stage.state(of: blind).error?.code == .locationUnknown)
    _ = try rig.stage.add(
      request(.fault(.duplicate), unit: "b"),
      owner: operatorOwner,
      at: moment(2)
    )
    let late = rig.stage.view(for: peer("3", unit: "b"), at: moment(2))
    #expect(rig.stage.state(of: late).error == nil)
  }

  // MARK: - Sources

  private mutating func sources(at now: Now) -> [SourceChange] {
    rig.forget()
    rig.look(at: now)
    return rig.told.compactMap { callback in
      guard case .didChangeSource(let change) = callback else { return nil }
      return change
    }
  }

  private mutating func source(_ state: SourceChange.State, age: Double, at seconds: Double) {
    let change = SourceChange(device: "/dev/ttyACM0", state: state, age: age)
    rig.live(.didChangeSource(change), at: moment(seconds))
  }

  private mutating func fix(at seconds: Double) {
    rig.live(.didUpdateLocations([liveFix(40, 10, at: moment(seconds))]), at: moment(seconds))
  }

  @Test mutating func `whoever comes back to a receiver is told how old its last fix is then`()
    throws
  {
    source(.active, age: 0, at: 0)
    for second in 0..<10 { fix(at: Double(second)) }
    try rig.add(point(1, 2), at: moment(9.5))
    fix(at: 10)
    rig.stage.remove { _ in true }
    #expect(
      sources(at: moment(10.25)) == [
        SourceChange(device: "/dev/ttyACM0", state: .active, age: 0.25)
      ]
    )
    try rig.add(point(1, 2), at: moment(11))
    source(.lost, age: 5, at: 15)
    rig.stage.remove { _ in true }
    #expect(
      sources(at: moment(22)) == [SourceChange(device: "/dev/ttyACM0", state: .lost, age: 12)]
    )
    try rig.add(point(1, 2), at: moment(23))
    source(.recovered, age: 20, at: 30)
    fix(at: 30)
    rig.stage.remove { _ in true }
    #expect(
      sources(at: moment(30.5)) == [
        SourceChange(device: "/dev/ttyACM0", state: .recovered, age: 0.5)
      ]
    )
  }

  @Test mutating func `a view that is made late knows how old the last fix is`() throws {
    // The loop is late: the point is not told again.
    try rig.add(point(1, 2), at: moment(0))
    _ = try rig.stage.add(request(.fault(.duplicate)), owner: operatorOwner, at: moment(10))
    let live = rig.stage.liveView
    let late = rig.stage.view(for: rig.peer, at: moment(40))
    func told(_ view: ViewID, _ seconds: Double) -> [SourceChange] {
      rig.stage.transition(from: live, to: view, at: moment(seconds)).compactMap { callback in
        guard case .didChangeSource(let change) = callback else { return nil }
        return change
      }
    }
    let change = SourceChange(device: simulatedDevice, state: .active, age: 45)
    #expect(told(late, 45) == [change])
    source(.active, age: 0, at: 46)
    fix(at: 46)
    rig.stage.remove { _ in true }
    _ = try rig.stage.add(request(.transform(.flatten)), owner: operatorOwner, at: moment(48))
    let flat = rig.stage.view(for: rig.peer, at: moment(48))
    #expect(rig.stage.state(of: flat).source(at: moment(49))?.age == 3)
    _ = try rig.stage.add(request(.fault(.twoD)), owner: operatorOwner, at: moment(50))
    let both = rig.stage.view(for: rig.peer, at: moment(50))
    #expect(rig.stage.state(of: both).source(at: moment(50))?.age == 4)
  }

  // MARK: - Playback

  @Test mutating func `a route is read back, paused, sought and resumed by its id`() throws {
    let spec = try RouteSpec(points: route([(0, 0), (0, 1)]), speed: 10)
    let id = try rig.add(.start(spec), at: moment(0)).id
    rig.run(to: moment(5))
    #expect(rig.stage.progress(of: id, at: moment(5))?.elapsed == 5)
    try rig.stage.pause(id, at: moment(5))
    rig.run(to: moment(8))
    #expect(rig.stage.progress(of: id, at: moment(8))?.state == .paused)
    #expect(rig.stage.progress(of: id, at: moment(8))?.elapsed == 5)
    try rig.stage.seek(id, to: 100, at: moment(8))
    try rig.stage.resume(id, at: moment(8))
    rig.run(to: moment(10))
    #expect(rig.stage.progress(of: id, at: moment(10))?.elapsed == 102)
  }

  @Test mutating func `verbs that do not fit an override say so`() throws {
    try rig.add(point(1, 2), at: moment(0))
    let expected = [
      "o1": "id: o1 is a set, which takes no pause", "o9": "id: there is no override o9",
    ]
    for (id, message) in expected {
      #expect {
        try rig.stage.pause(id, at: moment(0))
      } throws: {
        ($0 as? ParameterError)?.description == message
      }
    }
    #expect(rig.stage.progress(of: "o1", at: moment(0)) == nil)
  }

  @Test mutating func `points come in pieces`() throws {
    let id = try rig.add(.play(RouteSpec(isComplete: false)), at: moment(0)).id
    let intake = try rig.stage.append(route([(0, 0), (0, 0.001)]), to: id, at: moment(0))
    #expect(intake.accepted == 2)
    #expect(intake.room == 4094)
    #expect(abs(intake.buffered - 5.566) < 0.001)
    try rig.stage.finish(id, at: moment(0))
    rig.run(to: moment(8))
    #expect(rig.fixes.last?.coordinate == coordinate(0, 0.001))
    #expect(rig.stage.progress(of: id, at: moment(8))?.state == .ended)
  }

  // MARK: - Pushes

  @Test mutating func `every pushed point is told, at once and with a time of its own`() throws {
    let id = try rig.add(.push(PushSpec()), at: moment(0)).id
    for tick in 0..<500 {
      let now = moment(Double(tick / 10) / 5)
      let pushed = RoutePoint(coordinate(Double(tick) / 1000, 20))
      rig.take(try rig.stage.push([pushed], to: id, at: now))
    }
    #expect(rig.fixes.map(\.coordinate.latitude) == (0..<500).map { Double($0) / 1000 })
    #expect(zip(rig.fixes, rig.fixes.dropFirst()).allSatisfy { $0.time < $1.time })
    #expect(rig.fixes.map(\.isDiscontinuous).count { $0 } == 1)
    #expect(rig.names.count { $0 == "didUpdateLocations" } == 500)
    #expect(rig.names.count { $0 == "didUpdateSatellites" } <= 11)
  }

  @Test mutating func `the last pushed point is repeated once a second`() throws {
    let id = try rig.add(.push(PushSpec()), at: moment(0)).id
    rig.take(try rig.stage.push(route([(1, 1), (2, 2)]), to: id, at: moment(0.25)))
    rig.run(to: moment(3))
    #expect(rig.fixes.map(\.coordinate.latitude) == [1, 2, 2, 2])
    #expect(rig.fixes.map { $0.time - moment(0).utc } == [0.25, 0.251, 1.25, 2.25])
  }

  @Test mutating func `the times of any burst rise, and follow a wall clock that was set back`()
    throws
  {
    let id = try rig.add(.push(PushSpec()), at: moment(0)).id
    for _ in 0..<3 {
      let points = route((0..<2000).map { (Double($0) / 100, 2) })
      rig.take(try rig.stage.push(points, to: id, at: moment(0.25)))
    }
    #expect(rig.fixes.map(\.time) == (0..<6000).map { moment(0.25).utc + Double($0) / 1000 })
    rig.forget()
    let late = Now(instant: moment(7).instant, utc: moment(-3600).utc)
    rig.take(try rig.stage.push(route([(1, 2)]), to: id, at: late))
    #expect(rig.fixes.map(\.time) == [late.utc])
  }

  @Test mutating func `kept times go on from the kept one, and never back to a present one`()
    throws
  {
    let id = try rig.add(.push(PushSpec(keepsTimes: true)), at: moment(0)).id
    let old = UTCTime(milliseconds: 1_577_836_800_000)
    func point(_ seconds: Double) -> RoutePoint {
      RoutePoint(PointSpec(coordinate: coordinate(1, 1)), time: old + seconds)
    }
    rig.take(try rig.stage.push([point(0)], to: id, at: moment(0)))
    rig.run(to: moment(3.1))
    #expect(rig.fixes.map { $0.time - old } == [0, 1, 2, 3])
    rig.take(try rig.stage.push([point(2.5), point(2.7), point(5)], to: id, at: moment(3.2)))
    rig.run(to: moment(4.3))
    rig.take(try rig.stage.push(route([(2, 2)]), to: id, at: moment(4.4)))
    #expect(rig.fixes.dropFirst(4).map { $0.time - old } == [3.001, 3.002, 5, 6, 6.2])
    rig.forget()
    // Times that go back in the input itself do so by intention.
    rig.take(try rig.stage.push([point(1)], to: id, at: moment(4.5)))
    #expect(rig.fixes.map { $0.time - old } == [1])
  }

  @Test mutating func `pushed times are kept only where asked for`() throws {
    let id = try rig.add(.push(PushSpec(keepsTimes: true)), at: moment(0)).id
    let old = UTCTime(milliseconds: 1_000_000_000_000)
    let pushed = RoutePoint(PointSpec(coordinate: coordinate(1, 1)), time: old)
    rig.take(try rig.stage.push([pushed], to: id, at: moment(0)))
    #expect(rig.fixes.map(\.time) == [old])
  }

  @Test mutating func `equal inputs give equal bytes`() throws {
    func run() throws -> [Callback<Location>] {
      var rig = StageRig()
      try rig.add(.run(ScenarioSpec(.cityWalk, seed: 3)), at: moment(0))
      try rig.add(.transform(.noise(NoiseSpec(metres: 4, seed: 9))), at: moment(0))
      try rig.add(.transform(.drift(DriftSpec(walk: 1, seed: 2))), at: moment(0))
      try rig.add(.fault(.jump(JumpSpec(period: 4, seed: 5))), at: moment(0))
      rig.run(to: moment(120))
      return rig.told
    }
    let first = try run()
    #expect(first.fixes.count > 120)
    #expect(try run() == first)
  }
}
