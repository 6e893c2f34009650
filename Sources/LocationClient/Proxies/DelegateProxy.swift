// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A delegate that hands every callback to streams and forwards it to the real delegate.
///
/// Both work at once: the delegate's own code needs no change. A manager holds its delegates
/// weakly, so keep the proxy; its streams end when it is let go.
public final class DelegateProxy: LocationManagerDelegate {
  private struct Consumer: Sendable {
    var yield: @Sendable (LocationEvent) -> Void
    var finish: @Sendable () -> Void
  }

  private struct State: Sendable {
    weak var forwardee: (any LocationManagerDelegate)?
    var consumers: [UInt64: Consumer] = [:]
    var lastID: UInt64 = 0
  }

  private let state: Guarded<State>

  /// Makes a proxy before a delegate, which it holds weakly, or before none.
  public init(forwardingTo delegate: (any LocationManagerDelegate)? = nil) {
    state = Guarded(State(forwardee: delegate))
  }

  /// Puts a proxy between a manager and its present delegate.
  public convenience init(for manager: LocationManager) {
    self.init(forwardingTo: manager.delegate)
    manager.delegate = self
  }

  deinit {
    let consumers = state.withLock(\.consumers)
    for consumer in consumers.values { consumer.finish() }
  }

  /// The real delegate; held weakly.
  public var forwardee: (any LocationManagerDelegate)? {
    get { state.withLock(\.forwardee) }
    set { state.withLock { $0.forwardee = newValue } }
  }

  /// Every callback from now on, to each loop over it; none is dropped.
  public var events: LocationStream<LocationEvent> { stream { [$0] } }

  /// The locations from now on.
  public var locations: LocationStream<Location> {
    stream { event in
      guard case .didUpdateLocations(let locations, _) = event else { return [] }
      return locations
    }
  }

  /// Hands it to the streams first, then to the real delegate.
  public func locationManager(_ manager: LocationManager, didReceive event: LocationEvent) {
    let (consumers, forwardee) = state.withLock { ($0.consumers.values.map(\.self), $0.forwardee) }
    for consumer in consumers { consumer.yield(event) }
    forwardee?.locationManager(manager, didReceive: event)
  }

  private func stream<Element: Sendable>(
    _ transform: @escaping @Sendable (LocationEvent) -> [Element]
  ) -> LocationStream<Element> {
    LocationStream { [weak self] in
      let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
      guard let self else {
        continuation.finish()
        return stream
      }
      let consumer = Consumer(
        yield: { event in for element in transform(event) { continuation.yield(element) } },
        finish: { continuation.finish() }
      )
      let identifier = add(consumer)
      continuation.onTermination = { [weak self] _ in
        _ = self?.state.withLock { $0.consumers.removeValue(forKey: identifier) }
      }
      return stream
    }
  }

  private func add(_ consumer: Consumer) -> UInt64 {
    state.withLock { state in
      state.lastID += 1
      state.consumers[state.lastID] = consumer
      return state.lastID
    }
  }
}
