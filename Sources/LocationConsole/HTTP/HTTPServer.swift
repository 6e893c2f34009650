// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CMicroHTTPD
internal import Glibc
package import LinuxIO

/// libmicrohttpd on our loop: one thread, no callbacks from anywhere else.
///
/// Loop thread only.
@safe package final class HTTPServer {
  private static let connections: UInt32 = 512
  /// Of these, from one address: those above are closed at once instead of keeping others waiting.
  private static let connectionsEach: UInt32 = 256
  /// Seconds for which a connection may be silent.
  private static let patience: UInt32 = 10
  /// Seconds for which the page of a stream may take nothing, as on a network that comes back.
  static let streamPatience: UInt32 = 60

  /// Decides on a request before its body is taken; an answer refuses it.
  package var admit: (HTTPRequest) -> HTTPResponse? = { _ in nil }
  /// Carries out a request that is whole; answers now or later.
  package var handle: (HTTPExchange) -> Void = { $0.respond(.text(404, "not found")) }
  /// What every response carries.
  package var commonHeaders: [String: String] = [:]

  private let loop: EventLoop
  private var daemon: OpaquePointer?
  private let calls: UnsafeMutablePointer<cmhd_calls>
  private var token: EventLoop.Token?
  private var timer: EventLoop.Timer?
  private var isRunning = false
  /// Whether a connection was resumed that libmicrohttpd has not looked at since.
  private var isWoken = false
  /// Those that wait; libmicrohttpd must not be stopped while there are any.
  private var suspended: [ObjectIdentifier: HTTPExchange] = [:]
  private var deadlines = RequestDeadlines()

  /// Serves a listening socket.
  package init(_ loop: EventLoop, listener: consuming OwnedDescriptor) throws(SystemError) {
    self.loop = loop
    unsafe calls = .allocate(capacity: 1)
    unsafe calls.initialize(to: cmhd_calls())
    unsafe calls.pointee.open = openConnection
    unsafe calls.pointee.close = closeConnection
    unsafe calls.pointee.begin = beginRequest
    unsafe calls.pointee.body = takeBody
    unsafe calls.pointee.proceed = proceedRequest
    unsafe calls.pointee.end = endRequest
    unsafe calls.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    unsafe daemon = cmhd_start(
      listener.release(),
      calls,
      Self.connections,
      Self.connectionsEach,
      Self.patience
    )
    guard let daemon = unsafe daemon else { throw SystemError("MHD_start_daemon", errno) }
    token = try loop.watch(unsafe cmhd_descriptor(daemon), .readable) { [weak self] _ in
      self?.run()
    }
    loop.beforeSleep.append { [weak self] in self?.arm() }
  }

  /// Stops serving; streams and requests that wait end without an answer.
  package func close() {
    if let token { loop.unwatch(token) }
    if let timer { loop.cancel(timer) }
    token = nil
    timer = nil
    guard let stopped = unsafe daemon else { return }
    // A browser whose stream ends asks again at once.
    admit = { _ in .text(503, "the console ends") }
    handle = { $0.respond(.text(503, "the console ends")) }
    for exchange in suspended.values { exchange.abandon() }
    run()
    unsafe daemon = nil
    unsafe MHD_stop_daemon(stopped)
  }

  deinit {
    close()
    unsafe calls.deallocate()
  }

  func note(_ exchange: HTTPExchange, isSuspended: Bool) {
    suspended[ObjectIdentifier(exchange)] = isSuspended ? exchange : nil
  }

  /// Lets resumed connections go on; from within a request that happens anyway.
  func wake() {
    isWoken = true
    guard !isRunning else { return }
    schedule(at: loop.now.monotonic)
  }

  private func run() {
    guard let daemon = unsafe daemon, !isRunning else { return }
    isRunning = true
    isWoken = false
    _ = unsafe MHD_run(daemon)
    isRunning = false
  }

  /// Its own time-outs, and what it could not finish in one go.
  private func arm() {
    guard let daemon = unsafe daemon else { return }
    // Its time-out is that of silent connections, which says nothing of a resumed one.
    guard !isWoken else { return schedule(at: loop.now.monotonic) }
    let wait = unsafe cmhd_timeout(daemon)
    let own = wait >= 0 ? loop.now.monotonic + wait * 1_000_000 : nil
    if let next = [own, deadlines.earliest].compactMap(\.self).min() { schedule(at: next) }
  }

  /// Ends those that have not said their request in time.
  private func cut() {
    for key in deadlines.takeOverdue(at: loop.now.monotonic) {
      if let connection = unsafe OpaquePointer(bitPattern: key) { unsafe cmhd_cut(connection) }
    }
  }

  private func schedule(at deadline: Int64) {
    if let timer { loop.cancel(timer) }
    timer = loop.schedule(at: deadline) { [weak self] in
      self?.timer = nil
      self?.cut()
      self?.run()
    }
  }

  fileprivate func begin(_ exchange: HTTPExchange, _ connection: Int) {
    guard !exchange.headers.isAmbiguous else {
      var refusal = HTTPResponse.text(400, "this request can be read in two ways")
      refusal.headers["Connection"] = "close"
      exchange.respond(refusal)
      // Its body may end anywhere, or never.
      return exchange.proceed()
    }
    guard var refusal = admit(exchange.request) else {
      return deadlines.admit(connection, at: loop.now.monotonic)
    }
    // Whoever is refused may not keep a connection that others wait for.
    refusal.headers["Connection"] = "close"
    exchange.respond(refusal)
  }

  fileprivate func open(_ connection: Int) { deadlines.open(connection, at: loop.now.monotonic) }
  fileprivate func close(_ connection: Int) { deadlines.close(connection) }
  func complete(_ connection: Int) { deadlines.complete(connection) }
  func end(_ connection: Int) { deadlines.answered(connection, at: loop.now.monotonic) }
}

