// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import Glibc
internal import LinuxIO
internal import LocationTestSupport
internal import Testing

/// What peers, paths and limits do to the real program.
@Suite(.serialized) struct FaultTestsSockets {
  private static let start = #"{"jsonrpc":"2.0","id":1,"method":"startUpdatingLocation"}"#

  /// Starts the program where it is expected to give up, and returns how it ended.
  private func failedStart(
    in folder: TemporaryFolder,
    runtime: String? = nil
  ) throws -> (exit: ChildProcess.Exit, lines: [String]) {
    let file = try folder.write("", to: "locationd.conf")
    let process = try ChildProcess(
      try Project.program("locationd"),
      ["--config", file, "--runtime-dir", runtime ?? folder.path, "--gpsd", "127.0.0.1:1"]
    )
    let exit = try process.waitForExit(before: Deadline(in: 5))
    return (exit, try process.errors.remainingLines(before: Deadline(in: 5)))
  }

  private func kind(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
  }

  // MARK: - Paths

  @Test func `a runtime folder that does not exist is named, and what to do`() throws {
    let folder = try TemporaryFolder()
    let missing = folder.path("not/there")
    let run = try failedStart(in: folder, runtime: missing)
    #expect(run.exit == .code(78))
    let place = "socket path '\(missing)/locationd.sock'"
    #expect(run.lines.count == 1, "\(run.lines)")
    #expect(run.lines[0].hasSuffix("\(place): its folder does not exist, create it first"))
  }

  @Test func `a second instance is refused and the first one serves on`() throws {
    let first = try RunningDaemon(gpsd: freePort())
    let second = try failedStart(in: first.folder)
    #expect(second.exit == .code(71))
    #expect(second.lines.count == 1 && second.lines[0].contains(first.socketPath))
    #expect(try first.connect().call("ping", before: Deadline(in: 5)).has("result"))
  }

