// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import GPSDSource
import LinuxIO
import LocationCore
import LocationTestSupport
import Testing

@Suite struct DemandTests {
  @Test func `the connection ends some time after the demand, and begins with it again`() throws {
    let harness = try SourceHarness()
    let connection = try harness.connect()
    try harness.feed(FakeGPSD.tpv(), to: connection)
    harness.source.demand = false
    harness.advance(1.9)
    #expect(harness.loop.watchCount == 1)
    harness.source.demand = true
    harness.advance(5)
    harness.source.demand = false
    harness.advance(2.1)
    try connection.waitForEnd(pump: harness.pump)
    #expect(harness.notices == [.connected(release: "3.22"), .idle])
    #expect(harness.reports.last == .connection(.disconnected(reason: "no demand")))
    #expect(harness.loop.watchCount == 0)
    #expect(harness.loop.timerCount == 0)

    let next = try harness.connect()
    try harness.feed(FakeGPSD.tpv(), to: next)
    #expect(next.received() == ConnectionTests.watch + "\n")
    #expect(harness.notices.last == .connected(release: "3.22"))
  }

  @Test func `demand that comes and goes does not outrun the back-off`() throws {
    let harness = try SourceHarness()
    harness.gpsd.stop()
    harness.source.demand = true
    try harness.wait("a failure") { harness.loop.timerCount == 1 && harness.loop.watchCount == 0 }
    for _ in 0..<100 {
      harness.source.demand = false
      #expect(harness.loop.timerCount == 0)
      harness.source.demand = true
      harness.pump()
    }
    #expect(harness.source.statistics.attempts == 1)
  }

  @Test func `demand that comes and goes while opening starts no second attempt`() throws {
    let harness = try SourceHarness()
    for _ in 0..<100 {
      harness.source.demand = true
      harness.source.demand = false
    }
    #expect(harness.source.statistics.attempts == 1)
    let connection = try harness.gpsd.accept(pump: harness.pump)
    try connection.waitForEnd(pump: harness.pump)
    #expect(connection.received().isEmpty)
    #expect(harness.notices.isEmpty)
  }

  @Test func `the source may be closed from a callback, and says nothing after it`() throws {
    let harness = try SourceHarness()
    let source = harness.source
    harness.onReport { [weak source] report in
      if case .connection(.connected) = report { source?.close() }
    }
    let connection = try harness.connect()
    try connection.send(FakeGPSD.watching + FakeGPSD.tpv())
    try connection.waitForEnd(pump: harness.pump)
    #expect(harness.reports == [.other, .connection(.connected)])
    #expect(harness.loop.watchCount == 0)
    #expect(harness.loop.timerCount == 0)
    source.demand = false
    source.demand = true
    #expect(harness.loop.watchCount == 0)
  }

  @Test func `after a refusal gpsd is asked what it has, and once in a while for the receiver`()
    throws
  {
    let harness = try SourceHarness(device: "/dev/none")
    let connection = try harness.connect()
    let refusal = #"{"class":"ERROR","message":"No such device as /dev/none"}"# + "\r\n"
    try harness.feed(refusal, to: connection)
    let watch = try #require(connection.received().split(separator: "\n").first)
    #expect(connection.received() == "\(watch)\n?DEVICES;\n")
    #expect(harness.source.refusal == "No such device as /dev/none")
    harness.advance(5)
    // Nagle's algorithm may hold it back until the one before is acknowledged.
    try harness.wait("another request") {
      connection.received() == "\(watch)\n?DEVICES;\n?DEVICES;\n"
    }
    try harness.feed(FakeGPSD.devices([]), to: connection)
    #expect(harness.source.refusal != nil)
    harness.advance(5)
    try harness.feed(
      FakeGPSD.devices([
        #"{"class":"DEVICE","path":"/dev/none","activated":"2026-11-30T01:22:20.120Z"}"#
      ]),
      to: connection
    )
    #expect(harness.source.refusal == nil)
    try harness.wait("another request to watch") {
      connection.received() == "\(watch)\n?DEVICES;\n?DEVICES;\n?DEVICES;\n\(watch)\n"
    }
  }

  @Test func `why gpsd is not reached is told as the system says it, and when it is tried again`()
    throws
  {
    let harness = try SourceHarness()
    harness.gpsd.stop()
    harness.source.demand = true
    try harness.wait("the failure") { harness.source.failure != nil }
    #expect(harness.source.failure == "Connection refused")
    #expect(harness.source.nextAttempt == harness.clock.nanoseconds + 500_000_000)
  }

  @Test func `gpsd's refusal is told of once`() throws {
    let harness = try SourceHarness(device: "/dev/none")
    let connection = try harness.connect()
    let refusal = #"{"class":"ERROR","message":"No such device as /dev/none"}"# + "\r\n"
    try harness.feed(refusal + refusal + FakeGPSD.tpv(), to: connection)
    #expect(
      harness.notices == [
        .connected(release: "3.22"), .refused(message: "No such device as /dev/none"),
      ]
    )
    #expect(harness.data.count == 1)
  }
}
