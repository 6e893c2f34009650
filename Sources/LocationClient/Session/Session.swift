// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationProtocol

/// One manager's side of a connection: any thread changes what is wanted, and the thread that all
/// sessions of the process share does it, from the first need to `stop`.
final class Session: Sendable {
  typealias Sink = @Sendable ([LocationEvent]) -> Void

  private struct Shared: Sendable {
    var state: ClientState
    /// The thread has it in its care.
    var isAttended = false
    /// The thread has been called and has not come yet.
    var isCalled = false
    var isStopped = false
  }

  let path: String
  private let shared: Guarded<Shared>
  /// Takes the events, in order; on the thread of the sessions.
  private let sink: Sink

  init(path: String, client: ProgramMessage, sink: @escaping Sink) {
    self.path = path
    self.sink = sink
    shared = Guarded(Shared(state: ClientState(client: client)))
  }

  /// Changes what is wanted, and has the thread look after it if that needs a connection.
  func update<Value: Sendable>(_ change: (inout ClientState) -> Value) -> Value {
    let (value, isCall) = shared.withLock { shared in
      let value = change(&shared.state)
      guard !shared.isStopped, !shared.isCalled,
        shared.isAttended || shared.state.needsConnection
      else { return (value, false) }
      shared.isAttended = true
      shared.isCalled = true
      return (value, true)
    }
    if isCall { SessionThread.shared.call(self) }
    return value
  }

  /// Ends the connection; nothing is delivered after the events that are on their way.
  func stop() {
    let isCall = shared.withLock { shared in
      shared.isStopped = true
      return shared.isAttended
    }
    if isCall { SessionThread.shared.call(self) }
  }

  // MARK: For the thread of the sessions

  var isStopped: Bool { shared.withLock(\.isStopped) }

  /// The thread has come.
  func answerCall() { shared.withLock { $0.isCalled = false } }

  func withState<Value: Sendable, Failure: Error>(
    _ body: (inout ClientState) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try shared.withLock { (shared) throws(Failure) in try body(&shared.state) }
  }

  /// Hands events on, without a lock: a listener may call whatever it likes.
  func tell(_ events: [LocationEvent]) {
    if !events.isEmpty { sink(events) }
  }
}
