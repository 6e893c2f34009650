// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationProtocol

/// Regions: each session's own, watched through the index of its view.
extension LocationService {
  /// Begins to watch a region, or tells why not.
  func startMonitoring(_ parameters: Parameters, _ session: Session) throws(RPCError) {
    let object = try parameters.required("region").object()
    let identifier = try object.required("identifier").string(maximumLength: Limits.identifier)
    let shape = try wantedShape(object)
    let notifyOnEntry = try object["notifyOnEntry"]?.bool() ?? true
    let notifyOnExit = try object["notifyOnExit"]?.bool() ?? true
    do throws(Region.Rejection) {
      var region =
        switch shape {
        case .polygon(let corners):
          try Region(identifier: identifier, polygon: corners, limits: regionLimits)
        case .circle(let center, let radius):
          try Region(identifier: identifier, center: center, radius: radius, limits: regionLimits)
        }
      region.notifyOnEntry = notifyOnEntry
      region.notifyOnExit = notifyOnExit
      try start(region, of: session)
    } catch {
      session.pendingEvents.append(
        .monitoringDidFail(identifier: identifier, error.locationError)
      )
    }
  }

  var regionLimits: Region.Limits {
    Region.Limits(regionsPerSession: settings.limits.regions)
  }

  private enum WantedShape {
    case polygon([Coordinate])
    case circle(center: Coordinate, radius: Double)
  }

  private func wantedShape(_ object: Parameters) throws(RPCError) -> WantedShape {
    if let polygon = try polygon(object) {
      for name in ["latitude", "longitude", "radius"] where object[name] != nil {
        throw object.required(name).error(expecting: "absent, as it must be beside a polygon")
      }
      return .polygon(polygon)
    }
    let latitude = try object.required("latitude").number(in: -90...90)
    let longitude = try object.required("longitude").number(in: -180...180)
    let radius = try object.required("radius").number(above: 0, atMost: Limits.radius)
    return .circle(center: try coordinate(latitude, longitude), radius: radius)
  }

  private func polygon(_ object: Parameters) throws(RPCError) -> [Coordinate]? {
    guard let parameter = object["polygon"] else { return nil }
    var corners: [Coordinate] = []
    for corner in try parameter.array(count: Limits.polygon) {
      let pair = try corner.array(count: 2...2)
      corners.append(
        try coordinate(try pair[0].number(in: -90...90), try pair[1].number(in: -180...180))
      )
    }
    return corners
  }

