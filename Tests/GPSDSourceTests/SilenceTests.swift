// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import GPSDSource
import LinuxIO
import LocationCore
import LocationTestSupport
import Testing

@Suite struct SilenceTests {
  @Test func `a peer that never answers is given up after ten seconds`() throws {
    let harness = try SourceHarness()
    let connection = try harness.connect(greeting: "")
    harness.advance(9.9)
    #expect(harness.notices.isEmpty)
    harness.advance(0.2)
    #expect(harness.notices == [.disconnected(reason: "no answer")])
    try connection.waitForEnd(pump: harness.pump)
  }

  @Test func `a gpsd whose receiver is silent is asked once in a while and stays connected`() throws
  {
    let harness = try SourceHarness()
    let connection = try harness.connect()
    try harness.feed(FakeGPSD.devices([]) + FakeGPSD.watchEcho, to: connection)
    harness.advance(4.9)
    #expect(connection.received() == ConnectionTests.watch + "\n")
    for count in 1...5 {
      harness.advance(5)
      let requests = [ConnectionTests.watch] + Array(repeating: "?VERSION;", count: count)
      #expect(connection.received() == requests.map { $0 + "\n" }.joined())
      try harness.feed(FakeGPSD.banner, to: connection)
      #expect(harness.loop.timerCount == 1)
    }
    #expect(harness.notices == [.connected(release: "3.22")])
    #expect(harness.source.statistics.attempts == 1)
    #expect(!connection.isEnded)
  }

  @Test func `a gpsd that is asked and does not answer is given up`() throws {
    let harness = try SourceHarness()
    let connection = try harness.connect()
    try harness.feed(FakeGPSD.watching, to: connection)
    harness.advance(5)
    #expect(connection.received() == ConnectionTests.watch + "\n?VERSION;\n")
    harness.advance(9.9)
    #expect(harness.notices == [.connected(release: "3.22")])
    harness.advance(0.2)
    #expect(harness.notices.last == .disconnected(reason: "no answer"))
    harness.advance(0.5)
    try harness.feed(FakeGPSD.tpv(), to: try harness.accept())
    #expect(harness.notices.last == .connected(release: "3.22"))
  }

  @Test func `a gpsd that talks is asked nothing`() throws {
    let harness = try SourceHarness()
    let connection = try harness.connect()
    try harness.feed(FakeGPSD.watching, to: connection)
    for _ in 0..<20 {
      harness.advance(1)
      try harness.feed(FakeGPSD.tpv(), to: connection)
    }
    #expect(connection.received() == ConnectionTests.watch + "\n")
  }

  @Test func `half a line waits for its other half`() throws {
    let harness = try SourceHarness()
    let connection = try harness.connect()
    try harness.feed(FakeGPSD.watching, to: connection)
    let line = Array(FakeGPSD.tpv().utf8)
    for byte in line {
      try connection.send(bytes: [byte], pump: harness.pump)
      harness.pump()
    }
    try harness.wait("the fix") { harness.data.count == 2 }
    harness.pump()
    // Only the one that notices a gpsd that hangs.
    #expect(harness.loop.timerCount == 1)
  }

  @Test func `half a line that stalls is given up, and the next good report arrives`() throws {
    let harness = try SourceHarness()
    let connection = try harness.connect()
    try harness.feed(FakeGPSD.watching, to: connection)
    try connection.send(#"{"class":"TPV","mode":3,"lat":48.8,"lon":2"#)
    try harness.wait("half a line") { harness.loop.timerCount == 2 }
    harness.advance(9.9)
    #expect(harness.notices.count == 1)
    harness.advance(0.2)
    #expect(harness.notices.last == .disconnected(reason: "stalled within a line"))
    harness.advance(0.5)
    let next = try harness.accept()
    try harness.feed(FakeGPSD.tpv(), to: next)
    #expect(harness.data.count == 2)
  }

  @Test func `a line without end is given up`() throws {
    let harness = try SourceHarness()
    let connection = try harness.connect()
    let chunk = [UInt8](repeating: 0x78, count: 65_536)
    try harness.wait("the loss") {
      do { try connection.send(bytes: chunk, pump: harness.pump) } catch {}
      return harness.notices == [.disconnected(reason: "a line without end")]
    }
  }

  @Test func `a peer that speaks something else is given up`() throws {
    let harness = try SourceHarness()
    let connection = try harness.connect(greeting: "SSH-2.0-OpenSSH_9.2\r\n")
    try connection.send(String(repeating: "Protocol mismatch.\n", count: 100))
    try harness.wait("the loss") {
      harness.notices.last == .disconnected(reason: "65 unusable lines in a row")
    }
    #expect(harness.notices.first == .unusableLine)
    #expect(harness.notices.count == 2)
  }
}
