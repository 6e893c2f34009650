// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Testing

@testable import LocationCore

/// A route that may turn out to be bad keeps what it takes the place of.
@Suite struct OverrideProvisionTests {
  private var stage = OverrideStage()
  private let peer = PeerIdentity(session: "s1", surface: .native)

  private var ids: [String] { stage.overrides.map(\.id) }

  private func stream(isProvisional: Bool = true) throws -> OverrideRequest {
    OverrideRequest(
      spec: .play(try RouteSpec(isComplete: false)),
      isLeased: true,
      isProvisional: isProvisional
    )
  }

  private mutating func add(_ request: OverrideRequest, _ seconds: Double = 0) throws -> [String] {
    try stage.add(request, owner: operatorOwner, at: moment(seconds)).replaced.map(\.id)
  }

  private func point(_ latitude: Double, for duration: Double? = nil) -> OverrideRequest {
    OverrideRequest(
      spec: .set(PointSpec(coordinate: coordinate(latitude, 0))),
      duration: duration
    )
  }

  @Test mutating func `what was replaced comes back, fresh, in its place`() throws {
    _ = try add(point(1))
    _ = try add(OverrideRequest(spec: .transform(.flatten)))
    _ = stage.advance(to: moment(0))
    #expect(try add(stream(), 5) == [])
    #expect(ids == ["o3", "o2"])
    _ = try stage.append(route([(2, 0), (3, 0)]), to: "o3", at: moment(5))
    _ = stage.advance(to: moment(5))
    #expect(stage.restore(insteadOf: "o3", at: moment(60))?.id == "o1")
    #expect(ids == ["o1", "o2"])
    let view = stage.view(for: peer, at: moment(60))
    let location = try #require(stage.state(of: view).location)
    #expect(location.fix.coordinate == coordinate(1, 0))
    #expect(location.fix.time == moment(60).utc)
    #expect(stage.restore(insteadOf: "o3", at: moment(60)) == nil)
  }

  @Test mutating func `a route that is good lets go of what it kept`() throws {
    _ = try add(point(1))
    _ = try add(stream())
    #expect(stage.remembered.map(\.id) == ["o2", "o1"])
    #expect(stage.confirm("o2")?.id == "o1")
    #expect(stage.remembered.map(\.id) == ["o2"])
    #expect(stage.restore(insteadOf: "o2", at: moment(1)) == nil)
    #expect(ids == ["o2"])
  }

  @Test mutating func `of two bad ones in a row neither comes back`() throws {
    _ = try add(point(1))
    #expect(try add(stream()) == [])
    #expect(try add(stream()) == ["o2"])
    #expect(stage.restore(insteadOf: "o3", at: moment(1))?.id == "o1")
    #expect(ids == ["o1"])
  }

  @Test mutating func `whatever else ends it ends what it kept`() throws {
    _ = try add(point(1))
    _ = try add(stream())
    #expect(try add(point(2)) == ["o2", "o1"])
    _ = try add(stream())
    #expect(stage.remove { $0.id == "o4" }.map(\.id) == ["o4", "o3"])
    #expect(stage.remembered.isEmpty)
    #expect(stage.deadline == nil)
  }

  @Test mutating func `what has expired meanwhile does not come back`() throws {
    _ = try add(point(1, for: 10))
    _ = try add(stream())
    #expect(stage.restore(insteadOf: "o2", at: moment(10)) == nil)
    #expect(ids == ["o2"] && stage.remembered.map(\.id) == ["o2"])
    _ = try add(point(1, for: 10), 20)
    _ = try add(stream(), 20)
    #expect(stage.removeExpired(at: moment(30)).map(\.id) == ["o3"])
    #expect(ids == ["o4"] && stage.remembered.map(\.id) == ["o4"])
  }

  @Test mutating func `only a leased route that is not whole can be provisional`() throws {
    var bad = try stream()
    bad.isLeased = false
    #expect(throws: ParameterError.self) { try bad.validate() }
    bad = point(1)
    bad.isLeased = true
    bad.isProvisional = true
    #expect(throws: ParameterError.self) { try bad.validate() }
  }
}
