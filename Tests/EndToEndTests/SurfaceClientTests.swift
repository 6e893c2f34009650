// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LinuxIO
internal import LocationTestSupport
internal import Testing

/// Programs that know nothing of locationd, each with the real stream, then `set`, then `clear`.
struct SurfaceClientTests {
  private static let deadline = 15.0

  /// Waits in the program's output for the drive, then the tower, then the drive.
  private static func follow(
    _ program: String,
    isDrive: (String) -> Bool,
    isTower: (String) -> Bool,
    arguments: (SurfaceScene) -> [String]
  ) throws {
    let scene = try SurfaceScene()
    let child = try ChildProcess(
      program.hasPrefix("/") ? program : try Project.requiredProgram(program),
      arguments(scene)
    )
    func wait(_ suits: (String) -> Bool) throws {
      let line = try child.nextLine(
        from: child.output,
        before: Deadline(in: Self.deadline),
        where: suits
      )
      #expect(line != nil, "\(program) ended")
    }
    try wait(isDrive)
    try scene.set()
    try wait(isTower)
    try scene.clear()
    try wait(isDrive)
  }

  @Test func `gpspipe shows JSON`() throws {
    try Self.follow(
      "gpspipe",
      isDrive: { JSONObject($0).map(SurfaceScene.isOfDrive) == true },
      isTower: { JSONObject($0).map(SurfaceScene.isAtTower) == true },
      arguments: { ["-w", "127.0.0.1:\($0.gpsdPort)"] }
    )
  }

  @Test func `gpspipe shows NMEA`() throws {
    try Self.follow(
      "gpspipe",
      isDrive: { $0.hasPrefix("$GN") && $0.contains(",S,0561") },
      isTower: { $0.hasPrefix("$GPRMC") && $0.contains(",4851.502200,N,00217.668860,E,") },
      arguments: { ["-r", "127.0.0.1:\($0.gpsdPort)"] }
    )
  }

  @Test func `gpspipe shows raw sentences, and none of the receiver under an override`() throws {
    let scene = try SurfaceScene()
    let child = try ChildProcess(
      try Project.requiredProgram("gpspipe"),
      ["-R", "127.0.0.1:\(scene.gpsdPort)"]
    )
    let first = try child.nextLine(from: child.output, before: Deadline(in: Self.deadline)) {
      $0.hasPrefix("$G")
    }
    #expect(first != nil)
    try scene.set()
    while let line = try? child.nextLine(from: child.output, before: Deadline(in: 1.5)) {
      // What was on its way when the override was set.
      #expect(line.hasPrefix("$G") || line.hasPrefix("{"))
    }
    #expect(child.output.takeLine() == nil)
    try scene.clear()
    let back = try child.nextLine(from: child.output, before: Deadline(in: Self.deadline)) {
      $0.hasPrefix("$G")
    }
    #expect(back != nil)
  }

  @Test func `gpxlogger writes the points`() throws {
    // It writes a point when the next second begins, so the times stand still at the tower.
    try Self.follow(
      "gpxlogger",
      isDrive: { $0.contains("<trkpt lat=\"-34.9") || $0.contains("<trkpt lat=\"-34.8") },
      isTower: { $0.contains("<trkpt lat=\"48.858370000\" lon=\"2.294481000\"") },
      arguments: { ["-e", "sockets", "-i", "1", "127.0.0.1:\($0.gpsdPort)"] }
    )
  }

  @Test func `the Python client reads fixes`() throws {
    let script = """
      import gps, sys
      session = gps.gps(host="127.0.0.1", port=sys.argv[1], mode=gps.WATCH_ENABLE)
      for report in session:
        if report["class"] == "TPV" and session.fix.mode > 1:
          print(session.fix.latitude, session.fix.longitude, session.fix.epx, flush=True)
      """
    // Debian's own, which has the module, not another one that comes first in the path.
    try Self.follow(
      "/usr/bin/python3",
      isDrive: { $0.hasPrefix("-34.") && !$0.hasSuffix("nan") },
      isTower: { $0.hasPrefix("48.85837 2.294481 6.93") },
      arguments: { ["-c", script, "\($0.gpsdPort)"] }
    )
  }

  @Test func `gpsd reads us as gpsd`() throws {
    let scene = try SurfaceScene()
    let port = try freePort()
    let chained = try ChildProcess(
      try Project.requiredProgram("gpsd"),
      ["-N", "-n", "-S", "\(port)", "gpsd://127.0.0.1:\(scene.gpsdPort)"]
    )
    let client = try Deadline(in: 10).wait(for: "gpsd") { try? GPSDClient(port: port) }
    try client.watch(before: Deadline(in: 5))
    _ = try client.lines.object("TPV", before: Deadline(in: 10)) { SurfaceScene.isOfDrive($0) }
    try scene.set()
    _ = try client.lines.object("TPV", before: Deadline(in: 10)) { SurfaceScene.isAtTower($0) }
    try scene.clear()
    _ = try client.lines.object("TPV", before: Deadline(in: 10)) { SurfaceScene.isOfDrive($0) }
    chained.stop()
  }

  @Test func `cgps draws the position`() throws {
    let tmux = try Project.requiredProgram("tmux")
    let scene = try SurfaceScene()
    let folder = try TemporaryFolder()
    func run(_ arguments: [String]) throws -> [String] {
      let child = try ChildProcess(tmux, ["-S", folder.path("tmux")] + arguments)
      let lines = try child.output.remainingLines(before: Deadline(in: 5))
      _ = try child.waitForExit(before: Deadline(in: 5))
      return lines
    }
    _ = try run([
      "new-session", "-d", "-x", "100", "-y", "40",
      "\(try Project.requiredProgram("cgps")) 127.0.0.1:\(scene.gpsdPort)",
    ])
    defer { _ = try? run(["kill-server"]) }
    func wait(_ what: String, _ suits: (String) -> Bool) throws {
      _ = try Deadline(in: Self.deadline).wait(for: what) {
        try run(["capture-pane", "-p"]).contains(where: suits) ? true : nil
      }
    }
    try wait("the drive in cgps") {
      $0.contains("Latitude") && $0.contains("34.") && $0.contains("S")
    }
    try scene.set()
    try wait("the tower in cgps") { $0.contains("Latitude") && $0.contains("48.85837") }
    try wait("its status in cgps") { $0.contains("Status") && $0.contains("3D") }
    try scene.clear()
    try wait("the drive again in cgps") { $0.contains("Latitude") && $0.contains("34.") }
  }
}
