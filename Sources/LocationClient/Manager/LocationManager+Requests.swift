// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO

// What a program asks of its manager. All of it lasts until it is stopped or the manager ends,
// over restarts of the daemon.
extension LocationManager {
  /// How locations are asked for; a change takes effect at once.
  public var options: UpdateOptions {
    get { core.read(\.options) }
    set { core.change { $0.options = newValue } }
  }

  /// Degrees by which the heading must have changed to be told, 0 … 360; 1 at first.
  public var headingFilter: Double {
    get { core.read(\.headingFilter) }
    set { core.change { $0.headingFilter = newValue } }
  }

  /// Takes options and heading filter (degrees) from somebody who keeps them.
  ///
  /// They are asked for under the lock, so that whoever asks last has the last word.
  package func adopt(_ wanted: () -> (options: UpdateOptions, headingFilter: Double)) {
    core.change { ($0.options, $0.headingFilter) = wanted() }
  }

  /// Starts locations for the delegates, closures and observers.
  public func startUpdatingLocation() { start(.location) }

  /// Starts locations with these options.
  public func startUpdatingLocation(_ options: UpdateOptions) {
    core.change {
      $0.options = options
      $0.started.insert(.location)
    }
  }

  /// Ends locations, and a request for one.
  public func stopUpdatingLocation() {
    core.ask { $0.cancelRequest() }
    core.change {
      $0.started.remove(.location)
      $0.isRequesting = false
    }
  }

  /// Starts locations in place of a request for one, which is answered no more.
  package func startUpdatingLocationInsteadOfRequest() {
    core.ask { $0.cancelRequest() }
    core.change {
      $0.started.insert(.location)
      $0.isRequesting = false
    }
  }

  /// Whether a request for one location waits for its answer.
  package var isRequestingLocation: Bool { core.read(\.isRequesting) }

  /// Starts headings.
  public func startUpdatingHeading() { start(.heading) }

  /// Ends headings.
  public func stopUpdatingHeading() { stop(.heading) }

  /// Starts views of the satellites.
  public func startUpdatingSatellites() { start(.satellites) }

  /// Ends views of the satellites.
  public func stopUpdatingSatellites() { stop(.satellites) }

  /// Starts locations after 500 m or more, at most every five minutes.
  public func startMonitoringSignificantLocationChanges() { start(.significantChanges) }

  /// Ends locations after significant changes.
  public func stopMonitoringSignificantLocationChanges() { stop(.significantChanges) }

  /// Starts visits.
  public func startMonitoringVisits() { start(.visits) }

  /// Ends visits.
  public func stopMonitoringVisits() { stop(.visits) }

  /// Watches a region; it replaces the one of the same identifier.
  public func startMonitoring(_ region: Region) {
    core.change { $0.regions[region.identifier] = region }
  }

  /// Ends the watch of a region.
  public func stopMonitoring(_ identifier: String) {
    core.change { $0.forgetRegion(identifier) }
  }

  /// Asks where this program stands with regard to a region; `didDetermineState` follows.
  public func requestState(of identifier: String) {
    core.ask { $0.requestState(of: identifier) }
  }

  /// Asks somebody to decide what this program may know, if nobody has yet.
  public func requestAuthorization() {
    core.ask { $0.requestDecision() }
  }

  /// Asks for one location: exactly one `didUpdateLocations` or `didFailWithError` follows.
  ///
  /// The timeout is in seconds, 0 < value ≤ 3600. See the asynchronous
  /// ``requestLocation(quality:timeout:)`` for a request that answers its caller alone.
  public func requestLocation(timeout: Double) {
    let timeout = timeout > 0 ? min(timeout, 3600) : 0.001
    let options = core.change {
      $0.isRequesting = true
      return $0.options
    }
    let deadline = LoopTime.read().monotonic + Int64(timeout * 1e9)
    core.ask {
      $0.request(.init(options: options, timeout: timeout, deadline: deadline))
    }
  }

  private func start(_ what: Started) { core.change { $0.started.formUnion(what) } }

  private func stop(_ what: Started) { core.change { $0.started.subtract(what) } }
}
