// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import Glibc
internal import LinuxIO
internal import LocationTestSupport
internal import Testing

/// The sockets of the surfaces, and hostile peers on them.
@Suite(.serialized) struct SurfaceSocketTests {
  private static let everything =
    #"?WATCH={"enable":true,"json":true,"nmea":true,"raw":2,"pps":true};?POLL;"#

  // MARK: - Where they listen

  @Test(arguments: [["gpsd", "nmea"], ["nmea", "gpsd"]])
  func `inherited sockets of the surfaces are known by name and never unlinked`(
    names: [String]
  ) throws {
    let folder = try TemporaryFolder()
    let first = try listenTCP(ListenAddress(parsing: "127.0.0.1:0"))
    let second = try listenTCP(ListenAddress(parsing: "127.0.0.1:0"))
    let unix = try listenUnix(path: folder.path("nmea.sock"), mode: 0o660)
    let ports = [try localPort(first.raw), try localPort(second.raw)]
    let daemon = try RunningDaemon(
      gpsd: freePort(),
      inherited: [(names[0], first.raw), ("nmea", unix.raw), (names[1], second.raw)],
      folder: folder
    )
    #expect(try daemon.locationctl("set", "48,2").exit == .code(0))
    for (name, port) in zip(names, ports) {
      let stream = try SurfaceScene.connect(port)
      if name == "gpsd" { try stream.send(Self.everything) }
      let line = try stream.nextLine(before: Deadline(in: 5))
      #expect(line?.hasPrefix(name == "gpsd" ? "{\"class\":\"VERSION\"" : "$GP") == true)
      _ = try stream.nextLine(before: Deadline(in: 5)) { $0.contains("4800.000000,N") }
    }
    let reader = try LineStream(connectUnix(path: unix.path))
    #expect(try reader.nextLine(before: Deadline(in: 5))?.hasPrefix("$GP") == true)
    #expect(try daemon.terminate(before: Deadline(in: 2)) == .code(0))
    #expect(FileManager.default.fileExists(atPath: unix.path))
  }

  @Test(arguments: ["gpsd", "nmea"], ["0.0.0.0:0", "[::]:0", "127.0.0.1:0", "[::1]:0", "yes"])
  func `a socket unit that others can reach is told`(name: String, address: String) throws {
    let isAllowed = address == "yes"
    let socket = try listenTCP(ListenAddress(parsing: isAllowed ? "0.0.0.0:0" : address))
    let daemon = try RunningDaemon(
      gpsd: freePort(),
      configuration: isAllowed ? "[\(name)-server]\nallow-remote = yes\n" : "",
      inherited: [(name, socket.raw)]
    )
    var told: [String] = []
    _ = try daemon.logLine(before: Deadline(in: 5)) { line in
      if line.contains("reached from other machines") { told.append(line) }
      return line.contains("is ready")
    }
    let isTold = ["0.0.0.0:0", "[::]:0"].contains(address)
    #expect(told.count == (isTold ? 1 : 0), "\(told)")
    if isTold {
      #expect(told[0].hasPrefix("warning: the inherited socket \(name) can be reached"))
      #expect(told[0].hasSuffix("allow-remote = yes in [\(name)-server]"))
    }
  }

  @Test(arguments: ["gpsd", "nmea"], ["0.0.0.0:0", "[::]:0", "192.0.2.1:10110"])
  func `an address that others can reach takes allow-remote`(name: String, address: String) throws {
    let folder = try TemporaryFolder()
    for (text, options) in [
      ("", ["--\(name)-listen", address]),
      ("[\(name)-server]\nlisten = 127.0.0.1:0 \(address)\n", []),
    ] {
      let file = try folder.write(text, to: "locationd.conf")
      let process = try ChildProcess(
        try Project.program("locationd"),
        ["--config", file, "--runtime-dir", folder.path, "--gpsd", "127.0.0.1:1"] + options
      )
      #expect(try process.waitForExit(before: Deadline(in: 5)) != .code(0))
      let lines = try process.errors.remainingLines(before: Deadline(in: 5))
      #expect(lines.count == 1 && lines[0].contains("allow-remote = yes in [\(name)-server]"))
    }
    guard !address.hasPrefix("192") else { return }
    let open = try RunningDaemon(
      gpsd: freePort(),
      configuration: "[\(name)-server]\nallow-remote = yes\n",
      arguments: ["--\(name)-listen", address]
    )
    #expect(try open.terminate(before: Deadline(in: 2)) == .code(0))
  }

  @Test func `the NMEA socket has its mode, and goes with the daemon`() throws {
    let scene = try SurfaceScene(hasReceiver: false)
    var status = stat()
    #expect(lstat(scene.nmeaSocket, &status) == 0 && status.st_mode & 0o7777 == 0o660)
    #expect(try scene.daemon.terminate(before: Deadline(in: 2)) == .code(0))
    #expect(!FileManager.default.fileExists(atPath: scene.nmeaSocket))
  }

  // MARK: - Peers that mean ill

  @Test func `ten thousand commands in one write are all answered in order`() throws {
    let scene = try SurfaceScene(hasReceiver: false)
    try scene.set()
    let stream = try SurfaceScene.connect(scene.gpsdPort)
    let bytes = Array(String(repeating: "?VERSION;?DEVICES;?FOO;?POLL;", count: 2500).utf8)
    let deadline = Deadline(in: 30)
    var sent = 0
    var answers: [String] = []
    while answers.count < 10_001 {
      if sent < bytes.count,
        case .bytes(let count) = Descriptor.sendFrame(stream.raw, bytes, from: sent)
      {
        sent += count
      }
      while let line = stream.takeLine() {
        answers.append(JSONObject(line)?.text("class") ?? line)
      }
      try #require(stream.wait(before: deadline.limited(to: 0.05)) || !deadline.isOver)
    }
    let round = ["VERSION", "DEVICES", "ERROR", "POLL"]
    #expect(answers == ["VERSION"] + (0..<2500).flatMap { _ in round })
    #expect(scene.daemon.residentBytes < 40 << 20)
  }

