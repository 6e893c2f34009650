// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Glibc
import LocationTestSupport
import Synchronization
import Testing

/// How many callbacks the main thread has made; its order says nothing of anything else, so that
/// the thread sanitizer takes it for no lock.
private final class Tally: Sendable {
  private let number = Atomic(0)

  var count: Int { number.load(ordering: .relaxed) }

  func add() { number.add(1, ordering: .relaxed) }
}

/// Takes itself away where it ends, as many do.
private final class Leaving: NSObject, CLLocationManagerDelegate {
  private let manager: CLLocationManager
  private let tally: Tally

  init(_ manager: CLLocationManager, _ tally: Tally) {
    self.manager = manager
    self.tally = tally
  }

  deinit { manager.delegate = nil }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    tally.add()
  }
}

/// Counts the authorizations and keeps the last place; main thread only.
private final class Staying: NSObject, CLLocationManagerDelegate {
  var authorizations = 0
  var last: CLLocation?

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) { authorizations += 1 }
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    last = locations.last
  }
}

/// A manager used by several threads at once; the thread sanitizer watches (`make sanitize-client`).
extension CLLocationManagerTests {
  private func later(_ group: DispatchGroup, _ work: @escaping () -> Void) {
    DispatchQueue.global().async(group: group) { work() }
  }

  private func end(of group: DispatchGroup) async throws {
    try await wait("the threads", seconds: 60) { group.wait(timeout: .now()) == .success }
  }

  @Test func `delegates come and go on other threads while the main thread tells them`()
    async throws
  {
    let daemon = try FloodingDaemon(flood(500), answers: true)
    defer { withExtendedLifetime(daemon) {} }
    setenv("LOCATIOND_SOCKET", daemon.path, 1)
    let manager = CLLocationManager()
    manager.startUpdatingLocation()
    let tally = Tally()
    let threads = DispatchGroup()
    let deadline = Deadline(in: 60)
    for _ in 0..<2 {
      later(threads) {
        while tally.count < 500, !deadline.isOver {
          let delegate = Leaving(manager, tally)
          manager.delegate = delegate
          for _ in 0..<20 { _ = manager.delegate }
        }
      }
    }
    // Each request has another flood sent, until the threads have seen enough callbacks.
    later(threads) {
      var filter = 0.0
      while tally.count < 500, !deadline.isOver {
        filter += 1
        manager.distanceFilter = filter
        let last = "\"distanceFilter\":\(Int(filter))"
        _ = try? daemon.lines.wait("the request") { $0.last?.contains(last) ?? false }
      }
    }
    try await end(of: threads)
    #expect(tally.count >= 500)
    let delegate = Staying()
    manager.delegate = delegate
    manager.distanceFilter = 0.5
    try await wait("the last of a flood", seconds: 60) { delegate.last?.altitude == 500 }
    #expect(delegate.authorizations == 1)
  }

  @Test func `all settings and all that is known are for any thread`() async throws {
    try run("set", "48.8584,2.2945")
    let manager = CLLocationManager()
    let delegate = Staying()
    manager.delegate = delegate
    manager.startUpdatingLocation()
    let center = CLLocationCoordinate2D(latitude: 48.8584, longitude: 2.2945)
    let fence = CLCircularRegion(center: center, radius: 200, identifier: "shared")
    defer { manager.stopMonitoring(for: fence) }
    let beacons = CLBeaconRegion(uuid: UUID(), identifier: "beacons")
    let threads = DispatchGroup()
    for _ in 0..<2 {
      later(threads) {
        for round in 1...200 {
          Self.set(manager, round)
          Self.look(at: manager)
          fence.notifyOnEntry.toggle()
          fence.notifyOnExit.toggle()
          beacons.notifyEntryStateOnDisplay.toggle()
          manager.startMonitoring(for: fence)
          manager.stopMonitoring(for: beacons)
        }
      }
    }
    try await end(of: threads)
    #expect(manager.desiredAccuracy == 200 && manager.distanceFilter == 200)
    #expect(manager.headingFilter == 200 && manager.purpose == "200")
    #expect(manager.monitoredRegions == [fence])
    try await wait("a location") { delegate.last != nil }
  }

  private static func set(_ manager: CLLocationManager, _ round: Int) {
    manager.desiredAccuracy = Double(round)
    manager.distanceFilter = Double(round)
    manager.activityType = round.isMultiple(of: 2) ? .fitness : .airborne
    manager.pausesLocationUpdatesAutomatically.toggle()
    manager.allowsBackgroundLocationUpdates.toggle()
    manager.showsBackgroundLocationIndicator.toggle()
    manager.purpose = "\(round)"
    manager.headingFilter = Double(round)
    manager.headingOrientation = round.isMultiple(of: 2) ? .portrait : .faceUp
  }

  private static func look(at manager: CLLocationManager) {
    _ = (manager.desiredAccuracy, manager.distanceFilter, manager.activityType)
    _ = (manager.pausesLocationUpdatesAutomatically, manager.allowsBackgroundLocationUpdates)
    _ = (manager.showsBackgroundLocationIndicator, manager.purpose)
    _ = (manager.headingFilter, manager.headingOrientation, manager.delegate)
    _ = (manager.location, manager.heading, manager.monitoredRegions, manager.rangedRegions)
    _ = (manager.authorizationStatus, manager.accuracyAuthorization)
    _ = (manager.maximumRegionMonitoringDistance, manager.rangedBeaconConstraints)
  }

  @Test func `of settings changed by two threads none is lost`() async throws {
    let daemon = try FloodingDaemon(flood(1))
    defer { withExtendedLifetime(daemon) {} }
    setenv("LOCATIOND_SOCKET", daemon.path, 1)
    let manager = CLLocationManager()
    manager.startUpdatingLocation()
    for round in 1...200 {
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 {
          manager.desiredAccuracy = Double(round)
        } else {
          manager.distanceFilter = Double(round)
        }
      }
      try daemon.lines.wait("both in round \(round)", seconds: 5) { lines in
        let last = lines.last { $0.contains("startUpdatingLocation") } ?? ""
        return last.contains("\"desiredAccuracy\":\(round),")
          && last.contains("\"distanceFilter\":\(round),")
      }
    }
  }
}
