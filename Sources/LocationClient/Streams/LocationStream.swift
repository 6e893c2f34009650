// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// How many values wait for a consumer that is slower than the daemon.
public enum StreamBuffering: Hashable, Sendable {
  /// The newest so many; older ones are dropped.
  case newest(Int)
  /// All of them.
  case unbounded
}

/// Values of a manager, one after the other.
///
/// Each loop over it gets all values, beginning with the present one if there is one; several may
/// run at once. What they need is started with the first loop and stopped with the last: when the
/// task is cancelled, the loop is left, or its iterator is let go. It ends only by cancellation,
/// and never throws: errors are values too.
public struct LocationStream<Element: Sendable>: AsyncSequence, Sendable {
  /// Gives the values to one loop; nil after cancellation.
  public typealias AsyncIterator = AsyncStream<Element>.Iterator

  let subscribe: @Sendable () -> AsyncStream<Element>

  init(_ subscribe: @escaping @Sendable () -> AsyncStream<Element>) { self.subscribe = subscribe }

  /// Begins to listen.
  public func makeAsyncIterator() -> AsyncIterator { subscribe().makeAsyncIterator() }
}

extension StreamBuffering {
  func policy<Element>() -> AsyncStream<Element>.Continuation.BufferingPolicy {
    switch self {
    case .newest(let count): .bufferingNewest(max(1, count))
    case .unbounded: .unbounded
    }
  }
}

extension LocationManager {
  /// A stream of what is extracted of events, starting what it needs while it is consumed.
  func stream<Element: Sendable>(
    _ kinds: CallbackKinds,
    starting starts: Started = [],
    buffering: StreamBuffering,
    current: @escaping @Sendable (ManagerState) -> [Element] = { _ in [] },
    extract transform: @escaping @Sendable (LocationEvent) -> [Element]
  ) -> LocationStream<Element> {
    LocationStream { [self] in
      let (stream, continuation) = AsyncStream.makeStream(
        of: Element.self,
        bufferingPolicy: buffering.policy()
      )
      let identifier = core.change { state in
        let identifier = state.newID()
        // Under the lock, so that the present value comes before all later ones.
        for element in current(state) { continuation.yield(element) }
        state.consumers[identifier] = ManagerState.Consumer(kinds: kinds, starts: starts) { event in
          for element in transform(event) { continuation.yield(element) }
        }
        return identifier
      }
      // Holds the manager while somebody listens.
      continuation.onTermination = { _ in
        _ = self.core.change { $0.consumers.removeValue(forKey: identifier) }
      }
      return stream
    }
  }
}
