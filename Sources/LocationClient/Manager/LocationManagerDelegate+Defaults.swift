// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// What a delegate does that implements nothing: it ignores what it is told.
extension LocationManagerDelegate {
  /// Does nothing.
  public func locationManager(
    _ manager: LocationManager,
    didChangeAuthorization: Authorization
  ) {}
  /// Does nothing.
  public func locationManager(
    _ manager: LocationManager,
    didUpdateLocations locations: [Location]
  ) {}
  /// Does nothing.
  public func locationManager(_ manager: LocationManager, didConflateLocations count: Int) {}
  /// Does nothing.
  public func locationManager(
    _ manager: LocationManager,
    didFailWithError error: LocationError
  ) {}
  /// Does nothing.
  public func locationManager(_ manager: LocationManager, didUpdateHeading heading: Heading) {}
  /// Does nothing.
  public func locationManager(
    _ manager: LocationManager,
    didUpdateSatellites view: SatelliteView
  ) {}
  /// Does nothing.
  public func locationManager(_ manager: LocationManager, didChangeSource change: SourceChange) {}
  /// Does nothing.
  public func locationManager(
    _ manager: LocationManager,
    didStartMonitoringFor identifier: String
  ) {}
  /// Does nothing.
  public func locationManager(
    _ manager: LocationManager,
    monitoringDidFailFor identifier: String,
    withError error: LocationError
  ) {}
  /// Does nothing.
  public func locationManager(
    _ manager: LocationManager,
    didDetermineState state: RegionState,
    for identifier: String
  ) {}
  /// Does nothing.
  public func locationManager(
    _ manager: LocationManager,
    didEnterRegion identifier: String,
    at location: Location
  ) {}
  /// Does nothing.
  public func locationManager(
    _ manager: LocationManager,
    didExitRegion identifier: String,
    at location: Location
  ) {}
  /// Does nothing.
  public func locationManager(_ manager: LocationManager, didVisit visit: Visit) {}
  /// Does nothing.
  public func locationManagerDidPauseLocationUpdates(_ manager: LocationManager) {}
  /// Does nothing.
  public func locationManagerDidResumeLocationUpdates(_ manager: LocationManager) {}
  /// Does nothing.
  public func locationManager(_ manager: LocationManager, didLoseConnection reason: String) {}
  /// Does nothing.
  public func locationManager(
    _ manager: LocationManager,
    didReconnectAfter gap: ConnectionGap
  ) {}
  /// Does nothing.
  public func locationManager(
    _ manager: LocationManager,
    didReceiveUnknown callback: UnknownCallback
  ) {}
}
