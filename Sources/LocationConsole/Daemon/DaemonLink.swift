// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LinuxIO
internal import LocationClient
package import LocationProtocol

/// A connection to a socket of the daemon that never waits, and that heals.
///
/// Loop thread only. When it is lost it is tried again every second.
package final class DaemonLink {
  package typealias Answer = Result<JSONValue, RPCError>

  /// Whether the daemon is there, as a page shows it.
  package enum State: Hashable, Sendable {
    case connected
    /// For want of rights: `set` and its like are for the socket's group.
    case notPermitted(String)
    case unreachable(String)
    /// Connected, but nothing comes; what it was asked may still be answered.
    case silent(String)
  }

  /// Requests that may wait for answers.
  private static let capacity = 1024
  private static let retry = 1.0
  /// Seconds without a byte, while an answer is due, after which the daemon is taken to hang.
  private static let silence = 5.0
  /// What an error of ours, not the daemon's, has for a code.
  private static let unavailable = -32000

  package private(set) var state = State.unreachable("not connected yet")
  package var onState: (State) -> Void = { _ in }
  /// A new connection, which knows nothing of an earlier one; before `onState`.
  package var onOpen: () -> Void = {}
  /// A notification: its method, the line itself, and what it says if this version can read it.
  package var onNotification: (String, [UInt8], CallbackMessage?) -> Void = { _, _, _ in }

  private let path: String
  private let loop: EventLoop
  private var socket: LinkSocket?
  private var framer = LineFramer(maximumLength: Limits.answerLine)
  private var waiting: [RequestID: (Answer) -> Void] = [:]
  private var lastID: Int64 = 0
  private var timer: EventLoop.Timer?
  private var lastHeard: Int64 = 0
  private var isPinged = false

  package init(path: String, loop: EventLoop) {
    self.path = path
    self.loop = loop
  }

  deinit {
    if let timer { loop.cancel(timer) }
  }

  /// Connects, now or as soon as it is possible.
  package func open() {
    timer = nil
    guard socket == nil else { return }
    do throws(SocketPathError) {
      let descriptor = try connectUnix(path: path, nonBlocking: true)
      framer = LineFramer(maximumLength: Limits.answerLine)
      socket = LinkSocket(
        descriptor,
        loop,
        onBytes: { [weak self] in self?.take($0) },
        onEnd: { [weak self] in self?.lose($0) }
      )
      lastHeard = loop.now.monotonic
      isPinged = false
      onOpen()
      change(to: .connected)
    } catch .system(let error) where error.isPermissionDenied {
      change(to: .notPermitted("not permitted to use \(path); its group's members and root are"))
      retryLater()
    } catch {
      change(to: .unreachable("\(error)"))
      retryLater()
    }
  }

  /// Ends it for good, and with it every lease that it holds.
  package func close() {
    if let timer { loop.cancel(timer) }
    timer = nil
    onState = { _ in }
    socket?.close()
    socket = nil
    fail("the connection was closed")
  }

  /// Sends a request; its answer comes later, or at once if there is nobody to ask.
  package func call(
    _ method: String,
    _ params: JSONValue = .object([:]),
    _ completion: @escaping (Answer) -> Void = { _ in }
  ) {
    guard let socket else { return completion(.failure(refusal)) }
    if case .silent(let reason) = state { return completion(.failure(Self.error(reason))) }
    guard waiting.count < Self.capacity else {
      return completion(.failure(Self.error("too much waits for the daemon already")))
    }
    lastID += 1
    let id = RequestID.integer(lastID)
    do {
      let frame = try OutgoingRequest(id: id, method: method, params: params).frame()
      guard frame.count <= Limits.requestLine else {
        return completion(.failure(.invalidParams("params: too long for one request")))
      }
      waiting[id] = completion
      socket.send(frame)
    } catch {
      completion(.failure(.invalidParams("params: a number that JSON cannot hold")))
    }
  }

  /// Finds out whether the daemon hangs; to be called about every second.
  package func check() {
    guard socket != nil else { return }
    if isPinged, loop.now.monotonic - lastHeard > Int64(Self.silence * 1e9) {
      change(to: .silent("it does not answer"))
    } else if !isPinged {
      isPinged = true
      call("ping") { [weak self] _ in self?.isPinged = false }
    }
  }

  private var refusal: RPCError {
    switch state {
    case .connected: Self.error("the connection is lost")
    case .notPermitted(let reason), .unreachable(let reason), .silent(let reason):
      Self.error(reason)
    }
  }

  private static func error(_ reason: String) -> RPCError {
    RPCError(code: unavailable, message: reason)
  }

  private func change(to state: State) {
    guard self.state != state else { return }
    self.state = state
    onState(state)
  }

  private func retryLater() {
    guard timer == nil else { return }
    timer = loop.schedule(at: loop.now.monotonic + Int64(Self.retry * 1e9)) { [weak self] in
      self?.open()
    }
  }

  private func lose(_ reason: String) {
    guard socket != nil else { return }
    socket = nil
    change(to: .unreachable(reason))
    fail(reason)
    retryLater()
  }

  private func fail(_ reason: String) {
    let calls = waiting.values
    waiting = [:]
    for call in calls { call(.failure(Self.error(reason))) }
  }

  private func take(_ bytes: ArraySlice<UInt8>) {
    lastHeard = loop.now.monotonic
    if case .silent = state { change(to: .connected) }
    framer.append(bytes)
    while let event = framer.next() {
      switch event {
      case .line(let line): take(line)
      case .tooLong:
        socket?.close()
        lose("locationd sent a line that is too long")
      }
    }
  }

  private func take(_ line: [UInt8]) {
    guard let incoming = try? Incoming(line) else {
      // A callback with a value that this version does not know is still one.
      if let method = try? JSONText.decode(MethodName.self, from: line).method {
        onNotification(method, line, nil)
      }
      return
    }
    switch incoming {
    case .callback(let message): onNotification(message.callback.method.rawValue, line, message)
    case .unknown(let method): onNotification(method, line, nil)
    case .answer(let answer):
      guard let call = waiting.removeValue(forKey: answer.id) else { return }
      do {
        call(.success(try answer.result(as: JSONValue.self)))
      } catch let error as RPCError {
        call(.failure(error))
      } catch {
        call(.failure(Self.error("locationd sent an answer of another form")))
      }
    }
  }
}

private struct MethodName: Decodable {
  var method: String
}
