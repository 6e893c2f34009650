// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Glibc
import LocationTestSupport
import Testing

/// Writes down the altitudes, by which the locations of a flood are numbered; main thread only.
private final class Counter: NSObject, CLLocationManagerDelegate {
  var told: [Int] = []

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    told += locations.map { Int($0.altitude) }
  }
}

/// The same for programs of old, which are told of one location after the other.
private final class FormerCounter: NSObject, CLLocationManagerDelegate {
  var told: [Int] = []
  var isLinked = true

  func locationManager(
    _ manager: CLLocationManager,
    didUpdateTo newLocation: CLLocation,
    from oldLocation: CLLocation
  ) {
    if let last = told.last { isLinked = isLinked && Int(oldLocation.altitude) == last }
    told.append(Int(newLocation.altitude))
  }
}

/// Ten thousand locations as fast as the socket takes them, through delegates of Apple's names.
extension CLLocationManagerTests {
  private func manager(of daemon: FloodingDaemon) -> CLLocationManager {
    setenv("LOCATIOND_SOCKET", daemon.path, 1)
    return CLLocationManager()
  }

  @Test func `ten thousand locations at full speed reach delegates without loss, in order`()
    async throws
  {
    let daemon = try FloodingDaemon(flood(10_000), answers: true)
    defer { withExtendedLifetime(daemon) {} }
    let manager = manager(of: daemon)
    let counter = Counter()
    manager.delegate = counter
    manager.startUpdatingLocation()
    try await wait("the last one", seconds: 60) { counter.told.last == 10_000 }
    #expect(counter.told == Array(1...10_000))
    #expect(manager.location?.altitude == 10_000)
  }

  @Test func `ten thousand locations are told in the former way, each from the one before`()
    async throws
  {
    let daemon = try FloodingDaemon(flood(10_000), answers: true)
    defer { withExtendedLifetime(daemon) {} }
    let manager = manager(of: daemon)
    let counter = FormerCounter()
    manager.delegate = counter
    manager.startUpdatingLocation()
    try await wait("the last one", seconds: 60) { counter.told.last == 10_000 }
    #expect(counter.told == Array(1...10_000) && counter.isLinked)
  }

  @Test func `a main thread that is held up gets the newest locations, in order`() async throws {
    let daemon = try FloodingDaemon(flood(10_000), answers: true)
    defer { withExtendedLifetime(daemon) {} }
    let manager = manager(of: daemon)
    let counter = Counter()
    manager.delegate = counter
    manager.startUpdatingLocation()
    // Nothing gives the main thread up meanwhile.
    _ = try Deadline(in: 60).wait(for: "the last one") {
      manager.location?.altitude == 10_000 ? true : nil
    }
    #expect(counter.told.isEmpty)
    try await wait("the last one") { counter.told.last == 10_000 }
    #expect(counter.told == Array(8977...10_000))
  }
}
