// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
internal import LinuxIO
internal import LocationTestSupport
internal import Testing

/// `locationctl monitor --full-screen` on a terminal of tmux.
struct FullScreenMonitorTests {
  private static func screen(
    of scene: CommandScene,
    environment: [String: String] = [:],
    columns: Int = 110,
    rows: Int = 36
  ) throws -> ScreenTerminal {
    var all = environment
    for name in ["LOCATIOND_SOCKET", "LOCATIOND_CONTROL_SOCKET"] where all[name] == nil {
      all[name] = scene.daemon.environment[name] ?? nil
    }
    let program = try Project.program("locationctl")
    return try ScreenTerminal(
      "\(program) monitor --full-screen; echo \"ended with $?\"; sleep 60",
      environment: all,
      columns: columns,
      rows: rows
    )
  }

  private static func command(_ scene: CommandScene, _ arguments: String...) throws {
    #expect(try scene.run(arguments).exit == .code(0))
  }

  @Test func `it shows what is told, nudges it, pauses a route, clears, and ends`() throws {
    let scene = try CommandScene()
    let screen = try Self.screen(of: scene)
    try screen.wait(for: "an empty screen") { $0.hasPrefix("in force    nothing") }
    try Self.command(scene, "set", "0,0", "--altitude", "35")
    try screen.wait(for: "the truth") { $0.hasPrefix("locationd    SIMULATED") }
    try screen.wait(for: "the place") { $0.hasPrefix("position    0.000000° N  0.000000° E") }
    try screen.wait(for: "the override") { $0.hasPrefix("in force    o1 set 0,0") }
    try screen.wait(for: "the sky") { $0.contains(" N ") && $0.contains("·") }
    try screen.wait(for: "a satellite") { line in
      line.contains("G")
        && line.split(separator: " ").contains { word in
          word.drop { $0 == "·" }.first == "G" && word.contains(where: \.isNumber)
        }
    }

    // 100 m to the east are 0.000898 degrees on the equator, 10 m to the south 0.00009.
    try screen.press("+", "Right")
    try screen.wait(for: "a nudge") { $0.hasPrefix("position    0.000000° N  0.000898° E") }
    try screen.press("-", "Down")
    try screen.wait(for: "another") { $0.hasPrefix("position    0.000090° S  0.000898° E") }
    #expect(try scene.overrides().count == 1)

    // Keys that come faster than locations count all the same: 50 m to the north.
    try screen.press("Up", "Up", "Up", "Up", "Up")
    try screen.wait(for: "five of them") { $0.hasPrefix("position    0.000362° N  0.000898° E") }

    try Self.command(scene, "run", "city-walk")
    try screen.wait(for: "the route") { $0.contains("run city-walk, playing") }
    try screen.press("Space")
    try screen.wait(for: "its pause") { $0.contains("run city-walk, paused") }
    try screen.press("Space")
    try screen.wait(for: "its going on") { $0.contains("run city-walk, playing") }
    // One that has ended has nothing to pause.
    try Self.command(scene, "start", "0,0", "0,0.001", "--speed", "10000")
    try screen.wait(for: "its end") { $0.contains(", ended at ") }
    try screen.press("Space")
    try screen.wait(for: "the reason") { $0 == "no route plays" }
    try screen.press("c")
    try scene.waitForOverrides(0, before: Deadline(in: 10))
    try screen.wait(for: "nothing") { $0.hasPrefix("in force    nothing") }
    try screen.wait(for: "the loss") { $0.hasPrefix("locationd    NO FIX") }
    try screen.press("q")
    try screen.wait(for: "the end") { $0 == "ended with 0" }
  }

  @Test func `on a small window the sky gives way to the facts`() throws {
    let scene = try CommandScene()
    let screen = try Self.screen(of: scene)
    try Self.command(scene, "set", "48.8584,2.2945")
    try screen.wait(for: "the sky") { $0.contains("·") }
    try screen.resize(columns: 50, rows: 16)
    try screen.wait(for: "the sky in words") { $0.hasPrefix("in view ") }
    let lines = try screen.lines()
    #expect(lines.contains { $0.hasPrefix("position    48.858400° N  2.294500° E") }, "\(lines)")
    #expect(!lines.contains { $0.contains("·") })
  }

