// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// The delegate's methods as Apple's are called from elsewhere: `delegate?.locationManager?(…)`.
///
/// There they are optional methods of Objective-C. Here each method is always there, and beside it
/// stands, for calls with a question mark, an optional value that is called in the same way.
public protocol CLOptionalCallbacks {}

extension CLOptionalCallbacks {
  private var callbacks: CLLocationManagerCallbacks? {
    (self as? any CLLocationManagerDelegate).map { CLLocationManagerCallbacks(delegate: $0) }
  }

  /// Calls a method of that name; never nil for a delegate.
  public var locationManager: CLLocationManagerCallbacks? { callbacks }
  /// Says that updates pause; never nil for a delegate.
  public var locationManagerDidPauseLocationUpdates: ((CLLocationManager) -> Void)? {
    callbacks.map { callbacks in { callbacks.delegate.locationManagerDidPauseLocationUpdates($0) } }
  }
  /// Says that updates go on; never nil for a delegate.
  public var locationManagerDidResumeLocationUpdates: ((CLLocationManager) -> Void)? {
    callbacks.map { callbacks in { callbacks.delegate.locationManagerDidResumeLocationUpdates($0) }
    }
  }
  /// Says that the authorization changed; never nil for a delegate.
  public var locationManagerDidChangeAuthorization: ((CLLocationManager) -> Void)? {
    callbacks.map { callbacks in { callbacks.delegate.locationManagerDidChangeAuthorization($0) } }
  }
  /// Asks whether to show how to calibrate the compass; never nil for a delegate.
  public var locationManagerShouldDisplayHeadingCalibration: ((CLLocationManager) -> Bool)? {
    callbacks.map { callbacks in
      { callbacks.delegate.locationManagerShouldDisplayHeadingCalibration($0) }
    }
  }
}

/// What `delegate?.locationManager?(…)` calls.
public struct CLLocationManagerCallbacks {
  let delegate: any CLLocationManagerDelegate

  /// Calls the delegate's method.
  public func callAsFunction(
    _ manager: CLLocationManager,
    didUpdateLocations locations: [CLLocation]
  ) {
    delegate.locationManager(manager, didUpdateLocations: locations)
  }

  /// Calls the delegate's method.
  public func callAsFunction(
    _ manager: CLLocationManager,
    didUpdateTo newLocation: CLLocation,
    from oldLocation: CLLocation
  ) {
    delegate.locationManager(manager, didUpdateTo: newLocation, from: oldLocation)
  }

  /// Calls the delegate's method.
  public func callAsFunction(_ manager: CLLocationManager, didFailWithError error: any Error) {
    delegate.locationManager(manager, didFailWithError: error)
  }

  /// Calls the delegate's method.
  public func callAsFunction(
    _ manager: CLLocationManager,
    didFinishDeferredUpdatesWithError error: (any Error)?
  ) {
    delegate.locationManager(manager, didFinishDeferredUpdatesWithError: error)
  }

  /// Calls the delegate's method.
  public func callAsFunction(
    _ manager: CLLocationManager,
    didChangeAuthorization status: CLAuthorizationStatus
  ) {
    delegate.locationManager(manager, didChangeAuthorization: status)
  }

  /// Calls the delegate's method.
  public func callAsFunction(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
    delegate.locationManager(manager, didUpdateHeading: newHeading)
  }

  /// Calls the delegate's method.
  public func callAsFunction(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    delegate.locationManager(manager, didEnterRegion: region)
  }

  /// Calls the delegate's method.
  public func callAsFunction(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    delegate.locationManager(manager, didExitRegion: region)
  }

  /// Calls the delegate's method.
  public func callAsFunction(
    _ manager: CLLocationManager,
    didDetermineState state: CLRegionState,
    for region: CLRegion
  ) {
    delegate.locationManager(manager, didDetermineState: state, for: region)
  }

  /// Calls the delegate's method.
  public func callAsFunction(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
    delegate.locationManager(manager, didStartMonitoringFor: region)
  }

  /// Calls the delegate's method.
  public func callAsFunction(
    _ manager: CLLocationManager,
    monitoringDidFailFor region: CLRegion?,
    withError error: any Error
  ) {
    delegate.locationManager(manager, monitoringDidFailFor: region, withError: error)
  }

  /// Calls the delegate's method.
  public func callAsFunction(
    _ manager: CLLocationManager,
    didRange beacons: [CLBeacon],
    satisfying beaconConstraint: CLBeaconIdentityConstraint
  ) {
    delegate.locationManager(manager, didRange: beacons, satisfying: beaconConstraint)
  }

  /// Calls the delegate's method.
  public func callAsFunction(
    _ manager: CLLocationManager,
    didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
    error: any Error
  ) {
    delegate.locationManager(manager, didFailRangingFor: beaconConstraint, error: error)
  }

  /// Calls the delegate's method.
  public func callAsFunction(
    _ manager: CLLocationManager,
    didRangeBeacons beacons: [CLBeacon],
    in region: CLBeaconRegion
  ) {
    delegate.locationManager(manager, didRangeBeacons: beacons, in: region)
  }

  /// Calls the delegate's method.
  public func callAsFunction(
    _ manager: CLLocationManager,
    rangingBeaconsDidFailFor region: CLBeaconRegion,
    withError error: any Error
  ) {
    delegate.locationManager(manager, rangingBeaconsDidFailFor: region, withError: error)
  }

  /// Calls the delegate's method.
  public func callAsFunction(_ manager: CLLocationManager, didVisit visit: CLVisit) {
    delegate.locationManager(manager, didVisit: visit)
  }
}
