// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationProtocol

extension LocationService {
  // MARK: - Publications to sessions

  /// Carries what the pipeline published to the sessions of each view.
  func deliver(_ publications: [Publication]) {
    var start = 0
    // By index: to iterate would copy each of them.
    while start < publications.count {
      let end = endOfLocations(in: publications, from: start)
      if end > start {
        deliverLocations(publications[start..<end])
      } else {
        deliver(publications[start])
      }
      let next = max(end, start + 1)
      for index in start..<next { tellSurfaces(publications[index]) }
      start = next
    }
  }

  private func deliver(_ publication: Publication) {
    switch publication.callback {
    case .didFailWithError(let error): deliver(error, to: publication.view)
    case .didUpdateHeading(let heading): deliver(heading, to: publication.view)
    case .didUpdateSatellites: deliverSatellites(publication)
    default: deliverEvent(publication)
    }
  }

  private func deliver(_ error: LocationError, to view: ViewID) {
    counters.losses += 1
    audiences[view]?.continuity.interrupt()
    audiences[view]?.regions.interrupt()
    interruptCoarse(in: view)
    guard let frame = encode({ try Frame.encode(.didFailWithError(error)) }) else { return }
    for interest in [Audience.Interest.locations, .reduced] {
      for session in audiences[view]?.sessions(interest) ?? []
      where session.subscriptions.location != nil {
        tellLoss(frame, to: session)
      }
    }
    for session in audiences[view]?.sessions(.requests) ?? [] {
      session.subscriptions.request?.interrupt()
    }
  }

  private func tellLoss(_ frame: [UInt8], to session: Session) {
    session.dropLocation()
    guard !session.told.loss else { return }
    session.told.loss = true
    // The location told before holds no more; if it comes to hold again, it is news.
    session.told.sequence = 0
    session.sendEvent(frame)
  }

  private func deliver(_ heading: Heading, to view: ViewID) {
    guard let sessions = audiences[view]?.sessions(.headings), !sessions.isEmpty,
      let frame = encode({ try Frame.encode(.didUpdateHeading(heading)) })
    else { return }
    for session in sessions {
      guard session.subscriptions.heading?.admits(heading) == true else { continue }
      session.sendHeading(frame)
    }
  }

  private func deliverSatellites(_ publication: Publication) {
    guard let sessions = audiences[publication.view]?.sessions(.satellites), !sessions.isEmpty,
      let frame = encode({ try Frame.encode(publication.callback) })
    else { return }
    for session in sessions {
      session.sendSatellites(frame)
    }
  }

  private func deliverEvent(_ publication: Publication) {
    guard let audience = audiences[publication.view] else { return }
    // Who may know only coarse locations is not told of devices either; who wants no more is.
    let coarse = audience.sessions(.reduced).filter {
      $0.authorization.accuracy == .full && $0.subscriptions.asksCoarseStream
    }
    let sessions = audience.sessions(.locations) + coarse
    guard !sessions.isEmpty, let frame = encode({ try Frame.encode(publication.callback) })
    else { return }
    for session in sessions {
      session.sendEvent(frame)
    }
  }

  /// Tells one session of something that is its own.
  func sendCallback(_ callback: Callback<Location>, to session: Session) {
    guard let frame = encode({ try Frame.encode(callback) }) else { return }
    session.sendEvent(frame, hasPosition: callback.hasPosition)
  }

  /// Tells what the requests of a line caused.
  func sendPending(to session: Session) {
    let events = session.pendingEvents
    session.pendingEvents = []
    for event in events { sendCallback(event, to: session) }
  }

  /// A callback that has no wire form is our own mistake; it is logged and left out.
  func encode<Encoded>(_ body: () throws -> Encoded) -> Encoded? {
    do {
      return try body()
    } catch {
      log.error("a callback could not be encoded: \(error)")
      return nil
    }
  }

  // MARK: - One session's state

  /// What a session may know: its own authorization, as the view's overrides leave it.
  func authorization(of session: Session) -> Authorization {
    authorization(of: session, in: session.view)
  }

