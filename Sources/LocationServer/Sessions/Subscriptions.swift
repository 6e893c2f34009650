// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore

/// A region that is not watched now, and what its subscriber was told last.
struct RestingRegion {
  var region: Region
  var lastState = RegionState.unknown

  var identifier: String { region.identifier }
}

/// What one session asked to be told, in memory until its connection ends.
struct Subscriptions {
  /// Since `startUpdatingLocation`.
  var location: DeliveryFilter?
  /// Since `startUpdatingLocation` with `pausesAutomatically`.
  @Apart var pause: PauseDetector?
  /// Since `requestLocation`, until its one answer.
  @Apart var request: LocationRequest?
  var requestTimer: EventLoop.Timer?
  /// Since `startUpdatingHeading`.
  @Apart var heading: HeadingFilter?
  var satellites = false
  /// Since `startMonitoringSignificantLocationChanges`.
  @Apart var significant: SignificantChange?
  /// Since `startMonitoringVisits`.
  @Apart var visits: VisitDetector?
  /// By `startMonitoring`.
  var regions: RegionRoster?
  /// Asked for or watched before, while the session may not know where it is; watched as soon as it
  /// may.
  var restingRegions: [RestingRegion] = []
  /// Whether the session must still be told what holds now.
  var isNew = false

  /// Whether the stream is to be coarse by the subscriber's own wish.
  var asksCoarseStream: Bool { location?.settings.desiredAccuracy == .reduced }

  /// Whether the one answer is to be coarse by the subscriber's own wish.
  var asksCoarseAnswer: Bool { request?.desiredAccuracy == .reduced }

  /// The methods that began what is in force, for `subscribers`.
  var names: [String] {
    var names: [String] = []
    if location != nil { names.append("startUpdatingLocation") }
    if request != nil { names.append("requestLocation") }
    if heading != nil { names.append("startUpdatingHeading") }
    if satellites { names.append("startUpdatingSatellites") }
    if significant != nil { names.append("startMonitoringSignificantLocationChanges") }
    if visits != nil { names.append("startMonitoringVisits") }
    if hasRegions { names.append("startMonitoring") }
    return names
  }

  var hasRegions: Bool { regionCount > 0 }

  var regionCount: Int { restingRegions.count + (regions?.handles.count ?? 0) }

  /// Whether anything may still have to be told.
  var hasAny: Bool {
    location != nil || request != nil || heading != nil || satellites || significant != nil
      || visits != nil || hasRegions
  }

  /// Whether the subscription gets a location; the inside of the fan-out, in one piece.
  ///
  /// Nil where the movement must be asked first, because the subscription pauses by itself.
  mutating func admits(_ candidate: DeliveryCandidate) -> Bool? {
    guard !$pause.isThere else { return nil }
    return location?.judge(candidate).isDelivered == true
  }

  /// Whether the session must learn where the device is.
  var wantsLocation: Bool {
    location != nil || request != nil || significant != nil
  }
}

/// What one session was told last, so that it is told each state once.
struct Told {
  var authorization: Authorization?
  /// Whether it has subscribed to anything yet.
  var hasBegun = false
  /// Whether it knows that there is no location.
  var loss = false
  /// The newest location it was sent.
  var sequence: UInt64 = 0

  mutating func note(_ sequence: UInt64) {
    loss = false
    self.sequence = sequence
  }
}
