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

  @Test func `gpspipe shows raw sentences, those of the override while it holds`() throws {
    try Self.follow(
      "gpspipe",
      isDrive: { $0.hasPrefix("$GNRMC") && $0.contains(",S,0561") },
      isTower: { $0.hasPrefix("$GPRMC") && $0.contains(",4851.502200,N,00217.668860,E,") },
      arguments: { ["-R", "127.0.0.1:\($0.gpsdPort)"] }
    )
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

  @Test func `a program on libgps's C++ class reads fixes`() throws {
    let folder = try TemporaryFolder()
    let source = try folder.write(
      """
      #include <libgpsmm.h>
      #include <cstdio>
      int main(int, char **arguments) {
        gpsmm receiver("127.0.0.1", arguments[1]);
        if (receiver.stream(WATCH_ENABLE | WATCH_JSON) == nullptr) return 1;
        for (;;) {
          if (!receiver.waiting(10000000)) return 2;
          gps_data_t *data = receiver.read();
          if (data == nullptr) return 3;
          if (data->fix.mode < MODE_2D || !(data->set & LATLON_SET)) continue;
          std::printf("%.6f %.6f\\n", data->fix.latitude, data->fix.longitude);
          std::fflush(stdout);
        }
      }
      """,
      to: "client.cpp"
    )
    let program = folder.path("client")
    let compiler = try ChildProcess(
      try Project.requiredProgram("g++"),
      ["-o", program, source, "-lgps"]
    )
    #expect(try compiler.waitForExit(before: Deadline(in: 60)) == .code(0))
    try Self.follow(
      program,
      isDrive: { $0.hasPrefix("-34.") },
      isTower: { $0 == "48.858370 2.294481" },
      arguments: { ["\($0.gpsdPort)"] }
    )
  }

  @Test func `gpsd reads us as gpsd`() throws {
    let scene = try SurfaceScene()
    let (chained, client) = try SurfaceScene.reader(of: "gpsd://127.0.0.1:\(scene.gpsdPort)")
    _ = try client.lines.object("TPV", before: Deadline(in: 10)) { SurfaceScene.isOfDrive($0) }
    try scene.set()
    _ = try client.lines.object("TPV", before: Deadline(in: 10)) { SurfaceScene.isAtTower($0) }
    try scene.clear()
    _ = try client.lines.object("TPV", before: Deadline(in: 10)) { SurfaceScene.isOfDrive($0) }
    chained.stop()
  }
}