  /// The same for a view that the session has not come to yet.
  func authorization(of session: Session, in view: ViewID) -> Authorization {
    let own = settings.access.authorization(
      for: session.identity,
      decisions: decisions.rules
    )
    return pipeline.stage.authorization(own, in: view, at: now)
  }

  /// After the requests of one line: files the session under its interests and tells it what holds.
  func settle(_ session: Session) {
    guard !session.isClosed else { return }
    audience(of: session.view).update(session)
    updateDemand()
    guard session.subscriptions.hasAny || !session.pendingEvents.isEmpty else { return }
    if !session.told.hasBegun {
      // The first start is told it even if `requestAuthorization` was answered with the same.
      session.told.hasBegun = true
      session.told.authorization = nil
    }
    tellAuthorization(session)
    requestDecision(for: session)
    sendPending(to: session)
    if session.subscriptions.isNew {
      session.subscriptions.isNew = false
      tellCurrent(session)
    }
  }

  /// Tells a session its authorization unless it knows it.
  func tellAuthorization(_ session: Session) {
    let authorization = session.authorization
    guard session.told.authorization != authorization else { return }
    session.told.authorization = authorization
    if let frame = encode({ try Frame.encode(.didChangeAuthorization(authorization)) }) {
      session.sendEvent(frame)
    }
  }

  /// Tells a session that just began to listen, or sees anew, what holds now.
  func tellCurrent(_ session: Session) {
    guard session.subscriptions.wantsLocation else { return }
    guard session.authorization.allowsLocation else {
      guard session.authorization.status != .notDetermined else { return }
      fail(session, LocationError(.denied, "This process may not know the location."))
      return
    }
    let state = pipeline.stage.state(of: session.view)
    let wanted = session.subscriptions
    if session.authorization.accuracy == .reduced || wanted.asksCoarseStream
      || wanted.asksCoarseAnswer, let coarse = currentCoarse(of: session)
    {
      sendCoarse(coarse.location, to: session)
    }
    guard session.authorization.accuracy == .full else { return }
    if let location = state.location, let at = state.locationAt {
      offerCurrent(location, at: at, to: session)
    } else if let error = state.error, session.subscriptions.location != nil,
      let frame = encode({ try Frame.encode(.didFailWithError(error)) })
    {
      tellLoss(frame, to: session)
    }
  }

  private func offerCurrent(_ location: Location, at instant: Instant, to session: Session) {
    guard let frame = encode({ try LocationFrame([location]) }) else { return }
    var isDue = false
    // Those that were there before may have been told this very location.
    if session.told.sequence != location.sequence,
      let candidate = audiences[session.view]?.continuity.candidate(for: location, at: instant)
    {
      let isWanted =
        !session.subscriptions.asksCoarseStream
        && session.subscriptions.location?.judge(candidate).isDelivered == true
      let isSignificant = session.subscriptions.significant?.admits(candidate) == true
      isDue = isWanted || isSignificant
    }
    var isAnswer = false
    if !session.subscriptions.asksCoarseAnswer,
      case .location? = session.subscriptions.request?.offer(location)
    {
      finishRequest(of: session)
      isAnswer = true
    }
    if isDue || isAnswer { send(frame, location, to: session, isAnswer: isAnswer) }
  }

  /// Tells one session of an error and ends its request, which has its one answer now.
  func fail(_ session: Session, _ error: LocationError) {
    if session.subscriptions.request != nil { finishRequest(of: session) }
    session.dropLocation()
    session.told.sequence = 0
    if let frame = encode({ try Frame.encode(.didFailWithError(error)) }) {
      session.sendEvent(frame)
    }
  }

  /// Takes an answered request off.
  func finishRequest(of session: Session) {
    if let timer = session.subscriptions.requestTimer { loop.cancel(timer) }
    session.subscriptions.request = nil
    session.subscriptions.requestTimer = nil
    audiences[session.view]?.update(session)
  }

  /// The time of a request is over: its best answer so far, or an error.
  func expireRequest(of session: Session) {
    guard let answer = session.subscriptions.request?.expire(at: now.instant) else { return }
    finishRequest(of: session)
    switch answer {
    case .location(let location):
      send(encode { try LocationFrame([location]) }, location, to: session, isAnswer: true)
    case .error(let error):
      fail(session, error)
    }
  }
}
