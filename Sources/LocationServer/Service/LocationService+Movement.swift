// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationProtocol

/// What is told of the movement itself: significant changes, visits, pauses.
extension LocationService {
  /// Significant changes and visits; both leave the filters of a subscription out.
  func deliverMovement(
    _ location: Location,
    _ candidate: DeliveryCandidate,
    frame: LocationFrame,
    to audience: Audience
  ) {
    for session in audience.sessions(.significant)
    where session.subscriptions.significant?.admits(candidate) == true
      // Its stream or its request may have brought it this very location.
      && session.told.sequence != candidate.sequence
    {
      send(frame, location, to: session)
    }
    for session in audience.sessions(.visits) {
      guard let visit = session.subscriptions.visits?.update(location, now: now.instant) else {
        continue
      }
      sendCallback(.didVisit(visit), to: session)
    }
  }

  /// Whether a subscription that pauses by itself gets this location.
  func admits(_ location: Location, _ candidate: DeliveryCandidate, _ session: Session) -> Bool {
    passesPause(location, session)
      && session.subscriptions.location?.judge(candidate).isDelivered == true
  }

  /// Whether a subscription that pauses by itself wants this location; tells of changes.
  private func passesPause(_ location: Location, _ session: Session) -> Bool {
    guard let change = session.subscriptions.pause?.update(location, now: now.instant) else {
      return session.subscriptions.pause?.isPaused != true
    }
    switch change {
    case .paused:
      sendCallback(.didPauseLocationUpdates, to: session)
      return false
    case .resumed:
      session.subscriptions.location?.reset()
      sendCallback(.didResumeLocationUpdates, to: session)
      return true
    }
  }
}
