// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import Glibc
internal import LocationTestSupport
internal import Testing

/// `play` against the real daemon: every trap, long files, and files that are refused.
struct PlayCommandTests {
  /// A trap, the points and skips that `play` tells of, and the positions subscribers get.
  struct Trap: CustomTestStringConvertible {
    var file: String
    var points: Int
    var skipped: Int
    var latitudes: [Double]
    var testDescription: String { file }
  }

  static let traps = [
    Trap(file: "gpx-no-time.gpx", points: 5, skipped: 0, latitudes: []),
    Trap(file: "gpx-bom-wrong-declaration.gpx", points: 2, skipped: 0, latitudes: []),
    Trap(
      file: "gpx-odd-numbers.gpx",
      points: 7,
      skipped: 13,
      latitudes: [0.000056, 10.5, 0, 10.75]
    ),
    Trap(file: "gpx-time-chaos.gpx", points: 13, skipped: 0, latitudes: []),
    Trap(file: "kml-linestring-mess.kml", points: 6, skipped: 3, latitudes: []),
    Trap(file: "nmea-midnight-and-dates.nmea", points: 11, skipped: 0, latitudes: []),
  ]

  @Test(arguments: traps)
  func `every trap plays to its end, in time, with values in range`(trap: Trap) throws {
    let scene = try CommandScene()
    let deadline = Deadline(in: 40)
    let subscriber = try scene.subscriber("map", before: deadline)
    let play = try scene.run(["play", CommandScene.trap(trap.file), "--rate", "20", "--json"])
    #expect(play.exit == .code(0))
    let answer = try #require(play.objects.first)
    #expect(answer.integer("points") == trap.points)
    #expect(answer.integer("skipped") == trap.skipped)
    let isCounted = play.errors.contains { $0.contains("\(trap.skipped) positions skipped") }
    #expect(isCounted == (trap.skipped > 0))
    var seen: [Double] = []
    let started = Date().timeIntervalSince1970
    while try scene.overrides().first?.object("progress")?.text("state") != "ended" {
      while let callback = subscriber.takeCallback() {
        for location in callback.object("params")?.objects("locations") ?? [] {
          let latitude = try #require(location.number("latitude"))
          let longitude = try #require(location.number("longitude"))
          #expect((-90...90).contains(latitude) && (-180...180).contains(longitude))
          #expect(isSimulated(location) == true)
          let time = try #require(location.text("timestamp").flatMap(secondsSince1970))
          #expect((started - 2...started + 60).contains(time))
          seen.append(latitude)
        }
      }
      #expect(!deadline.isOver)
      guard !deadline.isOver else { return }
    }
    for latitude in trap.latitudes { #expect(seen.contains(latitude), "\(latitude)") }
  }

  @Test func `a refused file names itself and leaves what was active`() throws {
    let scene = try CommandScene()
    let folder = try TemporaryFolder()
    try scene.run(["set", "1,2"])
    let bad = [
      try folder.write("", to: "empty.gpx"), try folder.write("<gpx><trk>", to: "cut.gpx"),
      try folder.write("no track at all", to: "text.txt"),
      try folder.write("<gpx></gpx>", to: "nothing.gpx"), CommandScene.trap("gpx-xxe-file.gpx"),
    ]
    for path in bad {
      let run = try scene.run(["play", path])
      #expect(run.exit == .code(65) && run.output == [] && run.errors.count == 1)
      #expect(run.errors.first?.hasPrefix("locationctl: \(path)") == true)
    }
    let line = try scene.run(["play", CommandScene.trap("gpx-xxe-file.gpx")]).errors.first
    #expect(line?.contains(", line 2: ") == true)
    #expect(try scene.run(["play", folder.path("none.gpx")]).exit == .code(66))
    #expect(try scene.run(["play", folder.path]).exit == .code(66))
    #expect(
      try scene.run(["play", CommandScene.trap("gpx-no-time.gpx"), "--track", "2"]).exit
        == .code(65)
    )
    #expect(try scene.overrides().map { $0.text("id") } == ["o1"])
  }

