// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationProtocol

/// Full locations to those who asked for them: one encode per view, one send per session, and the
/// sends of all views at once.
extension LocationService {
  /// Locations of one view on their way.
  ///
  /// A class, because copies of one would be many retains.
  private final class Delivery {
    let view: ViewID
    let audience: Audience
    /// Not empty.
    let locations: [Location]
    let candidate: DeliveryCandidate
    /// Nil if nobody is told of full locations one by one.
    let frame: LocationFrame?

    init(
      _ locations: [Location],
      _ view: ViewID,
      _ audience: Audience,
      _ candidate: DeliveryCandidate,
      _ frame: LocationFrame?
    ) {
      self.locations = locations
      self.view = view
      self.audience = audience
      self.candidate = candidate
      self.frame = frame
    }

    var newest: Location { locations[locations.count - 1] }
  }

  /// Where the publications end that tell locations from `start` on, each to another view.
  func endOfLocations(in publications: [Publication], from start: Int) -> Int {
    var end = start
    while end < publications.count, publications[end].tellsLocations {
      let view = publications[end].view
      guard !publications[start..<end].contains(where: { $0.view == view }) else { break }
      end += 1
    }
    return end
  }

  /// Delivers locations, each to another view.
  func deliverLocations(_ publications: ArraySlice<Publication>) {
    var deliveries: [Delivery] = []
    for index in publications.indices {
      guard let delivery = delivery(of: publications[index]) else { continue }
      answerRequests(delivery)
      deliveries.append(delivery)
    }
    fanOut(deliveries)
    // What takes longer comes after those who only wait for the location.
    for delivery in deliveries { deliverRest(delivery) }
  }

  private func delivery(of publication: Publication) -> Delivery? {
    guard case .didUpdateLocations(let locations) = publication.callback else { return nil }
    counters.locations += UInt64(locations.count)
    let view = publication.view
    guard let newest = locations.last, let audience = audiences[view] else { return nil }
    let candidate = audience.continuity.candidate(for: newest, at: now.instant)
    let frame = audience.wantsFrames ? encode { try LocationFrame(locations) } : nil
    return Delivery(locations, view, audience, candidate, frame)
  }

  private func answerRequests(_ delivery: Delivery) {
    guard let frame = delivery.frame else { return }
    for session in delivery.audience.sessions(.requests) {
      guard case .location(let answer)? = session.subscriptions.request?.offer(delivery.newest)
      else { continue }
      finishRequest(of: session)
      send(frame, answer, to: session, isAnswer: true)
    }
  }

  private func fanOut(_ deliveries: [Delivery]) {
    var round = FanOutRound()
    func keep(_ part: Int, _ session: Session, _ result: WriteResult) -> Outbox.Flushed {
      guard let frame = deliveries[part].frame else { return .all }
      return session.keepLocation(frame, after: result)
    }
    for delivery in deliveries {
      let candidate = delivery.candidate
      let sessions = delivery.frame == nil ? [] : delivery.audience.sessions(.locations)
      add(sessions, delivery.frame?.bytes ?? [], to: &round, keep: keep) { session in
        let isDue =
          session.subscriptions.admits(candidate) ?? admits(delivery.newest, candidate, session)
        guard isDue, session.told.sequence != candidate.sequence else { return false }
        session.told.note(candidate.sequence)
        return true
      }
    }
    send(&round, keep)
    counters.deliveries += UInt64(round.count)
  }

  private func deliverRest(_ delivery: Delivery) {
    let newest = delivery.newest
    let audience = delivery.audience
    if let frame = delivery.frame {
      deliverMovement(newest, delivery.candidate, frame: frame, to: audience)
    }
    deliverRegions(newest, to: audience)
    deliverReduced(newest, to: audience, of: delivery.view)
  }

  func send(
    _ frame: LocationFrame?,
    _ location: Location,
    to session: Session,
    isAnswer: Bool = false
  ) {
    guard let frame, !session.isClosed else { return }
    counters.deliveries += 1
    session.told.note(location.sequence)
    session.sendLocation(frame, isAnswer: isAnswer)
  }
}

extension Publication {
  fileprivate var tellsLocations: Bool {
    if case .didUpdateLocations = callback { return true }
    return false
  }
}
