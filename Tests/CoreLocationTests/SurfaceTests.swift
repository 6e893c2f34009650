// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

/// Implements all twenty methods in Apple's spelling.
final class CompleteDelegate: NSObject, CLLocationManagerDelegate {
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {}
  func locationManager(
    _ manager: CLLocationManager,
    didUpdateTo newLocation: CLLocation,
    from oldLocation: CLLocation
  ) {}
  func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {}
  func locationManager(
    _ manager: CLLocationManager,
    didFinishDeferredUpdatesWithError error: Error?
  ) {}
  func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) {}
  func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) {}
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {}
  func locationManager(
    _ manager: CLLocationManager,
    didChangeAuthorization status: CLAuthorizationStatus
  ) {}
  func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {}
  func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) -> Bool {
    false
  }
  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {}
  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {}
  func locationManager(
    _ manager: CLLocationManager,
    didDetermineState state: CLRegionState,
    for region: CLRegion
  ) {}
  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {}
  func locationManager(
    _ manager: CLLocationManager,
    monitoringDidFailFor region: CLRegion?,
    withError error: Error
  ) {}
  func locationManager(
    _ manager: CLLocationManager,
    didRange beacons: [CLBeacon],
    satisfying beaconConstraint: CLBeaconIdentityConstraint
  ) {}
  func locationManager(
    _ manager: CLLocationManager,
    didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
    error: Error
  ) {}
  func locationManager(
    _ manager: CLLocationManager,
    didRangeBeacons beacons: [CLBeacon],
    in region: CLBeaconRegion
  ) {}
  func locationManager(
    _ manager: CLLocationManager,
    rangingBeaconsDidFailFor region: CLBeaconRegion,
    withError error: Error
  ) {}
  func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {}
}

/// A stand-in of the kind that programs' own tests make.
final class FakeManager: CLLocationManager {
  var starts = 0
  override func startUpdatingLocation() { starts += 1 }
  override var location: CLLocation? { CLLocation(latitude: 1, longitude: 2) }
  override class func locationServicesEnabled() -> Bool { true }
}

@Suite struct CLLocationManagerSurfaceTests {
  /// Compiles; what it does is shown elsewhere.
  func everyMember(of manager: CLLocationManager, _ heading: CLHeading, _ visit: CLVisit) {
    manager.desiredAccuracy = kCLLocationAccuracyBest
    manager.distanceFilter = kCLDistanceFilterNone
    manager.activityType = .fitness
    manager.pausesLocationUpdatesAutomatically = false
    manager.allowsBackgroundLocationUpdates = true
    manager.showsBackgroundLocationIndicator = true
    manager.headingFilter = kCLHeadingFilterNone
    manager.headingOrientation = .portrait
    _ = (manager.location, manager.heading, manager.monitoredRegions, manager.rangedRegions)
    _ = (manager.authorizationStatus, manager.accuracyAuthorization)
    _ = (manager.maximumRegionMonitoringDistance, manager.rangedBeaconConstraints)
    manager.requestWhenInUseAuthorization()
    manager.requestAlwaysAuthorization()
    manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "key")
    manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "key") { _ in }
    manager.startUpdatingLocation()
    manager.stopUpdatingLocation()
    manager.requestLocation()
    manager.startUpdatingHeading()
    manager.stopUpdatingHeading()
    manager.dismissHeadingCalibrationDisplay()
    manager.startMonitoringSignificantLocationChanges()
    manager.stopMonitoringSignificantLocationChanges()
    manager.startMonitoringVisits()
    manager.stopMonitoringVisits()
    let region = CLCircularRegion(
      center: CLLocationCoordinate2D(latitude: 1, longitude: 2),
      radius: 3,
      identifier: "r"
    )
    manager.startMonitoring(for: region)
    manager.requestState(for: region)
    manager.stopMonitoring(for: region)
    let constraint = CLBeaconIdentityConstraint(uuid: UUID())
    manager.startRangingBeacons(satisfying: constraint)
    manager.stopRangingBeacons(satisfying: constraint)
    _ = (heading.magneticHeading, heading.trueHeading, heading.headingAccuracy, heading.timestamp)
    _ = (heading.x, heading.y, heading.z, heading.description)
    _ = (visit.arrivalDate, visit.departureDate, visit.coordinate, visit.horizontalAccuracy)
  }

  @Test func `what the class says holds without a daemon`() {
    #expect(CLLocationManager.headingAvailable())
    #expect(CLLocationManager.significantLocationChangeMonitoringAvailable())
    #expect(CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self))
    #expect(!CLLocationManager.isMonitoringAvailable(for: CLBeaconRegion.self))
    #expect(!CLLocationManager.isRangingAvailable())
    #expect(!CLLocationManager.deferredLocationUpdatesAvailable())
  }

  @Test func `a subclass may stand in`() {
    let fake = FakeManager()
    fake.startUpdatingLocation()
    #expect(fake.starts == 1 && fake.location?.coordinate.longitude == 2)
    #expect(FakeManager.locationServicesEnabled())
  }
}

@Suite struct CLModernSurfaceTests {
  /// Compiles; what it does is shown elsewhere.
  func liveUpdates() async throws {
    for try await update in CLLocationUpdate.liveUpdates(.fitness) {
      let location: CLLocation? = update.location
      _ = (location, update.stationary, update.isStationary, update.authorizationDenied)
      _ = (update.authorizationDeniedGlobally, update.authorizationRestricted)
      _ = (update.authorizationRequestInProgress, update.insufficientlyInUse)
      _ = (update.accuracyLimited, update.locationUnavailable, update.serviceSessionRequired)
    }
    let session = CLServiceSession(authorization: .whenInUse)
    for try await diagnostic in session.diagnostics {
      _ = (diagnostic.authorizationDenied, diagnostic.authorizationRequestInProgress)
    }
    session.invalidate()
    let full = CLServiceSession(authorization: .always, fullAccuracyPurposeKey: "key")
    full.invalidate()
    CLBackgroundActivitySession().invalidate()
  }

  /// Compiles; what it does is shown elsewhere.
  func monitor() async throws {
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
      case .satisfied, .unsatisfied, .unknown, .unmonitored: _ = event.refinement
      @unknown default: break
      }
    }
    await monitor.remove("a")
  }

  @Test func `live configurations have Apple's numbers`() {
    #expect(CLLocationUpdate.LiveConfiguration.default.rawValue == 0)
    #expect(CLLocationUpdate.LiveConfiguration.airborne.rawValue == 4)
    #expect(CLMonitor.Event.State.unmonitored.rawValue == 3)
  }
}
