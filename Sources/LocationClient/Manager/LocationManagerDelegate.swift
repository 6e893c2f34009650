// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Receives the callbacks of a manager; every method is optional.
///
/// They are called on the manager's ``CallbackQueue``. A manager holds its delegates weakly.
public protocol LocationManagerDelegate: AnyObject, Sendable {
  /// What this delegate listens to; the daemon is asked for nothing else. Everything by default.
  var receivedCallbacks: CallbackKinds { get }

  /// Receives every callback; the default calls the method for it below.
  ///
  /// A proxy implements this one alone and so forwards callbacks it has never heard of.
  func locationManager(_ manager: LocationManager, didReceive event: LocationEvent)

  /// What this program may know changed, or is known for the first time.
  func locationManager(_ manager: LocationManager, didChangeAuthorization: Authorization)
  /// New locations, oldest first, never empty.
  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location])
  /// So many locations were replaced undelivered before those that follow.
  func locationManager(_ manager: LocationManager, didConflateLocations count: Int)
  /// There is no location now; once for each loss.
  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError)
  /// The device points elsewhere.
  func locationManager(_ manager: LocationManager, didUpdateHeading heading: Heading)
  /// The satellites in view.
  func locationManager(_ manager: LocationManager, didUpdateSatellites view: SatelliteView)
  /// Another receiver, or another state of it.
  func locationManager(_ manager: LocationManager, didChangeSource change: SourceChange)
  /// A region is watched now.
  func locationManager(_ manager: LocationManager, didStartMonitoringFor identifier: String)
  /// A region cannot be watched.
  func locationManager(
    _ manager: LocationManager,
    monitoringDidFailFor identifier: String,
    withError error: LocationError
  )
  /// Where this program stands with regard to a region.
  func locationManager(
    _ manager: LocationManager,
    didDetermineState state: RegionState,
    for identifier: String
  )
  /// A region was entered.
  func locationManager(
    _ manager: LocationManager,
    didEnterRegion identifier: String,
    at location: Location
  )
  /// A region was left.
  func locationManager(
    _ manager: LocationManager,
    didExitRegion identifier: String,
    at location: Location
  )
  /// A visit began or ended.
  func locationManager(_ manager: LocationManager, didVisit visit: Visit)
  /// Updates pause at a standstill.
  func locationManagerDidPauseLocationUpdates(_ manager: LocationManager)
  /// Updates go on.
  func locationManagerDidResumeLocationUpdates(_ manager: LocationManager)
  /// The daemon cannot be reached; once for each loss.
  func locationManager(_ manager: LocationManager, didLoseConnection reason: String)
  /// The daemon is back, and everything has been asked for again.
  func locationManager(_ manager: LocationManager, didReconnectAfter gap: ConnectionGap)
  /// A callback that this version does not know.
  func locationManager(_ manager: LocationManager, didReceiveUnknown callback: UnknownCallback)
}

extension LocationManagerDelegate {
  /// Listens to everything.
  public var receivedCallbacks: CallbackKinds { .all }

  /// Calls the method for the callback.
  public func locationManager(_ manager: LocationManager, didReceive event: LocationEvent) {
    dispatch(event, from: manager)
  }

  /// Calls the method for a callback: what ``locationManager(_:didReceive:)`` does by default.
  public func dispatch(_ event: LocationEvent, from manager: LocationManager) {
    switch event {
    case .didChangeAuthorization(let authorization):
      locationManager(manager, didChangeAuthorization: authorization)
    case .didUpdateLocations(let locations, let conflated):
      if conflated > 0 { locationManager(manager, didConflateLocations: conflated) }
      locationManager(manager, didUpdateLocations: locations)
    case .didFailWithError(let error): locationManager(manager, didFailWithError: error)
    case .didUpdateHeading(let heading): locationManager(manager, didUpdateHeading: heading)
    case .didUpdateSatellites(let view): locationManager(manager, didUpdateSatellites: view)
    case .didChangeSource(let change): locationManager(manager, didChangeSource: change)
    case .didStartMonitoring(let identifier):
      locationManager(manager, didStartMonitoringFor: identifier)
    case .monitoringDidFail(let identifier, let error):
      locationManager(manager, monitoringDidFailFor: identifier, withError: error)
    case .didDetermineState(let identifier, let state):
      locationManager(manager, didDetermineState: state, for: identifier)
    case .didEnterRegion(let identifier, let location):
      locationManager(manager, didEnterRegion: identifier, at: location)
    case .didExitRegion(let identifier, let location):
      locationManager(manager, didExitRegion: identifier, at: location)
    case .didVisit(let visit): locationManager(manager, didVisit: visit)
    case .didPauseLocationUpdates: locationManagerDidPauseLocationUpdates(manager)
    case .didResumeLocationUpdates: locationManagerDidResumeLocationUpdates(manager)
    case .didLoseConnection(let reason): locationManager(manager, didLoseConnection: reason)
    case .didReconnect(let gap): locationManager(manager, didReconnectAfter: gap)
    case .unknown(let callback): locationManager(manager, didReceiveUnknown: callback)
    }
  }
}
