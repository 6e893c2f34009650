// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LinuxIO
internal import LocationTestSupport
internal import Testing

/// What is said of a surface that cannot be had, and that everything else goes on.
@Suite struct RefusedStartTests {
  /// What `status` says of surfaces, as `SURFACE PLACE: REASON`.
  private static func unserved(_ daemon: RunningDaemon) throws -> [String] {
    let control = try SubscriberConnection(path: daemon.controlPath)
    let status = try control.call("status", before: Deadline(in: 5)).object("result")
    return (status?.objects("unserved") ?? []).map {
      "\($0.text("surface") ?? "") \($0.text("place") ?? ""): \($0.text("reason") ?? "")"
    }
  }

  private static func waitUntilServed(_ daemon: RunningDaemon) throws {
    _ = try Deadline(in: 15).wait(for: "the surface") { () -> Bool? in
      try unserved(daemon).isEmpty ? true : nil
    }
  }

  @Test(arguments: [
    ("missing/n.sock", "its folder does not exist, create it first"),
    ("file/n.sock", "what should be its folder is none"),
    ("file", "a regular file is there"),
    ("/sys/n.sock", "this user may not write to its folder"),
  ])
  func `a socket that cannot be there stops nobody else and is told`(
    place: String,
    reason: String
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", to: "file")
    let path = place.hasPrefix("/") ? place : folder.path(place)
    let daemon = try RunningDaemon(
      gpsd: freePort(),
      configuration: "[nmea-server]\nsocket = \(path)\n",
      folder: folder
    )
    let line = "\(folder.path("locationd.conf")):2: [nmea-server] socket: socket path '\(path)'"
    #expect(try Self.unserved(daemon) == ["nmea \(path): \(line): \(reason)"])
    #expect(try String(contentsOfFile: folder.path("file"), encoding: .utf8) == "mine")
    let status = try daemon.locationctl("status")
    #expect(
      status.output.contains { $0.hasPrefix("nmea        not served at \(path): ") },
      "\(status.output)"
    )
    let doctor = try daemon.locationctl("doctor", before: Deadline(in: 30))
    #expect(
      doctor.output.contains { $0.hasPrefix("BAD  nmea surface       not served at") },
      "\(doctor.output)"
    )
    #expect(try daemon.terminate(before: Deadline(in: 5)) == .code(0))
    let warnings = try daemon.process.errors.remainingLines(before: Deadline(in: 5))
      .filter { $0.contains("is not served there") }
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasPrefix("warning: \(line): \(reason); nmea is not served") == true)
  }

  /// How a port is tried again.
  enum Occasion: CaseIterable { case time, reload }

  @Test(arguments: ["gpsd-server", "nmea-server"], Occasion.allCases)
  func `a port that somebody else has is had later, and nobody waits for it`(
    section: String,
    occasion: Occasion
  ) throws {
    let other = try Occupied()
    let daemon = try RunningDaemon(
      gpsd: freePort(),
      configuration: "[\(section)]\nlisten = 127.0.0.1:\(other.port)\n"
    )
    let surface = section.prefix(4)
    let place = "127.0.0.1:\(other.port)"
    let line = "\(daemon.folder.path("locationd.conf")):2: [\(section)] listen: bind \(place)"
    let reason = "\(line): Address already in use (98)"
    #expect(try Self.unserved(daemon) == ["\(surface) \(place): \(reason)"])
    #expect(try daemon.connect().call("ping", before: Deadline(in: 5)).has("result"))
    other.leave()
    if occasion == .reload { #expect(try daemon.locationctl("reload").exit == .code(0)) }
    try Self.waitUntilServed(daemon)
    _ = try daemon.logLine(before: Deadline(in: 5)) {
      $0.hasSuffix("\(surface) is served at \(place) after all")
    }
    _ = try connectTCP(ListenAddress(parsing: place))
  }

  @Test func `a reload opens what is new and closes what is not asked for any more`() throws {
    let daemon = try RunningDaemon(
      gpsd: freePort(),
      configuration: "[nmea-server]\nlisten = 127.0.0.1:\(freePort())\n"
    )
    let path = daemon.folder.path("n.sock")
    try daemon.folder.write("[nmea-server]\nsocket = \(path)\n", to: "locationd.conf")
    #expect(try daemon.locationctl("reload").exit == .code(0))
    _ = try connectUnix(path: path)
    try daemon.folder.write("", to: "locationd.conf")
    #expect(try daemon.locationctl("reload").exit == .code(0))
    #expect(throws: SocketPathError.self) { _ = try connectUnix(path: path) }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `the service manager's folder of configuration is read`() throws {
    let folder = try TemporaryFolder()
    try folder.write("[log]\nlevel = loud\n", to: "locationd.conf")
    let process = try ChildProcess(
      try Project.program("locationd"),
      ["--check-config"],
      environment: ["CONFIGURATION_DIRECTORY": folder.path]
    )
    #expect(try process.waitForExit(before: Deadline(in: 5)) == .code(78))
    let lines = try process.errors.remainingLines(before: Deadline(in: 5))
    #expect(lines.count == 1 && lines[0].contains("\(folder.path)/locationd.conf:2: "), "\(lines)")
  }

  @Test(arguments: [("", "systemctl"), ("run", "systemctl --user")])
  func `doctor opens sockets that are missing by whoever has them`(
    folder name: String,
    command: String
  ) throws {
    let folder = try TemporaryFolder()
    let run = try LocationctlRun(
      ["doctor"],
      environment: [
        "LOCATIOND_SOCKET": folder.path("run/locationd/locationd.sock"),
        "LOCATIOND_CONTROL_SOCKET": folder.path("run/locationd/control.sock"),
        "XDG_RUNTIME_DIR": name.isEmpty ? "/nowhere" : folder.path(name),
      ],
      before: Deadline(in: 10)
    )
    let advice = "\(command) restart locationd.socket locationd-control.socket"
    #expect(run.output.contains { $0.hasSuffix("open the sockets: \(advice)") }, "\(run.output)")
  }
}

/// A port that another program has.
private final class Occupied {
  let port: UInt16
  private var descriptor: Int32?

  init() throws {
    let socket = try listenTCP(ListenAddress(parsing: "127.0.0.1:0"))
    port = try localPort(socket.raw)
    descriptor = socket.release()
  }

  func leave() {
    if let descriptor { _ = OwnedDescriptor(descriptor) }
    descriptor = nil
  }

  deinit { leave() }
}
