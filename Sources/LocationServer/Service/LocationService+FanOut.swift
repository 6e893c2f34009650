// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO

extension LocationService {
  /// Sends one frame to those of many sessions that are due.
  ///
  /// - Parameters:
  ///   - sessions: Each once.
  ///   - frame: What each of them gets.
  ///   - isDue: Decides on one, and may close any session or send it something that goes before.
  ///   - keep: Puts into the outbox of a due session what its peer did not take, or what must wait
  ///     its turn there, and does nothing else.
  /// - Returns: How many are due.
  func fanOut(
    _ sessions: [Session],
    _ frame: [UInt8],
    isDue: (Session) -> Bool,
    keep: (Session, WriteResult) -> Outbox.Flushed
  ) -> Int {
    var total = 0
    // Places and not sessions: to hold on to each would cost more than to look it up again.
    var due: [Int] = []
    due.reserveCapacity(min(sessions.count, sender.capacity))
    for place in sessions.indices where isDue(sessions[place]) {
      due.append(place)
      guard due.count == sender.capacity else { continue }
      total += due.count
      send(frame, to: due, of: sessions, keep)
      due.removeAll(keepingCapacity: true)
    }
    if !due.isEmpty { send(frame, to: due, of: sessions, keep) }
    return total + due.count
  }

  private func send(
    _ frame: [UInt8],
    to due: [Int],
    of sessions: [Session],
    _ keep: (Session, WriteResult) -> Outbox.Flushed
  ) {
    let time = loop.now.monotonic
    // Nothing runs between the look at the descriptors and the sends: each is still its session's.
    let descriptors = due.map { sessions[$0].beginDelivery(at: time) }
    let remainders = sender.send(frame, to: descriptors)
    guard !remainders.isEmpty else { return }
    // All is kept before the first session is closed: what follows from that may tell the others
    // something, which must not come before the rest of a frame.
    let kept = remainders.map { keep(sessions[due[$0.place]], $0.result) }
    for (remainder, sent) in zip(remainders, kept) { sessions[due[remainder.place]].conclude(sent) }
  }
}
