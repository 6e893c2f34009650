// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LinuxIO
internal import LocationCore
internal import LocationProtocol

/// Who is let in, and how many of each.
extension LocationService {
  /// Takes a connection of the subscriber socket.
  package func admitSubscriber(
    _ descriptor: consuming OwnedDescriptor,
    _ credentials: PeerCredentials?
  ) {
    _ = admit(descriptor, credentials, .native, prefix: "s", RPCDialogue(subscriberHandler))
  }

  /// Takes a connection of the control socket, which always finds a place.
  package func admitController(
    _ descriptor: consuming OwnedDescriptor,
    _ credentials: PeerCredentials?
  ) {
    if let session = operators.surplus(within: operatorRoom) { makeRoom(closing: session) }
    let dialogue = RPCDialogue(controllerHandler, prepare: preparation)
    guard
      let session = open(descriptor, credentials, .native, prefix: "c", dialogue)
    else { return }
    operators.add(session)
  }

  private func makeRoom(closing session: Session) {
    session.close("room for another operator")
    let user = Self.owner(session.credentials?.uid, or: "an unknown user")
    limit("\(operatorRoom) sessions are open on the control socket, one of \(user) made room")
  }

  /// Makes a session of a connection; nil if there are too many.
  func admit(
    _ descriptor: consuming OwnedDescriptor,
    _ credentials: PeerCredentials?,
    _ surface: Surface,
    prefix: String,
    _ dialogue: any Dialogue
  ) -> Session? {
    if let reason = crowding(for: credentials?.uid) {
      refuse(reason)
      // Told as far as its socket takes it: the peer is to know why, and to cost nothing.
      _ = Descriptor.sendFrame(descriptor.raw, dialogue.refusal(reason), from: 0)
      return nil
    }
    let session = open(descriptor, credentials, surface, prefix: prefix, dialogue)
    if session != nil { shares.add(credentials?.uid) }
    return session
  }

  private func open(
    _ descriptor: consuming OwnedDescriptor,
    _ credentials: PeerCredentials?,
    _ surface: Surface,
    prefix: String,
    _ dialogue: any Dialogue
  ) -> Session? {
    lastSession += 1
    var identity = PeerIdentity(session: "\(prefix)\(lastSession)", surface: surface)
    if let credentials { identity.take(credentials, PeerProcess(descriptor.raw, credentials)) }
    do throws(SystemError) {
      let session = try Session(
        identity: identity,
        credentials: credentials,
        view: pipeline.view(for: identity, at: now),
        descriptor: descriptor,
        loop: loop,
        limits: settings.limits,
        dialogue: dialogue,
        buffer: buffer,
        owner: owner
      )
      sessions[session.id] = session
      session.authorization = authorization(of: session)
      counters.sessionsAccepted += 1
      log.debug("session \(session.id) opened by \(identity.whose)")
      return session
    } catch {
      refuse("\(error)")
      return nil
    }
  }

  /// The limit that leaves no room, if one does; operators have places of their own.
  private func crowding(for uid: UInt32?) -> String? {
    let limits = settings.limits
    let count = subscriberCount
    guard count < descriptorRoom else {
      return "of \(descriptors ?? 0) files that may be open the rest is kept for operators and gpsd"
    }
    guard count < limits.sessions else {
      return "\(limits.sessions) are open, as many as [limits] sessions allows"
    }
    let whose = Self.owner(uid, or: "TCP")
    guard shares.hasRoom(for: uid, limit: limits.sessionsPerUser) else {
      return "\(limits.sessionsPerUser) of \(whose) are open, "
        + "as many as [limits] sessions-per-user allows"
    }
    let fair = SessionShares.allowance(
      limits.sessionsPerUser,
      open: count,
      of: limits.sessions
    )
    guard shares.hasRoom(for: uid, limit: fair) else {
      return "three quarters of \(limits.sessions) are taken, and \(whose) holds \(fair) or more"
    }
    return nil
  }

  /// Sessions that are nearly used up, by whomever.
  func crowdAdvice() -> StatusAdvice? {
    let count = subscriberCount
    guard SessionShares.isCrowded(count, of: settings.limits.sessions),
      let most = shares.largest
    else { return nil }
    let whose = Self.owner(most.uid, or: "TCP")
    return StatusAdvice(
      .sessions,
      "\(count) of \(settings.limits.sessions) sessions are taken, \(most.count) of them by \(whose)",
      next: "locationctl subscribers shows whose they are; [limits] sessions-per-user bounds each"
    )
  }

  private static func owner(_ uid: UInt32?, or nobody: String) -> String {
    uid.map { "uid \($0)" } ?? nobody
  }

  /// Sessions that share the limits: all but operators'.
  private var subscriberCount: Int { sessions.count - operators.count }

  /// Sessions that the open files allow, less those of the daemon itself and of operators.
  private var descriptorRoom: Int {
    guard let descriptors else { return .max }
    return max(descriptors - operatorRoom - Self.descriptorReserve, descriptors / 2)
  }

  /// Sessions of the control socket, of which an operator needs one or two.
  private var operatorRoom: Int { descriptors.map { min(256, max(8, $0 / 8)) } ?? 256 }

  /// Sockets, the loop, gpsd and the state folder.
  private static let descriptorReserve = 32

  private func refuse(_ reason: String) {
    counters.sessionsRefused += 1
    limit("a connection was refused: \(reason)")
  }

  /// Logs that a limit holds; equal ones once a minute.
  private func limit(_ line: String) {
    switch refusals.judge(line, at: loop.now.monotonic) {
    case .write(heldBack: 0): log.warning(line)
    case .write(let count): log.warning("\(line) (\(count) times more)")
    case .holdBack: break
    }
  }

  /// A session has closed; its place is free.
  func giveBack(_ session: Session) {
    if !operators.remove(session) { shares.remove(session.credentials?.uid) }
  }
}
