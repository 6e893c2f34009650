// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Testing

@testable import LocationCore

@Suite struct PipelineTests {
  private var pipeline = LocationPipeline(settings: SourceSettings(), now: moment(0))
  private let me = PeerIdentity(session: "s1", surface: .native)

  private mutating func set(_ latitude: Double, _ longitude: Double, at now: Now) throws -> Override
  {
    let point = PointSpec(coordinate: coordinate(latitude, longitude))
    return try pipeline.add(OverrideRequest(spec: .set(point)), owner: operatorOwner, at: now).added
  }

  @Test mutating func `a fix of a receiver reaches the live view once`() {
    let view = pipeline.view(for: me, at: moment(0))
    var out = pipeline.receive(.fix(report(10, 20, time: 1)), at: moment(1))
    out += pipeline.receive(.fix(report(10, 20, time: 1)), at: moment(1.1))
    #expect(out.isEmpty)
    out += pipeline.advance(to: moment(2))
    let fixes = out.fixes(of: view)
    #expect(fixes.count == 1)
    #expect(fixes.first?.coordinate == coordinate(10, 20))
    #expect(fixes.first?.horizontalAccuracy == 10)
    #expect(fixes.first?.isSimulated == false)
  }

  @Test mutating func `while a point is set no real location passes`() throws {
    _ = pipeline.receive(.fix(report(10, 20, time: 1)), at: moment(1))
    _ = pipeline.advance(to: moment(1.9))
    let override = try set(-33.5, 151.25, at: moment(2))
    let view = pipeline.view(for: me, at: moment(2))
    #expect(pipeline.stage.state(of: view).location == nil)
    var out = pipeline.advance(to: moment(2))
    for second in 3...6 {
      let now = moment(Double(second))
      out += pipeline.receive(.fix(report(10, 20, time: Double(second))), at: now)
      out += pipeline.advance(to: now)
    }
    let fixes = out.fixes(of: view)
    #expect(fixes.map(\.time) == [2, 3, 4, 5, 6].map { moment($0).utc })
    for fix in fixes {
      #expect(fix.coordinate == coordinate(-33.5, 151.25))
      #expect(fix.isSimulated)
      #expect(fix.overrides == [override.id])
      #expect(fix.device == "locationd://sim")
    }
  }

  @Test mutating func `clearing returns to the live view, whose stale fix is gone`() throws {
    _ = pipeline.receive(.fix(report(10, 20, time: 1)), at: moment(1))
    _ = pipeline.advance(to: moment(2))
    let override = try set(1, 2, at: moment(2))
    let simulated = pipeline.view(for: me, at: moment(2))
    _ = pipeline.advance(to: moment(9))
    #expect(pipeline.stage.state(of: simulated).location?.fix.coordinate == coordinate(1, 2))
    #expect(pipeline.remove { $0.id == override.id } == [override])
    let live = pipeline.view(for: me, at: moment(9))
    #expect(live == pipeline.stage.liveView)
    #expect(pipeline.stage.state(of: live).location == nil)
    #expect(pipeline.stage.state(of: live).error?.code == .locationUnknown)
  }

  @Test mutating func `an expired override is gone at its time, not before`() throws {
    var request = OverrideRequest(spec: .set(PointSpec(coordinate: coordinate(1, 2))))
    request.duration = 10
    let added = try pipeline.add(request, owner: operatorOwner, at: moment(0)).added
    #expect(pipeline.removeExpired(at: moment(9.999)).isEmpty)
    #expect(pipeline.removeExpired(at: moment(10)) == [added])
    #expect(pipeline.deadline == moment(5).instant)
  }

  @Test mutating func `a second point for the same target replaces the first`() throws {
    let first = try set(1, 2, at: moment(0))
    let point = PointSpec(coordinate: coordinate(3, 4))
    let result = try pipeline.add(
      OverrideRequest(spec: .set(point)),
      owner: operatorOwner,
      at: moment(1)
    )
    #expect(result.replaced == [first])
    #expect(pipeline.stage.overrides == [result.added])
  }

  @Test mutating func `an override for one unit leaves the others with the truth`() throws {
    var tested = me
    tested.unit = "app.service"
    let other = PeerIdentity(session: "s2", surface: .native)
    let target = Selector(terms: [.unit("app.service")], text: "unit=app.service")
    let point = PointSpec(coordinate: coordinate(1, 2))
    _ = try pipeline.add(
      OverrideRequest(spec: .set(point), target: target),
      owner: operatorOwner,
      at: moment(0)
    )
    let testedView = pipeline.view(for: tested, at: moment(0))
    let otherView = pipeline.view(for: other, at: moment(0))
    #expect(otherView == pipeline.stage.liveView)
    var out = pipeline.advance(to: moment(0))
    out += pipeline.receive(.fix(report(10, 20, time: 1)), at: moment(1))
    out += pipeline.receive(.fix(report(10.5, 20, time: 2)), at: moment(2))
    out += pipeline.advance(to: moment(2))
    #expect(out.fixes(of: testedView).map(\.coordinate) == [coordinate(1, 2), coordinate(1, 2)])
    #expect(out.fixes(of: otherView).map(\.coordinate) == [coordinate(10, 20)])
  }

  @Test mutating func `sequences rise by one over all views`() throws {
    let point = PointSpec(coordinate: coordinate(1, 2))
    _ = try pipeline.add(OverrideRequest(spec: .set(point)), owner: operatorOwner, at: moment(0))
    _ = pipeline.view(for: me, at: moment(0))
    var out = pipeline.advance(to: moment(0))
    out += pipeline.receive(.fix(report(10, 20, time: 1)), at: moment(0.5))
    out += pipeline.receive(.fix(report(10, 20, time: 2)), at: moment(1))
    out += pipeline.advance(to: moment(2))
    let sequences = out.flatMap { publication -> [UInt64] in
      guard case .didUpdateLocations(let locations) = publication.callback else { return [] }
      return locations.map(\.sequence)
    }
    #expect(sequences == Array(1...UInt64(sequences.count)))
    #expect(sequences.count >= 4)
  }
}
