// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import Glibc
internal import LocationTestSupport
internal import Testing

/// `record`, `convert`, `check-regions`, and the commands about subscribers, with the real daemon.
struct TrackCommandTests {
  /// What a subscriber is told of a place and a movement.
  private struct Told: Hashable {
    var values: [Double?]

    init(_ location: JSONObject) {
      values = [
        "latitude", "longitude", "altitude", "horizontalAccuracy", "verticalAccuracy", "speed",
        "course",
      ].map { name in location.number(name).map { ($0 * 1e6).rounded() / 1e6 } }
    }
  }

  @Test func `what was recorded and is played is told again, times included`() throws {
    let scene = try MainJobScene()
    let deadline = Deadline(in: 60)
    let folder = try TemporaryFolder()
    let path = folder.path("drive.json")
    let subscriber = try scene.subscriber(before: deadline)
    _ = try subscriber.location(before: deadline)
    let record = try scene.daemon.locationctl(
      "record",
      path,
      "--for",
      "4s",
      before: deadline
    )
    #expect(record.exit == .code(0) && record.output == [])
    #expect(record.errors.first?.hasSuffix("locations written to '\(path)'") == true)
    var original: [String: Told] = [:]
    while let callback = subscriber.takeCallback() {
      for location in callback.object("params")?.objects("locations") ?? [] {
        original[location.text("timestamp") ?? ""] = Told(location)
      }
    }

    let quiet = try CommandScene()
    let listener = try quiet.subscriber("map", before: deadline)
    let play = try quiet.run(["play", path, "--keep-times"])
    #expect(play.exit == .code(0) && play.errors == [])
    let count = try #require(record.errors.first?.split(separator: " ").dropFirst().first)
    let number = try #require(Int(count))
    #expect(number >= 8)
    var again: Set<String> = []
    while again.count < number {
      let location = try listener.location(before: deadline)
      let time = try #require(location.text("timestamp"))
      // The first one may have come before the subscriber here listened.
      guard again.insert(time).inserted, let told = original[time] else { continue }
      #expect(Told(location) == told, "\(time)")
    }
    #expect(again.intersection(original.keys).count >= number - 2)
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gpsbabel"), "no gpsbabel"),
    arguments: [("gpx", "gpx"), ("nmea", "nmea"), ("geojson", "geojson")]
  )
  func `gpsbabel reads what record writes`(format: String, type: String) throws {
    let scene = try CommandScene()
    let deadline = Deadline(in: 30)
    let folder = try TemporaryFolder()
    try scene.run(["start", "10,20", "11,20", "--speed", "100", "--interval", "0.1"])
    let path = folder.path("track")
    let record = try scene.run(["record", path, "--format", format, "--for", "1.5s", "--json"])
    let written = try #require(record.objects.first?.integer("points"))
    #expect(written >= 10)
    #expect(try gpsbabel(path, type, deadline).count == written)
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gpsbabel"), "no gpsbabel"),
    arguments: ["gpx", "nmea", "geojson"]
  )
  func `gpsbabel reads what convert writes, the same points`(format: String) throws {
    let scene = try CommandScene()
    let deadline = Deadline(in: 30)
    let folder = try TemporaryFolder()
    let path = folder.path("track.\(format)")
    let convert = try scene.run(["convert", CommandScene.trap("gpx-no-time.gpx"), path, "--json"])
    #expect(convert.exit == .code(0) && convert.objects.first?.integer("points") == 5)
    let found = try gpsbabel(path, format, deadline)
    #expect(found.count == 5)
    let back = try scene.run(["convert", path, "-", "--format", "gpsd"])
    let points = back.objects.filter { $0.has("lat") }
    #expect(points.count == 5)
    for (point, line) in zip(points, found) {
      let parts = line.split(separator: ",").compactMap { Double($0) }
      #expect(abs((point.number("lat") ?? 0) - parts[0]) < 2e-8 * 90)
      #expect(abs((point.number("lon") ?? 0) - parts[1]) < 2e-8 * 90)
    }
  }

  /// The positions that gpsbabel finds in a file, as `lat,lon`.
  private func gpsbabel(_ path: String, _ type: String, _ deadline: Deadline) throws -> [String] {
    let process = try ChildProcess(
      "/usr/bin/gpsbabel",
      [
        "-t", "-i", type, "-f", path, "-x", "transform,wpt=trk", "-x", "nuketypes,tracks", "-o",
        "csv", "-F", "-",
      ]
    )
    let lines = try process.output.remainingLines(before: deadline)
    #expect(try process.waitForExit(before: deadline) == .code(0))
    return lines.map { line in
      line.split(separator: ",").prefix(2)
        .map { String($0.filter { "-.0123456789".contains($0) }) }.joined(separator: ",")
    }
  }

