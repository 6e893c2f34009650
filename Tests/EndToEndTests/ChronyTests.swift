// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LinuxIO
internal import LocationTestSupport
internal import Testing

private enum Segments {
  static var arePossible: Bool {
    guard let unshare = Project.systemProgram("unshare"),
      let child = try? ChildProcess(unshare, ["--ipc", "true"])
    else { return false }
    return (try? child.waitForExit(before: Deadline(in: 5))) == .code(0)
  }
}

/// A clock is fed by gpsd, never by us, and so never with simulated times.
@Suite(
  .enabled(if: Segments.arePossible, "needs root and a namespace of System V segments")
)
struct ChronyTests {
  /// A chronyd beside a process, in whose shared memory segments it looks for time.
  private struct Chrony {
    let port: UInt16
    let process: ChildProcess

    init(beside pid: Int32, in folder: TemporaryFolder) throws {
      port = try freePort()
      let configuration = """
        pidfile \(folder.path("chronyd.pid"))
        bindcmdaddress /
        bindcmdaddress 127.0.0.1
        cmdport \(port)
        port 0
        refclock SHM 0 poll 0 refid NMEA noselect
        refclock SHM 1 poll 0 refid PPS noselect
        """
      let file = try folder.write(configuration + "\n", to: "chrony.conf")
      process = try ChildProcess(
        try Project.requiredProgram("nsenter"),
        [
          "--target", "\(pid)", "--ipc", try Project.requiredProgram("chronyd"), "-x", "-d", "-u",
          "root", "-f", file,
        ]
      )
    }

    /// How many of the last eight polls of the first clock gave a time.
    func heard() throws -> Int? {
      let chronyc = try ChildProcess(
        try Project.requiredProgram("chronyc"),
        ["-h", "127.0.0.1", "-p", "\(port)", "-n", "-c", "sources"]
      )
      let lines = try chronyc.output.remainingLines(before: Deadline(in: 5))
      let row = lines.first { $0.contains(",NMEA,") }?.split(separator: ",")
      return row.flatMap { $0.count > 5 ? Int($0[5], radix: 8)?.nonzeroBitCount : nil }
    }
  }

  @Test func `chrony hears nothing of an override, and gpsd as soon as it is there`() throws {
    let folder = try TemporaryFolder()
    let port = try freePort()
    let file = try folder.write("", to: "locationd.conf")
    let daemon = try ChildProcess(
      try Project.requiredProgram("unshare"),
      [
        "--ipc", try Project.program("locationd"), "--config", file, "--runtime-dir", folder.path,
        "--gpsd", "127.0.0.1:\(port)", "--gpsd-listen", "127.0.0.1:\(try freePort())",
      ]
    )
    _ = try daemon.nextLine(from: daemon.errors, before: Deadline(in: 10)) {
      $0.contains("is ready")
    }
    let set = try LocationctlRun(
      ["set", "48,2"],
      environment: ["LOCATIOND_CONTROL_SOCKET": folder.path("control.sock")],
      before: Deadline(in: 5)
    )
    #expect(set.exit == .code(0))
    let subscriber = try SubscriberConnection(path: folder.path("locationd.sock"))
    _ = try subscriber.call("startUpdatingLocation", before: Deadline(in: 5))
    let chrony = try Chrony(beside: daemon.pid, in: folder)
    _ = try Deadline(in: 10).wait(for: "chronyd") { try chrony.heard() }
    for _ in 0..<4 { _ = try subscriber.location(before: Deadline(in: 5)) }
    #expect(try chrony.heard() == 0)
    let maps = try String(contentsOfFile: "/proc/\(daemon.pid)/maps", encoding: .utf8)
    #expect(!maps.contains("SYSV"))

    // The same chronyd hears a receiver through gpsd itself, with the override in force.
    let player = try ChildProcess(
      try Project.program("make-recording"),
      ["--serve", BundledRecordingTests.file]
    )
    let receiver = try #require(try player.output.nextLine(before: Deadline(in: 5)))
    let gpsd = try ChildProcess(
      try Project.requiredProgram("nsenter"),
      [
        "--target", "\(daemon.pid)", "--ipc", try Project.requiredProgram("gpsd"), "-N", "-n",
        "-S", "\(port)", "tcp://127.0.0.1:\(receiver)",
      ]
    )
    _ = try Deadline(in: 20).wait(for: "chrony to hear gpsd") { () -> Bool? in
      (try chrony.heard() ?? 0) > 1 ? true : nil
    }
    #expect(try subscriber.location(before: Deadline(in: 5)).number("latitude") == 48)
    for process in [gpsd, player, chrony.process, daemon] { process.stop() }
  }
}
