// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import LocationTestSupport
import Testing

private let tower = CLLocationCoordinate2D(latitude: 48.8584, longitude: 2.2945)

/// Writes down what it is told; main thread only.
private final class Recorder: NSObject, CLLocationManagerDelegate {
  var told: [String] = []
  var locations: [CLLocation] = []

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    let isReduced = manager.accuracyAuthorization == .reducedAccuracy
    told.append("\(manager.authorizationStatus.rawValue)\(isReduced ? " reduced" : "")")
  }
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    self.locations += locations
    if told.last != "location" { told.append("location") }
  }
  func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
    switch error {
    case CLError.denied: told.append("denied")
    case CLError.locationUnknown: told.append("unknown")
    default: told.append("\(error)")
    }
  }
  func locationManager(
    _ manager: CLLocationManager,
    didDetermineState state: CLRegionState,
    for region: CLRegion
  ) { told.append("\(region.identifier) \(state.rawValue)") }
  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    told.append("left \(region.identifier)")
  }
  func locationManager(
    _ manager: CLLocationManager,
    monitoringDidFailFor region: CLRegion?,
    withError error: Error
  ) { told.append("\(region?.identifier ?? "") failed \((error as NSError).code)") }
}

/// What an operator does while a program of Apple's names listens.
extension CLLocationManagerTests {
  /// A manager that updates, and has told the tower.
  private func managerAtTower() async throws -> (CLLocationManager, Recorder) {
    try run("set", "48.8584,2.2945")
    let manager = CLLocationManager()
    let delegate = Recorder()
    manager.delegate = delegate
    manager.startUpdatingLocation()
    try await wait("the tower") { delegate.told == ["3", "location"] }
    return (manager, delegate)
  }

  @Test func `a place that is set anew is told with all its values`() async throws {
    let (manager, delegate) = try await managerAtTower()
    try run(
      "set",
      "-33.8568,151.2153",
      "--altitude",
      "20",
      "--accuracy",
      "7",
      "--vertical-accuracy",
      "9",
      "--speed",
      "3",
      "--course",
      "270"
    )
    let isMoved: (CLLocation) -> Bool = { $0.coordinate.latitude == -33.8568 }
    try await wait("the place") { delegate.locations.contains(where: isMoved) }
    let location = try #require(delegate.locations.first(where: isMoved))
    #expect(location.coordinate.longitude == 151.2153 && location.altitude == 20)
    #expect(location.horizontalAccuracy == 7 && location.verticalAccuracy == 9)
    #expect(location.speed == 3 && location.course == 270)
    #expect(delegate.told == ["3", "location"])
    #expect(manager.location?.coordinate.latitude == -33.8568)
  }

  @Test func `a route that is started is told with speed and course`() async throws {
    let (manager, delegate) = try await managerAtTower()
    try run("start", "--speed", "100", "--interval", "0.1", "48.8584,2.2945", "48.8984,2.2945")
    let drives: (CLLocation) -> Bool = { abs($0.speed - 100) < 0.01 }
    try await wait("the drive") { delegate.locations.count(where: drives) >= 10 }
    manager.stopUpdatingLocation()
    let drive = delegate.locations.filter(drives)
    let latitudes = drive.map(\.coordinate.latitude)
    #expect(latitudes == latitudes.sorted() && Set(latitudes).count == latitudes.count)
    #expect(drive.allSatisfy { abs($0.coordinate.longitude - 2.2945) < 1e-9 && $0.course < 0.01 })
    for (one, next) in zip(drive, drive.dropFirst()) {
      let seconds = next.timestamp.timeIntervalSince(one.timestamp)
      #expect(abs(next.distance(from: one) - 100 * seconds) < 0.5)
    }
  }

  @Test func `a fix that is taken away is an error once and then a location again`() async throws {
    let (manager, delegate) = try await managerAtTower()
    try run("fault", "no-fix", "--for", "1s")
    try await wait("the loss") { delegate.told.last == "unknown" }
    #expect(manager.location == nil && manager.authorizationStatus == .authorizedAlways)
    try await wait("the return") { delegate.told.last == "location" }
    #expect(delegate.told == ["3", "location", "unknown", "location"])
    #expect(manager.location?.coordinate.latitude == tower.latitude)
  }

  @Test func `a fault of permission is a change of authorization and back`() async throws {
    let (manager, delegate) = try await managerAtTower()
    try run("fault", "denied", "--for", "1s")
    try await wait("the refusal") { delegate.told.last == "denied" }
    #expect(manager.authorizationStatus == .denied && manager.location == nil)
    try await wait("the return") { delegate.told.last == "location" }
    #expect(delegate.told == ["3", "location", "2", "denied", "3", "location"])
    #expect(manager.authorizationStatus == .authorizedAlways)
  }

