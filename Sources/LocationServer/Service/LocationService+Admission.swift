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

  /// Takes a connection of the control socket.
  package func admitController(
    _ descriptor: consuming OwnedDescriptor,
    _ credentials: PeerCredentials?
  ) {
    _ = admit(descriptor, credentials, .native, prefix: "c", RPCDialogue(controllerHandler))
  }

  /// Makes a session of a connection; nil if there are too many.
  func admit(
    _ descriptor: consuming OwnedDescriptor,
    _ credentials: PeerCredentials?,
    _ surface: Surface,
    prefix: String,
    _ dialogue: any Dialogue
  ) -> Session? {
    let holder = SessionShares.Holder(uid: credentials?.uid, isController: prefix == "c")
    guard hasRoom(for: holder) else { return nil }
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
      shares.add(holder)
      session.authorization = authorization(of: session)
      counters.sessionsAccepted += 1
      log.debug("session \(session.id) opened by \(Self.describe(identity))")
      return session
    } catch {
      refuse("\(error)")
      return nil
    }
  }

  /// Whether the limits leave room; operators get in whatever subscribers do.
  private func hasRoom(for holder: SessionShares.Holder) -> Bool {
    let limits = settings.limits
    guard holder.isController || sessions.count < descriptorRoom else {
      refuse(
        "of \(descriptors ?? 0) files that may be open the rest is kept for operators and gpsd"
      )
      return false
    }
    guard holder.isController || sessions.count < limits.sessions else {
      refuse("\(limits.sessions) are open, as many as [limits] sessions allows")
      return false
    }
    guard shares.hasRoom(for: holder, limit: limits.sessionsPerUser) else {
      let whose = holder.uid.map { "uid \($0)" } ?? "TCP"
      refuse(
        "\(limits.sessionsPerUser) of \(whose) are open, "
          + "as many as [limits] sessions-per-user allows"
      )
      return false
    }
    return true
  }

  /// Sessions that the open files allow, less those of the daemon itself and of operators.
  private var descriptorRoom: Int {
    guard let descriptors else { return .max }
    return max(descriptors - Self.descriptorReserve, descriptors / 2)
  }

  /// Sockets, the loop, gpsd, the state folder, and some dozens of operators.
  private static let descriptorReserve = 64

  /// Counts and logs a refusal; equal ones once a minute.
  private func refuse(_ reason: String) {
    counters.sessionsRefused += 1
    switch refusals.judge(reason, at: loop.now.monotonic) {
    case .write(heldBack: 0): log.warning("a connection was refused: \(reason)")
    case .write(let count):
      log.warning("a connection was refused, after \(count) others: \(reason)")
    case .holdBack: break
    }
  }

  /// A session has closed; its place is free.
  func giveBack(_ session: Session) {
    shares.remove(
      SessionShares.Holder(
        uid: session.credentials?.uid,
        isController: session.id.hasPrefix("c")
      )
    )
  }
}
