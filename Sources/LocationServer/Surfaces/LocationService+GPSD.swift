// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationProtocol

/// The gpsd surface: what overrides make of a view, and what one client is told first.
extension LocationService {
  // MARK: - Views with overrides

  /// How much of the truth a view shows.
  func sight(of view: ViewID) -> GPSDDialogue.Sight {
    guard view != pipeline.stage.liveView else { return .live }
    let applying = pipeline.stage.state(of: view).overrides
    guard !applying.isEmpty else { return .live }
    let isReplaced = pipeline.stage.overrides.contains { override in
      override.request.spec.isReplacement && applying.contains(override.id)
    }
    guard !isReplaced else { return .replaced }
    return isGone(in: view) && !isGone(in: pipeline.stage.liveView) ? .unplugged : .changed
  }

  private func isGone(in view: ViewID) -> Bool {
    pipeline.stage.state(of: view).source?.state == .removed
  }

  /// Carries what a view was told to its clients of the gpsd protocol.
  func tellGPSD(_ publication: Publication) {
    let view = publication.view
    switch publication.callback {
    case .didUpdateLocations(let locations):
      guard let location = locations.last else { return }
      if view == pipeline.stage.liveView { gpsdUpstream.note(location) }
      guard gpsdCount > 0, sight(of: view) != .live else { return }
      tellLocation(location, in: view)
    case .didUpdateSatellites(let sky):
      guard gpsdCount > 0, isTold(sky, in: view) else { return }
      let frame = GPSDLocation.sky(sky, device: sky.device) + lineEnd
      stream(frame, StreamKey(kind: .sky, device: sky.device), in: view) { $0.json }
    case .didChangeSource:
      guard gpsdCount > 0, view != pipeline.stage.liveView else { return }
      for session in audiences[view]?.sessions(.gpsd) ?? [] { tellReceivers(session) }
    case .didFailWithError:
      if gpsdCount > 0 { tellLoss(in: view) }
    default: break
    }
  }

  /// Whether satellites go out by themselves: not as the receiver's own line, nor after a TPV.
  private func isTold(_ sky: SkyView, in view: ViewID) -> Bool {
    switch sight(of: view) {
    case .live, .unplugged: false
    case .changed: sky != pipeline.stage.state(of: pipeline.stage.liveView).sky
    case .replaced: pipeline.stage.state(of: view).location == nil
    }
  }

  private func tellLocation(_ location: Location, in view: ViewID) {
    guard let sessions = audiences[view]?.sessions(.gpsd), !sessions.isEmpty else { return }
    for (frame, key) in objects(of: location, in: view) {
      stream(frame, key, in: view) { $0.json }
    }
    if sessions.contains(where: { $0.gpsd?.policy.hasSentences == true }) {
      let block = sentences(of: location, in: view)
      stream(block, StreamKey(kind: .sentences, device: ""), in: view) { $0.hasSentences }
    }
  }

  /// TPV, and where nothing of the receiver is shown, the SKY that agrees with it.
  private func objects(of location: Location, in view: ViewID) -> [([UInt8], StreamKey)] {
    let device = location.fix.device
    var objects = [
      (GPSDLocation.tpv(location) + lineEnd, StreamKey(kind: .fix, device: device))
    ]
    if sight(of: view) == .replaced, let sky = pipeline.stage.state(of: view).sky {
      objects.append(
        (GPSDLocation.sky(sky, device: device) + lineEnd, StreamKey(kind: .sky, device: device))
      )
    }
    return objects
  }

  private func stream(
    _ frame: [UInt8],
    _ key: StreamKey,
    in view: ViewID,
    to wants: (GPSDWatchPolicy) -> Bool
  ) {
    // Who watches one receiver sees a replacement of it, which has a name of its own.
    let isOfOne = key.kind != .sentences && sight(of: view) != .replaced
    for session in audiences[view]?.sessions(.gpsd) ?? [] {
      guard let policy = session.gpsd?.policy, policy.isEnabled, wants(policy) else { continue }
      if isOfOne, let device = policy.device, device != key.device { continue }
      session.sendStream(frame, key)
    }
  }

  /// gpsd itself falls silent; here each client is told once that there is no fix.
  private func tellLoss(in view: ViewID) {
    let device = pipeline.source.activeDevice ?? gpsdUpstream.devices.first?.path
    let isKnown =
      device.flatMap { gpsdUpstream.latest(of: $0)?.report }.map { $0.coordinate == nil } ?? false
    let isLive = sight(of: view) == .live
    for interest in [Audience.Interest.gpsd, .reduced] {
      for session in audiences[view]?.sessions(interest) ?? [] {
        // A receiver that says so itself needs no second voice.
        guard !(isKnown && isLive && interest == .gpsd) else { continue }
        tellNoFix(device, to: session)
      }
    }
  }

