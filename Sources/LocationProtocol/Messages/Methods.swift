// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LocationCore

/// The methods of the subscriber socket.
package enum SubscriberMethod: String, CaseIterable, Sendable {
  case initialize
  case authorization
  case requestAuthorization
  case location
  case startUpdatingLocation
  case stopUpdatingLocation
  case requestLocation
  case startUpdatingHeading
  case stopUpdatingHeading
  case startUpdatingSatellites
  case stopUpdatingSatellites
  case startMonitoringSignificantLocationChanges
  case stopMonitoringSignificantLocationChanges
  case startMonitoringVisits
  case stopMonitoringVisits
  case startMonitoring
  case stopMonitoring
  case requestState
  case monitoredRegions
  case ping
}

/// The methods of the daemon's notifications: the names of the delegate's methods.
package enum CallbackMethod: String, CaseIterable, Sendable {
  case didChangeAuthorization
  case didUpdateLocations
  case didFailWithError
  case didUpdateHeading
  case didUpdateSatellites
  case didChangeSource
  case didStartMonitoring
  case monitoringDidFail
  case didDetermineState
  case didEnterRegion
  case didExitRegion
  case didVisit
  case didPauseLocationUpdates
  case didResumeLocationUpdates
}

extension Callback {
  /// The name on the wire.
  package var method: CallbackMethod {
    switch self {
    case .didChangeAuthorization: .didChangeAuthorization
    case .didUpdateLocations: .didUpdateLocations
    case .didFailWithError: .didFailWithError
    case .didUpdateHeading: .didUpdateHeading
    case .didUpdateSatellites: .didUpdateSatellites
    case .didChangeSource: .didChangeSource
    case .didStartMonitoring: .didStartMonitoring
    case .monitoringDidFail: .monitoringDidFail
    case .didDetermineState: .didDetermineState
    case .didEnterRegion: .didEnterRegion
    case .didExitRegion: .didExitRegion
    case .didVisit: .didVisit
    case .didPauseLocationUpdates: .didPauseLocationUpdates
    case .didResumeLocationUpdates: .didResumeLocationUpdates
    }
  }
}

extension LocationError.Code {
  /// CLError's name for the number.
  package var name: String {
    switch self {
    case .locationUnknown: "locationUnknown"
    case .denied: "denied"
    case .network: "network"
    case .headingFailure: "headingFailure"
    case .regionMonitoringDenied: "regionMonitoringDenied"
    case .regionMonitoringFailure: "regionMonitoringFailure"
    }
  }
}
