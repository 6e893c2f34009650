// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationProtocol

/// The gpsd surface: answers to commands.
extension LocationService {
  /// The answer to a question does not wait for the upstream longer than this.
  private static let patience: Int64 = 2_000_000_000

  var gpsdBanner: [UInt8] {
    gpsdUpstream.banner
      ?? GPSDReply.version(
        release: settings.gpsdRelease.release,
        major: settings.gpsdRelease.major,
        minor: settings.gpsdRelease.minor
      )
  }

  /// Answers a command; false if it must wait for the upstream.
  func answer(_ request: GPSDRequest, of session: Session) -> Bool {
    counters.requests += 1
    guard let dialogue = session.gpsd else { return true }
    func reply(_ object: [UInt8]) { session.addReply(object + lineEnd) }
    switch request {
    case .version: reply(gpsdBanner)
    case .unknown(let text): reply(GPSDReply.error("Unrecognized request '\(text);'"))
    case .devices, .device, .poll, .watch:
      guard isAnswerable(request, for: session) else {
        giveUpLater(session)
        return false
      }
      switch request {
      case .devices: reply(GPSDReply.devices(devices(for: session).map(\.object)))
      case .device(let members): for object in device(members, for: session) { reply(object) }
      case .poll: reply(poll(for: session))
      case .watch(let members): watch(members, dialogue, session)
      default: break
      }
    }
    return true
  }

  /// Whether what the upstream has to say is known, or does not matter.
  private func isAnswerable(_ request: GPSDRequest, for session: Session) -> Bool {
    let sight = sight(of: session.view)
    guard sight != .replaced, sight != .unplugged, session.authorization.allowsLocation else {
      return true
    }
    switch gpsdUpstream.link {
    case .lost: return true
    case .settled:
      // gpsd knows the last fix at once; here the first report is only on its way.
      guard request == .poll, session.gpsd?.policy.isEnabled == true else { return true }
      return gpsdUpstream.hasReported || gpsdUpstream.devices.isEmpty
    case .idle, .opening: return false
    }
  }

  private func giveUpLater(_ session: Session) {
    _ = loop.schedule(at: loop.now.monotonic + Self.patience) { [weak self, weak session] in
      guard let self, let session, session.gpsd?.isHeld == true else { return }
      // Whoever asked has waited long enough; what is known later is told as it comes.
      let link = gpsdUpstream.link
      gpsdUpstream.link = .lost
      session.gpsd?.release(session)
      settle(session)
      if gpsdUpstream.link == .lost { gpsdUpstream.link = link }
      if link == .settled { gpsdUpstream.hasReported = true }
    }
  }

  /// The receivers that a client sees.
  func devices(for session: Session) -> [GPSDUpstream.Device] {
    devices(in: sight(of: session.view))
  }

  private func devices(in sight: GPSDDialogue.Sight) -> [GPSDUpstream.Device] {
    if sight == .unplugged { return [] }
    guard sight == .replaced else { return gpsdUpstream.devices }
    let object = GPSDReply.device(
      path: simulatedDevice,
      driver: "locationd",
      activated: pipeline.stage.overrides.first { $0.request.spec.isReplacement }?.createdAt.utc
        ?? now.utc
    )
    return [(simulatedDevice, object)]
  }

  /// Each receiver as an object of its own, where none is named.
  private func device(_ members: GPSDMembers?, for session: Session) -> [[UInt8]] {
    let devices = devices(for: session)
    guard let members else {
      return devices.isEmpty
        ? [GPSDReply.error("Can't perform DEVICE configuration, no devices attached.")]
        : devices.map(\.object)
    }
    guard members.isObject else {
      return [GPSDReply.error("Invalid DEVICE: \(GPSDMembers.Mistyped.object)")]
    }
    let names = members.names.subtracting(["class", "path"])
    guard names.isEmpty else {
      return [GPSDReply.error("Receivers are configured through gpsd itself, not here.")]
    }
    let path = members.text("path") ?? devices.first?.path ?? ""
    return [
      devices.first { $0.path == path }?.object ?? GPSDReply.error("Can't open \(path).")
    ]
  }

  private func watch(_ members: GPSDMembers?, _ dialogue: GPSDDialogue, _ session: Session) {
    noteWish(of: dialogue)
    if let members {
      let (policy, mistake) = dialogue.policy.merged(with: members)
      dialogue.policy = policy
      if let mistake {
        session.addReply(GPSDReply.error("Invalid WATCH: \(mistake)") + lineEnd)
      } else if policy.isEnabled, let name = policy.device, !isReceiver(name, of: session) {
        // gpsd, too, keeps the policy: the receiver may yet come.
        noteWish(of: dialogue)
        return session.addReply(GPSDReply.error("No such device as \(name)") + lineEnd)
      }
    }
    dialogue.sight = sight(of: session.view)
    session.addReply(GPSDReply.devices(devices(for: session).map(\.object)) + lineEnd)
    session.addReply(GPSDReply.watch(dialogue.policy) + lineEnd)
    noteWish(of: dialogue)
    session.settle()
    guard members != nil, dialogue.policy.isEnabled else { return }
    requestDecision(for: session)
    tellCurrentGPSD(session, isLate: false)
  }

  /// Whether a client sees a receiver of this name, or gpsd has one.
  func isReceiver(_ name: String, of session: Session) -> Bool {
    (devices(for: session) + gpsdUpstream.devices).contains { $0.path == name }
  }