  private func tellNoFix(_ device: String?, to session: Session) {
    guard let policy = session.gpsd?.policy, policy.isEnabled else { return }
    let isReplaced = sight(of: session.view) == .replaced
    let shown = isReplaced ? simulatedDevice : policy.device ?? device
    // Of a receiver that is not there nothing is said, as by gpsd.
    let isThere = policy.device.map { isReceiver($0, of: session) } ?? true
    if policy.json, isReplaced || isThere {
      session.sendStream(
        GPSDReply.noFix(device: shown) + lineEnd,
        StreamKey(kind: .fix, device: shown ?? "")
      )
    }
    // The receiver's own sentences speak for themselves where they are forwarded.
    if policy.hasSentences, sight(of: session.view) != .live {
      session.sendStream(
        NMEAEpoch(settings.nmea).void(),
        StreamKey(kind: .sentences, device: "")
      )
    }
  }

  // MARK: - One client

  /// Tells a client that begins to watch, or whose view has changed, what holds now.
  ///
  /// `isLate` says that the client was told something else before.
  func tellCurrentGPSD(_ session: Session, isLate: Bool) {
    guard let policy = session.gpsd?.policy, policy.isEnabled else { return }
    let state = pipeline.stage.state(of: session.view)
    let device = pipeline.source.activeDevice
    guard session.authorization.allowsLocation else { return tellNoFix(device, to: session) }
    if session.authorization.accuracy == .reduced {
      if let coarse = currentCoarse(of: session)?.location {
        sendCoarseStream(coarse, to: session)
      } else if isLate || state.error != nil {
        tellNoFix(device, to: session)
      }
      return
    }
    let isLive = sight(of: session.view) == .live
    if isLive, isLate, state.error == nil, tellNewest(to: session) { return }
    guard let location = state.location else {
      // A replacement that was just set speaks by itself in the same turn.
      let isComing = sight(of: session.view) == .replaced && state.error == nil
      if isLate && !isComing || state.error != nil { tellNoFix(device, to: session) }
      return
    }
    guard !isLive else { return }
    if policy.json {
      for (frame, key) in objects(of: location, in: session.view) {
        session.sendStream(frame, key)
      }
    }
    if policy.hasSentences {
      session.sendStream(
        sentences(of: location, in: session.view),
        StreamKey(kind: .sentences, device: "")
      )
    }
  }

  /// What each receiver said last, as it said it: gpsd's next report may be a while in coming.
  ///
  /// - Returns: Whether any of them has said something lately.
  private func tellNewest(to session: Session) -> Bool {
    guard let policy = session.gpsd?.policy else { return false }
    let newest = gpsdUpstream.newest.filter { latest in
      isFresh(latest.fixAt) && (policy.device ?? latest.device) == latest.device
    }
    // The one that locations come from last, for clients that keep only what they were told last.
    let active = pipeline.source.activeDevice
    let ordered = newest.filter { $0.device != active } + newest.filter { $0.device == active }
    for latest in ordered where policy.json {
      if let fix = latest.fix {
        session.sendStream(fix + lineEnd, StreamKey(kind: .fix, device: latest.device))
      }
      if let sky = latest.sky, isFresh(latest.skyAt) {
        session.sendStream(sky + lineEnd, StreamKey(kind: .sky, device: latest.device))
      }
    }
    // Who takes raw packets waits for the next one: nothing that we write is one.
    if policy.nmea, let location = pipeline.stage.state(of: session.view).location {
      session.sendStream(
        sentences(of: location, in: session.view),
        StreamKey(kind: .sentences, device: "")
      )
    }
    return !newest.isEmpty
  }

  /// The coarse location of a client that may not know more.
  func sendCoarseStream(_ location: Location, to session: Session) {
    if let policy = session.gpsd?.policy, policy.isEnabled {
      if policy.json {
        session.sendStream(
          GPSDLocation.tpv(location) + lineEnd,
          StreamKey(kind: .fix, device: location.fix.device)
        )
      }
      guard policy.hasSentences else { return }
    } else if session.nmea == nil {
      return
    }
    let block = NMEAEpoch(settings.nmea).sentences(location, sky: nil, heading: nil)
    session.sendStream(block, StreamKey(kind: .sentences, device: ""))
  }
}
