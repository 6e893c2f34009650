// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
package import LinuxIO
package import LocationProtocol

/// One connection to a socket of the daemon, driven by whoever waits on it; nothing runs meanwhile.
///
/// Belongs to the thread of its loop. Callbacks that arrive while an answer is awaited are kept for
/// `nextCallback`. When `queueLimit` of them wait nothing more is read, and the daemon does what it
/// does for any slow subscriber.
package final class LocationConnection {
  /// A callback as the daemon sent it.
  package struct ReceivedCallback: Hashable, Sendable {
    /// The name on the wire.
    package var method: String
    /// Nil for a callback that this version cannot read.
    package var message: CallbackMessage?
    /// The line itself, without its newline.
    package var line: [UInt8]
  }

  package static let queueLimit = 1024

  package let path: String
  private let loop: EventLoop
  private let isCancelled: () -> Bool
  private let descriptor: OwnedDescriptor
  private var token: EventLoop.Token?
  private var framer = LineFramer(maximumLength: Limits.answerLine)
  private var piece = [UInt8](repeating: 0, count: 64 * 1024)
  private var callbacks: [ReceivedCallback] = []
  private var answer: Incoming.Answer?
  private var lastID: Int64 = 0
  private var isWritable = true
  private var isAwaitingAnswer = false
  /// Set once; told after everything that came before it was taken.
  private var end: ConnectionFailure?

  /// Connects, or says why it cannot; `isCancelled` is asked before each wait.
  package init(
    path: String,
    loop: EventLoop,
    isCancelled: @escaping () -> Bool = { false }
  ) throws(ConnectionFailure) {
    self.path = path
    self.loop = loop
    self.isCancelled = isCancelled
    do {
      descriptor = try connectUnix(path: path)
    } catch {
      throw .connecting(to: path, error)
    }
    do {
      token = try loop.watch(descriptor.raw, .readable) { [weak self] readiness in
        self?.handle(readiness)
      }
    } catch {
      throw .failed(error)
    }
  }

  deinit {
    if let token { loop.unwatch(token) }
  }

  /// Sends a request and waits for its answer, at most `timeout` seconds.
  package func call<Result: Decodable>(
    _ method: String,
    _ params: some Encodable = EmptyResult(),
    as type: Result.Type = JSONValue.self,
    timeout: Double = 10
  ) throws(ConnectionFailure) -> Result {
    let deadline = Self.deadline(after: timeout)
    isAwaitingAnswer = true
    defer {
      isAwaitingAnswer = false
      listen()
    }
    listen()
    let id = try send(method, params, until: deadline)
    while answer?.id != id {
      guard try turn(until: deadline) else { throw .timedOut(method: method) }
    }
    do {
      guard let answer = answer.take() else { throw ConnectionFailure.timedOut(method: method) }
      return try answer.result()
    } catch let error as RPCError {
      throw .refused(method: method, error)
    } catch {
      throw .malformed("an answer to \(method) of another form")
    }
  }

  /// Waits for the next callback; nil when the deadline (monotonic nanoseconds) passes first.
  package func nextCallback(until deadline: Int64?) throws(ConnectionFailure) -> ReceivedCallback? {
    while callbacks.isEmpty {
      guard try turn(until: deadline) else { return nil }
    }
    let callback = callbacks.removeFirst()
    listen()
    return callback
  }

  /// Monotonic nanoseconds, so many seconds from now.
  package static func deadline(after seconds: Double) -> Int64 {
    let span = Int64(exactly: (max(0, seconds) * 1e9).rounded()) ?? .max
    let (sum, overflow) = LoopTime.read().monotonic.addingReportingOverflow(span)
    return overflow ? .max : sum
  }
}

extension LocationConnection {
  /// One turn of the loop; false if the deadline has passed.
  private func turn(until deadline: Int64?) throws(ConnectionFailure) -> Bool {
    if let end { throw end }
    guard !isCancelled() else { throw .cancelled }
    let remaining = deadline.map { $0 - LoopTime.read().monotonic }
    if let remaining, remaining <= 0 { return false }
    loop.turn(timeout: remaining)
    return true
  }

