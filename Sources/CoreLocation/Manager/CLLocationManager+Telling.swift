// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LocationClient

// How a manager tells its delegate, where its callbacks are called.
extension CLLocationManager {
  func tellFirstAuthorization() {
    told.beginFirst()
    if manager.authorization != nil { tellAuthorization() }
  }

  /// Tells what the delegate will find when it looks, which an event may be behind.
  private func tellAuthorization() {
    told.claim(manager.authorization)?.locationManagerDidChangeAuthorization(self)
  }

  func take(_ event: LocationEvent) {
    guard let delegate else { return }
    switch event {
    case .didChangeAuthorization: tellAuthorization()
    case .didUpdateLocations(let locations, _):
      let locations = locations.map { ReceivedLocation($0) }
      delegate.locationManager(self, didUpdateLocations: locations)
    case .didFailWithError(let error):
      delegate.locationManager(self, didFailWithError: CLError(error))
    case .didUpdateHeading(let heading):
      delegate.locationManager(self, didUpdateHeading: CLHeading(heading))
    case .didVisit(let visit): delegate.locationManager(self, didVisit: CLVisit(visit))
    case .didPauseLocationUpdates: delegate.locationManagerDidPauseLocationUpdates(self)
    case .didResumeLocationUpdates: delegate.locationManagerDidResumeLocationUpdates(self)
    case .didLoseConnection(let reason): takeLoss(reason, delegate)
    default: takeRegion(event, delegate)
    }
  }

  /// An application cannot tell an absent daemon from an absent position, and need not.
  private func takeLoss(_ reason: String, _ delegate: any CLLocationManagerDelegate) {
    if !told.knowsAuthorization { tellAuthorization() }
    guard manager.isUpdatingLocation, !manager.isSimulatedInProcess else { return }
    let error = CLError(.locationUnknown, message: reason)
    delegate.locationManager(self, didFailWithError: error)
  }

  private func takeRegion(_ event: LocationEvent, _ delegate: any CLLocationManagerDelegate) {
    guard let event = RegionEvent(event),
      let watch = MonitoredRegions.ofProcess[event.identifier]
    else { return }
    switch event.kind {
    case .started:
      guard told.claimStart(of: watch) else { return }
      delegate.locationManager(self, didStartMonitoringFor: watch.region)
    case .failed(let error):
      if error.code != .regionMonitoringDenied { MonitoredRegions.ofProcess.refuse(watch) }
      let error = CLError(error)
      delegate.locationManager(self, monitoringDidFailFor: watch.region, withError: error)
    case .determined(let state):
      let former = told.replaceState(state, of: watch)
      tell(state, of: watch.region, isCrossed: watch.tells(state, after: former), delegate)
    case .entered:
      _ = told.replaceState(.inside, of: watch)
      tell(.inside, of: watch.region, isCrossed: true, delegate)
    case .exited:
      _ = told.replaceState(.outside, of: watch)
      tell(.outside, of: watch.region, isCrossed: true, delegate)
    }
  }

  /// As Apple does, a state is told after each crossing, too.
  private func tell(
    _ state: RegionState,
    of region: CLRegion,
    isCrossed: Bool,
    _ delegate: any CLLocationManagerDelegate
  ) {
    switch state {
    case .inside where isCrossed: delegate.locationManager(self, didEnterRegion: region)
    case .outside where isCrossed: delegate.locationManager(self, didExitRegion: region)
    default: break
    }
    delegate.locationManager(self, didDetermineState: CLRegionState(state), for: region)
  }
}