  @Test func `a command that has no end is refused once, and the next line is answered`() throws {
    let scene = try SurfaceScene(hasReceiver: false)
    for junk in ["?", "?WATCH={", "?WATCH={\"a\":\"", "?" + String(repeating: "[", count: 100_000)]
    {
      let stream = try SurfaceScene.connect(scene.gpsdPort)
      let text = junk + String(repeating: "{", count: 1_000_000) + "?POLL;\n?VERSION;"
      try sendAll(text, on: stream.raw, before: Deadline(in: 5))
      let answers = try (0..<3).map { _ in try stream.nextLine(before: Deadline(in: 5)) ?? "" }
      #expect(answers[0] == answers[2] && answers[0].contains("VERSION"))
      #expect(answers[1].hasPrefix(#"{"class":"ERROR","#) && answers[1].contains("4096"))
    }
    #expect(scene.daemon.residentBytes < 40 << 20)
  }

  @Test func `a million bytes that are no command cost nothing`() throws {
    let scene = try SurfaceScene(hasReceiver: false)
    try scene.set()
    let reader = try SurfaceScene.connect(scene.nmeaPort)
    let client = try SurfaceScene.connect(scene.gpsdPort)
    let junk = String(repeating: "\u{0}x{}\n", count: 200_000)
    for stream in [client, reader] { try sendAll(junk, on: stream.raw, before: Deadline(in: 20)) }
    try client.send("?VERSION;")
    _ = try client.object("VERSION", before: Deadline(in: 10))
    #expect(try reader.nextLine(before: Deadline(in: 5))?.hasPrefix("$GP") == true)
    #expect(scene.daemon.residentBytes < 40 << 20)
  }

  @Test func `one byte at a time is understood, and a half-closed peer is answered`() throws {
    let scene = try SurfaceScene(hasReceiver: false)
    try scene.set()
    let slow = try SurfaceScene.connect(scene.gpsdPort)
    for character in Self.everything { try slow.send(String(character)) }
    let poll = try slow.object("POLL", before: Deadline(in: 10))
    #expect(poll.objects("tpv").first.map(SurfaceScene.isAtTower) == true)

    let half = try SurfaceScene.connect(scene.gpsdPort)
    try half.send("?DEVICES;?VERSION")
    shutdown(half.raw, Int32(SHUT_WR))
    let lines = try half.remainingLines(before: Deadline(in: 5))
    #expect(
      lines.compactMap { JSONObject($0)?.text("class") } == ["VERSION", "DEVICES", "VERSION"]
    )
    let reader = try SurfaceScene.connect(scene.nmeaPort)
    shutdown(reader.raw, Int32(SHUT_WR))
    for _ in 0..<3 {
      #expect(try reader.nextLine(before: Deadline(in: 5)) { $0.hasPrefix("$GPRMC") } != nil)
    }
  }

  @Test func `ten thousand connections leave memory and descriptors where they were`() throws {
    let scene = try SurfaceScene(hasReceiver: false)
    try scene.set()
    let deadline = Deadline(in: 60)
    func cycle(_ count: Int) throws {
      for number in 0..<count {
        let port = number % 2 == 0 ? scene.gpsdPort : scene.nmeaPort
        let peer = try connectTCP(ListenAddress(parsing: "127.0.0.1:\(port)"))
        if number % 4 < 2 { try sendAll(Self.everything, on: peer.raw, before: deadline) }
      }
    }
    // An upper bound: the command above may not have been hung up on yet.
    let descriptors = scene.daemon.descriptorCount
    try cycle(1000)
    let memory = scene.daemon.residentBytes
    try cycle(10_000)
    _ = try deadline.wait(for: "the descriptors") { () -> Bool? in
      scene.daemon.descriptorCount <= descriptors ? true : nil
    }
    #expect(scene.daemon.residentBytes - memory < 2 << 20)
    // Nobody is there any more: nothing is left to do either.
    let spent = scene.daemon.processorSeconds
    #expect(try scene.daemon.locationctl("status", "--json").exit == .code(0))
    #expect(scene.daemon.processorSeconds - spent < 0.2)
  }

  @Test func `a thousand clients that never read cost bounded memory and nobody else's time`()
    throws
  {
    let scene = try SurfaceScene(hasReceiver: false)
    let run = try scene.daemon.locationctl("start", "--interval", "0.05", "48,2", "48.1,2")
    #expect(run.exit == .code(0))
    var crowd: [LineStream] = []
    for number in 0..<1000 {
      let port = number % 2 == 0 ? scene.gpsdPort : scene.nmeaPort
      let descriptor = try connectTCP(ListenAddress(parsing: "127.0.0.1:\(port)"))
      var size: Int32 = 2048
      setsockopt(descriptor.raw, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
      let stream = try LineStream(descriptor)
      if number % 2 == 0 { try stream.send(Self.everything) }
      crowd.append(stream)
    }
    let reader = try SurfaceScene.connect(scene.gpsdPort)
    try reader.send(Self.everything)
    for _ in 0..<200 { _ = try reader.object("TPV", before: Deadline(in: 5)) }
    // The limit of what waits for one peer, with as much again for the rest of it.
    #expect(scene.daemon.residentBytes < 200 << 20)
    crowd = []
    #expect(scene.daemon.process.exitIfEnded() == nil)
    _ = try reader.object("TPV", before: Deadline(in: 5))
  }
}
