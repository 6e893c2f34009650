// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO

/// The sessions of the control socket, so many at most.
///
/// A program that opens one after the other must take neither the daemon's descriptors nor the way
/// in of an administrator, who may be the same user. So nobody is refused: whoever holds the most
/// loses one that is missed least.
struct OperatorPlaces {
  private var sessions: [String: Session] = [:]

  var count: Int { sessions.count }

  mutating func add(_ session: Session) {
    sessions[session.id] = session
  }

  /// Tells whether the session was one of them.
  mutating func remove(_ session: Session) -> Bool {
    sessions.removeValue(forKey: session.id) != nil
  }

  /// The session that has to go before another one comes; nil while there is room.
  func surplus(within room: Int) -> Session? {
    guard sessions.count >= room else { return nil }
    let holders = Dictionary(grouping: sessions.values) { $0.credentials?.uid }
    let crowd = holders.values.max { $0.count < $1.count } ?? []
    return crowd.min { $0.loss < $1.loss }
  }
}

extension Session {
  /// What an operator would lose with it: nothing, a question, an agent, an override; then its age,
  /// which its number tells within one moment.
  fileprivate var loss: (Int, Int64, Int, String) {
    let worth = holdsLease ? 3 : isAgent ? 2 : hasAsked ? 1 : 0
    return (worth, acceptedAt, id.utf8.count, id)
  }
}