  /// A walk to the north by 0.00001° a second, as GPX.
  private static func walk(_ count: Int, to path: String) throws {
    var text = "<gpx><trk><trkseg>\n"
    let start = Date(timeIntervalSince1970: 1_740_830_400)
    let style = Date.ISO8601FormatStyle()
    for index in 0..<count {
      let latitude = (10 + Double(index) / 100_000).formatted(
        .number.precision(.fractionLength(6)).grouping(.never).locale(Locale(identifier: "C"))
      )
      let time = style.format(start + Double(index))
      text += "<trkpt lat=\"\(latitude)\" lon=\"20\"><ele>1</ele><time>\(time)</time></trkpt>\n"
    }
    text += "</trkseg></trk></gpx>\n"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  /// The same point over and over, long enough to be long.
  private static func longWalk(megabytes: Int, to path: String) throws {
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    let file = try #require(FileHandle(forWritingAtPath: path))
    defer { try? file.close() }
    try file.write(contentsOf: Data("<gpx><trk><trkseg>\n".utf8))
    var piece = ""
    for index in 0..<10_000 {
      piece +=
        "<trkpt lat=\"10.\(1000 + index % 9000)\" lon=\"20\"><ele>\(index % 100)</ele></trkpt>\n"
    }
    for _ in 0...(megabytes * 1_000_000 / piece.utf8.count) {
      try file.write(contentsOf: Data(piece.utf8))
    }
    try file.write(contentsOf: Data("</trkseg></trk></gpx>\n".utf8))
  }

  @Test func `a file of 20 MB starts at once and stays small on both sides`() throws {
    let scene = try CommandScene()
    let deadline = Deadline(in: 60)
    let folder = try TemporaryFolder()
    let path = folder.path("long.gpx")
    try Self.longWalk(megabytes: 20, to: path)
    let subscriber = try scene.subscriber("map", before: deadline)
    let before = scene.daemon.residentBytes
    let start = ContinuousClock.now
    let command = try scene.start(["play", path, "--rate", "1000"])
    let first = try subscriber.location(before: deadline)
    // One second is the aim; tests share their machine with others.
    #expect((ContinuousClock.now - start) / .seconds(1) < 3)
    #expect(isSimulated(first) == true)
    // Long enough for the window to move on a few times.
    for _ in 0..<300 { _ = try subscriber.location(before: deadline) }
    #expect(resident(command.pid) < 64_000_000)
    #expect(scene.daemon.residentBytes - before < 16_000_000)
    command.signal(SIGINT)
    #expect(try command.waitForExit(before: deadline) == .code(0))
    try scene.waitForOverrides(0, before: deadline)
  }

  private func resident(_ pid: Int32) -> Int {
    let text = (try? String(contentsOfFile: "/proc/\(pid)/statm", encoding: .utf8)) ?? ""
    let fields = text.split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : .max
  }

  @Test func `a long file is played whole, once, and ends its command`() throws {
    let scene = try CommandScene()
    let deadline = Deadline(in: 60)
    let folder = try TemporaryFolder()
    let path = folder.path("walk.gpx")
    try Self.walk(9_000, to: path)
    let subscriber = try scene.subscriber("map", before: deadline)
    let command = try scene.start(["play", path, "--rate", "2000"])
    var last = 0.0
    while last < 10.08999 {
      let latitude = try #require(try subscriber.location(before: deadline).number("latitude"))
      #expect(latitude >= last)
      last = latitude
    }
    #expect(last == 10.08999)
    #expect(try command.waitForExit(before: deadline) == .code(0))
    try scene.waitForOverrides(0, before: deadline)
  }

  @Test func `a long file that is cut off is refused before anything changes`() throws {
    let scene = try CommandScene()
    let folder = try TemporaryFolder()
    let path = folder.path("walk.gpx")
    try Self.walk(9_000, to: path)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let cut = try folder.write(String(text.dropLast(200)), to: "cut.gpx")
    try scene.run(["set", "1,2"])
    let run = try scene.run(["play", cut])
    #expect(run.exit == .code(65) && run.errors.count == 1)
    #expect(run.errors.first?.contains(cut) == true)
    #expect(try scene.overrides().map { $0.text("id") } == ["o1"])
    #expect(try scene.run(["play", path, "--persist"]).exit == .code(64))
    #expect(try scene.overrides().map { $0.text("id") } == ["o1"])
  }

  @Test func `a fault deep in a long file ends its play, and what was active holds again`() throws {
    let scene = try CommandScene()
    let deadline = Deadline(in: 100)
    let folder = try TemporaryFolder()
    let path = folder.path("bad.gpx")
    try Self.longWalk(megabytes: 12, to: path)
    let text = try String(contentsOfFile: path, encoding: .utf8).utf8
    // So deep that it is not found before the play begins.
    let head = text.prefix(10_000_000).split(separator: UInt8(ascii: "\n")).dropLast()
    var bytes: [UInt8] = []
    for line in head { bytes += Array(line) + [UInt8(ascii: "\n")] }
    bytes +=
      Array("<trkpt lat=\"1\" lon=\"2\"></trkpt></wrong>\n".utf8) + Array(text.suffix(1_000_000))
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    try scene.run(["set", "1,2"])
    let subscriber = try scene.subscriber("map", before: deadline)
    let command = try scene.start(["play", path, "--rate", "10000"])
    _ = try subscriber.location(before: deadline) { ($0.number("latitude") ?? 0) > 10 }
    #expect(try command.waitForExit(before: deadline) == .code(65))
    let errors = try command.errors.remainingLines(before: deadline).joined(separator: "\n")
    #expect(errors.contains("\(path), line \(head.count + 1): "), "\(errors)")
    #expect(errors.contains("o1 holds again"))
    #expect(try scene.overrides().map { $0.text("id") } == ["o1"])
    _ = try subscriber.location(before: deadline) { $0.number("latitude") == 1 }
  }

  @Test func `a part of a long file is looped`() throws {
    let scene = try CommandScene()
    let deadline = Deadline(in: 30)
    let folder = try TemporaryFolder()
    let path = folder.path("walk.gpx")
    try Self.walk(6_000, to: path)
    let subscriber = try scene.subscriber("map", before: deadline)
    #expect(try scene.run(["play", path, "--loop", "--from", "7000"]).exit == .code(65))
    #expect(try scene.overrides().isEmpty)
    let command = try scene.start([
      "play", path, "--loop", "--from", "5000", "--to", "5003.5", "--rate", "10",
    ])
    var latitudes: [Double] = []
    while latitudes.count < 16 {
      latitudes.append(try #require(try subscriber.location(before: deadline).number("latitude")))
    }
    #expect(latitudes.allSatisfy { (10.05...10.050_036).contains($0) }, "\(latitudes)")
    #expect(latitudes.filter { $0 == 10.05 }.count >= 3, "\(latitudes)")
    #expect(latitudes.contains { abs($0 - 10.050_035) < 1e-9 }, "\(latitudes)")
    command.signal(SIGINT)
    #expect(try command.waitForExit(before: deadline) == .code(0))
  }

  @Test func `a late part of a long file takes the place of what holds when it is found`() throws {
    let scene = try CommandScene()
    let deadline = Deadline(in: 40)
    let folder = try TemporaryFolder()
    let path = folder.path("walk.gpx")
    try Self.walk(30_000, to: path)
    try scene.run(["set", "1,2"])
    #expect(try scene.run(["play", path, "--from", "30000"]).exit == .code(65))
    #expect(try scene.overrides().map { $0.text("id") } == ["o1"])
    let subscriber = try scene.subscriber("map", before: deadline)
    let command = try scene.start(["play", path, "--from", "29000.5", "--to", "29003"])
    var latitudes: [Double] = []
    while latitudes.last ?? 1 == 1, !deadline.isOver {
      _ = subscriber.lines.wait(before: Deadline(in: 0.1))
      while let callback = subscriber.takeCallback() {
        #expect(callback.text("method") != "didFailWithError")
        let locations = callback.object("params")?.objects("locations") ?? []
        latitudes += locations.compactMap { $0.number("latitude") }
      }
    }
    let first = try #require(latitudes.first { $0 != 1 })
    #expect(abs(first - 10.290_005) < 1e-9)
    let progress = try #require(try scene.overrides().first?.object("progress"))
    #expect((29_000.5...29_003).contains(progress.number("elapsed") ?? 0))
    #expect(progress.number("total") ?? 29_003 == 29_003)
    #expect(try command.waitForExit(before: deadline) == .code(0))
  }

  @Test func `play - of a live pipe begins with its first points`() throws {
    let scene = try CommandScene()
    let deadline = Deadline(in: 20)
    let (command, input) = try scene.startWithInput(["play", "-"])
    let subscriber = try scene.subscriber("map", before: deadline)
    for second in 0..<3 {
      try input.write(
        "$GPGGA,12000\(second).00,1\(second)00.000,N,02000.000,E,1,08,1.0,5.0,M,0.0,M,,\r\n"
      )
    }
    _ = try subscriber.location(before: deadline) { $0.number("latitude") == 10 }
    input.end()
    _ = try subscriber.location(before: deadline) { $0.number("latitude") == 12 }
    #expect(try command.waitForExit(before: deadline) == .code(0))
  }

  @Test func `--from, --to and --loop bound a play`() throws {
    let scene = try CommandScene()
    let deadline = Deadline(in: 30)
    let folder = try TemporaryFolder()
    let path = folder.path("walk.gpx")
    try Self.walk(100, to: path)
    let subscriber = try scene.subscriber("map", before: deadline)
    #expect(try scene.run(["play", path, "--from", "200"]).exit == .code(65))
    let play = try scene.run([
      "play", path, "--from", "10s", "--to", "15s", "--loop", "--rate", "5", "--keep-times",
    ])
    #expect(play.exit == .code(0))
    var latitudes: [Double] = []
    var times: Set<String> = []
    while latitudes.count < 14 {
      let location = try subscriber.location(before: deadline)
      latitudes.append(try #require(location.number("latitude")))
      times.insert(try #require(location.text("timestamp")))
    }
    #expect(latitudes.min() == 10.0001 && latitudes.max() == 10.00015)
    #expect(latitudes.filter { $0 == 10.0001 }.count >= 2)
    #expect(times.contains("2025-03-01T12:00:10.000Z"))
    #expect(times.allSatisfy { $0.hasPrefix("2025-03-01T12:00:1") })
  }

  @Test func `play - reads a track from standard input`() throws {
    let scene = try CommandScene()
    let deadline = Deadline(in: 20)
    let (command, input) = try scene.startWithInput(["play", "-"])
    let subscriber = try scene.subscriber("map", before: deadline)
    func tpv(_ second: Int) -> String {
      #"{"class":"TPV","mode":3,"time":"2025-03-01T12:00:0\#(second).000Z","lat":1\#(second),"lon":20,"alt":5}"#
        + "\n"
    }
    try input.write(#"{"class":"VERSION","release":"3.22"}"# + "\n" + tpv(0) + tpv(1) + tpv(2))
    input.end()
    for latitude in [10.0, 11, 12] {
      _ = try subscriber.location(before: deadline) { $0.number("latitude") == latitude }
    }
    #expect(try command.waitForExit(before: deadline) == .code(0))
    try scene.waitForOverrides(0, before: deadline)
  }
}