  private func coordinate(
    _ latitude: Double,
    _ longitude: Double
  ) throws(RPCError) -> Coordinate {
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw .internalFault
    }
    return coordinate
  }

  /// `lastState` is what the subscriber was told before it was denied.
  private func start(
    _ region: Region,
    of session: Session,
    lastState: RegionState = .unknown
  ) throws(Region.Rejection) {
    guard session.mayMonitor else {
      guard session.authorization.status == .notDetermined else {
        session.pendingEvents.append(
          .monitoringDidFail(
            identifier: region.identifier,
            LocationError(
              .regionMonitoringDenied,
              "Regions need authorization with full accuracy."
            )
          )
        )
        return
      }
      try rest(region, of: session)
      return
    }
    let event = try watch(region, of: session)
    session.pendingEvents.append(.didStartMonitoring(identifier: region.identifier))
    let found = event?.transition
    if lastState != .unknown, found != .determined(lastState) {
      // The border may have been crossed meanwhile: locations to come decide, as of any crossing.
      _ = try watch(region, of: session, assuming: lastState)
    } else if case .determined(let state)? = found {
      session.pendingEvents.append(
        .didDetermineState(identifier: region.identifier, state)
      )
    }
  }

  /// Keeps a region until somebody has decided about the session.
  private func rest(_ region: Region, of session: Session) throws(Region.Rejection) {
    session.subscriptions.restingRegions.removeAll { $0.identifier == region.identifier }
    guard session.subscriptions.restingRegions.count < settings.limits.regions else {
      throw .tooManyRegions(limit: settings.limits.regions)
    }
    session.subscriptions.restingRegions.append(RestingRegion(region: region))
  }

  private func watch(
    _ region: Region,
    of session: Session,
    assuming state: RegionState = .unknown
  ) throws(Region.Rejection) -> RegionEvent? {
    var roster = session.subscriptions.regions ?? RegionRoster(limits: regionLimits)
    let replaced = roster[region.identifier]?.handle
    let location = pipeline.stage.state(of: session.view).location
    let audience = audience(of: session.view)
    let added = try roster.start(
      region,
      in: &audience.regions,
      at: location,
      assuming: state,
      now: now.instant
    )
    if let replaced { audience.unwatch(replaced) }
    audience.watch(added.handle, session, region.identifier)
    session.subscriptions.regions = roster
    return added.event
  }

  /// Ends the watch of a region.
  func stopMonitoring(_ parameters: Parameters, _ session: Session) throws(RPCError) {
    let parameter = parameters.required("identifier")
    let identifier = try parameter.string(maximumLength: Limits.identifier)
    let rested = session.subscriptions.restingRegions.count
    session.subscriptions.restingRegions.removeAll { $0.identifier == identifier }
    if session.subscriptions.restingRegions.count < rested { return }
    guard let handle = session.subscriptions.regions?[identifier]?.handle,
      let audience = audiences[session.view]
    else { throw parameter.error(expecting: "a monitored region") }
    session.subscriptions.regions?.stop(identifier, in: &audience.regions)
    audience.unwatch(handle)
  }

  /// Answers with `didDetermineState`.
  func requestState(_ parameters: Parameters, _ session: Session) throws(RPCError) {
    let parameter = parameters.required("identifier")
    let identifier = try parameter.string(maximumLength: Limits.identifier)
    let isResting = session.subscriptions.restingRegions.contains { $0.identifier == identifier }
    let handle = session.subscriptions.regions?[identifier]?.handle
    guard isResting || handle != nil else {
      throw parameter.error(expecting: "a monitored region")
    }
    let state = handle.flatMap { audiences[session.view]?.regions.state(of: $0) } ?? .unknown
    session.pendingEvents.append(.didDetermineState(identifier: identifier, state))
  }

  func monitoredRegions(_ session: Session) -> RegionsResult {
    let watched = session.subscriptions.regions?.regions ?? []
    let all = watched + session.subscriptions.restingRegions.map(\.region)
    return RegionsResult(regions: all.map { RegionMessage($0) })
  }

  // MARK: - The flow

  /// Tells the watchers of a view what its new location means for their regions.
  func deliverRegions(_ location: Location, to audience: Audience) {
    guard !audience.watchers.isEmpty else { return }
    let events = audience.regions.update(location, now: now.instant)
    for event in events {
      guard let watcher = audience.watchers[event.handle] else { continue }
      tell(event.transition, location, to: watcher)
    }
  }

  private func tell(
    _ transition: RegionTransition,
    _ location: Location,
    to watcher: Audience.Watcher
  ) {
    let identifier = watcher.identifier
    guard let region = watcher.session.subscriptions.regions?[identifier]?.region else { return }
    switch transition {
    case .determined(let state):
      sendCallback(.didDetermineState(identifier: identifier, state), to: watcher.session)
    case .entered:
      guard region.notifyOnEntry else { return }
      sendCallback(.didEnterRegion(identifier: identifier, location), to: watcher.session)
    case .exited:
      guard region.notifyOnExit else { return }
      sendCallback(.didExitRegion(identifier: identifier, location), to: watcher.session)
    }
  }

  // MARK: - Sessions that move or may not know

  /// Moves a session's regions to another view's index, with the states it was told.
  func moveRegions(of session: Session, from old: ViewID, to new: ViewID) {
    guard var roster = session.subscriptions.regions, let source = audiences[old] else { return }
    let target = audience(of: new)
    for handle in roster.handles { source.unwatch(handle) }
    do throws(Region.Rejection) {
      try roster.move(from: &source.regions, to: &target.regions)
    } catch {
      log.warning("regions of session \(session.id) are lost: \(error)")
    }
    for region in roster.regions {
      guard let entry = roster[region.identifier] else { continue }
      target.watch(entry.handle, session, region.identifier)
    }
    session.subscriptions.regions = roster
  }

  /// Starts or rests a session's regions when what it may know has changed.
  func refreshRegions(of session: Session) {
    if session.mayMonitor {
      let waiting = session.subscriptions.restingRegions
      session.subscriptions.restingRegions = []
      for resting in waiting {
        do throws(Region.Rejection) {
          try start(resting.region, of: session, lastState: resting.lastState)
        } catch {
          session.pendingEvents.append(
            .monitoringDidFail(identifier: resting.identifier, error.locationError)
          )
        }
      }
      sendPending(to: session)
    } else if let roster = session.subscriptions.regions {
      for region in roster.regions {
        let state = roster[region.identifier].flatMap {
          audiences[session.view]?.regions.state(of: $0.handle)
        }
        let resting = RestingRegion(region: region, lastState: state ?? .unknown)
        session.subscriptions.restingRegions.append(resting)
      }
      forgetRegions(of: session)
    }
  }

  /// Takes a session's regions out of the index.
  func forgetRegions(of session: Session) {
    guard var roster = session.subscriptions.regions, let audience = audiences[session.view] else {
      return
    }
    for handle in roster.handles { audience.unwatch(handle) }
    roster.stopAll(in: &audience.regions)
    session.subscriptions.regions = nil
  }
}

extension Session {
  /// Regions need full accuracy.
  var mayMonitor: Bool {
    authorization.allowsLocation && authorization.accuracy == .full
  }
}

extension RegionMessage {
  init(_ region: Region) {
    self.init(identifier: region.identifier)
    switch region.shape {
    case .circle(let center, let radius):
      latitude = center.coordinate.latitude
      longitude = center.coordinate.longitude
      self.radius = radius
    case .polygon(let shape):
      polygon = shape.vertices.map { [$0.coordinate.latitude, $0.coordinate.longitude] }
    }
    notifyOnEntry = region.notifyOnEntry
    notifyOnExit = region.notifyOnExit
  }
}
