// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationProtocol

/// The inside of a manager, which its session, its consumers and proxies may hold.
final class ManagerCore: Sendable {
  let configuration: LocationManager.Configuration
  private let state: Guarded<ManagerState>
  private let session: Session
  private let owner: Guarded<WeakOwner>
  let proxies: ProxyChain

  private struct WeakOwner: Sendable {
    weak var manager: LocationManager?
  }

  init(_ configuration: LocationManager.Configuration, proxies: [any LocationProxy]) {
    self.configuration = configuration
    self.proxies = ProxyChain(own: proxies)
    state = Guarded(ManagerState())
    owner = Guarded(WeakOwner())
    let box = SinkBox()
    session = Session(
      path: configuration.socketPath,
      client: ProgramMessage(name: configuration.clientName, version: configuration.clientVersion)
    ) { events in box.core?.receive(events) }
    box.set(self)
    ProxyRegistry.add(self)
  }

  func adopt(_ manager: LocationManager) { owner.withLock { $0.manager = manager } }

  func stop() { session.stop() }

  // MARK: Looking and changing

  func read<Value: Sendable>(_ look: (borrowing ManagerState) -> Value) -> Value {
    state.withLock { look($0) }
  }

  /// The present location as the proxies tell it.
  var location: Location? { proxies.currentLocation(read(\.location)) }

  /// Changes who listens or what is started, and tells the daemon what follows from it.
  @discardableResult
  func change<Value: Sendable>(_ body: (inout ManagerState) -> Value) -> Value {
    let value = state.withLock { state in
      let value = body(&state)
      let demand = state.demand
      session.update { if $0.demand != demand { $0.want(demand) } }
      return value
    }
    proxies.demandChanged(ProxyTarget(self))
    return value
  }

  /// Asks the daemon something that is no lasting demand.
  func ask(_ change: (inout ClientState) -> Void) { session.update(change) }

  // MARK: Delivering

  /// Takes events of the daemon through the proxies.
  func receive(_ events: [LocationEvent]) {
    for event in events { deliver(proxies.process(event)) }
  }

  /// Hands events to everybody who listens; any thread.
  func deliver(_ events: [LocationEvent]) {
    guard !events.isEmpty else { return }
    let drains = state.withLock { state in
      for event in events {
        // What a proxy told may be what the daemon tells, too.
        if case .didChangeAuthorization(let news) = event, news == state.authorization { continue }
        state.learn(event)
        // Under the lock, so that two threads cannot turn the order of a consumer's values.
        for consumer in state.consumers.values where consumer.kinds.contains(event.kind) {
          consumer.yield(event)
        }
        state.mailbox.append(Mailbox.Entry(event: event))
      }
      return claim(&state)
    }
    if drains { drain() }
  }

  /// Tells one listener what is known already.
  func greet(_ delegate: ManagerState.WeakDelegate? = nil, observer: UInt64? = nil) {
    let drains = state.withLock { state in
      guard let authorization = state.authorization else { return false }
      let event = LocationEvent.didChangeAuthorization(authorization)
      let kinds = delegate?.kinds ?? observer.flatMap { state.observers[$0]?.kinds } ?? []
      guard kinds.contains(.authorization) else { return false }
      let entry = Mailbox.Entry(event: event, delegate: delegate, observer: observer)
      state.mailbox.append(entry)
      return claim(&state)
    }
    if drains { drain() }
  }

  /// Whether the caller is the one to empty the mailbox.
  private func claim(_ state: inout ManagerState) -> Bool {
    guard !state.mailbox.isDraining, !state.mailbox.isEmpty else { return false }
    state.mailbox.isDraining = true
    return true
  }

  private func drain() {
    let queue = configuration.callbackQueue
    queue.submit { [self] in
      if queue.isNested { return callNext() }
      while let call = state.withLock({ next(&$0) }) { call.make() }
    }
  }

  /// One callback; the work for the one after it waits already when a listener has the queue run.
  private func callNext() {
    let (call, isLast) = state.withLock { state in
      let call = next(&state)
      state.mailbox.isDraining = !state.mailbox.isEmpty
      return (call, state.mailbox.isEmpty)
    }
    if !isLast { drain() }
    call?.make()
  }

  /// Everybody who is to hear one event, collected under the lock and called without it.
  private struct Call: Sendable {
    var event: LocationEvent
    var manager: LocationManager?
    var delegates: [any LocationManagerDelegate] = []
    var closures = LocationClosures()
    var observers: [@Sendable (LocationEvent) -> Void] = []

    func make() {
      if let manager {
        for delegate in delegates { delegate.locationManager(manager, didReceive: event) }
      }
      closures.call(event)
      for observer in observers { observer(event) }
    }
  }

  private func next(_ state: inout ManagerState) -> Call? {
    guard let entry = state.mailbox.next() else {
      state.mailbox.isDraining = false
      return nil
    }
    var call = Call(event: entry.event, manager: owner.withLock(\.manager))
    if let delegate = entry.delegate {
      call.delegates = [delegate.value].compactMap(\.self)
      return call
    }
    if let observer = entry.observer {
      call.observers = [state.observers[observer]?.handler].compactMap(\.self)
      return call
    }
    let kind = entry.event.kind
    let delegates = [state.primary].compactMap(\.self) + state.delegates
    call.delegates = delegates.filter { $0.kinds.contains(kind) }.compactMap(\.value)
    call.closures = state.closures
    call.observers = state.observers.sorted { $0.key < $1.key }.compactMap {
      $0.value.kinds.contains(kind) ? $0.value.handler : nil
    }
    return call
  }
}

/// A core that may be gone.
struct WeakCore: Sendable {
  weak var core: ManagerCore?
}

/// The session's way to the core, which is made after it and must not be kept by it.
private final class SinkBox: Sendable {
  private let target = Guarded<WeakCore?>(nil)

  var core: ManagerCore? { target.withLock { $0?.core } }

  func set(_ core: ManagerCore) { target.withLock { $0 = WeakCore(core: core) } }
}
