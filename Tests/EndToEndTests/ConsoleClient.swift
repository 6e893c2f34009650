// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LinuxIO
internal import LocationTestSupport

/// A page without a browser: the console's cookie and its stream of events.
final class ConsoleClient {
  private let host: String
  private let cookie: String
  private let stream: LineStream
  private let id: String

  /// Opens the address that a console prints.
  init(_ console: ChildProcess) throws {
    let deadline = Deadline(in: 20)
    guard let address = try console.nextLine(from: console.output, before: deadline),
      let url = URL(string: address), let port = url.port
    else { throw SceneError("the console printed no address: \(console.errors.recent)") }
    host = "\(url.host ?? "127.0.0.1"):\(port)"
    let first = try Self.connect(host)
    try first.send(
      "GET /?\(url.query ?? "") HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
    )
    let lines = try first.remainingLines(before: deadline)
    guard let header = lines.first(where: { $0.hasPrefix("Set-Cookie: ") }) else {
      throw SceneError("no cookie: \(lines)")
    }
    cookie = String(header.dropFirst(12).prefix { $0 != ";" })
    stream = try Self.connect(host)
    try stream.send("GET /events HTTP/1.0\r\nHost: \(host)\r\nCookie: \(cookie)\r\n\r\n")
    id = try Self.event("hello", of: stream, before: deadline).text("stream") ?? ""
  }

  private static func connect(_ host: String) throws -> LineStream {
    try LineStream(connectTCP(ListenAddress(parsing: host)))
  }

  /// The data of the next event of that name; others are dropped.
  func event(
    _ name: String,
    before deadline: Deadline,
    where suits: (JSONObject) -> Bool = { _ in true }
  ) throws -> JSONObject {
    while true {
      let object = try Self.event(name, of: stream, before: deadline)
      if suits(object) { return object }
    }
  }

  private static func event(
    _ name: String,
    of stream: LineStream,
    before deadline: Deadline
  ) throws -> JSONObject {
    var isWanted = false
    while let line = try stream.nextLine(before: deadline) {
      if line.hasPrefix("event: ") { isWanted = line == "event: \(name)" }
      guard isWanted, line.hasPrefix("data: ") else { continue }
      if let object = JSONObject(String(line.dropFirst(6))) { return object }
    }
    throw SceneError("the stream ended before \(name)")
  }

  /// The header lines of the answer to a request without a body.
  func headers(_ path: String) throws -> [String] {
    let connection = try Self.connect(host)
    try connection.send(
      "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nCookie: \(cookie)\r\nConnection: close\r\n\r\n"
    )
    let lines = try connection.remainingLines(before: Deadline(in: 10))
    return lines.prefix { !$0.isEmpty && $0 != "\r" }
      .map { $0.hasSuffix("\r") ? String($0.dropLast()) : $0 }
  }

  /// A connection that has said nothing yet.
  func open() throws -> LineStream { try Self.connect(host) }

  /// A connection that begins a request and says no more.
  func openHalf() throws -> LineStream {
    let connection = try Self.connect(host)
    try connection.send("GET / HTTP/1.1\r\nHost: 127")
    return connection
  }

  /// A connection that stays open after its first answer.
  func openSilently() throws -> LineStream {
    let connection = try Self.connect(host)
    try connection.send("GET /tables HTTP/1.1\r\nHost: \(host)\r\nCookie: \(cookie)\r\n\r\n")
    _ = try connection.nextLine(before: Deadline(in: 10))
    return connection
  }

  /// Posts an object whose end is the page's name, and returns the answer as text.
  func post(_ path: String, _ opening: String) throws -> String {
    let body = "\(opening)\"stream\":\"\(id)\"}"
    let connection = try Self.connect(host)
    try connection.send(
      "POST \(path) HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\nCookie: \(cookie)\r\n"
        + "Connection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    )
    return try connection.remainingLines(before: Deadline(in: 10)).joined(separator: "\n")
  }

  /// Posts a body with these headers beside those of the page, and returns all lines that come back.
  func post(_ path: String, headers: [String], _ body: String) throws -> [String] {
    let connection = try Self.connect(host)
    let all = headers.map { "\($0)\r\n" }.joined()
    try connection.send(
      "POST \(path) HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\nCookie: \(cookie)\r\n"
        + "Connection: close\r\n\(all)\r\n\(body)"
    )
    return try connection.remainingLines(before: Deadline(in: 5))
  }
}
