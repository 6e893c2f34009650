// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
internal import LinuxIO
internal import LocationProtocol

/// Room for what one read takes, shared by all conversations.
final class ReceiveBuffer {
  var bytes = [UInt8](repeating: 0, count: 64 * 1024)
}

/// The connections of one session, one after the other; on the thread of the sessions only.
final class Conversation {
  /// Left to others at the limit: libdispatch looks after its threads by files in `/proc`, and ends
  /// the process if it cannot open one.
  private static let spareDescriptors = 8

  private let session: Session
  private let loop: EventLoop
  private let buffer: ReceiveBuffer
  private var pace = RetryPace()
  private var notice: OutageNotice
  private var line: Line?
  private var retry: EventLoop.Timer?
  private var check: (timer: EventLoop.Timer, at: Int64)?
  private var isEnded = false

  init(_ session: Session, _ loop: EventLoop, _ buffer: ReceiveBuffer) {
    self.session = session
    self.loop = loop
    self.buffer = buffer
    notice = OutageNotice(path: session.path)
  }

  /// Does what has become necessary.
  func attend() {
    guard !isEnded else { return }
    if line != nil { send() } else if retry == nil { connect() }
    watchTime()
  }

  /// Closes; idempotent.
  func end() {
    isEnded = true
    hangUp()
    if let retry { loop.cancel(retry) }
    if let check { loop.cancel(check.timer) }
  }

  private func hangUp() {
    if let line { loop.unwatch(line.token) }
    line = nil
  }

  /// A listener may have ended the session.
  private func tell(_ events: [LocationEvent]) {
    session.tell(events)
    if session.isStopped { end() }
  }

  // MARK: Connecting

  private func connect() {
    retry = nil
    let now = LoopTime.read().monotonic
    do {
      try requireDescriptors(1 + Self.spareDescriptors)
      let socket = try connectUnix(path: session.path, nonBlocking: true)
      let token = try loop.watch(socket.raw, .readable) { [weak self] in self?.handle($0) }
      line = Line(socket, token, since: now)
      session.withState { $0.connected(at: now) }
      send()
    } catch let error as SocketPathError {
      fail("\(ConnectionFailure.connecting(to: session.path, error).text)", .absent, at: now)
    } catch {
      fail("\(error)", .absent, at: now)
    }
  }

  private func fail(_ reason: String, _ failure: RetryPace.Failure, at now: Int64) {
    notice.failed(reason.contains(session.path) ? reason : "\(session.path): \(reason)", at: now)
    rest(pace.pause(after: failure, at: now), at: now)
    tell(session.withState { $0.disconnected(reason, at: now) })
  }

  /// The connection ended.
  private func lose(_ reason: String) {
    guard let line else { return }
    let now = LoopTime.read().monotonic
    let wasEstablished = session.withState(\.isEstablished)
    hangUp()
    if wasEstablished {
      notice.disconnected(at: now)
      rest(pace.pause(after: .hungUp(after: now - line.since), at: now), at: now)
      tell(session.withState { $0.disconnected(reason, at: now) })
    } else {
      fail(reason, .hungUp(after: 0), at: now)
    }
    watchTime()
  }

  private func rest(_ pause: Int64, at now: Int64) {
    guard !isEnded else { return }
    retry = loop.schedule(at: now + pause) { [weak self] in
      self?.connect()
      self?.watchTime()
    }
  }

  // MARK: Time

  /// Looks again when something is due; a time that moved away costs one look too many.
  private func watchTime() {
    guard !isEnded, let due = session.withState(\.nextCheck) else { return }
    if let check {
      if check.at <= due { return }
      loop.cancel(check.timer)
    }
    let timer = loop.schedule(at: due) { [weak self] in self?.lookAtTime() }
    check = (timer, due)
  }

  private func lookAtTime() {
    check = nil
    let now = LoopTime.read().monotonic
    let wasSilent = session.withState(\.isSilent)
    let (events, failure) = session.withState { $0.check(at: now) }
    if !wasSilent, session.withState(\.isSilent) {
      notice.failed("the daemon at \(session.path) does not answer", at: now)
    }
    tell(events)
    if let failure { return lose(failure) }
    if line != nil { send() }
    watchTime()
  }

  // MARK: Talking

  private func handle(_ readiness: EventLoop.Readiness) {
    if readiness.contains(.writable) { send() }
    if !readiness.isDisjoint(with: [.readable, .hangUp, .error]), let failure = receive() {
      return lose(failure)
    }
    watchTime()
  }

  private func send() {
    while let line {
      if line.sentCount == line.unsent.count {
        let now = LoopTime.read().monotonic
        line.unsent = session.withState { $0.takeOutgoing(at: now) }
        line.sentCount = 0
        if line.unsent.isEmpty { return loop.update(line.token, .readable) }
      }
      switch Descriptor.sendFrame(line.socket.raw, line.unsent, from: line.sentCount) {
      case .bytes(let count): line.sentCount += count
      case .wouldBlock: return loop.update(line.token, [.readable, .writable])
      case .failed(let error) where error.code == EPIPE:
        // What the daemon said before it hung up is still to be read, then its end.
        line.unsent = []
        line.sentCount = 0
        return loop.update(line.token, .readable)
      case .failed(let error): return lose("\(error)")
      }
    }
  }

  /// Why the connection has ended, if it has.
  private func receive() -> String? {
    guard let line else { return nil }
    switch Descriptor.receive(line.socket.raw, into: &buffer.bytes) {
    case .bytes(let count): line.framer.append(buffer.bytes[..<count])
    case .wouldBlock: return nil
    case .closed: return "the daemon closed the connection"
    case .failed(let error): return "\(error)"
    }
    while let event = line.framer.next() {
      guard case .line(let text) = event else { return "a line of the daemon is too long" }
      if let failure = take(text) { return failure }
      if isEnded { return nil }
    }
    return nil
  }

  private func take(_ text: [UInt8]) -> String? {
    do {
      let now = LoopTime.read().monotonic
      let (isFirst, events) = try session.withState { state in
        let isNews = !state.isEstablished || state.isSilent
        return (isNews, try state.receive(text, at: now))
      }
      if isFirst {
        notice.connected()
        SilentDaemons.remove(session.path)
      }
      tell(events)
      return nil
    } catch let error as RPCError {
      return error.message
    } catch {
      return "a line of the daemon is neither an answer nor a callback"
    }
  }
}

/// The socket's side of one connection.
private final class Line {
  let socket: OwnedDescriptor
  let token: EventLoop.Token
  /// Monotonic nanoseconds.
  let since: Int64
  var framer = LineFramer(maximumLength: Limits.answerLine)
  /// Taken from the state and not yet by the socket.
  var unsent: [UInt8] = []
  var sentCount = 0

  init(_ socket: consuming OwnedDescriptor, _ token: EventLoop.Token, since: Int64) {
    self.socket = socket
    self.token = token
    self.since = since
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