private func openConnection(_ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?) {
  guard let context = unsafe context, let connection = unsafe connection else { return }
  let server = unsafe Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
  server.open(Int(bitPattern: connection))
}

private func closeConnection(_ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?) {
  guard let context = unsafe context, let connection = unsafe connection else { return }
  let server = unsafe Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
  server.close(Int(bitPattern: connection))
}

private func beginRequest(
  _ context: UnsafeMutableRawPointer?,
  _ connection: OpaquePointer?,
  _ method: UnsafePointer<CChar>?,
  _ path: UnsafePointer<CChar>?
) -> UnsafeMutableRawPointer? {
  guard let context = unsafe context, let connection = unsafe connection,
    let method = unsafe method, let path = unsafe path
  else { return nil }
  let server = unsafe Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
  let exchange = unsafe HTTPExchange(
    server,
    connection,
    method: String(cString: method),
    path: String(cString: path)
  )
  server.begin(exchange, Int(bitPattern: connection))
  return unsafe Unmanaged.passRetained(exchange).toOpaque()
}

private func takeBody(
  _ pointer: UnsafeMutableRawPointer?,
  _ bytes: UnsafePointer<CChar>?,
  _ count: Int
) {
  guard let pointer = unsafe pointer, let bytes = unsafe bytes else { return }
  let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
  unsafe Unmanaged<HTTPExchange>.fromOpaque(pointer).takeUnretainedValue().append(Array(piece))
}

private func proceedRequest(_ pointer: UnsafeMutableRawPointer?) {
  guard let pointer = unsafe pointer else { return }
  unsafe Unmanaged<HTTPExchange>.fromOpaque(pointer).takeUnretainedValue().proceed()
}

private func endRequest(_ pointer: UnsafeMutableRawPointer?) {
  guard let pointer = unsafe pointer else { return }
  unsafe Unmanaged<HTTPExchange>.fromOpaque(pointer).takeRetainedValue().end()
}
