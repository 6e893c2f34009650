// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO

/// Frames on their way to many sessions, each of which is in one part at most.
struct FanOutRound {
  fileprivate struct Part {
    let frame: [UInt8]
    let sessions: [Session]
    /// Where its places end among those of all parts.
    var end = 0
  }

  fileprivate var parts: [Part] = []
  /// Which of the sessions of each part are due, part after part.
  ///
  /// Places and not sessions: to hold on to each would cost more than to look it up again.
  fileprivate var places: [Int] = []
  /// Sessions that were due.
  fileprivate(set) var count = 0
}

/// Frames to many sessions at once.
///
/// To send part by part would cost more than the further calls: between two of them the readers of
/// the first come to run, and take the caches from under the sends to those of the second.
extension LocationService {
  /// Puts into the outbox of a due session of a part what its peer did not take, or what must wait
  /// its turn there, and does nothing else.
  typealias Keep = (_ part: Int, Session, WriteResult) -> Outbox.Flushed

  /// Adds a part: one frame, and those of its sessions that are due; sends what is too much at once.
  ///
  /// - Parameters:
  ///   - sessions: Each once.
  ///   - frame: What each of them gets.
  ///   - round: The parts before it.
  ///   - keep: For any part of the round, by its number.
  ///   - isDue: Decides on one, and may close any session or send it something that goes before.
  func add(
    _ sessions: [Session],
    _ frame: [UInt8],
    to round: inout FanOutRound,
    keep: Keep,
    isDue: (Session) -> Bool
  ) {
    let part = round.parts.count
    round.parts.append(FanOutRound.Part(frame: frame, sessions: sessions))
    if part == 0 { round.places.reserveCapacity(min(sessions.count, sender.capacity)) }
    for place in sessions.indices where isDue(sessions[place]) {
      round.places.append(place)
      guard round.places.count == sender.capacity else { continue }
      round.parts[part].end = round.places.count
      send(&round, keep)
    }
    round.parts[part].end = round.places.count
  }

  /// Sends what is not sent yet.
  func send(_ round: inout FanOutRound, _ keep: Keep) {
    guard !round.places.isEmpty else { return }
    round.count += round.places.count
    let remainders = sendAll(round)
    // All is kept before the first session is closed: what follows from that may tell the others
    // something, which must not come before the rest of a frame.
    let kept = remainders.map { remainder -> (Session, Outbox.Flushed) in
      let part = round.parts.firstIndex { $0.end > remainder.place } ?? 0
      let session = round.parts[part].sessions[round.places[remainder.place]]
      return (session, keep(part, session, remainder.result))
    }
    round.places.removeAll(keepingCapacity: true)
    for part in round.parts.indices { round.parts[part].end = 0 }
    for (session, sent) in kept { session.conclude(sent) }
  }

  private func sendAll(_ round: FanOutRound) -> [FanOut.Remainder] {
    let time = loop.now.monotonic
    var batch = FanOut.Batch()
    var start = 0
    // Nothing runs between the look at the descriptors and the sends: each is still its session's.
    for part in round.parts where part.end > start {
      let sessions = part.sessions
      let descriptors = round.places[start..<part.end].map {
        sessions[$0].beginDelivery(at: time)
      }
      batch.add(part.frame, to: descriptors)
      start = part.end
    }
    return sender.send(batch)
  }

  /// Sends one frame to those of many sessions that are due.
  func fanOut(
    _ sessions: [Session],
    _ frame: [UInt8],
    isDue: (Session) -> Bool,
    keep: (Session, WriteResult) -> Outbox.Flushed
  ) {
    var round = FanOutRound()
    add(sessions, frame, to: &round, keep: { keep($1, $2) }, isDue: isDue)
    send(&round) { keep($1, $2) }
  }
}
