// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What a manager asks for while somebody listens to it.
struct Started: OptionSet, Hashable, Sendable {
  let rawValue: UInt8
  static let location = Started(rawValue: 1)
  static let heading = Started(rawValue: 2)
  static let satellites = Started(rawValue: 4)
  static let significantChanges = Started(rawValue: 8)
  static let visits = Started(rawValue: 16)
}

/// Who listens to a manager, what was started, and what was last told; no input or output.
struct ManagerState: Sendable {
  struct WeakDelegate: Sendable {
    /// Looked at only where the result leaves the lock: a delegate's last owner may be whoever
    /// looks, and its deinit may call the manager.
    weak var value: (any LocationManagerDelegate)?
    let identity: ObjectIdentifier
    let kinds: CallbackKinds

    init(_ delegate: any LocationManagerDelegate) {
      value = delegate
      identity = ObjectIdentifier(delegate)
      kinds = delegate.receivedCallbacks
    }
  }

  struct Observer: Sendable {
    var kinds: CallbackKinds
    var handler: @Sendable (LocationEvent) -> Void
  }

  /// A consumer of an asynchronous sequence.
  struct Consumer: Sendable {
    var kinds: CallbackKinds
    /// What it starts by being there.
    var starts: Started
    var yield: @Sendable (LocationEvent) -> Void
  }

  /// The one that `LocationManager.delegate` is about comes first.
  var primary: WeakDelegate?
  var delegates: [WeakDelegate] = []
  var closures = LocationClosures()
  var observers: [UInt64: Observer] = [:]
  var consumers: [UInt64: Consumer] = [:]
  private var lastID: UInt64 = 0

  var started: Started = []
  var options = UpdateOptions()
  /// Degrees.
  var headingFilter = 1.0
  var regions: [String: Region] = [:]
  var isRequesting = false

  private(set) var authorization: Authorization?
  private(set) var location: Location?
  private(set) var heading: Heading?
  private(set) var satellites: SatelliteView?
  private(set) var regionStates: [String: RegionState] = [:]
  /// Whether there was no daemon when it was last tried.
  private(set) var hasLostConnection = false

  var mailbox = Mailbox()

  mutating func newID() -> UInt64 {
    lastID += 1
    return lastID
  }

  /// What delegates, closures and observers listen to.
  var heard: CallbackKinds {
    var kinds = closures.kinds
    if let primary { kinds.formUnion(primary.kinds) }
    for delegate in delegates { kinds.formUnion(delegate.kinds) }
    for observer in observers.values { kinds.formUnion(observer.kinds) }
    return kinds
  }

  var demand: Demand {
    let heard = heard
    let consumed = consumers.values.reduce(into: Started()) { $0.formUnion($1.starts) }
    let consumedKinds = consumers.values.reduce(into: CallbackKinds()) { $0.formUnion($1.kinds) }
    let all = heard.union(consumedKinds)
    func wants(_ what: Started, _ kinds: CallbackKinds) -> Bool {
      consumed.contains(what) || (started.contains(what) && !all.isDisjoint(with: kinds))
    }
    var demand = Demand()
    if wants(.location, [.locations, .errors, .pauses]) { demand.location = options }
    if wants(.heading, .heading) { demand.heading = headingFilter }
    demand.satellites = wants(.satellites, .satellites)
    demand.significantChanges = wants(.significantChanges, .locations)
    demand.visits = wants(.visits, .visits)
    if all.contains(.regions) { demand.regions = regions }
    demand.authorization = all.contains(.authorization)
    return demand
  }

  /// Whether somebody waits for locations.
  var wantsLocations: Bool {
    let demand = demand
    return demand.location != nil || demand.significantChanges || isRequesting
  }

  /// Keeps what an event says of the present.
  mutating func learn(_ event: LocationEvent) {
    switch event {
    case .didChangeAuthorization(let authorization):
      self.authorization = authorization
      if !authorization.allowsLocation { location = nil }
    case .didUpdateLocations(let locations, _):
      location = locations.last
      isRequesting = false
    case .didFailWithError(let error):
      isRequesting = false
      if error.code == .locationUnknown || error.code == .denied { location = nil }
    case .didUpdateHeading(let heading): self.heading = heading
    case .didUpdateSatellites(let view): satellites = view
    case .didDetermineState(let identifier, let state): regionStates[identifier] = state
    case .didEnterRegion(let identifier, _): regionStates[identifier] = .inside
    case .didExitRegion(let identifier, _): regionStates[identifier] = .outside
    case .didLoseConnection:
      location = nil
      hasLostConnection = true
    case .didReconnect: hasLostConnection = false
    default: break
    }
  }

  mutating func forgetRegion(_ identifier: String) {
    regions[identifier] = nil
    regionStates[identifier] = nil
  }
}

/// Events that wait for their callbacks, bounded: of the locations only the newest are kept.
struct Mailbox: Sendable {
  /// An event, and the one delegate or observer it is meant for, if not for all.
  struct Entry: Sendable {
    var event: LocationEvent
    var delegate: ManagerState.WeakDelegate?
    var observer: UInt64?
  }

  static let limit = 1024

  private var entries: [Entry] = []
  private var first = 0
  private var locationCount = 0
  /// Somebody takes the entries out.
  var isDraining = false

  var isEmpty: Bool { first == entries.count }

  mutating func append(_ entry: Entry) {
    entries.append(entry)
    guard case .didUpdateLocations = entry.event else { return }
    locationCount += 1
    if locationCount > Self.limit { conflate() }
  }

  mutating func next() -> Entry? {
    guard first < entries.count else { return nil }
    let entry = entries[first]
    first += 1
    if case .didUpdateLocations = entry.event { locationCount -= 1 }
    if first == entries.count || first > 4 * Self.limit {
      entries.removeFirst(first)
      first = 0
    }
    return entry
  }

  /// Drops the oldest locations and counts them in the next ones.
  private mutating func conflate() {
    guard let oldest = nextLocations(from: first),
      case .didUpdateLocations(let dropped, let before) = entries[oldest].event,
      let newer = nextLocations(from: oldest + 1),
      case .didUpdateLocations(let kept, let between) = entries[newer].event
    else { return }
    entries[newer].event = .didUpdateLocations(kept, conflated: before + dropped.count + between)
    entries.remove(at: oldest)
    locationCount -= 1
  }

  private func nextLocations(from index: Int) -> Int? {
    entries[index...].firstIndex {
      if case .didUpdateLocations = $0.event { return true }
      return false
    }
  }
}
