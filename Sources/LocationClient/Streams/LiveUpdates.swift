// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A location, or why there is none now.
public struct LiveUpdate: Hashable, Sendable {
  /// Where the device is; nil if that is not known, and the flags say why.
  public var location: Location?
  /// The device stands still; no further updates come until it moves.
  public var isStationary = false
  /// Somebody said no.
  public var authorizationDenied = false
  /// Locations are off for everybody.
  public var authorizationDeniedGlobally = false
  /// A policy forbids it.
  public var authorizationRestricted = false
  /// Nobody has decided yet.
  public var authorizationRequestInProgress = false
  /// Allowed only while in use, and it is not.
  public var insufficientlyInUse = false
  /// Locations are exact to some kilometres only.
  public var accuracyLimited = false
  /// No position now; the daemon goes on trying.
  public var locationUnavailable = false
  /// The daemon cannot be reached; it is being tried.
  public var daemonUnavailable = false

  /// Makes an update without location or reason.
  public init() {}
}

/// Makes updates of events.
struct LiveUpdateState: Sendable {
  private var update = LiveUpdate()

  mutating func take(_ event: LocationEvent) -> [LiveUpdate] {
    switch event {
    case .didUpdateLocations(let locations, _):
      update.isStationary = false
      update.locationUnavailable = false
      update.daemonUnavailable = false
      return locations.map {
        update.location = $0
        return update
      }
    case .didChangeAuthorization(let authorization):
      return take(authorization)
    case .didFailWithError(let error):
      update.location = nil
      update.locationUnavailable = error.code == .locationUnknown
      update.daemonUnavailable = error.code == .network
      // What it says is known from the authorization.
      return error.code == .denied ? [] : [update]
    case .didPauseLocationUpdates:
      update.isStationary = true
      return [update]
    case .didResumeLocationUpdates:
      update.isStationary = false
      return []
    case .didLoseConnection:
      update.location = nil
      update.daemonUnavailable = true
      return [update]
    case .didReconnect:
      update.daemonUnavailable = false
      return []
    default: return []
    }
  }

  private mutating func take(_ authorization: Authorization) -> [LiveUpdate] {
    let before = update
    update.authorizationDenied = authorization.status == .denied
    update.authorizationRestricted = authorization.status == .restricted
    update.authorizationRequestInProgress = authorization.status == .notDetermined
    update.accuracyLimited =
      authorization.allowsLocation && authorization.accuracy == .reduced
    if !authorization.allowsLocation { update.location = nil }
    // Being allowed is no news by itself: the location that follows is.
    return update != before && !authorization.allowsLocation ? [update] : []
  }
}

extension LocationManager {
  /// Locations and the reasons for their absence; errors are flags, never thrown.
  ///
  /// It asks for authorization by itself and has a connection of its own. Updates pause by
  /// themselves at a standstill.
  public static func liveUpdates(
    _ activity: UpdateOptions.Activity = .other,
    configuration: Configuration = Configuration()
  ) -> LocationStream<LiveUpdate> {
    LocationManager(configuration: configuration).liveUpdates(activity)
  }

  /// The same with this manager's configuration and proxies.
  public func liveUpdates(
    _ activity: UpdateOptions.Activity = .other
  ) -> LocationStream<LiveUpdate> {
    LocationStream { [self] in
      let manager = sibling()
      manager.options = UpdateOptions(activity: activity, pausesAutomatically: true)
      let state = LiveUpdateBox()
      let stream = manager.stream(
        [.locations, .authorization, .errors, .pauses, .connection],
        starting: .location,
        buffering: .newest(256)
      ) { state.take($0) }
      return stream.subscribe()
    }
  }
}

/// The state of one loop over the updates.
private final class LiveUpdateBox: Sendable {
  private let state = Guarded(LiveUpdateState())

  func take(_ event: LocationEvent) -> [LiveUpdate] { state.withLock { $0.take(event) } }
}
