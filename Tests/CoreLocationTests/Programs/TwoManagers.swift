// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import LocationTestSupport
import Testing

// As programs do: one manager for the fences, which is always there, and one for exact locations,
// which is made while a fence is entered and let go afterwards.

private final class FenceService: NSObject, CLLocationManagerDelegate {
  private let fenceManager = CLLocationManager()
  private var preciseManager: CLLocationManager?
  private(set) var log: [String] = []
  private(set) var arrival: CLLocation?

  override init() {
    super.init()
    fenceManager.delegate = self
  }

  func watch(_ center: CLLocationCoordinate2D, radius: CLLocationDistance, name: String) {
    guard CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self) else { return }
    let radius = min(radius, fenceManager.maximumRegionMonitoringDistance)
    let region = CLCircularRegion(center: center, radius: radius, identifier: name)
    region.notifyOnEntry = true
    region.notifyOnExit = true
    fenceManager.startMonitoring(for: region)
  }

  func unwatchAll() {
    for region in fenceManager.monitoredRegions { fenceManager.stopMonitoring(for: region) }
  }

  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
    // Every manager of the program is told of every region.
    guard manager === fenceManager else { return }
    log.append("watching \(region.identifier)")
    manager.requestState(for: region)
  }

  func locationManager(
    _ manager: CLLocationManager,
    didDetermineState state: CLRegionState,
    for region: CLRegion
  ) {
    let text = ["unknown", "inside", "outside"][state.rawValue]
    if manager === fenceManager, log.last != text { log.append(text) }
  }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    guard manager === fenceManager else { return }
    log.append("entered \(region.identifier)")
    let precise = CLLocationManager()
    precise.desiredAccuracy = kCLLocationAccuracyBestForNavigation
    precise.delegate = self
    precise.startUpdatingLocation()
    preciseManager = precise
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    guard manager === fenceManager else { return }
    log.append("left \(region.identifier)")
    preciseManager = nil
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    guard manager === preciseManager, arrival == nil else { return }
    arrival = locations.last
    log.append("located")
  }
}

extension CLLocationManagerTests {
  @Test func `a program of two managers enters a fence, is located in it and leaves it`()
    async throws
  {
    try run("set", "48.9,2.2945")
    let service = FenceService()
    defer { service.unwatchAll() }
    let center = CLLocationCoordinate2D(latitude: 48.8584, longitude: 2.2945)
    service.watch(center, radius: 200, name: "tower")
    try await wait("the outside") { service.log.last == "outside" }
    try run("set", "48.8584,2.2945", "--accuracy", "3")
    try await wait("the arrival") { service.arrival != nil }
    #expect(service.arrival?.coordinate.latitude == 48.8584)
    #expect(service.arrival?.horizontalAccuracy == 3)
    try run("set", "48.9,2.2945")
    try await wait("the departure") { service.log.contains("left tower") }
    let told = service.log.filter { $0 != "inside" && $0 != "outside" }
    #expect(told == ["watching tower", "entered tower", "located", "left tower"])
  }
}
