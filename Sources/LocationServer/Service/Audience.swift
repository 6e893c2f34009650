// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// The sessions that share a view, by what they want of it.
struct Audience {
  /// A reason to be in an audience.
  enum Interest: Int, CaseIterable {
    /// Since `startUpdatingLocation`.
    case locations
    /// Waiting for the answer to `requestLocation`.
    case requests
    case headings
    case satellites
  }

  private var lists = [4 of SessionList](repeating: SessionList())
  var continuity = Continuity()

  /// The sessions with an interest; dense, because each fix walks them all.
  func sessions(_ interest: Interest) -> [Session] {
    lists[interest.rawValue].sessions
  }

  /// Puts a session into the lists that its subscriptions ask for, and takes it out of others.
  mutating func update(_ session: Session) {
    let wanted = session.subscriptions
    set(session, .locations, wanted.location != nil)
    set(session, .requests, wanted.request != nil)
    set(session, .headings, wanted.heading != nil)
    set(session, .satellites, wanted.satellites)
  }

  mutating func remove(_ session: Session) {
    for interest in Interest.allCases { set(session, interest, false) }
  }

  var isEmpty: Bool {
    Interest.allCases.allSatisfy { lists[$0.rawValue].sessions.isEmpty }
  }

  private mutating func set(_ session: Session, _ interest: Interest, _ isWanted: Bool) {
    let isListed = session.places[interest.rawValue] >= 0
    guard isWanted != isListed else { return }
    if isWanted {
      lists[interest.rawValue].add(session, interest)
    } else {
      lists[interest.rawValue].remove(session, interest)
    }
  }
}

/// A dense list whose members know their place, so that leaving costs the same for any size.
struct SessionList {
  private(set) var sessions: [Session] = []

  mutating func add(_ session: Session, _ interest: Audience.Interest) {
    session.places[interest.rawValue] = sessions.count
    sessions.append(session)
  }

  mutating func remove(_ session: Session, _ interest: Audience.Interest) {
    let place = session.places[interest.rawValue]
    let last = sessions.removeLast()
    if last !== session {
      sessions[place] = last
      last.places[interest.rawValue] = place
    }
    session.places[interest.rawValue] = -1
  }
}
