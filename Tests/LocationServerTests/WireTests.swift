// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LinuxIO
import LocationServer
import LocationTestSupport
import Testing

private func ping(_ id: Int) -> String { "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"ping\"}" }
private func pong(_ id: Int) -> String { "{\"id\":\(id),\"jsonrpc\":\"2.0\",\"result\":{}}" }
private let tooLong =
  #"{"error":{"code":-32600,"message":"invalid request: a line has at most 65536 bytes, "#
  + #"its newline included"},"id":null,"jsonrpc":"2.0"}"#

@Suite struct WireTests {
  private let harness: ServerHarness
  private let peer: Peer

  init() throws {
    harness = try ServerHarness()
    peer = try harness.subscriber()
  }

  @Test func `a batch is one line of answers in order, notifications left out`() throws {
    let silent = #"{"jsonrpc":"2.0","method":"ping"}"#
    try peer.send("[\(ping(1)),\(silent),{\"id\":2},\(ping(3))]\n[\(silent)]\n")
    let refused =
      #"{"error":{"code":-32600,"message":"invalid request: jsonrpc is not \"2.0\""},"#
      + #""id":2,"jsonrpc":"2.0"}"#
    #expect(peer.texts() == ["[\(pong(1)),\(refused),\(pong(3))]"])
  }

  @Test func `a batch of starts is carried out in order and told once`() throws {
    try peer.send(
      #"[{"jsonrpc":"2.0","method":"startUpdatingLocation"},"#
        + #"{"jsonrpc":"2.0","method":"startMonitoringVisits"},"#
        + #"{"jsonrpc":"2.0","method":"stopUpdatingLocation"}]"# + "\n"
    )
    #expect(try peer.methods() == ["didChangeAuthorization"])
  }

