// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore
internal import LocationProtocol

/// The sessions that share a view, by what they want of it and may know.
///
/// Loop thread only. A class, because each fix looks at it many times and a copy is a dozen retains.
final class Audience {
  /// A reason to be in an audience.
  enum Interest: Int, CaseIterable {
    /// Since `startUpdatingLocation`.
    case locations
    /// Waiting for the answer to `requestLocation`.
    case requests
    /// Wants locations or waits for one, but may know only a coarse one, or asked for no more.
    case reduced
    case headings
    case satellites
    case significant
    case visits
    /// Watches on the gpsd surface, or waits for the answer to a question about receivers.
    case gpsd
    /// Reads on the NMEA surface.
    case nmea
  }

  /// Whose region a handle of the index stands for.
  struct Watcher {
    let session: Session
    let identifier: String
  }

  var continuity = Continuity()
  var regions: RegionIndex
  private(set) var watchers: [RegionHandle: Watcher] = [:]
  private var lists = [9 of SessionList](repeating: SessionList())
  /// How many places in the lists are taken.
  private var places = 0

  init(_ settings: RegionSettings) {
    regions = RegionIndex(settings: settings)
  }

  /// The sessions with an interest; dense, because each fix walks them all.
  func sessions(_ interest: Interest) -> [Session] {
    lists[interest.rawValue].sessions
  }

  /// Puts a session into the lists that its subscriptions ask for, and takes it out of others.
  func update(_ session: Session) {
    // A send may have closed it a moment ago; filed again it would be kept for ever.
    guard !session.isClosed else { return remove(session) }
    let wanted = session.subscriptions
    let mayKnow = session.authorization.allowsLocation
    let isFull = mayKnow && session.authorization.accuracy == .full
    let isCoarse =
      isFull
      ? wanted.asksCoarseStream || wanted.asksCoarseAnswer
      : wanted.wantsLocation || session.wantsStream
    set(session, .locations, isFull && wanted.location != nil && !wanted.asksCoarseStream)
    set(session, .requests, isFull && wanted.request != nil && !wanted.asksCoarseAnswer)
    set(session, .reduced, mayKnow && isCoarse)
    set(session, .headings, mayKnow && wanted.heading != nil)
    set(session, .satellites, isFull && wanted.satellites)
    set(session, .significant, isFull && wanted.significant != nil)
    set(session, .visits, isFull && wanted.visits != nil)
    let isAsking = session.gpsd?.isHeld == true
    set(session, .gpsd, isAsking || isFull && session.gpsd != nil && session.wantsStream)
    set(session, .nmea, mayKnow && session.nmea != nil)
  }

  func remove(_ session: Session) {
    for interest in Interest.allCases { set(session, interest, false) }
  }

  /// Whether anybody is told of full locations one by one.
  var wantsFrames: Bool {
    has(.locations) || has(.requests) || has(.significant) || has(.visits)
  }

  /// Whether nobody in it needs fixes.
  var isEmpty: Bool { watchers.isEmpty && places == 0 }

  /// Whether anybody has an interest.
  func has(_ interest: Interest) -> Bool {
    !lists[interest.rawValue].sessions.isEmpty
  }

  func watch(_ handle: RegionHandle, _ session: Session, _ identifier: String) {
    watchers[handle] = Watcher(session: session, identifier: identifier)
  }

  func unwatch(_ handle: RegionHandle) {
    watchers[handle] = nil
  }

  private func set(_ session: Session, _ interest: Interest, _ isWanted: Bool) {
    let isListed = session.places[interest.rawValue] >= 0
    guard isWanted != isListed else { return }
    if isWanted {
      lists[interest.rawValue].add(session, interest)
      places += 1
    } else {
      lists[interest.rawValue].remove(session, interest)
      places -= 1
    }
  }
}

/// A dense list whose members know their place, so that leaving costs the same for any size.
struct SessionList {
  private(set) var sessions: [Session] = []

  mutating func add(_ session: Session, _ interest: Audience.Interest) {
    session.places[interest.rawValue] = Int32(sessions.count)
    sessions.append(session)
  }

  mutating func remove(_ session: Session, _ interest: Audience.Interest) {
    let place = Int(session.places[interest.rawValue])
    let last = sessions.removeLast()
    if last !== session {
      sessions[place] = last
      last.places[interest.rawValue] = Int32(place)
    }
    session.places[interest.rawValue] = -1
  }
}

/// The audiences by view: few, and mostly one, so that walking costs less than a hash.
struct Audiences {
  typealias Element = (view: ViewID, audience: Audience)

  private(set) var all: [Element] = []

  subscript(view: ViewID) -> Audience? {
    for element in all where element.view == view { return element.audience }
    return nil
  }

  mutating func add(_ audience: Audience, of view: ViewID) {
    all.append((view, audience))
  }

  mutating func keep(_ isSeen: (ViewID) -> Bool) {
    all.removeAll { !isSeen($0.view) }
  }
}

extension LocationService {
  /// The audience of a view, made if it is the first to be filed there.
  func audience(of view: ViewID) -> Audience {
    if let known = audiences[view] { return known }
    let audience = Audience(settings.regions)
    audiences.add(audience, of: view)
    return audience
  }
}
