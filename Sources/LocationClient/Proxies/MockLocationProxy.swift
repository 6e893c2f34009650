// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import FoundationEssentials
internal import LinuxIO

/// Tells a made-up location instead of the real ones, and forwards every other callback untouched.
///
/// While it is set no real location passes on any way: delegates, closures, streams, requests and
/// ``LocationManager/location``. It delivers by itself, at once and then every ``interval``, so it
/// needs neither receiver nor daemon: while nobody has decided what the program may know, it may know
/// what is made up, and is told so first. In the environment, `LOCATION_MOCK=48.8584,2.2945` installs
/// one for every manager of the process, and `LOCATION_MOCK_INTERVAL` sets its seconds.
public final class MockLocationProxy: LocationProxy {
  private struct State: Sendable {
    var route: [Location] = []
    var repeats = false
    var position = 0
    var interval: Double
    /// Those that want locations.
    var targets: Set<ProxyTarget> = []
    /// Every manager.
    var known: Set<ProxyTarget> = []
    var driver: Driver?
  }

  private let state: Guarded<State>

  /// Makes a proxy that changes nothing until it is set; the interval is in seconds, 0.001 … 86400.
  public init(interval: Double = 1) {
    let interval = interval.isNaN ? 1 : interval
    let range = Self.intervals
    state = Guarded(State(interval: min(max(range.lowerBound, interval), range.upperBound)))
  }

  /// Nil unless the environment asks for one; what it asks for in vain is said on standard error,
  /// because the program would otherwise be told real locations without a word.
  convenience init?(environment: Void) {
    guard let text = Environment["LOCATION_MOCK"], !text.isEmpty else { return nil }
    guard let coordinate = Coordinate(text) else {
      Log().warning(
        "LOCATION_MOCK is \"\(text)\", not LATITUDE,LONGITUDE in degrees, -90 to 90 and -180 to 180; "
          + "locations are real"
      )
      return nil
    }
    self.init(interval: Self.environmentInterval ?? 1)
    set(coordinate)
  }

  /// What the environment asks for in vain is said on standard error.
  private static var environmentInterval: Double? {
    guard let text = Environment["LOCATION_MOCK_INTERVAL"] else { return nil }
    if let seconds = Coordinate.degrees(Substring(text)), intervals.contains(seconds) {
      return seconds
    }
    Log().warning(
      "LOCATION_MOCK_INTERVAL is \"\(text)\", not a number of seconds, 0.001 to 86400; it is 1"
    )
    return nil
  }

  /// Seconds.
  private static let intervals = 0.001...86400

  deinit { state.withLock { $0.driver?.stop() } }

  /// Seconds between two deliveries.
  public var interval: Double { state.withLock(\.interval) }

  /// The location that is told now, without its time; nil if nothing is changed.
  public var location: Location? {
    state.withLock { $0.route.isEmpty ? nil : $0.route[$0.position] }
  }

  /// Tells this point until something else is set; the accuracy is in metres.
  public func set(_ coordinate: Coordinate, horizontalAccuracy: Double = 5) {
    set(Location(coordinate: coordinate, horizontalAccuracy: horizontalAccuracy, timestamp: Date()))
  }

  /// Tells this location until something else is set, each time with the time of then.
  public func set(_ location: Location) { play([location], repeats: false) }

  /// Tells the locations one after the other, then stays at the last or begins again.
  public func play(_ route: [Location], repeats: Bool = false) {
    state.withLock { state in
      state.route = route
      state.repeats = repeats
      state.position = 0
    }
    for target in state.withLock(\.known) { allow(target) }
    drive()
  }

  /// Lets the real locations through again.
  public func clear() {
    state.withLock { state in
      state.route = []
      state.driver?.stop()
      state.driver = nil
    }
  }

  /// Holds real locations back while it is set, and the word that nobody has decided; everything
  /// else passes.
  public func process(_ event: LocationEvent) -> [LocationEvent] {
    switch event {
    case .didUpdateLocations: break
    case .didChangeAuthorization(let authorization) where authorization.status == .notDetermined:
      break
    default: return [event]
    }
    return state.withLock(\.route.isEmpty) ? [event] : []
  }

  /// Tells a manager that it may know what is made up, if nobody has decided.
  private func allow(_ target: ProxyTarget) {
    guard !state.withLock(\.route.isEmpty), target.isUndecided else { return }
    let accuracy = Authorization.Accuracy.full
    target.deliver(.didChangeAuthorization(Authorization(.authorizedAlways, accuracy: accuracy)))
  }

  /// The location that is told now, if one is.
  public func currentLocation(_ location: Location?) -> Location? {
    state.withLock { state in
      state.route.isEmpty ? location : Self.stamped(state.route[state.position])
    }
  }

  /// Remembers whom to deliver to, and begins to.
  public func demandChanged(_ target: ProxyTarget) {
    allow(target)
    let isNew = state.withLock { state in
      state.known = state.known.filter { !$0.isGone }
      state.known.insert(target)
      state.targets = state.targets.filter { !$0.isGone }
      guard target.wantsLocations else {
        state.targets.remove(target)
        return false
      }
      return state.targets.insert(target).inserted
    }
    if isNew { drive() }
  }

  /// Begins a new series of deliveries, the first one at once.
  private func drive() {
    state.withLock { state in
      state.driver?.stop()
      state.driver = nil
      guard !state.route.isEmpty, !state.targets.isEmpty else { return }
      // Without a thread or descriptor left, the next change of demand tries again.
      state.driver = try? Driver(seconds: state.interval) { [weak self] in self?.deliver() == true }
    }
  }

  private static func stamped(_ location: Location) -> Location {
    var location = location
    location.timestamp = Date()
    location.source.isSimulatedBySoftware = true
    location.source.isProducedByAccessory = false
    return location
  }

  /// One delivery to all; false when there is nobody left to deliver to.
  private func deliver() -> Bool {
    let delivery = state.withLock { state -> (Location, [ProxyTarget])? in
      state.targets = state.targets.filter { $0.wantsLocations }
      guard !state.route.isEmpty, !state.targets.isEmpty else { return nil }
      let location = Self.stamped(state.route[state.position])
      if state.position + 1 < state.route.count {
        state.position += 1
      } else if state.repeats {
        state.position = 0
      }
      return (location, Array(state.targets))
    }
    guard let delivery else { return false }
    for target in delivery.1 { target.deliver(.didUpdateLocations([delivery.0], conflated: 0)) }
    return true
  }
}

/// A thread that does something at once and then again and again; a task could be starved by a
/// program that blocks in its own.
private final class Driver: Sendable {
  private let wake: WakeSignal
  private let isStopped = Guarded(false)

  /// Goes on until the work returns false.
  init(seconds: Double, _ work: @escaping @Sendable () -> Bool) throws(SystemError) {
    wake = try WakeSignal()
    let milliseconds = Int64(min(seconds * 1000, 1e9).rounded(.up))
    try startThread { [self] in
      while !isStopped.withLock(\.self), work() {
        _ = wake.wait(for: nil, milliseconds: milliseconds)
      }
    }
  }

  func stop() {
    isStopped.withLock { $0 = true }
    wake.signal()
  }
}
