// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import GPSDSource
import LinuxIO
import LocationCore
import LocationTestSupport
import Testing

@Suite struct ConnectionTests {
  static let watch = #"?WATCH={"enable":true,"json":true};"#

  @Test func `without demand nobody connects`() throws {
    let harness = try SourceHarness()
    for _ in 0..<20 { harness.pump() }
    #expect(try harness.gpsd.acceptNow() == nil)
    #expect(harness.loop.timerCount == 0)
    #expect(harness.loop.watchCount == 0)
  }

  @Test func `a change of the policy names what is not wanted any more`() throws {
    var policy = WatchPolicy()
    policy.nmea = true
    let harness = try SourceHarness(policy: policy)
    let connection = try harness.connect()
    try harness.feed(FakeGPSD.watching, to: connection)
    policy = WatchPolicy()
    policy.pps = true
    harness.source.policy = policy
    try connection.send("$GPZDA*48\r\n")
    try harness.feed(FakeGPSD.tpv(), to: connection)
    #expect(
      connection.received().split(separator: "\n").last.map(String.init)
        == #"?WATCH={"enable":true,"json":true,"pps":true,"nmea":false,"raw":0,"scaled":false,"#
        + #""timing":false,"split24":false};"#
    )
    // A sentence that was on its way is no fault of gpsd's.
    #expect(harness.source.statistics.unusableLines == 0)
  }

  @Test func `a line keeps its carriage return`() throws {
    let harness = try SourceHarness()
    let connection = try harness.connect()
    try harness.feed(FakeGPSD.watching + #"{"class":"AIS","type":1}"# + "\r\n", to: connection)
    #expect(harness.rawLines.contains(#"{"class":"AIS","type":1}"# + "\r"))
  }

  @Test func `demand opens one connection with exactly one WATCH`() throws {
    let harness = try SourceHarness()
    let connection = try harness.connect()
    try harness.feed(FakeGPSD.watching + FakeGPSD.tpv(), to: connection)
    #expect(connection.received() == Self.watch + "\n")
    #expect(harness.notices == [.connected(release: "3.22")])
    #expect(
      harness.reports.prefix(3) == [
        .other, .connection(.connected),
        .devices([
          DeviceReport(device: "/dev/ttyACM0", driver: "u-blox", isActive: true)
        ]),
      ]
    )
    #expect(harness.lines.last { $0.contains("TPV") } == String(FakeGPSD.tpv().dropLast()))
    #expect(harness.loop.timerCount == 1)
    #expect(harness.source.statistics.attempts == 1)
  }

  @Test(arguments: [
    ("/dev/ttyACM0", #""/dev/ttyACM0""#),
    (#"/dev/a"b\c"#, #""/dev/a\"b\\c""#),
    (
      "/dev/serial/by-id/" + String(repeating: "n", count: 109),
      "\"/dev/serial/by-id/" + String(repeating: "n", count: 109) + "\""
    ),
  ])
  func `a device is named in full and as a JSON string`(device: String, text: String) throws {
    let harness = try SourceHarness(device: device)
    let connection = try harness.connect()
    let expected = #"?WATCH={"enable":true,"json":true,"device":\#(text)};"#
    #expect(try connection.requests(pump: harness.pump) == [expected])
  }

  @Test func `the policy's wishes are all in the one WATCH`() throws {
    var policy = WatchPolicy()
    policy.pps = true
    policy.nmea = true
    policy.raw = .verbatim
    policy.scaled = true
    policy.split24 = true
    policy.timing = true
    let harness = try SourceHarness(policy: policy)
    let connection = try harness.connect()
    let expected =
      #"?WATCH={"enable":true,"json":true,"nmea":true,"raw":2,"scaled":true,"timing":true,"#
      + #""split24":true,"pps":true};"#
    #expect(try connection.requests(pump: harness.pump) == [expected])
    try harness.feed("$GPGGA,1*00\r\n", to: connection)
    #expect(harness.lines.contains("$GPGGA,1*00"))
    #expect(harness.source.statistics.unusableLines == 0)
  }

  @Test(arguments: [("localhost", false), ("127.0.0.1", false), ("[::1]", true)])
  func `gpsd is found on the one address family it listens on`(
    host: String,
    isIPv6: Bool
  ) throws {
    let harness = try SourceHarness(host: host, isIPv6: isIPv6)
    let connection = try harness.connect()
    try harness.feed(FakeGPSD.tpv(), to: connection)
    #expect(harness.data.count == 1)
  }

  @Test func `a gpsd that is absent at start is used once it comes, after one notice`() throws {
    let harness = try SourceHarness()
    let port = harness.gpsd.port
    harness.gpsd.stop()
    harness.source.demand = true
    for attempt in 1...4 {
      try harness.wait("attempt \(attempt)") {
        harness.source.statistics.attempts == attempt && harness.loop.timerCount == 1
      }
      #expect(harness.notices.count == 1)
      harness.advance([0.5, 1, 2, 4][attempt - 1])
    }
    try harness.wait("attempt 5") {
      harness.source.statistics.attempts == 5 && harness.loop.timerCount == 1
    }
    guard case .disconnected = harness.notices.first else {
      Issue.record("\(harness.notices)")
      return
    }
    harness.gpsd = try FakeGPSD(port: port)
    harness.advance(8)
    let connection = try harness.accept()
    try harness.feed(FakeGPSD.tpv(), to: connection)
    #expect(harness.notices.count == 2)
    #expect(harness.notices.last == .connected(release: "3.22"))
    #expect(harness.data.count == 1)
  }

  @Test func `the back-off doubles to its limit, and a steady connection resets it`() throws {
    let harness = try SourceHarness()
    harness.source.demand = true
    for delay in [0.5, 1, 2, 4, 8, 8, 8] {
      let connection = try harness.gpsd.accept(pump: harness.pump)
      // One report is no proof: a server that ends after each would be asked twice a second.
      try connection.send(FakeGPSD.banner + FakeGPSD.watching + FakeGPSD.tpv())
      connection.close()
      try harness.wait("the loss") { harness.loop.timerCount == 1 && harness.loop.watchCount == 0 }
      harness.advance(delay - 0.001)
      #expect(harness.loop.watchCount == 0)
      harness.advance(0.001)
      #expect(harness.loop.watchCount == 1)
    }
    let connection = try harness.accept()
    try harness.feed(FakeGPSD.tpv(), to: connection)
    harness.advance(10)
    try harness.feed(FakeGPSD.tpv(time: "2026-11-30T01:22:30.000Z"), to: connection)
    connection.reset()
    try harness.wait("the loss") { harness.loop.timerCount == 1 && harness.loop.watchCount == 0 }
    harness.advance(0.5)
    #expect(harness.loop.watchCount == 1)
  }

  @Test func `a peer that closes at once is told of once`() throws {
    let harness = try SourceHarness()
    harness.source.demand = true
    for delay in [0.5, 1, 2, 4] {
      try harness.gpsd.accept(pump: harness.pump).close()
      try harness.wait("the loss") { harness.loop.timerCount == 1 && harness.loop.watchCount == 0 }
      #expect(harness.notices.count == 1)
      harness.advance(delay)
    }
    #expect(harness.reports.count == 1)
  }

  @Test func `a reset and a restart are each told of once, and reports resume`() throws {
    let harness = try SourceHarness()
    for round in 1...3 {
      let connection = round == 1 ? try harness.connect() : try harness.accept()
      try harness.feed(FakeGPSD.watching + FakeGPSD.tpv(), to: connection)
      #expect(connection.received() == Self.watch + "\n")
      if round == 2 { connection.close() } else { connection.reset() }
      try harness.wait("the loss") { harness.loop.watchCount == 0 }
      harness.advance([0.5, 1, 2][round - 1])
    }
    #expect(harness.notices.count == 6)
    #expect(harness.notices.filter { $0 == .connected(release: "3.22") }.count == 3)
    #expect(harness.reports.filter { $0 == .connection(.connected) }.count == 3)
    #expect(harness.data.count == 6)
  }

  @Test func `lines that came before the end are not lost`() throws {
    let harness = try SourceHarness()
    let connection = try harness.connect()
    let times = (100..<300).map { "2026-11-30T01:22:20.\($0)Z" }
    try connection.send(times.map { FakeGPSD.tpv(time: $0) }.joined(), pump: harness.pump)
    connection.close()
    try harness.wait("the loss") { harness.loop.watchCount == 0 }
    #expect(harness.data.count == 200)
    #expect(harness.reports.last == .connection(.disconnected(reason: "closed by gpsd")))
  }
}
