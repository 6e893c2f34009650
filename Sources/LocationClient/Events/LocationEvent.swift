// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// One callback: a case for each method of the delegate.
///
/// A proxy names the cases it changes and forwards every other one untouched.
public enum LocationEvent: Hashable, Sendable {
  /// What this program may know; first of all, and at each change.
  case didChangeAuthorization(Authorization)
  /// Oldest first, never empty; and how many were replaced undelivered before them.
  case didUpdateLocations([Location], conflated: Int)
  /// There is no location now; once for each loss.
  case didFailWithError(LocationError)
  /// The device points elsewhere.
  case didUpdateHeading(Heading)
  /// The satellites in view.
  case didUpdateSatellites(SatelliteView)
  /// Another receiver, or another state of it.
  case didChangeSource(SourceChange)
  /// A region is watched now.
  case didStartMonitoring(identifier: String)
  /// A region cannot be watched.
  case monitoringDidFail(identifier: String, LocationError)
  /// Where this program stands with regard to a region.
  case didDetermineState(identifier: String, RegionState)
  /// A region was entered, by this location.
  case didEnterRegion(identifier: String, Location)
  /// A region was left, by this location.
  case didExitRegion(identifier: String, Location)
  /// A visit began or ended.
  case didVisit(Visit)
  /// Updates pause at a standstill.
  case didPauseLocationUpdates
  /// Updates go on.
  case didResumeLocationUpdates
  /// The daemon cannot be reached; once for each loss, with the reason.
  case didLoseConnection(reason: String)
  /// The daemon is back and everything has been asked for again.
  case didReconnect(ConnectionGap)
  /// A callback that this version does not know.
  case unknown(UnknownCallback)
}

/// Kinds of callbacks, to say what somebody listens to.
public struct CallbackKinds: OptionSet, Hashable, Sendable {
  /// One bit for each kind.
  public let rawValue: UInt32

  /// Makes a set from bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Changes of authorization.
  public static let authorization = CallbackKinds(rawValue: 1 << 0)
  /// Locations.
  public static let locations = CallbackKinds(rawValue: 1 << 1)
  /// Errors.
  public static let errors = CallbackKinds(rawValue: 1 << 2)
  /// Headings.
  public static let heading = CallbackKinds(rawValue: 1 << 3)
  /// Satellites in view.
  public static let satellites = CallbackKinds(rawValue: 1 << 4)
  /// Changes of the receiver.
  public static let source = CallbackKinds(rawValue: 1 << 5)
  /// Regions: started, failed, state, entered, left.
  public static let regions = CallbackKinds(rawValue: 1 << 6)
  /// Visits.
  public static let visits = CallbackKinds(rawValue: 1 << 7)
  /// Pauses of the updates and their ends.
  public static let pauses = CallbackKinds(rawValue: 1 << 8)
  /// Losses of the connection and their ends.
  public static let connection = CallbackKinds(rawValue: 1 << 9)
  /// Callbacks that this version does not know.
  public static let unknown = CallbackKinds(rawValue: 1 << 10)
  /// Everything.
  public static let all = CallbackKinds(rawValue: 1 << 11 - 1)
}

extension LocationEvent {
  /// The kind of this callback.
  public var kind: CallbackKinds {
    switch self {
    case .didChangeAuthorization: .authorization
    case .didUpdateLocations: .locations
    case .didFailWithError: .errors
    case .didUpdateHeading: .heading
    case .didUpdateSatellites: .satellites
    case .didChangeSource: .source
    case .didStartMonitoring, .monitoringDidFail, .didDetermineState, .didEnterRegion,
      .didExitRegion:
      .regions
    case .didVisit: .visits
    case .didPauseLocationUpdates, .didResumeLocationUpdates: .pauses
    case .didLoseConnection, .didReconnect: .connection
    case .unknown: .unknown
    }
  }
}
