// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

/// Implements all twenty methods in Apple's spelling.
private final class CompleteDelegate: NSObject, CLLocationManagerDelegate {
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

/// Implements none.
private final class SilentDelegate: NSObject, CLLocationManagerDelegate {}

@MainActor @Suite struct CLLocationManagerDelegateTests {
  @Test func `every method is there and may be left out`() {
    let delegates: [CLLocationManagerDelegate] = [CompleteDelegate(), SilentDelegate()]
    let manager = CLLocationManager()
    for delegate in delegates {
      manager.delegate = delegate
      #expect(manager.delegate === delegate)
      delegate.locationManagerDidPauseLocationUpdates(manager)
      #expect(!delegate.locationManagerShouldDisplayHeadingCalibration(manager))
    }
  }
}