  @Test(arguments: [S_IFREG, S_IFDIR, S_IFLNK], ["locationd.sock", "control.sock"])
  func `anything but a socket at the path is refused, named and untouched`(
    type: mode_t,
    name: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(name)
    switch type {
    case S_IFREG: try folder.write("mine", to: name)
    case S_IFDIR: try #require(mkdir(path, 0o700) == 0)
    default: try #require(symlink("/nowhere", path) == 0)
    }
    let run = try failedStart(in: folder)
    #expect(run.exit == .code(78))
    #expect(run.lines.count == 1 && run.lines[0].contains(path), "\(run.lines)")
    #expect(kind(path) == type)
    if type == S_IFREG { #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine") }
  }

  @Test func `a path of 108 bytes is refused with the limit`() throws {
    let folder = try TemporaryFolder()
    let long = folder.path(String(repeating: "d", count: 107 - 15 - folder.path.utf8.count))
    try #require(mkdir(long, 0o700) == 0)
    let run = try failedStart(in: folder, runtime: long)
    #expect(run.exit == .code(78))
    #expect(run.lines.count == 1 && run.lines[0].contains("107"), "\(run.lines)")
  }

  @Test(arguments: ["000", "022", "077", "777"])
  func `the sockets have their modes under any umask`(umask: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("", to: "locationd.conf")
    let process = try ChildProcess(
      "/bin/sh",
      [
        "-c", "umask \(umask); exec \"$@\"", "sh", try Project.program("locationd"), "--config",
        file, "--runtime-dir", folder.path, "--gpsd", "127.0.0.1:1",
      ]
    )
    _ = try process.nextLine(from: process.errors, before: Deadline(in: 5)) {
      $0.contains("is ready")
    }
    for (name, mode) in [("locationd.sock", 0o666), ("control.sock", 0o660)] as [(String, mode_t)] {
      var status = stat()
      #expect(lstat(folder.path(name), &status) == 0 && status.st_mode & 0o7777 == mode)
    }
    process.stop()
  }

  // MARK: - Peers

  @Test func `a million bytes without a newline get one error and the end`() throws {
    let daemon = try RunningDaemon(gpsd: freePort())
    let peer = try daemon.connect()
    let deadline = Deadline(in: 10)
    try? sendAll(String(repeating: "x", count: 1_000_000), on: peer.lines.raw, before: deadline)
    let lines = try peer.lines.remainingLines(before: deadline)
    #expect(lines.count == 1 && lines[0].contains("-32600"))
    #expect(daemon.residentBytes < 40 << 20)
  }

  @Test func `a hundred thousand brackets and a half-closed peer are served`() throws {
    let daemon = try RunningDaemon(gpsd: freePort())
    let deadline = Deadline(in: 10)
    let deep = try daemon.connect()
    try? deep.send(String(repeating: "[", count: 100_000), before: deadline)
    #expect(try deep.lines.remainingLines(before: deadline).allSatisfy { $0.contains("error") })
    let half = try daemon.connect()
    try sendAll(Self.start, on: half.lines.raw, before: deadline)
    shutdown(half.lines.raw, Int32(SHUT_WR))
    #expect(try daemon.locationctl("set", "1,2").exit == .code(0))
    #expect(try half.location(before: deadline).number("latitude") == 1)
    #expect(try daemon.connect().call("ping", before: deadline).has("result"))
  }

  @Test func `ten thousand commands in one write are all answered`() throws {
    let daemon = try RunningDaemon(gpsd: freePort())
    let deadline = Deadline(in: 20)
    let peer = try daemon.connect()
    let bytes = Array(
      String(repeating: #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n", count: 10_000).utf8
    )
    var sent = 0
    var answers = 0
    while answers < 10_000 {
      if sent < bytes.count,
        case .bytes(let count) = Descriptor.sendFrame(peer.lines.raw, bytes, from: sent)
      {
        sent += count
      }
      while peer.lines.takeLine() != nil { answers += 1 }
      try #require(peer.lines.wait(before: deadline.limited(to: 0.05)) || !deadline.isOver)
    }
    #expect(daemon.residentBytes < 40 << 20)
  }

  @Test func `ten thousand connections leave memory and descriptors where they were`() throws {
    let daemon = try RunningDaemon(gpsd: freePort())
    let deadline = Deadline(in: 30)
    func cycle(_ count: Int) throws {
      for number in 0..<count {
        let peer = try connectUnix(path: daemon.socketPath)
        if number % 2 == 0 { try sendAll(Self.start + "\n", on: peer.raw, before: deadline) }
      }
      _ = try daemon.connect().call("ping", before: deadline)
    }
    try cycle(1000)
    let memory = daemon.residentBytes
    let descriptors = daemon.descriptorCount
    try cycle(10_000)
    _ = try deadline.wait(for: "the descriptors") { () -> Bool? in
      daemon.descriptorCount <= descriptors ? true : nil
    }
    #expect(daemon.residentBytes - memory < 2 << 20)
  }

  @Test func `a thousand subscribers vanish in the middle of a delivery`() throws {
    let daemon = try RunningDaemon(gpsd: freePort())
    let deadline = Deadline(in: 30)
    #expect(try daemon.locationctl("set", "1,2").exit == .code(0))
    let before = daemon.descriptorCount
    for _ in 0..<4 {
      var peers: [LineStream] = []
      for _ in 0..<250 {
        let peer = try LineStream(connectUnix(path: daemon.socketPath))
        try sendAll(Self.start + "\n", on: peer.raw, before: deadline)
        peers.append(peer)
      }
      // Half of them in order, half with bytes unread.
      for (index, peer) in peers.enumerated() where index % 2 == 0 {
        _ = try peer.nextLine(before: deadline)
      }
      peers = []
    }
    let last = try daemon.connect()
    try last.send(Self.start, before: deadline)
    #expect(try last.location(before: deadline).number("latitude") == 1)
    #expect(daemon.process.exitIfEnded() == nil)
    _ = try deadline.wait(for: "the descriptors") { () -> Bool? in
      daemon.descriptorCount <= before + 1 ? true : nil
    }
  }

  @Test func `a crowd with few descriptors does not lock the operator out`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("", to: "locationd.conf")
    let process = try ChildProcess(
      try Project.requiredProgram("prlimit"),
      [
        "--nofile=60:60", try Project.program("locationd"), "--config", file, "--runtime-dir",
        folder.path, "--gpsd", "127.0.0.1:1",
      ]
    )
    let deadline = Deadline(in: 20)
    _ = try process.nextLine(from: process.errors, before: deadline) { $0.contains("is ready") }
    var crowd: [LineStream] = []
    for _ in 0..<200 {
      crowd.append(try LineStream(connectUnix(path: folder.path("locationd.sock"))))
    }
    let control = try SubscriberConnection(path: folder.path("control.sock"))
    let status = try control.call("status", before: deadline).object("result")
    #expect(status?.object("sessions")?.integer("native") == 30)
    process.kill()
    let told = try process.errors.remainingLines(before: deadline).filter {
      $0.contains("refused") || $0.contains("no more connections")
    }
    #expect(told.count == 1 && told[0].contains("of 60 files"), "\(told)")
    _ = crowd.count
  }

  @Test func `a flood of the control socket takes neither its descriptors nor the way in`() throws {
    let daemon = try RunningDaemon(gpsd: freePort())
    let before = daemon.descriptorCount
    var crowd: [LineStream] = []
    for _ in 0..<400 { crowd.append(try LineStream(connectUnix(path: daemon.controlPath))) }
    let run = try daemon.locationctl("status")
    #expect(run.exit == .code(0), "\(run.errors)")
    #expect(daemon.descriptorCount <= before + 256)
    let line = try daemon.logLine(before: Deadline(in: 5)) { $0.contains("made room") }
    #expect(
      line
        == "warning: 256 sessions are open on the control socket, one of uid \(geteuid()) made room"
    )
    _ = crowd.count
  }

