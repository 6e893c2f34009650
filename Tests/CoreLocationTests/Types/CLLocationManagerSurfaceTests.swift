// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

/// A stand-in of the kind that programs' own tests make.
private final class FakeManager: CLLocationManager {
  var starts = 0
  override func startUpdatingLocation() { starts += 1 }
  override var location: CLLocation? { CLLocation(latitude: 1, longitude: 2) }
  override class func locationServicesEnabled() -> Bool { true }
}

@MainActor @Suite struct CLLocationManagerSurfaceTests {
  /// Compiles; what it does is shown elsewhere.
  func everyMember(of manager: CLLocationManager) {
    manager.desiredAccuracy = kCLLocationAccuracyBest
    manager.distanceFilter = kCLDistanceFilterNone
    manager.activityType = .fitness
    manager.pausesLocationUpdatesAutomatically = false
    manager.allowsBackgroundLocationUpdates = true
    manager.showsBackgroundLocationIndicator = true
    manager.headingFilter = kCLHeadingFilterNone
    manager.headingOrientation = .portrait
    manager.purpose = "tests"
    _ = (manager.delegate, manager.isAuthorizedForWidgetUpdates)
    _ = (manager.location, manager.heading, manager.monitoredRegions, manager.rangedRegions)
    _ = (manager.authorizationStatus, manager.accuracyAuthorization)
    _ = (manager.maximumRegionMonitoringDistance, manager.rangedBeaconConstraints)
    manager.requestWhenInUseAuthorization()
    manager.requestAlwaysAuthorization()
    manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "key")
    manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "key") { _ in }
    manager.requestHistoricalLocations(purposeKey: "key", sampleCount: 1) { _, _ in }
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
    manager.startMonitoring(for: region, desiredAccuracy: kCLLocationAccuracyBest)
    manager.requestState(for: region)
    manager.stopMonitoring(for: region)
    let constraint = CLBeaconIdentityConstraint(uuid: UUID())
    manager.startRangingBeacons(satisfying: constraint)
    manager.stopRangingBeacons(satisfying: constraint)
    let beacons = CLBeaconRegion(uuid: UUID(), identifier: "b")
    manager.startRangingBeacons(in: beacons)
    manager.stopRangingBeacons(in: beacons)
    manager.allowDeferredLocationUpdates(untilTraveled: CLLocationDistanceMax, timeout: 1)
    manager.disallowDeferredLocationUpdates()
    manager.startMonitoringLocationPushes { _, _ in }
    manager.startMonitoringLocationPushes(completion: nil)
    manager.stopMonitoringLocationPushes()
    _ = (CLLocationManager.locationServicesEnabled(), CLLocationManager.authorizationStatus())
    _ = (manager.locationServicesEnabled, manager.headingAvailable)
  }

  /// Compiles; what it does is shown elsewhere.
  func everyAsynchronousMember(of manager: CLLocationManager) async throws {
    try await manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "key")
    let former: [CLLocation] = try await manager.requestHistoricalLocations(
      purposeKey: "key",
      sampleCount: 1
    )
    let token: Data = try await manager.startMonitoringLocationPushes()
    _ = (former, token)
  }

  @Test func `what the class says holds without a daemon`() {
    #expect(CLLocationManager.headingAvailable())
    #expect(CLLocationManager.significantLocationChangeMonitoringAvailable())
    #expect(CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self))
    #expect(CLLocationManager.isMonitoringAvailable(for: CLRegion.self))
    #expect(!CLLocationManager.isMonitoringAvailable(for: CLBeaconRegion.self))
    #expect(!CLLocationManager.isRangingAvailable())
    #expect(!CLLocationManager.deferredLocationUpdatesAvailable())
    #expect(CLLocationManager.regionMonitoringAvailable())
    #expect(CLLocationManager.regionMonitoringEnabled())
  }

  @Test func `a new manager has Apple's settings`() {
    let manager = CLLocationManager()
    #expect(manager.desiredAccuracy == kCLLocationAccuracyBest)
    #expect(manager.distanceFilter == kCLDistanceFilterNone && manager.activityType == .other)
    #expect(manager.pausesLocationUpdatesAutomatically && manager.headingFilter == 1)
    #expect(!manager.allowsBackgroundLocationUpdates && manager.headingOrientation == .portrait)
    #expect(!manager.showsBackgroundLocationIndicator && manager.heading == nil)
  }

  @Test func `a subclass may stand in`() {
    let fake = FakeManager()
    fake.startUpdatingLocation()
    #expect(fake.starts == 1 && fake.location?.coordinate.longitude == 2)
    #expect(FakeManager.locationServicesEnabled())
  }
}
