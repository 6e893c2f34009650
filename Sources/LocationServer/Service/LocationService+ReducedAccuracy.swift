// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore
internal import LocationProtocol

/// Reduced accuracy: one coarse location per user and view, whoever of the user's asks.
extension LocationService {
  /// Whose coarse location it is.
  struct CoarseKey: Hashable {
    let view: ViewID
    let uid: UInt32
  }

  /// Gives the sessions with reduced accuracy their coarse location when it is due.
  func deliverReduced(_ location: Location, to audience: Audience, of view: ViewID) {
    var updated: [UInt32: Location?] = [:]
    for session in audience.sessions(.reduced) {
      let uid = session.identity.uid ?? .max
      if updated[uid] == nil {
        updated[uid] = .some(updateCoarse(location, CoarseKey(view: view, uid: uid)))
      }
      guard case .some(.some(let coarse)) = updated[uid] else { continue }
      sendCoarse(coarse, to: session)
    }
  }

  /// What a session with reduced accuracy may know now.
  func currentCoarse(of session: Session) -> (location: Location, at: Instant)? {
    let key = CoarseKey(view: session.view, uid: session.identity.uid ?? .max)
    let state = pipeline.stage.state(of: session.view)
    guard let location = state.location,
      let told = coarse[key]?.current ?? updateCoarse(location, key)
    else { return nil }
    return (told, coarse[key]?.toldAt ?? now.instant)
  }

  /// Sends the coarse location to one session, which it answers and filters like any other.
  func sendCoarse(_ location: Location, to session: Session) {
    guard !session.isStreaming else { return sendCoarseStream(location, to: session) }
    guard let frame = encode({ try LocationFrame([location]) }) else { return }
    let mayKnowOnlyThis = session.authorization.accuracy == .reduced
    let wanted = session.subscriptions
    let isAnswer = wanted.request != nil && (mayKnowOnlyThis || wanted.asksCoarseAnswer)
    if isAnswer { finishRequest(of: session) }
    // A full stream needs no coarse location among its own.
    guard isAnswer || mayKnowOnlyThis || wanted.asksCoarseStream else { return }
    send(frame, location, to: session, isAnswer: isAnswer)
  }

  private func updateCoarse(_ location: Location, _ key: CoarseKey) -> Location? {
    coarse[key, default: ReducedAccuracy(uid: key.uid, secret: secret)]
      .update(location, now: now.instant)
  }

  /// There is no location in a view any more.
  func interruptCoarse(in view: ViewID) {
    for key in coarse.keys where key.view == view { coarse[key]?.interrupt() }
  }
}
