// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import Glibc
internal import LinuxIO
internal import LocationTestSupport
internal import Testing

/// What restarts, signals and a bad gpsd do to the real program.
@Suite(.serialized) struct FaultTestsService {
  private static let start = #"{"jsonrpc":"2.0","id":1,"method":"startUpdatingLocation"}"#

  @Test func `ten restarts cost no subscriber its way in, or a line of the log`() throws {
    let folder = try TemporaryFolder()
    let subscribers = try listenUnix(path: folder.path("s"), mode: 0o666)
    let control = try listenUnix(path: folder.path("c"), mode: 0o660)
    for _ in 0..<10 {
      // It knocks while nobody runs, and is served by whoever comes.
      let early = try SubscriberConnection(path: subscribers.path)
      try early.send(Self.start, before: Deadline(in: 1))
      let daemon = try RunningDaemon(
        gpsd: freePort(),
        inherited: [("locationd", subscribers.raw), ("control", control.raw)],
        folder: folder
      )
      #expect(try early.callback(before: Deadline(in: 5)).method == "didChangeAuthorization")
      #expect(try daemon.terminate(before: Deadline(in: 2)) == .code(0))
      let lines = try daemon.process.errors.remainingLines(before: Deadline(in: 2))
      #expect(
        lines.contains { $0.contains("is ready") } && lines.last?.contains("stopping") == true
      )
      try FileManager.default.removeItem(atPath: folder.path("notify"))
    }
  }

  @Test(arguments: [
    "[access]\nrule = allow\n", "[access]\nrule = maybe all\n",
    "[access]\nrule = deny unit=spy.service # none\n",
    "[access]\ndefault = sometimes\n", "[limits]\nsessions = 0\n", "[source]\nstale-after = 1e1\n",
    "[gpsd]\naddress = localhost:99999\n", "no section\n",
  ])
  func `a broken configuration is one line with its place and exit code 78`(text: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("# bad\n" + text, to: "bad.conf")
    let process = try ChildProcess(
      try Project.program("locationd"),
      ["--config", file, "--runtime-dir", folder.path]
    )
    #expect(try process.waitForExit(before: Deadline(in: 5)) == .code(78))
    let lines = try process.errors.remainingLines(before: Deadline(in: 5))
    #expect(lines.count == 1 && lines[0].contains("\(file):"), "\(lines)")
  }

  @Test func `rules of the configuration hold, and a reload changes them for those connected`()
    throws
  {
    let daemon = try RunningDaemon(
      gpsd: freePort(),
      configuration: "[access]\nrule = deny uid=\(getuid())\ndefault = ask\n"
    )
    let deadline = Deadline(in: 10)
    let peer = try daemon.connect()
    try peer.send(Self.start, before: deadline)
    #expect(try peer.callback(before: deadline).params?.text("status") == "denied")
    #expect(try peer.callback(before: deadline).method == "didFailWithError")
    try daemon.folder.write("[access]\nrule = reduced all\n", to: "locationd.conf")
    daemon.process.signal(SIGHUP)
    let told = try peer.callback("didChangeAuthorization", before: deadline).params
    #expect(told?.text("status") == "authorizedAlways" && told?.text("accuracy") == "reduced")
  }

  @Test func `a stop under load is over within two seconds`() throws {
    let daemon = try RunningDaemon(gpsd: freePort())
    let deadline = Deadline(in: 20)
    #expect(try daemon.locationctl("set", "1,2").exit == .code(0))
    var peers: [SubscriberConnection] = []
    for _ in 0..<200 {
      let peer = try daemon.connect()
      try peer.send(Self.start, before: deadline)
      peers.append(peer)
    }
    let pings = String(repeating: #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n", count: 2000)
    for peer in peers {
      _ = Descriptor.sendFrame(peer.lines.raw, Array(pings.utf8), from: 0)
    }
    #expect(try daemon.terminate(before: Deadline(in: 2)) == .code(0))
    #expect(daemon.process.errors.recent.contains { $0.contains("stopping") })
  }

  // MARK: - Upstream

  @Test func `a gpsd that comes back is used again within ten seconds, with one line each`() throws
  {
    var gpsd = try FakeGPSD()
    let port = gpsd.port
    var kept: FakeGPSD.Connection?
    defer { kept?.close() }
    let daemon = try RunningDaemon(gpsd: port)
    let deadline = Deadline(in: 30)
    let peer = try daemon.connect()
    try peer.send(Self.start, before: deadline)
    for round in 0..<2 {
      let connection = try gpsd.accept()
      kept = connection
      try connection.send(FakeGPSD.banner)
      #expect(try connection.requests().count { $0.hasPrefix("?WATCH=") } == 1)
      try connection.send(FakeGPSD.watching)
      let start = ContinuousClock.now
      for second in 0..<2 {
        try connection.send(
          FakeGPSD.tpv(
            #""lat":1\#(round).5,"lon":2.0"#,
            time: "2026-11-30T01:2\(round):2\(second).000Z"
          )
        )
      }
      _ = try peer.location(before: deadline) { $0.number("latitude") == 10.5 + Double(round) }
      #expect(ContinuousClock.now - start < .seconds(10))
      if round == 0 {
        connection.reset()
        gpsd.stop()
        let line = try daemon.logLine(before: deadline) { $0.contains("is lost") }
        #expect(line.hasPrefix("warning: "))
        gpsd = try FakeGPSD(port: port)
      }
    }
    #expect(try daemon.terminate(before: Deadline(in: 2)) == .code(0))
    let rest = try daemon.process.errors.remainingLines(before: Deadline(in: 2))
    #expect(rest.count { $0.contains("connected to gpsd") } == 1)
    #expect(!rest.contains { $0.contains("is lost") }, "\(rest)")
  }

  @Test func `garbage from gpsd costs less than 5 % of the processor, and the next fix counts`()
    throws
  {
    let gpsd = try FakeGPSD()
    let daemon = try RunningDaemon(gpsd: gpsd.port)
    let deadline = Deadline(in: 30)
    let peer = try daemon.connect()
    try peer.send(Self.start, before: deadline)
    let connection = try gpsd.accept()
    try connection.send(FakeGPSD.banner)
    _ = try connection.requests()
    try connection.send(FakeGPSD.watching)
    let spent = daemon.processorSeconds
    let start = ContinuousClock.now
    let junk = [
      "{\"class\":\"TPV\",", "no JSON\r\n", "}{\r\n", "\u{1}\u{2}\r\n", "{\"class\":7}\r\n",
    ]
    for round in 0..<40 {
      try connection.send(junk[round % junk.count])
      _ = poll(nil, 0, 50)
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    #expect((daemon.processorSeconds - spent) / seconds < 0.05)
    try connection.send("\r\n")
    for second in 0..<2 {
      try connection.send(FakeGPSD.tpv(time: "2026-11-30T01:22:2\(second).000Z"))
    }
    #expect(try peer.location(before: deadline).number("latitude") == 48.85837)
    #expect(daemon.process.exitIfEnded() == nil)
  }
}
