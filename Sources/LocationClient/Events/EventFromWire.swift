// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore
internal import LocationProtocol

extension LocationEvent {
  /// The public form of a callback of the daemon.
  init(_ message: CallbackMessage) {
    switch message.callback {
    case .didChangeAuthorization(let authorization):
      self = .didChangeAuthorization(Authorization(authorization))
    case .didUpdateLocations(let locations):
      self = .didUpdateLocations(locations.map { Location($0) }, conflated: message.conflated)
    case .didFailWithError(let error): self = .didFailWithError(LocationError(error))
    case .didUpdateHeading(let heading): self = .didUpdateHeading(Heading(heading))
    case .didUpdateSatellites(let sky): self = .didUpdateSatellites(SatelliteView(sky))
    case .didChangeSource(let change): self = .didChangeSource(SourceChange(change))
    case .didStartMonitoring(let identifier): self = .didStartMonitoring(identifier: identifier)
    case .monitoringDidFail(let identifier, let error):
      self = .monitoringDidFail(identifier: identifier, LocationError(error))
    case .didDetermineState(let identifier, let state):
      self = .didDetermineState(identifier: identifier, RegionState(state))
    case .didEnterRegion(let identifier, let location):
      self = .didEnterRegion(identifier: identifier, Location(location))
    case .didExitRegion(let identifier, let location):
      self = .didExitRegion(identifier: identifier, Location(location))
    case .didVisit(let visit): self = .didVisit(Visit(visit))
    case .didPauseLocationUpdates: self = .didPauseLocationUpdates
    case .didResumeLocationUpdates: self = .didResumeLocationUpdates
    }
  }
}
