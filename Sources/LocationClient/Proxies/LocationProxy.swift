// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Stands between a manager and all who listen to it, its streams and its known values included.
///
/// Install one for a manager by ``LocationManager/install(_:)`` or for every manager of the process
/// by ``LocationManager/installForAll(_:)``.
public protocol LocationProxy: AnyObject, Sendable {
  /// What is delivered instead of a callback: itself, others, or nothing.
  func process(_ event: LocationEvent) -> [LocationEvent]

  /// What ``LocationManager/location`` gives instead of the present location.
  func currentLocation(_ location: Location?) -> Location?

  /// Somebody began or ceased to wait for locations; for proxies that deliver by themselves.
  func demandChanged(_ target: ProxyTarget)
}

extension LocationProxy {
  /// Gives the location itself.
  public func currentLocation(_ location: Location?) -> Location? { location }

  /// Does nothing.
  public func demandChanged(_ target: ProxyTarget) {}
}

/// A manager as a proxy sees it.
public struct ProxyTarget: Hashable, Sendable {
  private weak let core: ManagerCore?
  private let identity: ObjectIdentifier

  init(_ core: ManagerCore) {
    self.core = core
    identity = ObjectIdentifier(core)
  }

  /// Whether somebody waits for locations now.
  public var wantsLocations: Bool { core?.read(\.wantsLocations) ?? false }

  /// Whether nobody has decided what the program may know, as far as the manager has been told.
  public var isUndecided: Bool {
    core?.read { $0.authorization.map { $0.status == .notDetermined } ?? true } ?? false
  }

  /// Whether the manager is gone.
  public var isGone: Bool { core == nil }

  /// Delivers a callback to all who listen, past the proxies.
  public func deliver(_ event: LocationEvent) { core?.deliver([event]) }

  /// Whether both are the same manager.
  public static func == (left: ProxyTarget, right: ProxyTarget) -> Bool {
    left.identity == right.identity
  }

  /// By the manager's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

/// The proxies of one manager: its own, then those of the process.
final class ProxyChain: Sendable {
  private let installed: Guarded<[any LocationProxy]>

  init(own: [any LocationProxy]) { installed = Guarded(own) }

  var own: [any LocationProxy] { installed.withLock(\.self) }

  func install(_ proxy: any LocationProxy) {
    installed.withLock { proxies in
      if !proxies.contains(where: { $0 === proxy }) { proxies.append(proxy) }
    }
  }

  func remove(_ proxy: any LocationProxy) {
    installed.withLock { $0.removeAll { $0 === proxy } }
  }

  func process(_ event: LocationEvent) -> [LocationEvent] {
    (own + ProxyRegistry.proxies).reduce([event]) { events, proxy in
      events.flatMap { proxy.process($0) }
    }
  }

  func currentLocation(_ location: Location?) -> Location? {
    (own + ProxyRegistry.proxies).reduce(location) { $1.currentLocation($0) }
  }

  func demandChanged(_ target: ProxyTarget) {
    for proxy in own + ProxyRegistry.proxies { proxy.demandChanged(target) }
  }
}

/// What stands between every manager of the process and its listeners.
enum ProxyRegistry {
  private struct State: Sendable {
    var proxies: [any LocationProxy] = []
    var cores: [WeakCore] = []
  }

  private static let state = Guarded(State())
  /// Made from the environment when the first manager is made.
  private static let environment: MockLocationProxy? = MockLocationProxy(environment: ())

  static var proxies: [any LocationProxy] { state.withLock(\.proxies) }

  /// The location that is told to every manager whatever the daemon says, if one is.
  static var currentLocation: Location? {
    _ = environment
    return proxies.reduce(nil) { $1.currentLocation($0) }
  }

  static func add(_ core: ManagerCore) {
    let proxy = environment
    state.withLock { state in
      state.cores.removeAll { $0.core == nil }
      state.cores.append(WeakCore(core: core))
      if let proxy, !state.proxies.contains(where: { $0 === proxy }) { state.proxies.append(proxy) }
    }
  }

  static func install(_ proxy: any LocationProxy) {
    let cores = state.withLock { state in
      if !state.proxies.contains(where: { $0 === proxy }) { state.proxies.append(proxy) }
      return state.cores.compactMap(\.core)
    }
    for core in cores { proxy.demandChanged(ProxyTarget(core)) }
  }

  static func remove(_ proxy: any LocationProxy) {
    state.withLock { $0.proxies.removeAll { $0 === proxy } }
  }
}

extension LocationManager {
  /// Puts a proxy between this manager and all who listen to it.
  public func install(_ proxy: any LocationProxy) {
    core.proxies.install(proxy)
    proxy.demandChanged(ProxyTarget(core))
  }

  /// Takes a proxy away that was installed for this manager.
  public func remove(_ proxy: any LocationProxy) { core.proxies.remove(proxy) }

  /// Puts a proxy between every manager of the process, present and future, and its listeners.
  public static func installForAll(_ proxy: any LocationProxy) { ProxyRegistry.install(proxy) }

  /// Takes a proxy away that was installed for every manager.
  public static func removeForAll(_ proxy: any LocationProxy) { ProxyRegistry.remove(proxy) }
}
