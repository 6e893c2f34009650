// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Glibc
import LocationTestSupport
import Testing

/// Writes down what it is told; main thread only.
private final class Recorder: NSObject, CLLocationManagerDelegate {
  var told: [String] = []
  var locations: [CLLocation] = []
  /// Seconds between a location's time and its callback.
  var ages: [Double] = []

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    told.append("locations")
    self.locations += locations
    ages += locations.map { -$0.timestamp.timeIntervalSinceNow }
  }
  func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
    told.append("error \((error as? CLError)?.code.rawValue ?? -1)")
  }
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    told.append("authorization \(manager.authorizationStatus.rawValue)")
  }
  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
    told.append("monitoring \(region.identifier)")
  }
  func locationManager(
    _ manager: CLLocationManager,
    didDetermineState state: CLRegionState,
    for region: CLRegion
  ) {
    told.append("\(region.identifier) \(state.rawValue)")
  }
  func locationManager(
    _ manager: CLLocationManager,
    monitoringDidFailFor region: CLRegion?,
    withError error: Error
  ) {
    told.append("failed \(region?.identifier ?? "")")
  }
}

@MainActor @Suite(.serialized) final class CLLocationManagerTests {
  let daemon: RunningDaemon
  /// The daemon is found by a variable, which another module's tests set too.
  private let turn: EnvironmentTurn

  init() async throws {
    turn = await EnvironmentTurn()
    daemon = try RunningDaemon(gpsd: try FakeGPSD().port)
    setenv("LOCATIOND_SOCKET", daemon.socketPath, 1)
  }

  func run(_ arguments: String...) throws {
    let run = try LocationctlRun(
      arguments,
      environment: daemon.environment,
      before: Deadline(in: 10)
    )
    #expect(run.exit == .code(0), "\(run.errors)")
  }

