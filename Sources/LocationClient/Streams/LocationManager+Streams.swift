// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Something that happened at a region's border, or about its watch.
public struct RegionEvent: Hashable, Sendable {
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// It is watched now.
    case started
    /// It cannot be watched.
    case failed(LocationError)
    /// Where this program stands.
    case determined(RegionState)
    /// It was entered, by this location.
    case entered(Location)
    /// It was left, by this location.
    case exited(Location)
  }

  /// The region.
  public var identifier: String
  /// What happened.
  public var kind: Kind

  /// Makes an event.
  public init(identifier: String, kind: Kind) {
    self.identifier = identifier
    self.kind = kind
  }

  /// Nil for a callback that is not about a region.
  public init?(_ event: LocationEvent) {
    switch event {
    case .didStartMonitoring(let identifier): self.init(identifier: identifier, kind: .started)
    case .monitoringDidFail(let identifier, let error):
      self.init(identifier: identifier, kind: .failed(error))
    case .didDetermineState(let identifier, let state):
      self.init(identifier: identifier, kind: .determined(state))
    case .didEnterRegion(let identifier, let location):
      self.init(identifier: identifier, kind: .entered(location))
    case .didExitRegion(let identifier, let location):
      self.init(identifier: identifier, kind: .exited(location))
    default: return nil
    }
  }
}

// The streams of a manager.
extension LocationManager {
  /// Locations, while consumed; ``options`` say how they are asked for.
  public var locations: LocationStream<Location> { locations(buffering: .newest(256)) }

  /// Locations with a buffer of another size for a consumer that is slow.
  public func locations(buffering: StreamBuffering) -> LocationStream<Location> {
    stream(
      .locations,
      starting: .location,
      buffering: buffering,
      current: { [core] in [core.proxies.currentLocation($0.location)].compactMap(\.self) },
      extract: { event in
        guard case .didUpdateLocations(let locations, _) = event else { return [] }
        return locations
      }
    )
  }

  /// What this program may know, as soon as it is known and at each change.
  public var authorizations: LocationStream<Authorization> {
    stream(
      .authorization,
      buffering: .newest(16),
      current: { [$0.authorization].compactMap(\.self) },
      extract: { event in
        guard case .didChangeAuthorization(let authorization) = event else { return [] }
        return [authorization]
      }
    )
  }

  /// Headings, while consumed.
  public var headings: LocationStream<Heading> {
    stream(
      .heading,
      starting: .heading,
      buffering: .newest(256),
      current: { [$0.heading].compactMap(\.self) },
      extract: { event in
        guard case .didUpdateHeading(let heading) = event else { return [] }
        return [heading]
      }
    )
  }

  /// Views of the satellites, while consumed.
  public var satelliteViews: LocationStream<SatelliteView> {
    stream(
      .satellites,
      starting: .satellites,
      buffering: .newest(16),
      current: { [$0.satellites].compactMap(\.self) },
      extract: { event in
        guard case .didUpdateSatellites(let view) = event else { return [] }
        return [view]
      }
    )
  }

  /// What happens at the monitored regions, beginning with the known states; none is dropped.
  public var regionEvents: LocationStream<RegionEvent> {
    stream(
      .regions,
      buffering: .unbounded,
      current: { state in
        state.regionStates.sorted { $0.key < $1.key }.map {
          RegionEvent(identifier: $0.key, kind: .determined($0.value))
        }
      },
      extract: { [RegionEvent($0)].compactMap(\.self) }
    )
  }

  /// Visits, while consumed; none is dropped.
  public var visits: LocationStream<Visit> {
    stream(.visits, starting: .visits, buffering: .unbounded) { event in
      guard case .didVisit(let visit) = event else { return [] }
      return [visit]
    }
  }

  /// Errors, as they happen to whatever was started.
  public var errors: LocationStream<LocationError> {
    stream(.errors, buffering: .newest(256)) { event in
      guard case .didFailWithError(let error) = event else { return [] }
      return [error]
    }
  }

  /// Gaps in the connection to the daemon, each told at its end.
  public var gaps: LocationStream<ConnectionGap> {
    stream(.connection, buffering: .newest(256)) { event in
      guard case .didReconnect(let gap) = event else { return [] }
      return [gap]
    }
  }

  /// Every callback of these kinds, of whatever was started; none is dropped.
  public func events(_ kinds: CallbackKinds = .all) -> LocationStream<LocationEvent> {
    stream(kinds, buffering: .unbounded) { [$0] }
  }
}
