// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LinuxIO
import LocationClient
import LocationCore
import LocationProtocol
import LocationTestSupport
import Testing

/// A callback line without its newline.
private let authorized =
  #"{"jsonrpc":"2.0","method":"didChangeAuthorization","params":{"accuracy":"full","status":"authorizedAlways"}}"#

@Suite struct LocationConnectionTests {
  private let loop: EventLoop

  init() throws {
    loop = try EventLoop()
  }

  @Test func `a call sends one request and returns its result`() throws {
    let daemon = try ScriptedDaemon(loop, answers: ["status": answerLine(#"{"pid":42}"#)])
    let connection = try LocationConnection(path: daemon.path, loop: loop)
    let result = try connection.call("status")
    #expect(result["pid"] == .integer(42))
    #expect(daemon.lines == [#"{"id":1,"jsonrpc":"2.0","method":"status","params":{}}"#])
  }

  @Test func `requests are numbered and carry their parameters`() throws {
    let daemon = try ScriptedDaemon(loop, answers: ["ping": answerLine("{}")])
    let connection = try LocationConnection(path: daemon.path, loop: loop)
    _ = try connection.call("ping")
    _ = try connection.call("ping", ["a": JSONValue.number(1.5)])
    #expect(daemon.lines.last == #"{"id":2,"jsonrpc":"2.0","method":"ping","params":{"a":1.5}}"#)
  }

  @Test func `an error answer is thrown with its method`() throws {
    let answers = ["clearOverrides": errorLine(-32602, "ids[0]: no override o9")]
    let daemon = try ScriptedDaemon(loop, answers: answers)
    let connection = try LocationConnection(path: daemon.path, loop: loop)
    let error = RPCError(code: -32602, message: "ids[0]: no override o9")
    #expect(throws: ConnectionFailure.refused(method: "clearOverrides", error)) {
      _ = try connection.call("clearOverrides")
    }
  }

  @Test func `callbacks before and after an answer are kept in order with their lines`() throws {
    let future = #"{"jsonrpc":"2.0","method":"didFly","params":{"speed":1}}"#
    let answer = authorized + "\n" + answerLine("{}") + future + "\n"
    let daemon = try ScriptedDaemon(loop, answers: ["startUpdatingLocation": answer])
    let connection = try LocationConnection(path: daemon.path, loop: loop)
    _ = try connection.call("startUpdatingLocation")
    let deadline = LocationConnection.deadline(after: 5)
    let first = try #require(try connection.nextCallback(until: deadline))
    let expected = LocationCore.Authorization(.authorizedAlways, accuracy: .full)
    #expect(first.message?.callback == .didChangeAuthorization(expected))
    #expect(first.line == Array(authorized.utf8))
    let second = try #require(try connection.nextCallback(until: deadline))
    #expect(second.method == "didFly")
    #expect(second.message == nil)
    #expect(second.line == Array(future.utf8))
  }

  @Test func `a callback with a value of a later version is passed on unread`() throws {
    let line =
      #"{"jsonrpc":"2.0","method":"didFailWithError","params":{"error":{"code":99,"message":"","name":"new"}}}"#
    let daemon = try ScriptedDaemon(loop, answers: ["ping": line + "\n" + answerLine("{}")])
    let connection = try LocationConnection(path: daemon.path, loop: loop)
    _ = try connection.call("ping")
    let callback = try #require(try connection.nextCallback(until: 0))
    #expect(callback.method == "didFailWithError")
    #expect(callback.message == nil)
  }

  @Test func `a daemon that does not answer is given up in time`() throws {
    let daemon = try ScriptedDaemon(loop, answers: [:])
    let connection = try LocationConnection(path: daemon.path, loop: loop)
    #expect(throws: ConnectionFailure.timedOut(method: "ping")) {
      _ = try connection.call("ping", timeout: 0.05)
    }
  }

  @Test func `an answer that comes too late is not taken for the next one`() throws {
    let daemon = try ScriptedDaemon(loop) { line, session in
      guard line.contains("second") else { return }
      session.send(#"{"id":1,"jsonrpc":"2.0","result":{"late":true}}"# + "\n")
      session.send(#"{"id":2,"jsonrpc":"2.0","result":{"late":false}}"# + "\n")
    }
    let connection = try LocationConnection(path: daemon.path, loop: loop)
    #expect(throws: ConnectionFailure.timedOut(method: "first")) {
      _ = try connection.call("first", timeout: 0.05)
    }
    #expect(try connection.call("second")["late"] == .bool(false))
  }

  @Test func `no callback by the deadline is nil`() throws {
    let daemon = try ScriptedDaemon(loop, answers: [:])
    let connection = try LocationConnection(path: daemon.path, loop: loop)
    let deadline = LocationConnection.deadline(after: 0.02)
    #expect(try connection.nextCallback(until: deadline) == nil)
    #expect(LoopTime.read().monotonic >= deadline)
  }

  @Test func `what came before the hang-up is delivered before it is told`() throws {
    let daemon = try ScriptedDaemon(loop) { _, session in
      session.send(#"{"id":1,"jsonrpc":"2.0","result":{}}"# + "\n" + authorized + "\n")
      session.hangUp()
    }
    let connection = try LocationConnection(path: daemon.path, loop: loop)
    _ = try connection.call("ping")
    let deadline = LocationConnection.deadline(after: 5)
    #expect(try connection.nextCallback(until: deadline)?.method == "didChangeAuthorization")
    #expect(throws: ConnectionFailure.closed(path: daemon.path)) {
      _ = try connection.nextCallback(until: deadline)
    }
    #expect(throws: ConnectionFailure.closed(path: daemon.path)) {
      _ = try connection.call("ping")
    }
  }

  @Test func `the reason for a hang-up is told`() throws {
    let daemon = try ScriptedDaemon(loop) { _, session in
      session.send(
        #"{"error":{"code":-32600,"message":"too slow"},"id":null,"jsonrpc":"2.0"}"# + "\n"
      )
      session.hangUp()
    }
    let connection = try LocationConnection(path: daemon.path, loop: loop)
    let error = RPCError(code: -32600, message: "too slow")
    #expect(throws: ConnectionFailure.refused(method: "the connection", error)) {
      _ = try connection.call("ping")
    }
  }