  @Test func `convert refuses without a trace, and a file may become itself`() throws {
    let scene = try CommandScene()
    let folder = try TemporaryFolder()
    let out = try folder.write("old", to: "out.gpx")
    let bad = try folder.write("<gpx><trk><trkseg><trkpt lat='1' lon='2'/>", to: "bad.gpx")
    #expect(try scene.run(["convert", bad, out]).exit == .code(65))
    #expect(try String(contentsOfFile: out, encoding: .utf8) == "old")
    #expect(try scene.run(["convert", folder.path("none"), out]).exit == .code(66))
    #expect(
      try scene.run(["convert", CommandScene.trap("gpx-no-time.gpx"), "/no/x"]).exit == .code(74)
    )
    #expect(try scene.run(["convert", bad, folder.path("x.kml")]).exit == .code(65))
    try FileManager.default.removeItem(atPath: out)
    try FileManager.default.copyItem(atPath: CommandScene.trap("gpx-no-time.gpx"), toPath: out)
    #expect(try scene.run(["convert", out, out]).exit == .code(0))
    #expect(try scene.run(["convert", out, out]).errors.last?.contains("5 points") == true)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(left == ["bad.gpx", "out.gpx"])
  }

  @Test func `a recording takes its name with the first location, and is read while it grows`()
    throws
  {
    let scene = try CommandScene()
    let folder = try TemporaryFolder()
    let deadline = Deadline(in: 30)
    let path = try folder.write("old", to: "out.gpx")
    func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
    // Nothing comes, or it may not come.
    let none = try scene.run(["record", path, "--for", "0.5s"])
    #expect(none.exit == .code(0))
    #expect(none.errors == ["locationctl: no location came; '\(path)' is left as it was"])
    #expect(try text() == "old")
    try scene.run(["privacy", "revoke", "client=locationctl"])
    #expect(try scene.run(["record", path, "--for", "5s"]).exit == .code(77))
    #expect(try text() == "old")
    try scene.run(["privacy", "reset"])
    let record = try scene.start(["record", path])
    try scene.run(["set", "10,20"])
    func waitForPoints(_ count: Int) throws {
      _ = try deadline.wait(for: "\(count) points") { () -> Bool? in
        try text().components(separatedBy: "<trkpt ").count > count ? true : nil
      }
    }
    try waitForPoints(1)
    try waitForPoints(3)
    record.signal(SIGTERM)
    #expect(try record.waitForExit(before: deadline) == .code(0))
    #expect(try text().hasSuffix("</gpx>\n"))
    // Without an older file an empty track is what was recorded.
    try scene.run(["clear"])
    let other = folder.path("empty.gpx")
    #expect(try scene.run(["record", other, "--for", "0.5s"]).exit == .code(0))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["empty.gpx", "out.gpx"]
    )
  }

  @Test(arguments: [SIGTERM, SIGKILL])
  func `whatever ends convert, the old file stays and nothing is beside it`(signal: Int32) throws {
    let scene = try CommandScene()
    let folder = try TemporaryFolder()
    let path = try folder.write("old", to: "out.gpx")
    let (convert, input) = try scene.startWithInput(["convert", "-", path])
    try input.write("<gpx><trk><trkseg>")
    for step in 0..<2000 { try input.write("<trkpt lat='\(step / 100)' lon='2'/>\n") }
    // It has the file open, with something in it.
    let folderOfFiles = "/proc/\(convert.pid)/fd"
    _ = try Deadline(in: 10).wait(for: "a file") { () -> Bool? in
      let names = try FileManager.default.contentsOfDirectory(atPath: folderOfFiles)
      let open = names.compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folderOfFiles)/\($0)")
      }
      return open.contains { $0.hasPrefix(folder.path) } ? true : nil
    }
    convert.signal(signal)
    _ = try convert.waitForExit(before: Deadline(in: 10))
    input.end()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["out.gpx"])
  }

  @Test func `check-regions tells when a track enters and leaves`() throws {
    let scene = try CommandScene()
    let folder = try TemporaryFolder()
    // 0.001° of latitude is 110.6 m; one minute from point to point.
    var text = "<gpx><trk><trkseg>"
    for minute in 0...9 {
      text +=
        "<trkpt lat=\"10.00\(minute)\" lon=\"20\"><time>2025-03-01T12:0\(minute):00Z</time></trkpt>"
    }
    let path = try folder.write(text + "</trkseg></trk></gpx>", to: "walk.gpx")
    let check = try scene.run([
      "check-regions", path, "--region", "10.005,20,100,gate", "--json",
    ])
    #expect(check.exit == .code(0))
    #expect(check.objects.map { $0.text("event") } == ["outside", "entered", "left"])
    #expect(check.objects.allSatisfy { $0.text("identifier") == "gate" })
    // The edge and 10 m beyond it, at 1.843 m/s: 90 m before the gate and 110 m after it.
    let offsets = check.objects.compactMap { $0.number("offset") }
    #expect(abs(offsets[1] - (300 - 90 / 1.8434)) < 1.5)
    #expect(abs(offsets[2] - (300 + 110 / 1.8434)) < 1.5)
    #expect(check.objects[1].text("time")?.hasPrefix("2025-03-01T12:04:") == true)
    let lines = try scene.run(["check-regions", path, "--region", "10.005,20,100"]).output
    #expect(lines.count == 3 && lines[1].hasSuffix("  region-1  entered"))
    #expect(try scene.run(["check-regions", path]).exit == .code(64))
    #expect(try scene.run(["check-regions", path, "--region", "1,2,9e6"]).exit == .code(65))
  }

  @Test func `the agent decides for a subscriber that asks`() throws {
    let daemon = try RunningDaemon(gpsd: freePort(), configuration: "[access]\ndefault = ask\n")
    let deadline = Deadline(in: 20)
    let pipe = try InputPipe()
    let agent = try ChildProcess(
      try Project.program("locationctl"),
      ["agent", "--json"],
      environment: daemon.environment,
      inherited: [0: pipe.readEnd]
    )
    pipe.closeReadEnd()
    let subscriber = try daemon.connect()
    let asked = try subscriber.call("requestAuthorization", before: deadline)
    #expect(asked.object("result")?.text("status") == "notDetermined")
    let question = try #require(try agent.nextLine(from: agent.output, before: deadline))
    #expect(question.contains(#""method":"authorizationRequested""#))
    try pipe.write("reduced\n")
    let change = try subscriber.callback("didChangeAuthorization", before: deadline).params
    #expect(change?.text("status") == "authorizedAlways" && change?.text("accuracy") == "reduced")
    // It reads only to be answered, so the end of its input is no reason to leave.
    agent.signal(SIGINT)
    #expect(try agent.waitForExit(before: deadline) == .code(0))
    #expect(try daemon.locationctl("privacy", "list").output.count == 3)
    #expect(try daemon.locationctl("privacy", "reset").output == ["forgot 1 decision"])
  }

  @Test func `privacy takes a location away and gives it back`() throws {
    let scene = try CommandScene()
    let deadline = Deadline(in: 20)
    try scene.run(["set", "1,2"])
    let subscriber = try scene.subscriber("map", before: deadline)
    _ = try subscriber.location(before: deadline)
    #expect(try scene.run(["privacy", "revoke", "client=map"]).output == ["deny for client=map"])
    let denied = try subscriber.callback("didChangeAuthorization", before: deadline).params
    #expect(denied?.text("status") == "denied")
    #expect(try scene.run(["privacy", "grant", "client=map"]).output == ["allow for client=map"])
    _ = try subscriber.location(before: deadline)
    #expect(try scene.run(["explain", "s99"]).exit == .code(65))
    #expect(try scene.run(["privacy", "grant", "user=nobody-at-all"]).exit == .code(65))
  }

  @Test func `doctor finds the broken link`() throws {
    let scene = try CommandScene()
    let broken = try scene.run(["doctor", "--json"])
    #expect(broken.exit == .code(69))
    let links = broken.objects.filter { $0.flag("ok") == false }.compactMap { $0.text("link") }
    #expect(links.first == "gpsd")
    #expect(broken.objects.first { $0.text("link") == "gpsd" }?.has("next") == true)

    let whole = try MainJobScene()
    let run = try whole.daemon.locationctl("doctor", "--json", before: Deadline(in: 30))
    #expect(run.exit == .code(0) && run.errors == [])
    #expect(
      run.objects.compactMap { $0.text("link") } == [
        "subscriber socket", "control socket", "permission", "daemon", "gpsd", "receiver", "fix",
        "overrides", "location",
      ]
    )
    #expect(run.objects.allSatisfy { $0.flag("ok") == true })

    let folder = try TemporaryFolder()
    let environment = [
      "LOCATIOND_SOCKET": folder.path("no.sock"),
      "LOCATIOND_CONTROL_SOCKET": folder.path("no-control.sock"),
    ]
    let none = try LocationctlRun(["doctor"], environment: environment, before: Deadline(in: 10))
    #expect(none.exit == .code(69))
    #expect(none.output.first?.hasPrefix("BAD  subscriber socket") == true)
    let advice = "open the sockets: systemctl restart locationd.socket locationd-control.socket"
    #expect(none.output.contains { $0.hasSuffix(advice) })
  }
}
