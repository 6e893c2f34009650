// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationProtocol

/// Changes of what a session sees and may know: overrides, access, its own name.
extension LocationService {
  /// Moves every session to the view it sees now, and tells those whose view has changed.
  func overridesChanged() {
    counters.overrideChanges += 1
    let known = Set(pipeline.stage.remembered.map(\.id))
    overrideParameters = overrideParameters.filter { known.contains($0.key) }
    saveOverrides()
    refresh(Array(sessions.values))
    let seen = Set(sessions.values.map(\.view))
    pipeline.keepViews(seen.contains)
    audiences.keep(seen.contains)
    coarse = coarse.filter { seen.contains($0.key.view) || $0.key.view == pipeline.stage.liveView }
  }

  /// Looks again at what sessions see and may know.
  func refresh(_ sessions: [Session]) {
    renumber(viewsJoined(by: sessions))
    for session in sessions { refresh(session) }
  }

  /// The views whose location sessions are about to be told after that of another view, or after
  /// one that said more or less.
  private func viewsJoined(by sessions: [Session]) -> Set<ViewID> {
    let last = pipeline.stage.lastSequence
    var joined: Set<ViewID> = []
    for session in sessions where !session.isClosed && session.lastDeliveredAt != nil {
      let view = pipeline.view(for: session.identity, at: now)
      guard !joined.contains(view) else { continue }
      let mayKnow = authorization(of: session, in: view)
      if view != session.view || mayKnow != session.authorization { joined.insert(view) }
    }
    // A view that was made for them has newer numbers than anybody knows.
    return joined.filter { (pipeline.stage.state(of: $0).location?.sequence ?? .max) <= last }
  }

  /// Gives what views hold new numbers, once each, before anybody is told: no session sees the
  /// numbers fall, and all that are told the same have the same number.
  private func renumber(_ views: Set<ViewID>) {
    for view in views {
      let old = pipeline.stage.state(of: view).location
      guard let old, let renewed = pipeline.stage.republish(in: view) else { continue }
      if view == pipeline.stage.liveView {
        gpsdUpstream.renumber(old.sequence, as: renewed.sequence)
      }
      for key in coarse.keys where key.view == view { coarse[key]?.renumber(like: renewed) }
    }
  }

  private func refresh(_ session: Session) {
    guard !session.isClosed else { return }
    let view = pipeline.view(for: session.identity, at: now)
    let left = session.view
    let hasMoved = view != left
    if hasMoved {
      audiences[session.view]?.remove(session)
      moveRegions(of: session, from: left, to: view)
      session.view = view
    }
    let before = session.authorization
    session.authorization = authorization(of: session)
    let hasChanged = session.authorization != before
    if session.authorization.status != .notDetermined { session.isWaitingForDecision = false }
    let lostEvents = hasMoved || hasChanged ? forgetWhatWasSeen(by: session) : false
    audience(of: view).update(session)
    if session.isStreaming, hasMoved || hasChanged { refreshStream(session) }
    guard
      session.subscriptions.hasAny || session.watchesAuthorization || session.knowsAuthorization
    else { return }
    if hasChanged {
      tellAuthorization(session)
      requestDecision(for: session)
      refreshRegions(of: session)
    }
    guard hasMoved || hasChanged else { return }
    if lostEvents { tellRegionStates(of: session) }
    if hasMoved { tellDifference(from: left, to: session) }
    tellCurrent(session)
  }

  /// Tells a session that has moved which receiver and which satellites it sees now.
  ///
  /// Its location or loss is told by `tellCurrent`, because that one passes its filters.
  private func tellDifference(from left: ViewID, to session: Session) {
    guard session.authorization.allowsLocation, session.authorization.accuracy == .full else {
      return
    }
    for callback in pipeline.stage.transition(from: left, to: session.view, at: now) {
      switch callback {
      case .didChangeSource where session.subscriptions.location != nil:
        sendCallback(callback, to: session)
      case .didUpdateSatellites where session.subscriptions.satellites:
        if let frame = encode({ try Frame.encode(callback) }) { session.sendSatellites(frame) }
      default: break
      }
    }
  }

  /// Drops all that comes from another view or another authorization, sent or not.
  ///
  /// Neither what waits nor what a filter or a detector remembers may show through the new view,
  /// and a jump between views is not movement.
  ///
  /// - Returns: Whether callbacks of regions or visits were dropped unsent.
  private func forgetWhatWasSeen(by session: Session) -> Bool {
    let owesAnswer = session.dropLocation()
    let lostEvents = session.dropPositions()
    session.told.loss = false
    session.subscriptions.location?.reset()
    session.subscriptions.significant?.reset()
    session.subscriptions.visits?.reset()
    session.subscriptions.heading?.reset()
    session.subscriptions.request?.interrupt()
    if owesAnswer, session.subscriptions.request == nil,
      let request = try? LocationRequest(at: now.instant)
    {
      begin(request, of: session)
    }
    if session.subscriptions.pause?.isPaused == true {
      sendCallback(.didResumeLocationUpdates, to: session)
    }
    session.subscriptions.pause?.reset()
    return lostEvents
  }

  /// After entries and exits were dropped unsent: what holds, so that no peer believes otherwise.
  private func tellRegionStates(of session: Session) {
    guard let roster = session.subscriptions.regions else { return }
    for region in roster.regions {
      guard let handle = roster[region.identifier]?.handle,
        let state = audiences[session.view]?.regions.state(of: handle)
      else { continue }
      sendCallback(.didDetermineState(identifier: region.identifier, state), to: session)
    }
  }
}

extension Callback {
  /// Whether it says where the device is or was.
  var hasPosition: Bool {
    switch self {
    case .didUpdateLocations, .didEnterRegion, .didExitRegion, .didDetermineState, .didVisit: true
    default: false
    }
  }
}
