// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import Glibc
internal import LocationTestSupport
internal import Testing

/// The commands that override, against the real daemon.
struct OverrideCommandTests {
  @Test func `start drives from waypoint to waypoint at its speed`() throws {
    let scene = try CommandScene()
    let deadline = Deadline(in: 20)
    let subscriber = try scene.subscriber("car", before: deadline)
    let start = try scene.run([
      "start", "10,20", "10,20.01", "--speed", "100", "--interval", "0.1",
    ])
    #expect(start.exit == .code(0) && start.errors == [])
    #expect(start.output == ["o1: 2 waypoints at 100 m/s for everyone, until cleared"])
    let first = try subscriber.location(before: deadline)
    #expect(first.number("longitude") == 20 && first.number("latitude") == 10)
    let second = try subscriber.location(before: deadline)
    #expect(abs((second.number("speed") ?? 0) - 100) < 0.1)
    #expect(abs((second.number("course") ?? 0) - 90) < 0.1)
    #expect(second.number("longitude").map { $0 > 20 && $0 < 20.001 } == true)
    let progress = try #require(try scene.overrides().first?.object("progress"))
    #expect(abs((progress.number("total") ?? 0) - 10.96) < 0.02)
    #expect(progress.text("state") == "playing")
  }

  @Test func `pause, resume and seek act on the route`() throws {
    let scene = try CommandScene()
    let deadline = Deadline(in: 20)
    #expect(try scene.run(["pause"]).exit == .code(65))
    #expect(try scene.run(["run", "city-walk", "--seed", "3"]).exit == .code(0))
    #expect(try scene.run(["pause"]).output == ["paused o1"])
    #expect(try scene.run(["seek", "5m", "o1"]).output == ["moved o1"])
    let paused = try #require(try scene.overrides().first?.object("progress"))
    #expect(paused.text("state") == "paused" && paused.number("elapsed") == 300)
    #expect(try scene.run(["seek", "100d"]).exit == .code(65))
    #expect(try scene.run(["resume"]).output == ["resumed o1"])
    _ = try deadline.wait(for: "the walk going on") { () -> Bool? in
      let progress = try scene.overrides().first?.object("progress")
      return progress?.number("elapsed").map { $0 > 300 } == true ? true : nil
    }
  }

  @Test func `list names what run takes`() throws {
    let scene = try CommandScene()
    let names = try scene.run(["list", "--json"]).objects.compactMap { $0.text("name") }
    #expect(names.count >= 7)
    for name in names {
      #expect(try scene.run(["run", name, "--for", "1m"]).exit == .code(0), "\(name)")
    }
    #expect(try scene.overrides().map { $0.text("kind") } == ["run \(names.last ?? "")"])
  }

  @Test(arguments: ["0", "-1", "1e308", "nan", "inf", "0x10", "1,5", "1e400"])
  func `a rate or speed that is none is refused and changes nothing`(text: String) throws {
    let scene = try CommandScene()
    try scene.run(["set", "1,2"])
    let track = CommandScene.trap("gpx-no-time.gpx")
    for (words, name, range) in [
      (["run", "tunnel", "--rate=\(text)"], "--rate", "0.001 … 10000"),
      (["play", track, "--rate=\(text)"], "--rate", "0.001 … 10000"),
      (["play", track, "--speed=\(text)"], "--speed", "0.01 … 100000"),
      (["start", "1,2", "1,3", "--speed=\(text)"], "--speed", "0.01 … 100000"),
      (["transform", "accuracy", "--scale=\(text)"], "--scale", "0.001 … 1000"),
    ] {
      let run = try scene.run(words)
      #expect(run.exit == .code(65) && run.output == [] && run.errors.count == 1)
      #expect(run.errors.first?.contains(name) == true)
      #expect(run.errors.first?.contains(range) == true)
    }
    #expect(try scene.overrides().map { $0.text("id") } == ["o1"])
  }

