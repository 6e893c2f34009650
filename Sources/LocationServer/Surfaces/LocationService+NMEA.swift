// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LinuxIO
internal import LocationCore
internal import LocationProtocol

/// The NMEA surface, and what both surfaces that stream share.
extension LocationService {
  /// Between two void epochs while there is no fix.
  private static let voidInterval: Int64 = 1_000_000_000

  private static let key = StreamKey(kind: .sentences, device: "")

  /// Takes a connection of the gpsd protocol.
  package func admitGPSDClient(
    _ descriptor: consuming OwnedDescriptor,
    _ credentials: PeerCredentials?,
    by entrance: Int? = nil
  ) {
    let dialogue = GPSDDialogue(loop: loop) { [weak self] in self?.answer($0, of: $1) ?? true }
    let session = admit(descriptor, credentials, .gpsd, prefix: "g", dialogue)
    guard let session else { return }
    session.entrance = entrance
    gpsdCount += 1
    dialogue.sight = sight(of: session.view)
    session.sendStream(gpsdBanner + lineEnd, nil)
  }

  /// Takes a connection of an NMEA reader.
  package func admitNMEAReader(
    _ descriptor: consuming OwnedDescriptor,
    _ credentials: PeerCredentials?,
    by entrance: Int? = nil
  ) {
    guard let session = admit(descriptor, credentials, .nmea, prefix: "n", NMEADialogue()) else {
      return
    }
    session.entrance = entrance
    nmeaReaders[session.id] = session
    settle(session)
    requestDecision(for: session)
    tellCurrentNMEA(session)
    scheduleVoid()
  }

  /// Ends the sessions that came in by a way that is closed now.
  package func closeSessions(by entrance: Int) {
    for session in sessions.values where session.entrance == entrance {
      session.close("its listener is closed")
    }
  }

  /// A session of a streaming surface has closed.
  func forgetStream(_ session: Session) {
    if let dialogue = session.gpsd {
      gpsdCount -= 1
      noteWish(of: dialogue)
    }
    nmeaReaders[session.id] = nil
  }

  /// Carries what a view was told to the surfaces that stream.
  func tellSurfaces(_ publication: Publication) {
    tellGPSD(publication)
    guard !nmeaReaders.isEmpty, let audience = audiences[publication.view] else { return }
    let readers = audience.sessions(.nmea).filter { $0.authorization.accuracy == .full }
    switch publication.callback {
    case .didUpdateLocations(let locations):
      let due = readers.filter { isDue($0) }
      guard let location = locations.last, !due.isEmpty else { return }
      let block = sentences(of: location, in: publication.view)
      fanOut(due, block) { _ in
        true
      } keep: {
        $0.keepStream(block, Self.key, after: $1)
      }
    case .didUpdateHeading(let heading):
      let sentence = NMEAEpoch(settings.nmea).sentence(heading)
      guard !sentence.isEmpty else { return }
      for session in readers {
        session.sendStream(sentence, StreamKey(kind: .attitude, device: ""))
      }
    case .didFailWithError:
      for session in audience.sessions(.nmea) { sendVoid(to: session) }
    default: break
    }
  }

  /// One epoch of a view as NMEA.
  func sentences(of location: Location, in view: ViewID) -> [UInt8] {
    let state = pipeline.stage.state(of: view)
    return NMEAEpoch(settings.nmea).sentences(location, sky: state.sky, heading: state.heading)
  }

  /// Whether the configured rate lets a reader have an epoch now.
  private func isDue(_ session: Session) -> Bool {
    guard settings.nmea.interval > 0, let reader = session.nmea else { return true }
    guard loop.now.monotonic >= reader.nextAt else { return false }
    // A tenth early is still in time: receivers' epochs jitter.
    reader.nextAt = loop.now.monotonic + Int64(settings.nmea.interval * 0.9e9)
    return true
  }

  private func tellCurrentNMEA(_ session: Session) {
    guard session.authorization.allowsLocation else { return sendVoid(to: session) }
    if session.authorization.accuracy == .reduced {
      guard let coarse = currentCoarse(of: session)?.location else {
        return sendVoid(to: session)
      }
      return sendCoarseStream(coarse, to: session)
    }
    let state = pipeline.stage.state(of: session.view)
    guard let location = state.location else {
      // A replacement that was just set speaks by itself in the same turn.
      if sight(of: session.view) != .replaced || state.error != nil { sendVoid(to: session) }
      return
    }
    session.sendStream(sentences(of: location, in: session.view), Self.key)
  }

  private func sendVoid(to session: Session) {
    session.sendStream(NMEAEpoch(settings.nmea).void(), Self.key)
  }

  /// While there is no fix, readers are told so once a second, as by a receiver.
  private func scheduleVoid() {
    guard voidTimer == nil, !nmeaReaders.isEmpty else { return }
    voidTimer = loop.schedule(at: loop.now.monotonic + Self.voidInterval) { [weak self] in
      guard let self else { return }
      voidTimer = nil
      for session in Array(nmeaReaders.values) where isWithoutLocation(session) {
        sendVoid(to: session)
      }
      scheduleVoid()
    }
  }

  private func isWithoutLocation(_ session: Session) -> Bool {
    !session.authorization.allowsLocation
      || pipeline.stage.state(of: session.view).location == nil
  }

  /// The view or the authorization of a session that streams has changed.
  func refreshStream(_ session: Session) {
    session.dropLocation()
    if session.gpsd != nil { refreshGPSD(session) }
    if session.nmea != nil { tellCurrentNMEA(session) }
  }
}

extension Session {
  /// Whether it is of a surface that streams rather than answers.
  var isStreaming: Bool { gpsd != nil || nmea != nil }

  /// Whether it is to be told of locations as they come.
  var wantsStream: Bool { gpsd?.policy.isEnabled ?? (nmea != nil) }
}
