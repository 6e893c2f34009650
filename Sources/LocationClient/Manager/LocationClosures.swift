// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A closure for each callback; those that are nil are not asked for.
///
/// They are called after the delegates, on the manager's ``CallbackQueue``.
public struct LocationClosures: Sendable {
  /// What this program may know changed.
  public var didChangeAuthorization: (@Sendable (Authorization) -> Void)?
  /// New locations, oldest first, never empty.
  public var didUpdateLocations: (@Sendable ([Location]) -> Void)?
  /// So many locations were replaced undelivered before those that follow.
  public var didConflateLocations: (@Sendable (Int) -> Void)?
  /// There is no location now.
  public var didFailWithError: (@Sendable (LocationError) -> Void)?
  /// The device points elsewhere.
  public var didUpdateHeading: (@Sendable (Heading) -> Void)?
  /// The satellites in view.
  public var didUpdateSatellites: (@Sendable (SatelliteView) -> Void)?
  /// Another receiver, or another state of it.
  public var didChangeSource: (@Sendable (SourceChange) -> Void)?
  /// A region is watched now.
  public var didStartMonitoring: (@Sendable (String) -> Void)?
  /// A region cannot be watched.
  public var monitoringDidFail: (@Sendable (String, LocationError) -> Void)?
  /// Where this program stands with regard to a region.
  public var didDetermineState: (@Sendable (String, RegionState) -> Void)?
  /// A region was entered.
  public var didEnterRegion: (@Sendable (String, Location) -> Void)?
  /// A region was left.
  public var didExitRegion: (@Sendable (String, Location) -> Void)?
  /// A visit began or ended.
  public var didVisit: (@Sendable (Visit) -> Void)?
  /// Updates pause at a standstill.
  public var didPauseLocationUpdates: (@Sendable () -> Void)?
  /// Updates go on.
  public var didResumeLocationUpdates: (@Sendable () -> Void)?
  /// The daemon cannot be reached.
  public var didLoseConnection: (@Sendable (String) -> Void)?
  /// The daemon is back, and everything has been asked for again.
  public var didReconnect: (@Sendable (ConnectionGap) -> Void)?
  /// A callback that this version does not know.
  public var unknown: (@Sendable (UnknownCallback) -> Void)?

  /// Makes a set without closures.
  public init() {}

  /// What they listen to.
  var kinds: CallbackKinds {
    var kinds: CallbackKinds = []
    if didChangeAuthorization != nil { kinds.insert(.authorization) }
    if didUpdateLocations != nil || didConflateLocations != nil { kinds.insert(.locations) }
    if didFailWithError != nil { kinds.insert(.errors) }
    if didUpdateHeading != nil { kinds.insert(.heading) }
    if didUpdateSatellites != nil { kinds.insert(.satellites) }
    if didChangeSource != nil { kinds.insert(.source) }
    if didStartMonitoring != nil || monitoringDidFail != nil || didDetermineState != nil
      || didEnterRegion != nil || didExitRegion != nil
    {
      kinds.insert(.regions)
    }
    if didVisit != nil { kinds.insert(.visits) }
    if didPauseLocationUpdates != nil || didResumeLocationUpdates != nil { kinds.insert(.pauses) }
    if didLoseConnection != nil || didReconnect != nil { kinds.insert(.connection) }
    if unknown != nil { kinds.insert(.unknown) }
    return kinds
  }

  /// Calls the closure for the callback, if there is one.
  func call(_ event: LocationEvent) {
    switch event {
    case .didChangeAuthorization(let authorization): didChangeAuthorization?(authorization)
    case .didUpdateLocations(let locations, let conflated):
      if conflated > 0 { didConflateLocations?(conflated) }
      didUpdateLocations?(locations)
    case .didFailWithError(let error): didFailWithError?(error)
    case .didUpdateHeading(let heading): didUpdateHeading?(heading)
    case .didUpdateSatellites(let view): didUpdateSatellites?(view)
    case .didChangeSource(let change): didChangeSource?(change)
    case .didStartMonitoring(let identifier): didStartMonitoring?(identifier)
    case .monitoringDidFail(let identifier, let error): monitoringDidFail?(identifier, error)
    case .didDetermineState(let identifier, let state): didDetermineState?(identifier, state)
    case .didEnterRegion(let identifier, let location): didEnterRegion?(identifier, location)
    case .didExitRegion(let identifier, let location): didExitRegion?(identifier, location)
    case .didVisit(let visit): didVisit?(visit)
    case .didPauseLocationUpdates: didPauseLocationUpdates?()
    case .didResumeLocationUpdates: didResumeLocationUpdates?()
    case .didLoseConnection(let reason): didLoseConnection?(reason)
    case .didReconnect(let gap): didReconnect?(gap)
    case .unknown(let callback): unknown?(callback)
    }
  }
}

/// Somebody who listens until this is cancelled or let go.
public final class LocationObservation: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  /// Ends the calls; idempotent.
  public func cancel() { end() }

  deinit { end() }
}
