// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import Glibc
internal import LinuxIO
internal import LocationTestSupport
internal import Testing

/// The daemon as a process: start, reload, end, and what it refuses.
struct ProcessTests {
  /// Starts the daemon without waiting for anything.
  private static func start(
    _ arguments: [String],
    in folder: TemporaryFolder
  ) throws -> ChildProcess {
    try ChildProcess(
      try Project.program("locationd"),
      ["--runtime-dir", folder.path, "--gpsd", "127.0.0.1:\(freePort())"] + arguments
    )
  }

  @Test func `READY means that both sockets accept`() throws {
    let daemon = try RunningDaemon(gpsd: freePort())
    let deadline = Deadline(in: 5)
    #expect(try daemon.connect().call("ping", before: deadline).has("result"))
    let control = try SubscriberConnection(path: daemon.controlPath)
    #expect(try control.call("status", before: deadline).has("result"))
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `a signal ends it within two seconds and leaves no socket`(signal: Int32) throws {
    let scene = try MainJobScene()
    let deadline = Deadline(in: 20)
    let subscriber = try scene.subscriber(before: deadline)
    _ = try subscriber.location(before: deadline)

    let two = Deadline(in: 2)
    scene.daemon.process.signal(signal)
    try scene.daemon.waitForNotification("STOPPING=1", before: two)
    #expect(try scene.daemon.process.waitForExit(before: two) == .code(0))
    _ = try subscriber.lines.remainingLines(before: two)
    #expect(subscriber.lines.isClosed)
    let left = try FileManager.default.contentsOfDirectory(atPath: scene.daemon.folder.path)
    #expect(left.filter { $0.hasSuffix(".sock") } == [])
  }

  @Test func `a second instance is refused and the first one stays`() throws {
    let daemon = try RunningDaemon(gpsd: freePort())
    let deadline = Deadline(in: 10)
    let second = try Self.start(
      ["--config", daemon.folder.path("locationd.conf")],
      in: daemon.folder
    )
    #expect(try second.waitForExit(before: deadline) != .code(0))
    let lines = try second.errors.remainingLines(before: deadline)
    #expect(lines.contains { $0.contains(daemon.folder.path) && $0.contains(".sock") })
    #expect(try daemon.connect().call("ping", before: deadline).has("result"))
  }

  @Test func `the socket file of a killed instance is replaced`() throws {
    let folder = try TemporaryFolder()
    let first = try RunningDaemon(gpsd: freePort(), folder: folder)
    first.process.kill()
    #expect(FileManager.default.fileExists(atPath: first.socketPath))
    try FileManager.default.removeItem(atPath: folder.path("notify"))
    let second = try RunningDaemon(gpsd: freePort(), folder: folder)
    #expect(try second.connect().call("ping", before: Deadline(in: 5)).has("result"))
  }

  @Test func `check-config accepts the shipped configuration`() throws {
    let process = try ChildProcess(
      try Project.program("locationd"),
      ["--check-config", "--config", "\(Project.root)/config/locationd.conf"]
    )
    #expect(try process.waitForExit(before: Deadline(in: 5)) == .code(0))
    #expect(try process.errors.remainingLines(before: Deadline(in: 5)) == [])
  }

  @Test(arguments: [["--check-config"], []])
  func `a bad configuration names file, line and key`(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("# a note\n[gpsd]\nno-such-key = 1\n", to: "bad.conf")
    let process = try Self.start(arguments + ["--config", file], in: folder)
    #expect(try process.waitForExit(before: Deadline(in: 5)) == .code(78))
    let lines = try process.errors.remainingLines(before: Deadline(in: 5))
    #expect(lines.contains { $0.contains("\(file):3") && $0.contains("no-such-key") })
  }

  @Test func `a bad configuration on reload leaves the old one in force`() throws {
    let scene = try MainJobScene()
    let deadline = Deadline(in: 20)
    let subscriber = try scene.subscriber(before: deadline)
    try scene.daemon.folder.write("no-such-key = 1\n", to: "locationd.conf")
    scene.daemon.process.signal(SIGHUP)
    let line = try scene.daemon.logLine(before: deadline) { $0.contains("no-such-key") }
    #expect(line.contains("locationd.conf:1"))
    #expect(isOfDrive(try subscriber.location(before: deadline)))
  }

  @Test func `a good configuration is taken over on reload`() throws {
    let scene = try MainJobScene()
    let deadline = Deadline(in: 20)
    let subscriber = try scene.subscriber(before: deadline)
    let shipped = "\(Project.root)/config/locationd.conf"
    let text = try String(contentsOfFile: shipped, encoding: .utf8)
    try scene.daemon.folder.write(text, to: "locationd.conf")
    scene.daemon.process.signal(SIGHUP)
    _ = try scene.daemon.logLine(before: deadline) {
      $0.lowercased().contains("configuration") && $0.contains("reload")
    }
    #expect(isOfDrive(try subscriber.location(before: deadline)))
  }

  @Test func `a configuration that is a folder, holds a NUL or opens a port to all is refused`()
    throws
  {
    let folder = try TemporaryFolder()
    let binary = try folder.write("[gpsd]\nadd\u{0}ress = a\n", to: "binary.conf")
    let remote = try folder.write("[gpsd-server]\nlisten = 0.0.0.0:2948\n", to: "remote.conf")
    let path = "/run/" + String(repeating: "d", count: 126)
    let long = try folder.write("[nmea-server]\nsocket = \(path)\n", to: "long.conf")
    for (file, told) in [
      (
        long,
        "\(long):2: [nmea-server] socket: socket path '\(path)': 131 bytes, allowed are 1 to 107"
      ),
      (folder.path, "\(folder.path): Is a directory"), (binary, "\(binary):2: a NUL byte"),
      (remote, "\(remote):2: [gpsd-server] listen: 0.0.0.0:2948 can be reached"),
    ] {
      let process = try Self.start(["--check-config", "--config", file], in: folder)
      #expect(try process.waitForExit(before: Deadline(in: 5)) == .code(78))
      let lines = try process.errors.remainingLines(before: Deadline(in: 5))
      #expect(lines.contains { $0.contains(told) }, "\(lines)")
    }
  }

  @Test(arguments: [
    ("sessions = 100\n", "[limits] sessions-per-user: 4096 is not below sessions = 100"),
    (
      "sessions-per-user = 200\nsessions = 200\n",
      "locationd.conf:2: [limits] sessions-per-user: 200 is not below sessions = 200"
    ),
  ])
  func `a share of a user that is all there is is remarked`(text: String, told: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("[limits]\n" + text, to: "locationd.conf")
    let process = try Self.start(["--check-config", "--config", file], in: folder)
    #expect(try process.waitForExit(before: Deadline(in: 5)) == .code(0))
    let lines = try process.errors.remainingLines(before: Deadline(in: 5))
    #expect(lines.count == 1 && lines[0].contains(told), "\(lines)")
    #expect(lines.first?.hasSuffix("so that one user can keep the others out") == true)
  }

  @Test(arguments: ["--runtime-dir", "--config", "--gpsd"])
  func `an empty value is none`(option: String) throws {
    let process = try ChildProcess(try Project.program("locationd"), ["\(option)="])
    #expect(try process.waitForExit(before: Deadline(in: 5)) == .code(64))
    let lines = try process.errors.remainingLines(before: Deadline(in: 5))
    #expect(lines.contains { $0.contains("\(option) needs a value") }, "\(lines)")
  }

  @Test func `inherited sockets that cannot serve are refused before READY`() throws {
    let folder = try TemporaryFolder()
    let tcp = try listenTCP(ListenAddress(parsing: "127.0.0.1:0"))
    let (stream, _) = try socketPair()
    defer { close(stream) }
    let cases: [(name: String, descriptor: Int32, told: String)] = [
      ("control", tcp.raw, "the inherited socket control is not a Unix socket"),
      ("locationd", tcp.raw, "the inherited socket locationd is not a Unix socket"),
      ("locationd", stream, "the inherited socket locationd is not a stream socket that listens"),
      ("nmea", stream, "the inherited socket nmea is not a stream socket that listens"),
    ]
    for (name, descriptor, told) in cases {
      let process = try RunningDaemon.activated(
        try Project.program("locationd"),
        ["--config", "/dev/null", "--runtime-dir", folder.path, "--gpsd", "127.0.0.1:1"],
        environment: [:],
        sockets: [(name, descriptor)]
      )
      #expect(try process.waitForExit(before: Deadline(in: 5)) == .code(78))
      let lines = try process.errors.remainingLines(before: Deadline(in: 5))
      #expect(lines.contains { $0.contains(told) }, "\(lines)")
    }
  }

  @Test func `two sockets of one name are both served`() throws {
    let folder = try TemporaryFolder()
    let deadline = Deadline(in: 10)
    let first = try listenUnix(path: folder.path("first"), mode: 0o666)
    let second = try listenUnix(path: folder.path("second"), mode: 0o666)
    let daemon = try RunningDaemon(
      gpsd: freePort(),
      inherited: [("locationd", first.raw), ("locationd", second.raw)],
      folder: folder
    )
    for path in [first.path, second.path] {
      let subscriber = try SubscriberConnection(path: path)
      #expect(try subscriber.call("ping", before: deadline).has("result"))
    }
    #expect(try daemon.terminate(before: Deadline(in: 2)) == .code(0))
  }

  @Test(arguments: [["locationd", "control"], ["control", "locationd"]])
  func `inherited sockets are known by name and never unlinked`(names: [String]) throws {
    let folder = try TemporaryFolder()
    let deadline = Deadline(in: 10)
    let first = try listenUnix(path: folder.path("first"), mode: 0o666)
    let second = try listenUnix(path: folder.path("second"), mode: 0o660)
    let daemon = try RunningDaemon(
      gpsd: freePort(),
      inherited: [(names[0], first.raw), (names[1], second.raw)],
      folder: folder
    )
    let places = Dictionary(uniqueKeysWithValues: zip(names, [first.path, second.path]))
    let subscriber = try SubscriberConnection(path: try #require(places["locationd"]))
    #expect(try subscriber.call("ping", before: deadline).has("result"))
    let control = try SubscriberConnection(path: try #require(places["control"]))
    #expect(try control.call("status", before: deadline).has("result"))
    let own = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(own.filter { $0.hasSuffix(".sock") } == [])

    #expect(try daemon.terminate(before: Deadline(in: 2)) == .code(0))
    for path in places.values { #expect(FileManager.default.fileExists(atPath: path)) }
  }
}