  @Test(arguments: ["hello\n", "{}\n", "[1]\n", #"{"id":1}"# + "\n"])
  func `a line of another protocol ends the connection`(text: String) throws {
    let daemon = try ScriptedDaemon(loop) { _, session in session.send(text) }
    let connection = try LocationConnection(path: daemon.path, loop: loop)
    let expected = ConnectionFailure.malformed("a line that is neither an answer nor a callback")
    #expect(throws: expected) { _ = try connection.call("ping") }
  }

  @Test func `a line without end is refused at the limit`() throws {
    let daemon = try ScriptedDaemon(loop) { _, session in
      session.send(String(repeating: "x", count: Limits.answerLine + 1))
    }
    let connection = try LocationConnection(path: daemon.path, loop: loop)
    let expected = ConnectionFailure.malformed("a line longer than \(Limits.answerLine) bytes")
    #expect(throws: expected) { _ = try connection.call("ping") }
  }

  @Test func `a line may arrive byte by byte`() throws {
    var rest = Array((authorized + "\n").utf8)[...]
    let daemon = try ScriptedDaemon(loop, answers: ["ping": answerLine("{}")])
    let connection = try LocationConnection(path: daemon.path, loop: loop)
    _ = try connection.call("ping")
    defer { loop.beforeSleep = [] }
    loop.beforeSleep.append {
      guard let byte = rest.popFirst() else { return }
      daemon.sessions[0].send(String(decoding: [byte], as: UTF8.self))
    }
    loop.turn(timeout: 0)
    let callback = try connection.nextCallback(until: LocationConnection.deadline(after: 5))
    #expect(callback?.line == Array(authorized.utf8))
  }

  @Test func `callbacks that nobody takes stop the reading and none is lost`() throws {
    let count = 20_000
    let daemon = try ScriptedDaemon(loop, answers: ["ping": answerLine("{}")])
    let connection = try LocationConnection(path: daemon.path, loop: loop)
    _ = try connection.call("ping")
    daemon.sessions[0].send(String(repeating: authorized + "\n", count: count))
    for _ in 0..<200 { loop.turn(timeout: 0) }
    let sentUnread = (count * (authorized.utf8.count + 1) - daemon.sessions[0].unsentCount)
    #expect(sentUnread < 1_500_000)
    let deadline = LocationConnection.deadline(after: 30)
    var taken = 0
    while taken < count, try connection.nextCallback(until: deadline) != nil { taken += 1 }
    #expect(taken == count)
  }

  @Test func `a large request is sent whole to a slow reader`() throws {
    let text = String(repeating: "x", count: 400_000)
    let daemon = try ScriptedDaemon(loop, answers: ["ping": answerLine("{}")])
    let connection = try LocationConnection(path: daemon.path, loop: loop)
    _ = try connection.call("ping", ["text": text])
    #expect(daemon.lines[0].utf8.count == text.utf8.count + 61)
  }

  @Test func `a cancelled wait ends`() throws {
    let daemon = try ScriptedDaemon(loop, answers: [:])
    var isCancelled = false
    let connection = try LocationConnection(path: daemon.path, loop: loop) { isCancelled }
    _ = loop.schedule(at: loop.now.monotonic) { isCancelled = true }
    #expect(throws: ConnectionFailure.cancelled) { _ = try connection.call("ping") }
  }

  @Test func `a connection that is let go is closed`() throws {
    let daemon = try ScriptedDaemon(loop, answers: ["ping": answerLine("{}")])
    var connection: LocationConnection? = try LocationConnection(path: daemon.path, loop: loop)
    _ = try connection?.call("ping")
    connection = nil
    let deadline = LocationConnection.deadline(after: 5)
    while !daemon.sessions[0].isClosed, LoopTime.read().monotonic < deadline {
      loop.turn(timeout: 10_000_000)
    }
    #expect(daemon.sessions[0].isClosed)
    #expect(loop.watchCount == 1)
  }

  @Test(arguments: ["/nowhere/daemon.sock", "/etc/passwd", String(repeating: "p", count: 108)])
  func `a path without a daemon is unreachable`(path: String) {
    #expect {
      _ = try LocationConnection(path: path, loop: loop)
    } throws: { error in
      guard case .unreachable(path, _) = error as? ConnectionFailure else { return false }
      return true
    }
  }
}

@Suite struct SocketPathTests {
  @Test(arguments: [
    ([:], "/run/locationd/locationd.sock", "/run/locationd/control.sock"),
    (["LOCATIOND_SOCKET": "/a"], "/a", "/run/locationd/control.sock"),
    (["LOCATIOND_CONTROL_SOCKET": "/b"], "/run/locationd/locationd.sock", "/b"),
    (["LOCATIOND_SOCKET": ""], "/run/locationd/locationd.sock", "/run/locationd/control.sock"),
  ])
  func `the environment names the sockets`(
    environment: [String: String],
    subscriber: String,
    control: String
  ) {
    #expect(SocketPath.subscriber(in: environment) == subscriber)
    #expect(SocketPath.control(in: environment) == control)
  }
}