  @Test func `doctor says a path once`() throws {
    let folder = try TemporaryFolder()
    let run = try LocationctlRun(
      ["doctor"],
      environment: [
        "LOCATIOND_SOCKET": folder.path("a.sock"),
        "LOCATIOND_CONTROL_SOCKET": folder.path("b.sock"),
      ],
      before: Deadline(in: 10)
    )
    #expect(run.exit == .code(69))
    for name in ["a.sock", "b.sock"] {
      #expect(run.output.count { $0.contains(name) } == 1, "\(run.output)")
      #expect(run.output.allSatisfy { $0.components(separatedBy: name).count < 3 })
    }
  }

  @Test func `doctor says of a daemon whose sessions are all taken that they are`() throws {
    let daemon = try RunningDaemon(gpsd: freePort(), configuration: "[limits]\nsessions = 1\n")
    let held = try daemon.connect()
    _ = try held.call("ping", before: Deadline(in: 10))
    let run = try daemon.locationctl("doctor", before: Deadline(in: 30))
    #expect(run.exit == .code(69))
    let next = "     try                its sessions are all taken, or those of this user: "
    #expect(run.output.contains { $0.hasPrefix(next) }, "\(run.output)")
    #expect(run.output.contains("ok   control socket     \(daemon.controlPath)"))
    _ = try held.call("ping", before: Deadline(in: 10))
  }

  @Test func `doctor says of a daemon that stands still that it does not answer`() throws {
    let daemon = try RunningDaemon(gpsd: freePort())
    daemon.process.signal(SIGSTOP)
    defer { daemon.process.signal(SIGCONT) }
    let run = try daemon.locationctl("doctor", before: Deadline(in: 30))
    #expect(run.exit == .code(75))
    #expect(
      run.output.contains(
        "BAD  control socket     \(daemon.controlPath): the daemon takes connections and does not "
          + "answer"
      ),
      "\(run.output)"
    )
  }

  @Test func `without descriptors nothing spins, sessions are served, and others get in later`()
    throws
  {
    let daemon = try RunningDaemon(gpsd: freePort())
    let deadline = Deadline(in: 20)
    #expect(try daemon.locationctl("set", "1,2").exit == .code(0))
    let served = try daemon.connect()
    try served.send(Self.start, before: deadline)
    _ = try served.location(before: deadline)
    let limit = try ChildProcess(
      try Project.requiredProgram("prlimit"),
      ["--pid", "\(daemon.process.pid)", "--nofile=40:40"]
    )
    #expect(try limit.waitForExit(before: deadline) == .code(0))
    var crowd: [LineStream] = []
    for _ in 0..<100 { crowd.append(try LineStream(connectUnix(path: daemon.socketPath))) }
    _ = try daemon.logLine(before: deadline) { $0.contains("no more connections for now") }
    let spent = daemon.processorSeconds
    for _ in 0..<3 { _ = try served.location(before: deadline) }
    #expect(daemon.processorSeconds - spent < 0.15)
    crowd = []
    let late = try daemon.connect()
    #expect(try late.call("ping", before: deadline).has("result"))
  }
}
