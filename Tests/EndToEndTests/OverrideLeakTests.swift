// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationTestSupport
internal import Testing

/// Under a replacement the real programs show no real coordinate on any real socket.
///
/// The long run over simulated time is in LocationServerTests; this one is for what only the real
/// parts can do.
struct OverrideLeakTests {
  private static let commands = [
    "?WATCH={\"enable\":true,\"json\":true};?POLL;?DEVICES;",
    "?WATCH={\"enable\":true,\"nmea\":true};", "?WATCH={\"enable\":true,\"raw\":1};?DEVICE;",
  ]
  private static let methods = [
    "startUpdatingLocation", "location", "requestLocation", "startUpdatingSatellites",
    "startMonitoringSignificantLocationChanges",
  ]

  private static func arrived(on stream: LineStream) -> [String] {
    var lines: [String] = []
    while let line = stream.takeLine() { lines.append(line) }
    return lines
  }

  /// Whether a line is of the drive in Montevideo, 34.9° S, 56.2° W.
  private func isReal(_ line: String) -> Bool {
    let marks = ["-34.8", "-34.9", "-56.1", "-56.2", ",3452.", ",3453.", ",3454.", ",3455.", "$GN"]
    return marks.contains { line.contains($0) }
  }

  @Test(arguments: [
    ["set", "48.85837,2.294481"], ["start", "10,20", "11,20"], ["run", "city-walk"],
    ["play", CommandScene.trap("gpx-no-time.gpx"), "--loop"],
  ])
  func `whoever connects while a replacement holds sees nothing real`(words: [String]) throws {
    let scene = try SurfaceScene()
    let deadline = Deadline(in: 60)
    let live = try SurfaceScene.connect(scene.gpsdPort)
    try live.send("?WATCH={\"enable\":true,\"json\":true};")
    _ = try live.object("TPV", before: deadline) { SurfaceScene.isOfDrive($0) }
    let run = try LocationctlRun(words, environment: scene.daemon.environment, before: deadline)
    #expect(run.exit == .code(0))
    var lines: [String] = []
    for round in 0..<15 {
      let client = try SurfaceScene.connect(scene.gpsdPort)
      try client.send(Self.commands[round % Self.commands.count])
      let reader = try SurfaceScene.connect(scene.nmeaPort)
      let native = try LineStream(connectUnix(path: scene.daemon.socketPath))
      let method = Self.methods[round % Self.methods.count]
      try native.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(method)\"}\n")
      // Long enough for one epoch of the receiver, which has five a second.
      let streams = [client, reader, native]
      let end = Deadline(in: 0.25)
      while !end.isOver { _ = LineStream.waitForAny(streams, before: end) }
      for stream in streams {
        lines += Self.arrived(on: stream)
      }
    }
    #expect(lines.count > 60)
    for line in lines { #expect(!isReal(line), "\(words[0]): \(line)") }
    try scene.clear()
    _ = try live.object("TPV", before: deadline) { SurfaceScene.isOfDrive($0) }
  }
}
