// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LinuxIO
internal import LocationTestSupport
internal import Testing

/// What is said of a socket that cannot be served, whether a restart is worth it, and what is left.
@Suite struct RefusedStartTests {
  private static func start(
    _ configuration: String,
    in folder: TemporaryFolder
  ) throws -> (exit: ChildProcess.Exit, lines: [String], left: [String]) {
    let file = try folder.write(configuration, to: "locationd.conf")
    let process = try ChildProcess(
      try Project.program("locationd"),
      ["--config", file, "--runtime-dir", folder.path, "--gpsd", "127.0.0.1:1"]
    )
    let exit = try process.waitForExit(before: Deadline(in: 5))
    let lines = try process.errors.remainingLines(before: Deadline(in: 5))
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (exit, lines, left.filter { $0.hasSuffix(".sock") })
  }

  @Test(arguments: [
    ("missing/n.sock", "its folder does not exist, create it first"),
    ("file/n.sock", "what should be its folder is none"),
    ("file", "a regular file is there"),
    ("/sys/n.sock", "this user may not write to its folder"),
  ])
  func `a socket that can never be there is bad configuration and leaves nothing`(
    place: String,
    reason: String
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    let path = place.hasPrefix("/") ? place : folder.path(place)
    let run = try Self.start("[nmea-server]\nsocket = \(path)\n", in: folder)
    #expect(run.exit == .code(78))
    let line = "\(folder.path("locationd.conf")):2: [nmea-server] socket: socket path '\(path)'"
    #expect(run.lines == ["error: locationd: \(line): \(reason)"])
    #expect(run.left == [])
  }

  @Test(arguments: ["gpsd-server", "nmea-server"])
  func `an address that somebody else has may be had later, and nothing is left meanwhile`(
    section: String
  ) throws {
    let folder = try TemporaryFolder()
    let other = try listenTCP(ListenAddress(parsing: "127.0.0.1:0"))
    let port = try localPort(other.raw)
    let run = try Self.start("[\(section)]\nlisten = 127.0.0.1:\(port)\n", in: folder)
    #expect(run.exit == .code(71))
    let line = "\(folder.path("locationd.conf")):2: [\(section)] listen: bind 127.0.0.1:\(port)"
    #expect(run.lines == ["error: locationd: \(line): Address already in use (98)"])
    #expect(run.left == [])
  }
}
