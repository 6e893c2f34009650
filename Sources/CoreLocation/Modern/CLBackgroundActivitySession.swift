// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Says that an application works in the background; a process on Linux always may.
public final class CLBackgroundActivitySession: Sendable {
  /// What stands between the application and the location.
  public struct Diagnostic: Sendable {
    /// Always false.
    public let authorizationDenied = false
    /// Always false.
    public let authorizationDeniedGlobally = false
    /// Always false.
    public let authorizationRestricted = false
    /// Always false.
    public let authorizationRequestInProgress = false
    /// Always false.
    public let insufficientlyInUse = false
    /// Always false.
    public let serviceSessionRequired = false
  }

  /// What stands between, of which there is never any change.
  public final class Diagnostics: AsyncSequence, Sendable {
    /// One state.
    public typealias Element = Diagnostic

    /// Gives the state to one loop.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate var base = AsyncStream<Diagnostic> { $0.yield(Diagnostic()) }
        .makeAsyncIterator()

      /// The state, then nothing until cancellation.
      public mutating func next() async throws -> Diagnostic? { await base.next() }
    }

    /// Begins to listen.
    public func makeAsyncIterator() -> Iterator { Iterator() }
  }

  /// Makes a session.
  public init() {}

  /// Ends the session.
  public func invalidate() {}

  /// One state without obstacles, then nothing.
  public var diagnostics: Diagnostics { Diagnostics() }
}