  // MARK: - POLL

  private func poll(for session: Session) -> [UInt8] {
    guard let policy = session.gpsd?.policy, policy.isEnabled else {
      return GPSDReply.poll(at: now.utc, active: 0, fixes: [], errors: [], skies: [])
    }
    let isFull = session.authorization.allowsLocation && session.authorization.accuracy == .full
    guard isFull, sight(of: session.view) == .live else {
      return pollOfView(for: session, isFull: isFull)
    }
    let devices = gpsdUpstream.devices.map(\.path).filter {
      (policy.device ?? $0) == $0
    }
    return GPSDReply.poll(
      at: now.utc,
      active: devices.count,
      fixes: devices.map(currentFix),
      errors: devices.map { path in
        let empty = GPSDReply.empty("GST", device: path)
        return isFresh(gpsdUpstream.latest(of: path)?.fixAt)
          ? gpsdUpstream.latest(of: path)?.errors ?? empty : empty
      },
      skies: devices.map { path in
        let empty = GPSDReply.empty("SKY", device: path)
        return isFresh(gpsdUpstream.latest(of: path)?.skyAt)
          ? gpsdUpstream.latest(of: path)?.sky ?? empty : empty
      }
    )
  }

  /// Never an old position: gpsd repeats it without end.
  private func currentFix(of device: String) -> [UInt8] {
    guard let latest = gpsdUpstream.latest(of: device), let fix = latest.fix, isFresh(latest.fixAt)
    else { return GPSDReply.noFix(device: device) }
    return fix
  }

  /// Whether something that was said at `instant` still holds.
  func isFresh(_ instant: Instant?) -> Bool {
    guard let instant else { return false }
    return now.instant - instant <= settings.source.staleAfter
  }

  private func pollOfView(for session: Session, isFull: Bool) -> [UInt8] {
    let state = pipeline.stage.state(of: session.view)
    let sight = sight(of: session.view)
    guard sight != .unplugged else {
      return GPSDReply.poll(at: now.utc, active: 0, fixes: [], errors: [], skies: [])
    }
    let isReplaced = sight == .replaced
    let location =
      isFull
      ? state.location : mayKnowCoarse(session) ? currentCoarse(of: session)?.location : nil
    let device =
      location?.fix.device ?? (isReplaced ? simulatedDevice : pipeline.source.activeDevice)
    var skies: [[UInt8]] = []
    if isFull, let fix = location?.fix {
      if let sky = state.sky {
        skies = [GPSDLocation.sky(sky, device: fix.device)]
      }
    }
    return GPSDReply.poll(
      at: now.utc,
      active: 1,
      fixes: [location.map(GPSDLocation.tpv) ?? GPSDReply.noFix(device: device)],
      errors: device.map { [GPSDReply.empty("GST", device: $0)] } ?? [],
      skies: skies.isEmpty ? device.map { [GPSDReply.empty("SKY", device: $0)] } ?? [] : skies
    )
  }

  private func mayKnowCoarse(_ session: Session) -> Bool {
    session.authorization.allowsLocation && session.authorization.accuracy == .reduced
  }

  // MARK: - Changes of overrides and access

  /// A client's view or authorization has changed: its receivers and its position may have, too.
  func refreshGPSD(_ session: Session) {
    tellReceivers(session)
    if let dialogue = session.gpsd { noteWish(of: dialogue) }
    tellCurrentGPSD(session, isLate: true)
  }

  /// Tells a client which receivers went and came with a change of what it sees.
  func tellReceivers(_ session: Session) {
    guard let dialogue = session.gpsd else { return }
    let sight = sight(of: session.view)
    let before = devices(in: dialogue.sight)
    let after = devices(in: sight)
    if dialogue.sight != sight, dialogue.policy.isEnabled, dialogue.policy.json {
      for device in before where !after.contains(where: { $0.path == device.path }) {
        session.sendStream(
          GPSDReply.deviceGone(path: device.path) + lineEnd,
          StreamKey(kind: .receiver, device: device.path)
        )
      }
      for device in after where !before.contains(where: { $0.path == device.path }) {
        session.sendStream(
          device.object + lineEnd,
          StreamKey(kind: .receiver, device: device.path)
        )
      }
    }
    dialogue.sight = sight
  }

  /// What a client wants may have changed; most want nothing that would take a look at all of them.
  func noteWish(of dialogue: GPSDDialogue) {
    if dialogue.policy.asksMore { isWishDue = true }
  }

  /// What all clients together want of the upstream; said only when it has changed.
  func updateWish() {
    guard isWishDue else { return }
    isWishDue = false
    var wish = UpstreamWish()
    for (_, audience) in audiences.all {
      for session in audience.sessions(.gpsd) {
        guard let policy = session.gpsd?.policy, policy.isEnabled else { continue }
        wish.pps = wish.pps || policy.pps
        wish.scaled = wish.scaled || policy.scaled
        wish.split24 = wish.split24 || policy.split24
        wish.timing = wish.timing || policy.timing
        // Sentences that no client may see are not asked for.
        guard sight(of: session.view) == .live else { continue }
        wish.nmea = wish.nmea || policy.nmea
        // Verbatim packets have no line ends and would swallow the objects after them; they are
        // made of the hexadecimal ones here.
        wish.raw = max(wish.raw, min(policy.raw, 1))
      }
    }
    guard wish != upstreamWish else { return }
    upstreamWish = wish
    onUpstreamWish(wish)
  }
}
