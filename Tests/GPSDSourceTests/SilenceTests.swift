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

  @Test func `gpsd without a receiver is silent and stays connected`() throws {
    let harness = try SourceHarness()
    let connection = try harness.connect()
    try harness.feed(FakeGPSD.devices([]) + FakeGPSD.watchEcho, to: connection)
    harness.advance(86_400)
    for _ in 0..<5 { harness.pump() }
    #expect(harness.notices == [.connected(release: "3.22")])
    #expect(harness.source.statistics.attempts == 1)
    #expect(!connection.isEnded)
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
    #expect(harness.loop.timerCount == 0)
  }

  @Test func `half a line that stalls is given up, and the next good report arrives`() throws {
    let harness = try SourceHarness()
    let connection = try harness.connect()
    try harness.feed(FakeGPSD.watching, to: connection)
    try connection.send(#"{"class":"TPV","mode":3,"lat":48.8,"lon":2"#)
    try harness.wait("half a line") { harness.loop.timerCount == 1 }
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