  private func send(
    _ method: String,
    _ params: some Encodable,
    until deadline: Int64
  ) throws(ConnectionFailure) -> RequestID {
    lastID += 1
    let id = RequestID.integer(lastID)
    let frame: [UInt8]
    do {
      frame = try OutgoingRequest(id: id, method: method, params: params).frame()
    } catch {
      throw .malformed("\(method): a parameter that JSON cannot hold")
    }
    var offset = 0
    while offset < frame.count {
      switch Descriptor.sendFrame(descriptor.raw, frame, from: offset) {
      case .bytes(let count): offset += count
      case .wouldBlock: try waitForRoom(method, until: deadline)
      case .failed(let error):
        // A daemon that hung up may have said why before.
        drain()
        throw end ?? (error.code == EPIPE ? .closed(path: path) : .failed(error))
      }
    }
    return id
  }

  private func waitForRoom(_ method: String, until deadline: Int64) throws(ConnectionFailure) {
    isWritable = false
    listen()
    defer {
      isWritable = true
      listen()
    }
    while !isWritable {
      guard try turn(until: deadline) else { throw .timedOut(method: method) }
    }
  }

  /// Reads only while there is room, and asks for writability only while something waits for it.
  private func listen() {
    guard let token else { return }
    var interest: EventLoop.Interest = hasRoom ? .readable : []
    if !isWritable { interest.insert(.writable) }
    loop.update(token, interest)
  }

  /// An answer must not wait behind a full queue, nor may the queue grow without end before it.
  private var hasRoom: Bool {
    callbacks.count < (isAwaitingAnswer ? 16 * Self.queueLimit : Self.queueLimit)
  }

  private func handle(_ readiness: EventLoop.Readiness) {
    if readiness.contains(.writable) { isWritable = true }
    if !readiness.isDisjoint(with: [.readable, .hangUp, .error]) { drain() }
    listen()
  }

  /// Reads one piece; what the daemon said before it hung up is taken first.
  private func drain() {
    guard end == nil, hasRoom else { return }
    switch Descriptor.receive(descriptor.raw, into: &piece) {
    case .bytes(let count):
      framer.append(piece[..<count])
      takeLines()
    case .wouldBlock: break
    case .closed: finish(.closed(path: path))
    case .failed(let error): finish(error.code == ECONNRESET ? .closed(path: path) : .failed(error))
    }
  }

  private func takeLines() {
    while end == nil, let event = framer.next() {
      switch event {
      case .line(let line): take(line)
      case .tooLong: finish(.malformed("a line longer than \(Limits.answerLine) bytes"))
      }
    }
  }

  private func take(_ line: [UInt8]) {
    do {
      switch try Incoming(line) {
      case .callback(let message):
        let method = message.callback.method.rawValue
        callbacks.append(ReceivedCallback(method: method, message: message, line: line))
      case .unknown(let method):
        callbacks.append(ReceivedCallback(method: method, line: line))
      case .answer(let answer):
        // Without an id it is about the connection as a whole, which the daemon then closes.
        guard answer.id == .null, let error = answer.error else {
          self.answer = answer
          return
        }
        finish(.refused(method: "the connection", error))
      }
    } catch {
      takeUnreadable(line)
    }
  }

  /// A callback with a value that this version does not know is still a callback.
  private func takeUnreadable(_ line: [UInt8]) {
    do {
      let method = try JSONText.decode(MethodName.self, from: line).method
      callbacks.append(ReceivedCallback(method: method, line: line))
    } catch {
      finish(.malformed("a line that is neither an answer nor a callback"))
    }
  }

  private func finish(_ failure: ConnectionFailure) {
    end = failure
    if let token { loop.unwatch(token) }
    token = nil
  }
}

private struct MethodName: Decodable {
  var method: String
}
