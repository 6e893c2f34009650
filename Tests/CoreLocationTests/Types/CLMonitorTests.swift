// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import LocationTestSupport
import Testing

@Suite struct CLMonitorTests {
  /// Compiles; what it does is shown elsewhere.
  func everyMember() async throws {
    let monitor = await CLMonitor("name")
    let condition = CLMonitor.CircularGeographicCondition(
      center: CLLocationCoordinate2D(latitude: 1, longitude: 2),
      radius: 100
    )
    await monitor.add(condition, identifier: "a")
    await monitor.add(condition, identifier: "b", assuming: .unsatisfied)
    for identifier in await monitor.identifiers {
      guard let record = await monitor.record(for: identifier) else { continue }
      let circle = record.condition as? CLMonitor.CircularGeographicCondition
      _ = (circle?.radius, record.lastEvent.state, record.lastEvent.date)
    }
    for try await event in await monitor.events {
      switch event.state {
      case .satisfied, .unsatisfied, .unknown, .unmonitored: break
      @unknown default: break
      }
    }
    await monitor.remove("a")
    let name: String = monitor.name
    let events: CLMonitor.Events = await monitor.events
    var iterator: CLMonitor.Events.Iterator = events.makeAsyncIterator()
    if let event = try await iterator.next() { every(of: event) }
    _ = name
  }

  private func every(of event: CLMonitor.Event) {
    let refinement: (any CLCondition)? = event.refinement
    let date: Date = event.date
    _ = (refinement, date, event.identifier, event.accuracyLimited, event.authorizationDenied)
    _ = (event.authorizationDeniedGlobally, event.authorizationRequestInProgress)
    _ = (event.authorizationRestricted, event.conditionLimitExceeded, event.conditionUnsupported)
    _ = (event.insufficientlyInUse, event.persistenceUnavailable, event.serviceSessionRequired)
  }

  @Test func `states have Apple's numbers`() {
    let states: [CLMonitor.Event.State] = [.unknown, .satisfied, .unsatisfied, .unmonitored]
    #expect(states.map(\.rawValue) == [0, 1, 2, 3])
  }

  @Test func `conditions have their values`() {
    let uuid = UUID()
    let beacon = CLMonitor.BeaconIdentityCondition(uuid: uuid, major: 1, minor: 2)
    let major: CLBeaconMajorValue? = beacon.major
    #expect(beacon.uuid == uuid && major == 1 && beacon.minor == 2)
    #expect(CLMonitor.BeaconIdentityCondition(uuid: uuid, major: 1).minor == nil)
    #expect(CLMonitor.BeaconIdentityCondition(uuid: uuid).major == nil)
    let circle = CLMonitor.CircularGeographicCondition(center: .init(), radius: 5)
    #expect(circle.radius == 5 && circle.center.latitude == 0)
  }

  @Test func `conditions are written and read`() throws {
    func copy<Condition: CLCondition>(_ condition: Condition) throws -> Condition {
      try JSONDecoder().decode(Condition.self, from: try JSONEncoder().encode(condition))
    }
    let center = CLLocationCoordinate2D(latitude: 48.8584, longitude: 2.2945)
    let circle = try copy(CLMonitor.CircularGeographicCondition(center: center, radius: 5))
    #expect(circle.radius == 5 && circle.center.latitude == 48.8584)
    #expect(circle.center.longitude == 2.2945)
    let uuid = UUID()
    let beacon = try copy(CLMonitor.BeaconIdentityCondition(uuid: uuid, major: 1))
    #expect(beacon.uuid == uuid && beacon.major == 1 && beacon.minor == nil)
  }
}

extension CLLocationManagerTests {
  @Test func `what is done on the monitor itself needs no waiting`() async throws {
    let folder = try TemporaryFolder()
    setenv("XDG_STATE_HOME", folder.path, 1)
    let monitor = await CLMonitor("extended")
    await monitor.replaceAll(by: ["home": .init(), "work": .init(latitude: 1, longitude: 2)])
    #expect(await monitor.radii == ["home": 100, "work": 100])
    #expect(await names(monitor) == ["home", "work"])
    await monitor.replaceAll(by: [:])
    #expect(await monitor.identifiers == [])
  }

  @Test func `a condition that cannot be watched says so, in place of what it was`() async throws {
    let folder = try TemporaryFolder()
    setenv("XDG_STATE_HOME", folder.path, 1)
    let monitor = await CLMonitor("beacons")
    let circle = CLMonitor.CircularGeographicCondition(center: .init(), radius: 100)
    let beacon = CLMonitor.BeaconIdentityCondition(uuid: UUID(), major: 7)
    await monitor.add(beacon, identifier: "gone")
    await monitor.remove("gone")
    await monitor.add(circle, identifier: "door", assuming: .unsatisfied)
    await monitor.add(beacon, identifier: "door")
    #expect(await monitor.identifiers == ["door"])
    let record = await monitor.record(for: "door")
    #expect((record?.condition as? CLMonitor.BeaconIdentityCondition)?.major == 7)
    var events = await monitor.events.makeAsyncIterator()
    let event = try #require(try await events.next())
    #expect(event.identifier == "door" && event.state == .unmonitored)
    #expect(event.conditionUnsupported && !event.conditionLimitExceeded)
    await monitor.add(circle, identifier: "door")
    let again = await monitor.record(for: "door")
    #expect(again?.condition is CLMonitor.CircularGeographicCondition)
    #expect(await monitor.identifiers == ["door"])
  }

  private func names(_ monitor: isolated CLMonitor) -> [String] { monitor.identifiers }
}

/// As a program has it that puts another monitor in the place of Apple's.
private protocol Monitoring: Actor {
  var name: String { get }
  var identifiers: [String] { get }
  var events: CLMonitor.Events { get }
  func add(_ condition: any CLCondition, identifier: String)
  func add(_ condition: any CLCondition, identifier: String, assuming state: CLMonitor.Event.State)
  func record(for identifier: String) -> CLMonitor.Record?
  func remove(_ identifier: String)
}

extension CLMonitor: Monitoring {}

extension CLMonitor {
  fileprivate func replaceAll(by centers: [String: CLLocationCoordinate2D]) {
    for identifier in identifiers { remove(identifier) }
    for (identifier, center) in centers {
      let condition = CircularGeographicCondition(center: center, radius: 100)
      add(condition, identifier: identifier, assuming: .unsatisfied)
    }
  }

  fileprivate var radii: [String: CLLocationDistance] {
    var radii: [String: CLLocationDistance] = [:]
    for identifier in identifiers {
      let condition = record(for: identifier)?.condition as? CircularGeographicCondition
      radii[identifier] = condition?.radius
    }
    return radii
  }
}
