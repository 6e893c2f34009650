// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Glibc
import LocationTestSupport
import Testing

private let tower = CLLocationCoordinate2D(latitude: 48.8584, longitude: 2.2945)

/// Writes down what it is told of regions; main thread only.
private final class Recorder: NSObject, CLLocationManagerDelegate {
  var told: [String] = []

  func locationManager(
    _ manager: CLLocationManager,
    didDetermineState state: CLRegionState,
    for region: CLRegion
  ) { told.append(state == .inside ? "inside" : "outside") }
  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    told.append("entered")
  }
  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    told.append("left")
  }
  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
    told.append("watching")
  }
}

/// Borders that are crossed, seen or not.
extension CLLocationManagerTests {
  /// A manager that has told that it is inside a fence around the tower.
  private func insideFence(
    _ identifier: String,
    notifies: Bool = true
  ) async throws -> (CLLocationManager, Recorder, CLCircularRegion) {
    try run("set", "48.8584,2.2945")
    let manager = CLLocationManager()
    let delegate = Recorder()
    manager.delegate = delegate
    let fence = CLCircularRegion(center: tower, radius: 200, identifier: identifier)
    fence.notifyOnExit = notifies
    manager.startMonitoring(for: fence)
    try await wait("the state") { delegate.told == ["watching", "inside"] }
    delegate.told = []
    return (manager, delegate, fence)
  }

  @Test func `a border that is crossed is told as a crossing and then as a state`() async throws {
    let (manager, delegate, fence) = try await insideFence("crossed")
    defer { manager.stopMonitoring(for: fence) }
    try run("set", "48.9,2.2945")
    try await wait("the exit", seconds: 40) { delegate.told.count == 2 }
    try run("set", "48.8584,2.2945")
    try await wait("the entry", seconds: 40) { delegate.told.count == 4 }
    #expect(delegate.told == ["left", "outside", "entered", "inside"])
  }

  @Test func `a border that was crossed while the program was denied is told when it is allowed`()
    async throws
  {
    let (manager, delegate, fence) = try await insideFence("denied")
    defer { manager.stopMonitoring(for: fence) }
    try run("privacy", "revoke", "all")
    try run("set", "48.9,2.2945")
    try run("privacy", "grant", "all")
    try await wait("the exit", seconds: 40) { delegate.told.last == "outside" }
    #expect(delegate.told == ["left", "outside"])
  }

  @Test(arguments: [true, false])
  func `a border that was crossed while there was no daemon is told when it is back`(
    notifies: Bool
  ) async throws {
    let (manager, delegate, fence) = try await insideFence(
      "restart \(notifies)",
      notifies: notifies
    )
    defer { manager.stopMonitoring(for: fence) }
    _ = try daemon.terminate(before: Deadline(in: 5))
    let next = try RunningDaemon(gpsd: try FakeGPSD().port, folder: daemon.folder)
    defer { withExtendedLifetime(next) {} }
    try run("set", "48.9,2.2945")
    try await wait("the state", seconds: 40) { delegate.told.last == "outside" }
    let crossing = notifies ? ["left"] : []
    #expect(delegate.told.filter { $0 != "inside" } == crossing + ["outside"])
  }

  @Test func `a region that is given again is told as watched again`() async throws {
    let (manager, delegate, fence) = try await insideFence("again")
    defer { manager.stopMonitoring(for: fence) }
    manager.startMonitoring(for: fence)
    try await wait("it") { delegate.told == ["watching"] }
    manager.stopMonitoring(for: fence)
    try run("set", "48.9,2.2945")
    manager.startMonitoring(for: fence)
    try await wait("the state") { delegate.told == ["watching", "watching", "outside"] }
  }
}
