// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CMicroHTTPD

/// One request and its answer, which may come later than the request.
///
/// Loop thread only. Its pointer is gone before libmicrohttpd's object is.
@safe package final class HTTPExchange {
  /// Bytes of a request's body at most; a track file is the longest there is.
  package static let bodyLimit = 32 << 20

  package private(set) var request = HTTPRequest()
  package private(set) var body: [UInt8] = []
  private weak var server: HTTPServer?
  /// Nil once nothing will be heard of it any more.
  private var connection: OpaquePointer?
  private var response: HTTPResponse?
  private var stream: HTTPStream?
  private var isHandled = false
  private var isQueued = false
  private var isSuspended = false
  private var isTooLong = false

  init(_ server: HTTPServer, _ connection: OpaquePointer, method: String, path: String) {
    self.server = server
    unsafe self.connection = unsafe connection
    request.method = method
    request.path = path
    request.host = header("Host")
    request.origin = header("Origin")
    request.fetchSite = header("Sec-Fetch-Site")
    request.cookie = header("Cookie")
    request.token = argument("token")
  }

  /// An argument of the address.
  package func argument(_ name: String) -> String? {
    guard let connection = unsafe connection,
      let value = unsafe cmhd_argument(connection, name)
    else { return nil }
    return unsafe String(cString: value)
  }

  private func header(_ name: String) -> String? {
    guard let connection = unsafe connection,
      let value = unsafe cmhd_header(connection, name)
    else { return nil }
    return unsafe String(cString: value)
  }

  /// All headers, also those that stand there twice.
  var headers: HTTPHeaders {
    var headers = HTTPHeaders()
    guard let connection = unsafe connection else { return headers }
    unsafe withUnsafeMutablePointer(to: &headers) { pointer in
      unsafe cmhd_each_header(connection, cmhd_headers(context: pointer, add: addHeader))
    }
    return headers
  }

  /// Gives the answer; a second one is ignored.
  package func respond(_ response: HTTPResponse) {
    guard self.response == nil, stream == nil else { return }
    self.response = response
    resume()
  }

  /// Answers with a stream that stays open.
  package func respond(_ stream: HTTPStream) {
    guard response == nil, self.stream == nil else { return }
    self.stream = stream
    stream.wake = { [weak self] in self?.resume() }
    resume()
  }

  func append(_ bytes: [UInt8]) {
    guard response == nil, !isTooLong else { return }
    isTooLong = body.count + bytes.count > Self.bodyLimit
    if isTooLong { body = [] } else { body += bytes }
  }

  func proceed() {
    guard !isQueued else { return }
    if let connection = unsafe connection {
      server?.complete(Int(bitPattern: connection))
    }
    if !isHandled, response == nil {
      isHandled = true
      if isTooLong {
        let limit = Self.bodyLimit >> 20
        respond(.text(413, "a request has at most \(limit) MiB; locationctl play has no limit"))
      } else {
        server?.handle(self)
      }
    }
    if let response {
      queue(response)
    } else if let stream {
      queue(stream)
    } else {
      suspend()
    }
  }

  func end() {
    if let connection = unsafe connection { server?.end(Int(bitPattern: connection)) }
    unsafe connection = nil
    stream?.end()
  }

  /// The server stops.
  func abandon() {
    stream?.end()
    if stream == nil { respond(.text(503, "the console ends")) }
    resume()
  }

  fileprivate func suspend() {
    guard let connection = unsafe connection, !isSuspended else { return }
    isSuspended = true
    server?.note(self, isSuspended: true)
    unsafe MHD_suspend_connection(connection)
  }

  private func resume() {
    guard let connection = unsafe connection, isSuspended else { return }
    isSuspended = false
    server?.note(self, isSuspended: false)
    unsafe MHD_resume_connection(connection)
    server?.wake()
  }

  private func queue(_ answer: HTTPResponse) {
    let made = unsafe answer.body.withUnsafeBytes { bytes in
      unsafe cmhd_response(bytes.baseAddress, bytes.count)
    }
    unsafe queue(made, answer.status, answer.headers)
  }

  private func queue(_ stream: HTTPStream) {
    if let connection = unsafe connection {
      unsafe cmhd_patience(connection, HTTPServer.streamPatience)
    }
    let made = unsafe cmhd_stream(
      readStream,
      Unmanaged.passRetained(StreamReader(stream, self)).toOpaque(),
      endStream,
      HTTPStream.pieceSize
    )
    unsafe queue(made, 200, ["Content-Type": "text/event-stream", "X-Accel-Buffering": "no"])
  }

  private func queue(_ made: OpaquePointer?, _ status: UInt32, _ headers: [String: String]) {
    isQueued = true
    guard let made = unsafe made, let connection = unsafe connection else { return }
    let all = (server?.commonHeaders ?? [:]).merging(headers) { _, own in own }
    for (name, value) in all { _ = unsafe MHD_add_response_header(made, name, value) }
    _ = unsafe MHD_queue_response(connection, status, made)
    unsafe MHD_destroy_response(made)
  }
}

private func addHeader(
  _ context: UnsafeMutableRawPointer?,
  _ name: UnsafePointer<CChar>?,
  _ value: UnsafePointer<CChar>?
) {
  guard let context = unsafe context, let name = unsafe name, let value = unsafe value else {
    return
  }
  let headers = unsafe context.assumingMemoryBound(to: HTTPHeaders.self)
  unsafe headers.pointee.add(String(cString: name), String(cString: value))
}

/// What libmicrohttpd holds of a stream.
private final class StreamReader {
  let stream: HTTPStream
  weak var exchange: HTTPExchange?

  init(_ stream: HTTPStream, _ exchange: HTTPExchange) {
    self.stream = stream
    self.exchange = exchange
  }
}

private func readStream(
  _ context: UnsafeMutableRawPointer?,
  _ position: UInt64,
  _ buffer: UnsafeMutablePointer<CChar>?,
  _ size: Int
) -> Int {
  guard let context = unsafe context, let buffer = unsafe buffer else { return -1 }
  let reader = unsafe Unmanaged<StreamReader>.fromOpaque(context).takeUnretainedValue()
  let piece = reader.stream.take(size)
  guard !piece.isEmpty else {
    // MHD_CONTENT_READER_END_OF_STREAM.
    guard !reader.stream.isOver else { return -1 }
    reader.exchange?.suspend()
    return 0
  }
  let room = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: size)
  unsafe room.copyBytes(from: piece)
  return piece.count
}

private func endStream(_ context: UnsafeMutableRawPointer?) {
  guard let context = unsafe context else { return }
  unsafe Unmanaged<StreamReader>.fromOpaque(context).release()
}