  @Test func `without right to override it shows why and stays readable`() throws {
    let scene = try CommandScene()
    let screen = try Self.screen(
      of: scene,
      environment: ["LOCATIOND_CONTROL_SOCKET": "/nonexistent/control.sock"]
    )
    try Self.command(scene, "set", "48.8584,2.2945")
    try screen.wait(for: "the place") { $0.hasPrefix("position    48.858400° N  2.294500° E") }
    try screen.wait(for: "the reason") { $0.hasPrefix("in force    locationd cannot be reached") }
    try screen.press("Up")
    try screen.wait(for: "the reason again") { $0.hasPrefix("locationd cannot be reached") }
  }

  @Test func `a daemon that hangs is told, and heals when it goes on`() throws {
    let scene = try CommandScene()
    let screen = try Self.screen(of: scene)
    try Self.command(scene, "set", "0,0")
    try screen.wait(for: "the truth") { $0.hasPrefix("locationd    SIMULATED") }
    scene.daemon.process.signal(SIGSTOP)
    try screen.wait(for: "the hang") { $0.hasPrefix("locationd    NO ANSWER") }
    scene.daemon.process.signal(SIGCONT)
    try screen.wait(for: "the truth again") { $0.hasPrefix("locationd    SIMULATED") }
  }

  @Test func `a daemon that goes is told, and heals when it is back`() throws {
    let folder = try TemporaryFolder()
    var scene: CommandScene? = try CommandScene(folder: folder)
    let screen = try Self.screen(of: #require(scene))
    try Self.command(#require(scene), "set", "0,0")
    try screen.wait(for: "the truth") { $0.hasPrefix("locationd    SIMULATED") }
    _ = try scene?.daemon.terminate(before: Deadline(in: 10))
    scene = nil
    try screen.wait(for: "the loss") { $0.hasPrefix("locationd    NO DAEMON") }
    try screen.wait(for: "the reason") { $0.hasPrefix("locationd is gone, trying again: ") }
    #expect(!(try screen.lines()).contains { $0.contains("0.000000° N") })
    scene = try CommandScene(folder: folder)
    try screen.wait(for: "the return") { $0.hasPrefix("locationd    WAITING") }
    try Self.command(#require(scene), "set", "1,2")
    try screen.wait(for: "the place") { $0.hasPrefix("position    1.000000° N  2.000000° E") }
    try screen.wait(for: "the override") { $0.hasPrefix("in force    o1 set 1,2") }
    try screen.press("q")
    try screen.wait(for: "the end") { $0 == "ended with 0" }
  }

  @Test func `without a daemon it does not begin, and the terminal is as it was`() throws {
    let folder = try TemporaryFolder()
    let environment = [
      "LOCATIOND_SOCKET": folder.path("no.sock"),
      "LOCATIOND_CONTROL_SOCKET": folder.path("no-control.sock"),
    ]
    let screen = try Self.screen(of: CommandScene(), environment: environment)
    try screen.wait(for: "the reason") { $0.hasPrefix("locationctl: locationd cannot be reached") }
    try screen.wait(for: "the code") { $0 == "ended with 69" }
  }

  @Test func `on the smallest window the truth is still to be seen`() throws {
    let scene = try CommandScene()
    let screen = try Self.screen(of: scene, columns: 20, rows: 5)
    try Self.command(scene, "set", "48.8584,2.2945")
    try screen.wait(for: "the truth") { $0.contains("SIMULATED") }
    try screen.wait(for: "the way out") { $0.hasPrefix("q quit") }
    try screen.resize(columns: 12, rows: 2)
    try screen.wait(for: "the truth alone") { $0 == "SIMULATED" }
  }

  @Test func `it needs a terminal, and excludes JSON`() throws {
    let scene = try CommandScene()
    #expect(try scene.run(["monitor", "--full-screen"]).exit == .code(64))
    #expect(try scene.run(["monitor", "--full-screen", "--json"]).exit == .code(64))
  }
}