  @Test func `two targets have two routes at once, and the third program the truth`() throws {
    let scene = try CommandScene()
    let deadline = Deadline(in: 20)
    for (name, longitude) in [("east", "20"), ("west", "-20")] {
      let run = try scene.run([
        "start", "10,\(longitude)", "11,\(longitude)", "--target", "client=\(name)",
      ])
      #expect(run.exit == .code(0))
    }
    let east = try scene.subscriber("east", before: deadline)
    let west = try scene.subscriber("west", before: deadline)
    let other = try scene.subscriber("other", before: deadline)
    for _ in 0..<3 {
      #expect(try east.location(before: deadline).number("longitude") == 20)
      #expect(try west.location(before: deadline).number("longitude") == -20)
    }
    #expect(try other.call("location", before: deadline).object("result")?.has("location") == false)
    #expect(try scene.overrides().count == 2)
    let sessions = try scene.run(["subscribers", "--json"]).objects
    let session = sessions.first { $0.object("client")?.text("name") == "west" }?.text("session")
    let explain = try scene.run(["explain", try #require(session)])
    #expect(explain.output.contains("it sees override o2"))
  }

  @Test(arguments: [
    ["set", "1,2", "--lease"], ["start", "1,2", "1,3", "--lease"], ["run", "tunnel", "--lease"],
    ["transform", "freeze", "--lease"], ["fault", "no-fix", "--lease"],
  ])
  func `a lease dies with its command, however that dies`(words: [String]) throws {
    let scene = try CommandScene()
    let deadline = Deadline(in: 20)
    for (number, end) in [
      (SIGKILL, ChildProcess.Exit.signal(SIGKILL)), (SIGINT, .code(0)), (SIGTERM, .code(0)),
    ] {
      let command = try scene.start(words)
      _ = try command.nextLine(from: command.output, before: deadline)
      try scene.waitForOverrides(1, before: deadline)
      command.signal(number)
      #expect(try command.waitForExit(before: deadline) == end)
      try scene.waitForOverrides(0, before: deadline)
    }
  }

  @Test func `a lease that is cleared or replaced ends its command`() throws {
    let scene = try CommandScene()
    let deadline = Deadline(in: 20)
    for (words, reason) in [(["clear"], "cleared"), (["set", "3,4"], "replaced")] {
      let command = try scene.start(["set", "1,2", "--lease"])
      let id = try command.nextLine(from: command.output, before: deadline)?.prefix { $0 != ":" }
      try scene.run(words)
      #expect(try command.waitForExit(before: deadline) == .code(0))
      let lines = try command.errors.remainingLines(before: deadline)
      #expect(lines == ["locationctl: \(try #require(id)) was \(reason)"])
    }
  }

  @Test func `--persist holds again after the daemon was killed`() throws {
    let folder = try TemporaryFolder()
    let scene = try CommandScene(folder: folder)
    let kept = [
      ["start", "10,20", "11,20", "--persist"],
      ["transform", "offset", "--east", "5", "--persist"],
      ["play", CommandScene.trap("gpx-time-chaos.gpx"), "--persist", "--target", "client=map"],
    ]
    for words in kept { #expect(try scene.run(words).exit == .code(0), "\(words)") }
    #expect(try scene.run(["fault", "slow"]).exit == .code(0))
    scene.daemon.process.kill()
    let again = try CommandScene(folder: folder)
    let kinds = try again.overrides().compactMap { $0.text("kind") }
    #expect(kinds == ["start", "transform offset", "play"])
    let status = try again.run(["status", "--json"]).objects.first
    #expect(status?.texts("persistentOverrides").count == 3)
  }

  @Test func `a transform moves the live location and a fault hides it`() throws {
    let scene = try MainJobScene()
    let deadline = Deadline(in: 30)
    let subscriber = try scene.subscriber(before: deadline)
    let real = try subscriber.location(before: deadline)
    let latitude = try #require(real.number("latitude"))
    #expect(
      try scene.daemon.locationctl("transform", "offset", "--north", "100000").exit == .code(0)
    )
    let moved = try subscriber.location(before: deadline) { isSimulated($0) == true }
    #expect(abs((moved.number("latitude") ?? 0) - latitude - 0.9) < 0.02)
    #expect(try scene.daemon.locationctl("fault", "no-fix", "--for", "1s").exit == .code(0))
    let failure = try subscriber.callback("didFailWithError", before: deadline)
    #expect(failure.params?.object("error")?.text("name") == "locationUnknown")
    _ = try subscriber.location(before: deadline)
    #expect(try scene.daemon.locationctl("clear").exit == .code(0))
    #expect(isOfDrive(try subscriber.location(before: deadline) { isSimulated($0) == false }))
  }

  @Test func `set - tells 500 lines at 100 a second, each of them once and in order`() throws {
    let scene = try CommandScene()
    let deadline = Deadline(in: 40)
    let (command, input) = try scene.startWithInput(["set", "-"])
    let subscriber = try scene.subscriber("map", before: deadline)
    // The first line sets the override, and who subscribes later begins with its point.
    try input.write("10,0.0\n")
    _ = try command.nextLine(from: command.output, before: deadline)
    var next = ContinuousClock.now
    var got: [Int] = []
    func take(_ location: JSONObject) {
      let index = Int(((location.number("longitude") ?? 0) * 10).rounded())
      if got.last != index { got.append(index) }
    }
    for index in 1..<500 {
      try input.write("10,\(Double(index) / 10)\n")
      next += .milliseconds(10)
      while ContinuousClock.now < next {
        _ = subscriber.lines.wait(before: Deadline(in: 0.002))
        while let callback = subscriber.takeCallback() {
          callback.object("params")?.objects("locations").forEach(take)
        }
      }
    }
    input.end()
    #expect(try command.waitForExit(before: deadline) == .code(0))
    #expect(
      try command.errors.remainingLines(before: deadline) == ["locationctl: 500 locations told"]
    )
    while got.last != 499 { take(try subscriber.location(before: deadline)) }
    #expect(got == Array(0..<500))
    try scene.waitForOverrides(0, before: deadline)
  }

  @Test func `a bad line of set - ends it after what came before was told`() throws {
    let scene = try CommandScene()
    let deadline = Deadline(in: 20)
    let (command, input) = try scene.startWithInput(["set", "-"])
    try input.write("1,2\nnowhere\n")
    #expect(try command.waitForExit(before: deadline) == .code(65))
    let lines = try command.errors.remainingLines(before: deadline)
    #expect(
      lines == ["locationctl: standard input, line 2: 'nowhere' is not LAT,LON or LAT,LON,ALT"]
    )
    try scene.waitForOverrides(0, before: deadline)
  }

  @Test func `set - leaves what is active until its first good line, and then takes its place`()
    throws
  {
    let scene = try CommandScene()
    let deadline = Deadline(in: 30)
    #expect(try scene.run(["set", "1,2"]).exit == .code(0))
    for text in ["", "nowhere\n"] {
      let (command, input) = try scene.startWithInput(["set", "-"])
      try input.write(text)
      input.end()
      #expect(try command.waitForExit(before: deadline) == .code(65))
      #expect(try scene.overrides().map { $0.text("id") } == ["o1"])
    }
    let subscriber = try scene.subscriber("map", before: deadline)
    _ = try subscriber.location(before: deadline) { $0.number("latitude") == 1 }
    let (command, input) = try scene.startWithInput(["set", "-"])
    try input.write("3,4\n")
    _ = try subscriber.location(before: deadline) { $0.number("latitude") == 3 }
    #expect(try scene.overrides().map { $0.text("kind") } == ["push"])
    input.end()
    #expect(try command.waitForExit(before: deadline) == .code(0))
  }
}
