// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import Glibc
internal import LinuxIO
internal import LocationTestSupport
internal import Testing

/// Where the stock GeoClue is, and whether it can be started privately.
private enum GeoClue {
  static let service = "/usr/libexec/geoclue"
  static let demos = "/usr/libexec/geoclue-2.0/demos"

  /// Its configuration has a fixed place, so that a private one takes a mount namespace.
  static var isPossible: Bool {
    geteuid() == 0 && Project.systemProgram("dbus-daemon") != nil
      && [service, "\(demos)/agent", "\(demos)/where-am-i"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: $0)
      } && canUnshare
  }

  private static var canUnshare: Bool {
    guard let unshare = Project.systemProgram("unshare"),
      let child = try? ChildProcess(unshare, ["-m", "true"])
    else { return false }
    return (try? child.waitForExit(before: Deadline(in: 5))) == .code(0)
  }
}

/// The stock GeoClue on a private bus, with our drop-in, read by its own demo client.
@Suite(.enabled(if: GeoClue.isPossible, "needs GeoClue, its demos, dbus-daemon and root"))
struct GeoClueTests {
  private static let bus = """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig><type>system</type><listen>unix:path=SOCKET</listen>
    <policy context="default"><allow user="*"/><allow own="*"/><allow send_type="method_call"/>
    <allow send_destination="*"/><allow receive_sender="*"/></policy></busconfig>
    """

  @Test(.timeLimit(.minutes(10)))
  func `GeoClue's clients get the override, and the real location after it`() throws {
    let scene = try SurfaceScene()
    let folder = try TemporaryFolder()
    let socket = folder.path("bus")
    let busFile = try folder.write(
      Self.bus.replacingOccurrences(of: "SOCKET", with: socket),
      to: "bus.conf"
    )
    let dropIn = try String(
      contentsOfFile: "\(Project.root)/config/geoclue/90-locationd.conf",
      encoding: .utf8
    )
    let stock = try String(contentsOfFile: "/etc/geoclue/geoclue.conf", encoding: .utf8)
    // GeoClue 2.6.0 reads no drop-ins, so the text is appended, as the manual says.
    let text = dropIn.replacingOccurrences(of: "/run/locationd/nmea.sock", with: scene.nmeaSocket)
    try FileManager.default.createDirectory(
      atPath: folder.path("etc"),
      withIntermediateDirectories: true
    )
    try folder.write(stock + "\n" + text, to: "etc/geoclue.conf")
    let environment = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(socket)"]
    let daemon = try ChildProcess(
      try Project.requiredProgram("dbus-daemon"),
      ["--config-file=\(busFile)", "--nofork", "--print-address=1"]
    )
    _ = try daemon.nextLine(from: daemon.output, before: Deadline(in: 10))
    let geoclue = try ChildProcess(
      try Project.requiredProgram("unshare"),
      [
        "-m", "sh", "-c", "mount --bind \"$1\" /etc/geoclue && exec \"$2\"", "sh",
        folder.path("etc"), GeoClue.service,
      ],
      environment: environment
    )
    let agent = try ChildProcess("\(GeoClue.demos)/agent", environment: environment)
    func latitude(_ suits: (Double) -> Bool) throws {
      // The demo buffers its output, so each look is a run of its own.
      _ = try Deadline(in: 40).wait(for: "a location of GeoClue") { () -> Bool? in
        let child = try ChildProcess(
          "\(GeoClue.demos)/where-am-i",
          ["-t", "3"],
          environment: environment
        )
        let lines = try child.output.remainingLines(before: Deadline(in: 15))
        let values = lines.filter { $0.hasPrefix("Latitude:") }.compactMap { line in
          Double(line.dropFirst(9).filter { "0123456789.-".contains($0) })
        }
        return values.last.map(suits) == true ? true : nil
      }
    }
    try scene.set()
    try latitude { abs($0 - SurfaceScene.tower.latitude) < 1e-5 }
    try scene.clear()
    try latitude { abs($0 + 34.9) < 0.05 }
    agent.stop()
    geoclue.stop()
    daemon.stop()
  }
}
