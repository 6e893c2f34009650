// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LinuxIO
internal import LocationTestSupport
internal import Testing

/// Programs that draw what gpsd says, each with the real stream, then `set`, then `clear`.
struct SurfaceScreenTests {
  @Test func `cgps draws the position, its status and the satellites`() throws {
    let scene = try SurfaceScene()
    let cgps = try Project.requiredProgram("cgps")
    let screen = try ScreenTerminal("\(cgps) -s 127.0.0.1:\(scene.gpsdPort)")
    func row(_ name: String, _ value: String) -> (String) -> Bool {
      { $0.contains(" \(name):") && $0.contains(" \(value)") }
    }
    try screen.wait(for: "the drive", row("Latitude", "34.9"))
    try screen.wait(for: "its status", row("Status", "3D FIX"))
    try scene.set()
    try screen.wait(for: "the tower", row("Latitude", "48.85837000 N"))
    try screen.wait(for: "its longitude", row("Longitude", "2.29448100 E"))
    try screen.wait(for: "its altitude", row("Alt (HAE, MSL)", "35.000 m"))
    try screen.wait(for: "its speed", row("Speed", "10.80 km/h"))
    try screen.wait(for: "that it is simulated", row("Status", "3D SIM FIX"))
    try screen.wait(for: "its satellites") { $0.contains("/Used 1") }
    try scene.clear()
    try screen.wait(for: "the drive again", row("Latitude", "34.9"))
    try screen.wait(for: "its status again", row("Status", "3D FIX"))
  }

  @Test func `gpsmon draws the sentences of the override, not those of the receiver`() throws {
    let scene = try SurfaceScene()
    let gpsmon = try Project.requiredProgram("gpsmon")
    let screen = try ScreenTerminal("\(gpsmon) 127.0.0.1:\(scene.gpsdPort)")
    try screen.wait(for: "the drive") { $0.contains("Lat: 34 5") && $0.contains("' S") }
    try screen.wait(for: "its sentence") { $0.contains("Latitude:  ") && $0.contains(" 345") }
    try scene.set()
    try screen.wait(for: "the tower") {
      $0.contains("Lat: 48 51.502200' N") && $0.contains("Lon:   2 17.668860' E")
    }
    try screen.wait(for: "its sentence") { $0.contains(" 4851.502200 N") }
    try screen.wait(for: "its mode") { $0.contains("FAA:S") }
    try scene.clear()
    try screen.wait(for: "the drive again") { $0.contains("Lat: 34 5") && $0.contains("' S") }

    // One that starts while it holds finds a receiver that it can draw, too.
    try scene.set()
    let late = try ScreenTerminal("\(gpsmon) 127.0.0.1:\(scene.gpsdPort)")
    try late.wait(for: "the tower") { $0.contains("Lat: 48 51.502200' N") }
  }

  @Test func `xgps shows the position in its window`() throws {
    let scene = try SurfaceScene()
    let server = try ChildProcess(
      try Project.requiredProgram("Xvfb"),
      ["-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp"]
    )
    let display = try #require(try server.output.nextLine(before: Deadline(in: 10)))
    // The program itself, which also prints what its window says.
    let script = """
      import runpy, sys, gi
      gi.require_version("Gtk", "3.0")
      from gi.repository import GLib, Gtk
      def texts(widget):
        if isinstance(widget, Gtk.Label): yield widget.get_text().strip()
        if isinstance(widget, Gtk.Container):
          for child in widget.get_children(): yield from texts(child)
      def show():
        for window in Gtk.Window.list_toplevels(): print("|".join(texts(window)), flush=True)
        return True
      GLib.timeout_add(200, show)
      sys.argv = ["xgps", sys.argv[1]]
      runpy.run_path("\(try Project.requiredProgram("xgps"))", run_name="__main__")
      """
    let xgps = try ChildProcess(
      "/usr/bin/python3",
      ["-c", script, "127.0.0.1:\(scene.gpsdPort)"],
      environment: ["DISPLAY": ":\(display)", "NO_AT_BRIDGE": "1"]
    )
    func wait(_ texts: String...) throws {
      let line = try xgps.nextLine(from: xgps.output, before: Deadline(in: 20)) { line in
        texts.allSatisfy(line.contains)
      }
      #expect(line != nil, "xgps ended")
    }
    try wait("-34.9", " S|", "3D FIX")
    try scene.set()
    try wait("48.85837000 N", "2.29448100 E", "35.000 m", "10.800 km/h", "3D SIM FIX")
    try scene.clear()
    try wait("-34.9", " S|", "3D FIX")
    xgps.stop()
    server.stop()
  }
}
