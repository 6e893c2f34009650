// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import Glibc
internal import LinuxIO
internal import LocationTestSupport
internal import Testing

/// A reload opens and closes surfaces, or leaves all as it was and says why.
@Suite struct SurfaceReloadTests {
  private static func listen(_ section: String, _ address: String, _ more: String = "") -> String {
    "[\(section)]\nlisten = \(address)\n\(more)"
  }

  private static func reload(_ daemon: RunningDaemon, _ text: String) throws -> LocationctlRun {
    try daemon.folder.write(text, to: "locationd.conf")
    return try daemon.locationctl("reload")
  }

  private static func reader(_ port: UInt16) throws -> LineStream {
    try LineStream(connectTCP(ListenAddress(parsing: "127.0.0.1:\(port)"), nonBlocking: true))
  }

  @Test(arguments: ["gpsd-server", "nmea-server"])
  func `a surface that is closed ends its readers and takes no more`(section: String) throws {
    let port = try freePort()
    let daemon = try RunningDaemon(
      gpsd: freePort(),
      configuration: Self.listen(section, "0.0.0.0:\(port)", "allow-remote = yes\n")
    )
    let deadline = Deadline(in: 10)
    #expect(try daemon.locationctl("set", "1,2").exit == .code(0))
    let far = try Self.reader(port)
    _ = try far.nextLine(before: deadline)
    // The same port on this machine alone: the old socket is in the way, and must make room.
    #expect(try Self.reload(daemon, Self.listen(section, "127.0.0.1:\(port)")).exit == .code(0))
    _ = try far.remainingLines(before: deadline)
    #expect(far.isClosed)
    let near = try Self.reader(port)
    _ = try near.nextLine(before: deadline)
    #expect(try Self.reload(daemon, "").exit == .code(0))
    _ = try near.remainingLines(before: deadline)
    #expect(near.isClosed)
    #expect(throws: SystemError("connect 127.0.0.1:\(port)", ECONNREFUSED)) {
      _ = try Self.reader(port)
    }
  }

  @Test func `a reload that changes nothing of a surface ends nobody`() throws {
    let (gpsd, nmea) = (try freePort(), try freePort())
    let text = Self.listen("gpsd-server", "127.0.0.1:\(gpsd)")
    let daemon = try RunningDaemon(gpsd: freePort(), configuration: text)
    let deadline = Deadline(in: 10)
    let reader = try Self.reader(gpsd)
    _ = try reader.nextLine(before: deadline)
    #expect(
      try Self.reload(daemon, text + Self.listen("nmea-server", "127.0.0.1:\(nmea)")).exit
        == .code(0)
    )
    _ = try Self.reader(nmea)
    try sendAll("?VERSION;\n", on: reader.raw, before: deadline)
    #expect(try reader.nextLine(before: deadline)?.contains("VERSION") == true)
  }

  @Test func `an address that cannot be had is told, and had once it is free`() throws {
    let port = try freePort()
    let daemon = try RunningDaemon(
      gpsd: freePort(),
      configuration: Self.listen("gpsd-server", "127.0.0.1:\(port)")
    )
    let deadline = Deadline(in: 20)
    let taken = try freePort()
    let place = "127.0.0.1:\(taken)"
    let text = Self.listen("gpsd-server", place)
    do {
      let other = try listenTCP(ListenAddress(parsing: place))
      #expect(try Self.reload(daemon, text).exit == .code(0))
      let line = try daemon.logLine(before: deadline) { $0.contains("is not served there") }
      #expect(line.contains("bind \(place): Address already in use"))
      let status = try daemon.locationctl("status").output.joined(separator: "\n")
      #expect(status.contains("gpsd is not served at \(place)"), "\(status)")
      #expect(try localPort(other.raw) == taken)
    }
    // The configuration says nothing of the first address any more.
    #expect(throws: SystemError("connect 127.0.0.1:\(port)", ECONNREFUSED)) {
      _ = try Self.reader(port)
    }
    #expect(try Self.reload(daemon, text).exit == .code(0))
    _ = try Self.reader(taken).nextLine(before: deadline)
  }

  @Test func `the socket of NMEA moves with its file`() throws {
    let daemon = try RunningDaemon(gpsd: freePort())
    let folder = daemon.folder
    for name in ["a.sock", "b.sock"] {
      let text = "[nmea-server]\nsocket = \(folder.path(name))\n"
      #expect(try Self.reload(daemon, text).exit == .code(0))
      _ = try connectUnix(path: folder.path(name))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("a.sock")))
    #expect(try Self.reload(daemon, "").exit == .code(0))
    #expect(!FileManager.default.fileExists(atPath: folder.path("b.sock")))
  }

  @Test func `another gpsd has none of the receivers of the one before`() throws {
    let scene = try MainJobScene()
    let folder = try TemporaryFolder()
    let first = "[gpsd]\naddress = 127.0.0.1:\(scene.gpsd.port)\n"
    let file = try folder.write(first, to: "locationd.conf")
    let process = try ChildProcess(
      try Project.program("locationd"),
      ["--config", file, "--runtime-dir", folder.path]
    )
    let deadline = Deadline(in: 20)
    _ = try process.nextLine(from: process.errors, before: deadline) { $0.contains("is ready") }
    let peer = try SubscriberConnection(path: folder.path("locationd.sock"))
    try peer.send(
      #"{"jsonrpc":"2.0","id":1,"method":"startUpdatingLocation"}"#,
      before: deadline
    )
    _ = try peer.location(before: deadline)
    let control = try SubscriberConnection(path: folder.path("control.sock"))
    let before = try control.call("status", before: deadline).object("result")
    #expect(before?.objects("devices").count == 1)
    try folder.write("[gpsd]\naddress = 127.0.0.1:\(freePort())\n", to: "locationd.conf")
    #expect(try control.call("reload", before: deadline).has("result"))
    let after = try control.call("status", before: deadline).object("result")
    #expect(after?.objects("devices").isEmpty == true)
    #expect(after?.text("problem")?.contains("silent") != true)
  }
}
