// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
internal import LinuxIO
internal import LocationProtocol

/// One connection to the daemon, kept alive by a thread of its own from the first need to `stop`.
final class Session: Sendable {
  typealias Sink = @Sendable ([LocationEvent]) -> Void

  private struct Shared {
    var state: ClientState
    var wake: WakeSignal?
    var isStopped = false
  }

  private let path: String
  private let shared: Guarded<Shared>
  /// Takes the events, in order; on the session's thread.
  private let sink: Sink

  init(path: String, client: ProgramMessage, sink: @escaping Sink) {
    self.path = path
    self.sink = sink
    shared = Guarded(Shared(state: ClientState(client: client)))
  }

  /// Changes what is wanted, and starts the thread if that needs a connection.
  func update<Value: Sendable>(_ change: (inout ClientState) -> Value) -> Value {
    shared.withLock { shared in
      let value = change(&shared.state)
      guard !shared.isStopped else { return value }
      if let wake = shared.wake {
        wake.signal()
      } else if shared.state.needsConnection {
        shared.wake = start()
      }
      return value
    }
  }

  /// Ends the thread; nothing is delivered after the events that are on their way.
  func stop() {
    shared.withLock { shared in
      shared.isStopped = true
      shared.wake?.signal()
    }
  }

  /// Nil when the process has no descriptor or thread left; the next update tries again.
  private func start() -> WakeSignal? {
    guard let wake = try? WakeSignal(), (try? startThread { self.run(wake) }) != nil else {
      return nil
    }
    return wake
  }

  private var isStopped: Bool { shared.withLock(\.isStopped) }

  private func run(_ wake: WakeSignal) {
    var pace = RetryPace()
    var notice = OutageNotice(path: path)
    while !isStopped {
      let reason: String
      let failure: RetryPace.Failure
      do {
        let socket = try connectUnix(path: path, nonBlocking: true)
        let start = LoopTime.read().monotonic
        notice.connected()
        emit { $0.connected(at: $1) }
        reason = Connection(socket, wake, self).converse()
        let end = LoopTime.read().monotonic
        notice.disconnected(at: end)
        failure = .hungUp(after: end - start)
      } catch {
        reason = "\(ConnectionFailure.connecting(to: path, error).text)"
        notice.failed(reason, at: LoopTime.read().monotonic)
        failure = .absent
      }
      guard !isStopped else { return }
      emit { $0.disconnected(reason, at: $1) }
      rest(pace.pause(after: failure, at: LoopTime.read().monotonic), wake)
    }
  }

  /// Waits out a pause; wake-ups in it only mean that there is more to ask later.
  private func rest(_ nanoseconds: Int64, _ wake: WakeSignal) {
    let end = LoopTime.read().monotonic + nanoseconds
    while !isStopped {
      let remaining = end - LoopTime.read().monotonic
      guard remaining > 0 else { return }
      _ = wake.wait(for: nil, milliseconds: remaining / 1_000_000 + 1)
    }
  }

  private func emit(_ change: (inout ClientState, Int64) -> [LocationEvent]) {
    let now = LoopTime.read().monotonic
    let events = shared.withLock { change(&$0.state, now) }
    if !events.isEmpty { sink(events) }
  }

  /// The socket's side of one connection; session thread only.
  private struct Connection: ~Copyable {
    let socket: OwnedDescriptor
    let wake: WakeSignal
    let session: Session
    var framer = LineFramer(maximumLength: Limits.answerLine)
    var piece = [UInt8](repeating: 0, count: 64 * 1024)
    /// Taken from the state and not yet by the socket.
    var unsent: [UInt8] = []
    var sentCount = 0

    init(_ socket: consuming OwnedDescriptor, _ wake: WakeSignal, _ session: Session) {
      self.socket = socket
      self.wake = wake
      self.session = session
    }

    /// Sends and receives until the connection ends; why it did.
    consuming func converse() -> String {
      while !session.isStopped {
        if let failure = send() { return failure }
        let ready = wake.wait(
          for: socket.raw,
          writable: sentCount < unsent.count,
          milliseconds: nil
        )
        if ready.isReadable, let failure = receive() { return failure }
      }
      return "stopped"
    }

    private mutating func send() -> String? {
      while true {
        if sentCount == unsent.count {
          unsent = session.shared.withLock { $0.state.takeOutgoing() }
          sentCount = 0
          if unsent.isEmpty { return nil }
        }
        switch Descriptor.sendFrame(socket.raw, unsent, from: sentCount) {
        case .bytes(let count): sentCount += count
        case .wouldBlock: return nil
        case .failed(let error): return "\(error)"
        }
      }
    }

    private mutating func receive() -> String? {
      switch Descriptor.receive(socket.raw, into: &piece) {
      case .bytes(let count): framer.append(piece[..<count])
      case .wouldBlock: return nil
      case .closed: return "the daemon closed the connection"
      case .failed(let error): return "\(error)"
      }
      while let event = framer.next() {
        guard case .line(let line) = event else { return "a line of the daemon is too long" }
        do {
          let events = try session.shared.withLock { try $0.state.receive(line) }
          if !events.isEmpty { session.sink(events) }
        } catch let error as RPCError {
          return error.message
        } catch {
          return "a line of the daemon is neither an answer nor a callback"
        }
        if session.isStopped { return nil }
      }
      return nil
    }
  }
}

extension ConnectionFailure {
  /// The failure in words.
  fileprivate var text: String {
    switch self {
    case .unreachable(let path, let reason): "no daemon at \(path): \(reason)"
    case .notPermitted(let path): "no permission to connect to \(path)"
    default: "\(self)"
    }
  }
}