  @Test(arguments: [
    (#"{"jsonrpc":"2.0","method":"noSuch"}"#, []),
    (#"{"jsonrpc":"2.0","method":"location","params":{"maximumAge":-1}}"#, []),
    ("", []), ("\r", []),
    ("[]", [-32600]), ("7", [-32600]), ("{", [-32700]), ("null", [-32600]),
    (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, [-32600]),
    (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, [-32602]),
    (#"{"jsonrpc":"2.0","id":1,"method":"location","params":{"maximumAge":1e400}}"#, [-32602]),
  ])
  func `each kind of line gets its error or silence, and the connection lives on`(
    line: String,
    codes: [Int]
  ) throws {
    try peer.send(line + "\n")
    let answers = try peer.callbacks()
    #expect(answers.compactMap { $0.object("error")?.integer("code") } == codes, "\(answers)")
    try peer.send(ping(5) + "\n")
    #expect(peer.texts() == [pong(5)])
  }

  @Test func `a line of 65536 bytes is read and a longer one closes the connection`() throws {
    let fit = ping(1) + String(repeating: " ", count: 65535 - ping(1).utf8.count)
    try peer.send(fit + "\n")
    #expect(peer.texts() == [pong(1)])
    try peer.send(ping(2) + "\n" + fit + " \n" + ping(3) + "\n")
    #expect(peer.texts() == [pong(2), tooLong])
    #expect(peer.isClosed)
  }

  @Test func `65536 bytes without a newline close the connection before the newline`() throws {
    try peer.send(String(repeating: " ", count: 65535))
    #expect(peer.texts() == [] && !peer.isClosed)
    try peer.send(" ")
    #expect(peer.texts() == [tooLong])
    #expect(peer.isClosed)
  }

  @Test func `brackets without end are an error, not a stack`() throws {
    try peer.send(String(repeating: "[", count: 60_000) + "\n" + ping(1) + "\n")
    let texts = peer.texts()
    #expect(texts.count == 2 && texts[0].contains("-32700") && texts[1] == pong(1))
  }

  @Test func `bytes that come one at a time are read as one request`() throws {
    for byte in "\(ping(1))\r\n\(ping(2))".utf8 {
      try peer.send(String(UnicodeScalar(byte)))
    }
    #expect(peer.texts() == [pong(1)])
    try peer.send("\n")
    #expect(peer.texts() == [pong(2)])
  }

  @Test func `ten thousand requests in one write are all answered in order`() throws {
    let text = (1...10_000).map { ping($0) + "\n" }.joined()
    let bytes = Array(text.utf8)
    var sent = 0
    var answers: [String] = []
    while answers.count < 10_000 {
      if sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes {
          send(peer.raw, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
        }
        if count > 0 { sent += count }
      }
      let more = peer.texts()
      #expect(!more.isEmpty || sent < bytes.count)
      guard !more.isEmpty || sent < bytes.count else { return }
      answers += more
    }
    #expect(answers == (1...10_000).map(pong))
  }

  @Test func `a peer that has ended its side is served until its subscription ends`() throws {
    // What socat does with the end of its input; the last line lacks its newline.
    try peer.send(#"{"jsonrpc":"2.0","id":1,"method":"startUpdatingLocation"}"#)
    shutdown(peer.raw, Int32(SHUT_WR))
    harness.turn()
    harness.fix(10, 20)
    let expected = [
      nil, "didChangeAuthorization", "didChangeSource", "didUpdateLocations",
    ]
    let callbacks = try peer.callbacks().map { $0.text("method") }
    #expect(callbacks == expected, "\(callbacks)")
    harness.fix(11, 20)
    #expect(try peer.latitudes() == [11] && !peer.isClosed)
    peer.close()
    #expect(harness.demands == [true, false])
  }

  @Test func `a peer that has ended its side and waits for nothing is let go`() throws {
    try peer.send(ping(1))
    shutdown(peer.raw, Int32(SHUT_WR))
    #expect(peer.texts() == [pong(1)] && peer.isClosed)
    let asker = try harness.subscriber()
    try asker.send(#"{"jsonrpc":"2.0","id":1,"method":"requestLocation","params":{"timeout":2}}"#)
    shutdown(asker.raw, Int32(SHUT_WR))
    #expect(!asker.isClosed)
    harness.advance(2.5)
    #expect(try asker.methods() == ["didChangeAuthorization", "didFailWithError"])
    #expect(asker.isClosed)
  }

  @Test(arguments: ["{}", #"{"desiredAccuracy":"reduced"}"#])
  func `a peer that has ended its side is let go with the answer it waits for`(
    params: String
  ) throws {
    for isKnown in [false, true] {
      let asker = try harness.subscriber()
      try asker.send(
        #"{"jsonrpc":"2.0","id":1,"method":"requestLocation","params":\#(params)}"#
      )
      shutdown(asker.raw, Int32(SHUT_WR))
      harness.turn()
      if !isKnown {
        #expect(!asker.isClosed)
        harness.fix(10, 20)
      }
      #expect(try asker.methods().last == "didUpdateLocations")
      #expect(asker.isClosed)
    }
    #expect(harness.service.counters.sessionsClosed == 2)
  }

  @Test func `peers that ask and vanish leave nothing behind`() throws {
    let watches = harness.loop.watchCount
    harness.fix(10, 20)
    let keeper = try harness.started()
    for _ in 0..<200 {
      let goner = try harness.subscriber()
      let lines =
        #"{"jsonrpc":"2.0","id":1,"method":"startUpdatingLocation"}"# + "\n"
        + #"{"jsonrpc":"2.0","id":2,"method":"requestLocation"}"# + "\n"
        + #"{"jsonrpc":"2.0","id":3,"method":"startMonitoring","params":"#
        + #"{"region":{"identifier":"a","latitude":9,"longitude":0,"radius":100}}}"# + "\n"
      try sendAll(lines, on: goner.raw, before: Deadline(in: 0))
      goner.close()
    }
    harness.fix(10, 20)
    #expect(harness.loop.watchCount == watches + 1)
    keeper.close()
    harness.advance(20)
    #expect(harness.demands.last == false)
    #expect(harness.service.counters.sessionsClosed == 201)
    #expect(harness.loop.timerCount == 0)
  }

  @Test func `more sessions than allowed are refused, but operators get in`() throws {
    var settings = ServiceSettings()
    settings.limits.sessions = 3
    let harness = try ServerHarness(settings)
    let peers = try (0..<3).map { _ in try harness.subscriber() }
    #expect(try harness.subscriber().isClosed)
    #expect(try harness.controller().call("ping").has("result"))
    #expect(harness.service.counters.sessionsRefused == 1)
    peers[0].close()
    #expect(try harness.subscriber().call("ping").has("result"))
  }

  @Test func `a connection beyond a limit is told which, and closed`() throws {
    var settings = ServiceSettings()
    settings.limits.sessionsPerUser = 2
    let harness = try ServerHarness(settings)
    let peers = try (0..<2).map { _ in try harness.subscriber(uid: 1000) }
    let reason =
      "no room for another connection: 2 of uid 1000 are open, "
      + "as many as [limits] sessions-per-user allows"
    let subscriber = try harness.subscriber(uid: 1000)
    let error = try subscriber.callbacks().first?.object("error")
    #expect(error?.integer("code") == -32000 && error?.text("message") == reason)
    let client = try harness.gpsdClient(uid: 1000)
    #expect(client.texts() == [#"{"class":"ERROR","message":"\#(reason)"}"#])
    let reader = try harness.nmeaReader(uid: 1000)
    #expect(reader.texts() == [])
    for refused in [subscriber, client, reader] { #expect(refused.isClosed) }
    #expect(try peers[1].call("ping").has("result"))
  }

  @Test func `one user cannot keep the others out`() throws {
    var settings = ServiceSettings()
    settings.limits.sessionsPerUser = 2
    let harness = try ServerHarness(settings)
    let peers = try (0..<2).map { _ in try harness.subscriber(uid: 1000) }
    #expect(try harness.subscriber(uid: 1000).isClosed)
    #expect(try harness.subscriber(uid: 1001).call("ping").has("result"))
    // Operators count apart, root and the daemon's own user not at all.
    #expect(try harness.controller(uid: 1000).call("ping").has("result"))
    for uid in [0, geteuid()] {
      let many = try (0..<5).map { _ in try harness.subscriber(uid: uid) }
      #expect(try many[4].call("ping").has("result"))
    }
    #expect(harness.service.counters.sessionsRefused == 1)
    peers[0].close()
    #expect(try harness.subscriber(uid: 1000).call("ping").has("result"))
  }
}