  /// Lets the main thread run until the condition holds.
  func wait(_ what: String, seconds: Double = 10, until condition: () -> Bool) async throws {
    let deadline = Deadline(in: seconds)
    while !condition() {
      guard !deadline.isOver else { throw TimedOut(what) }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  @Test func `a delegate is told the authorization and the locations on the main thread`()
    async throws
  {
    try run("set", "48.8584,2.2945", "--altitude", "35", "--accuracy", "4")
    let manager = CLLocationManager()
    let delegate = Recorder()
    manager.delegate = delegate
    #expect(manager.authorizationStatus == .authorizedAlways)
    #expect(manager.accuracyAuthorization == .fullAccuracy)
    manager.startUpdatingLocation()
    try await wait("a location") { !delegate.locations.isEmpty }
    #expect(delegate.told.prefix(2) == ["authorization 3", "locations"])
    let location = try #require(delegate.locations.first)
    #expect(location.coordinate.latitude == 48.8584 && location.coordinate.longitude == 2.2945)
    #expect(location.horizontalAccuracy == 4 && location.altitude == 35)
    #expect(location.sourceInformation?.isSimulatedBySoftware == true)
    #expect(delegate.ages.allSatisfy { abs($0) < 5 })
    #expect(manager.location?.coordinate.latitude == 48.8584)
    #expect(CLLocationManager.locationServicesEnabled())
  }

  @Test func `a manager that has started nothing knows where the device is`() async throws {
    #expect(CLLocationManager().location == nil)
    try run("set", "48.8584,2.2945", "--accuracy", "4")
    let manager = CLLocationManager()
    #expect(manager.location?.coordinate.latitude == 48.8584)
    #expect(manager.location?.horizontalAccuracy == 4)
    try run("set", "48.9,2.2945")
    #expect(manager.location?.coordinate.latitude == 48.9)
    try run("privacy", "revoke", "all")
    #expect(manager.location == nil)
    setenv("LOCATIOND_SOCKET", daemon.folder.path("none.sock"), 1)
    #expect(CLLocationManager().location == nil)
  }

  @Test func `a request for one location is told once`() async throws {
    try run("set", "48.8584,2.2945")
    let manager = CLLocationManager()
    let delegate = Recorder()
    manager.delegate = delegate
    manager.requestLocation()
    try await wait("the location") { delegate.told.contains("locations") }
    #expect(delegate.locations.count == 1)
  }

  @Test func `no fix is told as an error`() async throws {
    try run("set", "48.8584,2.2945")
    let manager = CLLocationManager()
    let delegate = Recorder()
    manager.delegate = delegate
    manager.startUpdatingLocation()
    try await wait("a location") { !delegate.locations.isEmpty }
    try run("clear")
    try await wait("the error") { delegate.told.contains("error 0") }
    #expect(manager.location == nil)
  }

  @Test func `a denied program is told so`() async throws {
    try run("set", "48.8584,2.2945")
    let control = try SubscriberConnection(path: daemon.controlPath)
    let parameters = #"{"selector":"all"}"#
    _ = try control.call("privacyRevoke", params: parameters, before: Deadline(in: 5))
    let manager = CLLocationManager()
    let delegate = Recorder()
    manager.delegate = delegate
    #expect(manager.authorizationStatus == .denied)
    manager.startUpdatingLocation()
    try await wait("the error") { delegate.told.contains("error 1") }
    #expect(delegate.locations.isEmpty && manager.location == nil)
  }

  @Test func `regions are monitored and beacons are not`() async throws {
    try run("set", "48.8584,2.2945")
    let manager = CLLocationManager()
    let delegate = Recorder()
    manager.delegate = delegate
    let center = CLLocationCoordinate2D(latitude: 48.8584, longitude: 2.2945)
    let tower = CLCircularRegion(center: center, radius: 100, identifier: "tower")
    manager.startMonitoring(for: tower)
    try await wait("the state") { delegate.told.contains("tower 1") }
    #expect(delegate.told.contains("monitoring tower"))
    #expect(manager.monitoredRegions.map(\.identifier) == ["tower"])
    manager.startMonitoring(for: CLBeaconRegion(uuid: UUID(), identifier: "beacon"))
    try await wait("the failure") { delegate.told.contains("failed beacon") }
    manager.stopMonitoring(for: tower)
    #expect(manager.monitoredRegions.isEmpty)
  }

  @Test func `a region that the daemon refuses is not monitored, and every manager is told`()
    async throws
  {
    let managers = [CLLocationManager(), CLLocationManager()]
    let delegates = [Recorder(), Recorder()]
    for (manager, delegate) in zip(managers, delegates) { manager.delegate = delegate }
    let nowhere = CLLocationCoordinate2D(latitude: 148, longitude: 2)
    let bad = CLCircularRegion(center: nowhere, radius: 200, identifier: "bad")
    managers[0].startMonitoring(for: bad)
    try await wait("the failures") { delegates.allSatisfy { $0.told.contains("failed bad") } }
    #expect(managers.allSatisfy { $0.monitoredRegions.isEmpty })
    let place = CLLocationCoordinate2D(latitude: 48, longitude: 2)
    let good = CLCircularRegion(center: place, radius: 200, identifier: "bad")
    managers[1].startMonitoring(for: good)
    try await wait("the start") { delegates.allSatisfy { $0.told.contains("monitoring bad") } }
    #expect(managers[0].monitoredRegions == [good])
    managers[0].stopMonitoring(for: good)
  }

  @Test func `a daemon that hangs costs half a second, once`() async throws {
    let peer = try FloodingDaemon([], when: "never")
    setenv("LOCATIOND_SOCKET", peer.path, 1)
    let start = ContinuousClock.now
    for _ in 0..<3 {
      #expect(CLLocationManager.authorizationStatus() == .notDetermined)
      #expect(CLLocationManager.locationServicesEnabled())
    }
    #expect(CLLocationManager().location == nil)
    let duration = ContinuousClock.now - start
    #expect((.milliseconds(490)...(.milliseconds(900))).contains(duration), "\(duration)")
    setenv("LOCATIOND_SOCKET", daemon.socketPath, 1)
    #expect(CLLocationManager.authorizationStatus() == .authorizedAlways)
  }

  @Test func `a daemon that hangs is told as an undecided authorization and no location`()
    async throws
  {
    let peer = try FloodingDaemon([], when: "never")
    setenv("LOCATIOND_SOCKET", peer.path, 1)
    let manager = CLLocationManager()
    let delegate = Recorder()
    manager.delegate = delegate
    manager.startUpdatingLocation()
    try await wait("the error") { delegate.told.count >= 2 }
    #expect(delegate.told == ["authorization 0", "error 0"])
  }

  @Test func `live updates bring the location`() async throws {
    try run("set", "48.8584,2.2945")
    for try await update in CLLocationUpdate.liveUpdates() {
      guard let location = update.location else { continue }
      #expect(location.coordinate.latitude == 48.8584 && !update.authorizationDenied)
      break
    }
  }

  @Test func `a monitor finds its condition satisfied`() async throws {
    let folder = try TemporaryFolder()
    setenv("XDG_STATE_HOME", folder.path, 1)
    try run("set", "48.8584,2.2945")
    let monitor = await CLMonitor("test")
    let center = CLLocationCoordinate2D(latitude: 48.8584, longitude: 2.2945)
    let condition = CLMonitor.CircularGeographicCondition(center: center, radius: 100)
    await monitor.add(condition, identifier: "tower")
    let deadline = Deadline(in: 10)
    while await monitor.record(for: "tower")?.lastEvent.state != .satisfied {
      if deadline.isOver { throw TimedOut("satisfied") }
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(await monitor.identifiers == ["tower"])
    var events = await monitor.events.makeAsyncIterator()
    #expect(try await events.next()?.state == .satisfied)
    try run("privacy", "revoke", "all")
    let denied = try #require(try await events.next())
    #expect(denied.state == .unmonitored && denied.authorizationDenied)
    #expect(!denied.conditionLimitExceeded && !denied.accuracyLimited)
    try run("privacy", "grant", "all", "--reduced")
    let reduced = try #require(try await events.next())
    #expect(reduced.accuracyLimited && !reduced.authorizationDenied)
    try run("privacy", "grant", "all")
    #expect(try await events.next()?.state == .satisfied)
    await monitor.remove("tower")
    #expect(await monitor.identifiers.isEmpty)
  }
}