  @Test func `a privacy decision denies, coarsens and gives back the location`() async throws {
    let (manager, delegate) = try await managerAtTower()
    try run("privacy", "revoke", "all")
    try await wait("the refusal") { delegate.told.last == "denied" }
    #expect(manager.authorizationStatus == .denied && manager.location == nil)
    try run("privacy", "grant", "all", "--reduced")
    try await wait("a coarse place") { delegate.told.last == "location" }
    #expect(manager.accuracyAuthorization == .reducedAccuracy)
    let place = try #require(delegate.locations.last)
    #expect(place.horizontalAccuracy > 500)
    let coarse = delegate.locations.count
    try run("privacy", "grant", "all")
    try await wait("the place") { delegate.locations.last?.horizontalAccuracy == 5 }
    #expect(
      delegate.told
        == ["3", "location", "2", "denied", "3 reduced", "location", "3", "location"]
    )
    #expect(delegate.locations[coarse].coordinate.latitude == tower.latitude)
    #expect(manager.accuracyAuthorization == .fullAccuracy)
  }

  @Test func `of requests for one location that wait there is one`() async throws {
    try run("set", "48.8584,2.2945")
    let manager = CLLocationManager()
    let delegate = Recorder()
    manager.delegate = delegate
    for _ in 1...3 { manager.requestLocation() }
    try await wait("the location") { !delegate.locations.isEmpty }
    // What the daemon is asked afterwards, it answers afterwards.
    let fence = CLCircularRegion(center: tower, radius: 200, identifier: "after")
    defer { manager.stopMonitoring(for: fence) }
    manager.startMonitoring(for: fence)
    try await wait("the state") { delegate.told.last == "after 1" }
    #expect(delegate.locations.count == 1)
    manager.requestLocation()
    try await wait("the next one") { delegate.locations.count == 2 }
  }

  @Test func `the state of a region that nobody monitors is a failure`() async throws {
    let manager = CLLocationManager()
    let delegate = Recorder()
    manager.delegate = delegate
    manager.requestState(for: CLCircularRegion(center: tower, radius: 9, identifier: "none"))
    try await wait("the failure") { delegate.told.contains("none failed 5") }
  }

  @Test func `a session's diagnostics follow the authorization`() async throws {
    let session = CLServiceSession(authorization: .whenInUse, fullAccuracyPurposeKey: "maps")
    var diagnostics = session.diagnostics.makeAsyncIterator()
    let first = try #require(try await diagnostics.next())
    #expect(!first.authorizationDenied && !first.accuracyLimited && !first.fullAccuracyDenied)
    try run("privacy", "revoke", "all")
    let denied = try #require(try await diagnostics.next())
    #expect(denied.authorizationDenied && !denied.authorizationRequestInProgress)
    try run("privacy", "grant", "all", "--reduced")
    let coarse = try #require(try await diagnostics.next())
    #expect(!coarse.authorizationDenied && coarse.accuracyLimited && coarse.fullAccuracyDenied)
  }

  @Test func `two managers share the monitored regions and each tells its delegate`()
    async throws
  {
    try run("set", "48.8584,2.2945")
    let (one, other) = (CLLocationManager(), CLLocationManager())
    let (first, second) = (Recorder(), Recorder())
    one.delegate = first
    other.delegate = second
    let fence = CLCircularRegion(center: tower, radius: 200, identifier: "fence")
    defer { one.stopMonitoring(for: fence) }
    one.startMonitoring(for: fence)
    #expect(one.monitoredRegions == [fence] && other.monitoredRegions == [fence])
    try await wait("both") { first.told.contains("fence 1") && second.told.contains("fence 1") }
    let late = CLLocationManager()
    let third = Recorder()
    late.delegate = third
    #expect(late.monitoredRegions == [fence])
    try await wait("the late one") { third.told.contains("fence 1") }
    other.stopMonitoring(for: fence)
    #expect([one, other, late].map(\.monitoredRegions) == [[], [], []])
  }

  @Test func `a region outlives the manager that it was given to`() async throws {
    try run("set", "48.8584,2.2945")
    let fence = CLCircularRegion(center: tower, radius: 200, identifier: "left behind")
    CLLocationManager().startMonitoring(for: fence)
    let heir = CLLocationManager()
    defer { heir.stopMonitoring(for: fence) }
    let delegate = Recorder()
    heir.delegate = delegate
    try await wait("the state") { delegate.told.contains("left behind 1") }
    #expect(heir.monitoredRegions == [fence])
  }
}
