// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationTestSupport
internal import Testing

/// Overrides and authorization as clients of the gpsd protocol see them.
struct GPSDOverrideTests {
  private static func watcher(_ scene: SurfaceScene, _ keys: String = "") throws -> LineStream {
    let stream = try SurfaceScene.connect(scene.gpsdPort)
    try stream.send("?WATCH={\"enable\":true,\"json\":true\(keys)};")
    _ = try stream.object("WATCH", before: Deadline(in: 5))
    return stream
  }

  /// The lines up to one that suits, which is the last.
  private static func lines(
    _ stream: LineStream,
    upTo suits: (String) -> Bool
  ) throws -> [String] {
    var lines: [String] = []
    while let line = try stream.nextLine(before: Deadline(in: 10)) {
      lines.append(line)
      if suits(line) { return lines }
    }
    throw SceneError("the connection closed")
  }

  @Test func `set replaces all that says where the receiver is, clear brings it back`() throws {
    let scene = try SurfaceScene()
    let stream = try Self.watcher(scene, ",\"nmea\":true")
    _ = try stream.object("TPV", before: Deadline(in: 8)) { SurfaceScene.isOfDrive($0) }
    try scene.set()
    let before = try Self.lines(stream) { $0.contains(#""path":"locationd://sim","driver""#) }
    #expect(before.contains { $0.contains(#""activated":0"#) })

    var held: [JSONObject] = []
    var sentences: [String] = []
    while held.count(where: { $0.text("class") == "TPV" }) < 4 {
      let line = try #require(try stream.nextLine(before: Deadline(in: 5)))
      if let object = JSONObject(line) { held.append(object) } else { sentences.append(line) }
    }
    #expect(Set(held.compactMap { $0.text("class") }) == ["TPV", "SKY"])
    for tpv in held where tpv.text("class") == "TPV" {
      #expect(SurfaceScene.isAtTower(tpv) && tpv.integer("status") == 8)
      #expect(tpv.integer("mode") == 3 && tpv.number("alt") == 35 && tpv.number("speed") == 3)
      #expect(tpv.text("device") == "locationd://sim" && tpv.has("epx") && tpv.has("epy"))
      #expect(tpv.has("eph") && tpv.has("epv") && tpv.integer("sequence") != nil)
    }
    #expect(held.allSatisfy { $0.text("device") == "locationd://sim" })
    #expect(sentences.contains { $0.hasPrefix("$GPGGA") && $0.contains(",4851.502200,N,") })
    #expect(!sentences.contains { $0.hasPrefix("$GN") })

    // A new client learns nothing of the receiver, by no path.
    let other = try SurfaceScene.connect(scene.gpsdPort)
    try other.send("?DEVICES;?WATCH={\"enable\":true};?POLL;?DEVICE;")
    let devices = try other.object("DEVICES", before: Deadline(in: 5))
    #expect(devices.objects("devices").map { $0.text("path") } == ["locationd://sim"])
    let poll = try other.object("POLL", before: Deadline(in: 5))
    #expect(
      poll.objects("tpv").count == 1 && poll.objects("tpv").allSatisfy(SurfaceScene.isAtTower)
    )
    #expect(poll.objects("sky").first?.integer("uSat").map { $0 >= 4 } == true)
    #expect(try other.object("DEVICE", before: Deadline(in: 5)).text("path") == "locationd://sim")

    try scene.clear()
    _ = try stream.object("DEVICE", before: Deadline(in: 5)) {
      $0.text("path") == scene.gpsd?.device
    }
    for _ in 0..<5 {
      let tpv = try stream.object("TPV", before: Deadline(in: 5))
      #expect(SurfaceScene.isOfDrive(tpv) || tpv.integer("mode") == 1)
    }
    try other.send("?POLL;")
    let real = try other.object("POLL", before: Deadline(in: 5))
    #expect(real.objects("tpv").allSatisfy(SurfaceScene.isOfDrive))
  }

  @Test func `set works without gpsd, on both surfaces`() throws {
    let scene = try SurfaceScene(hasReceiver: false)
    try scene.set()
    let stream = try Self.watcher(scene)
    let tpv = try stream.object("TPV", before: Deadline(in: 5))
    #expect(SurfaceScene.isAtTower(tpv))
    let reader = try SurfaceScene.connect(scene.nmeaPort)
    let sentence = try reader.nextLine(before: Deadline(in: 5)) { $0.hasPrefix("$GPRMC") }
    #expect(sentence?.contains(",A,4851.502200,N,00217.668860,E,5.83,90.00,") == true)
    #expect(sentence?.contains(",S*") == true)
  }

  @Test func `the same location has the same sequence on the native surface`() throws {
    let scene = try SurfaceScene(hasReceiver: false)
    try scene.set()
    let stream = try Self.watcher(scene)
    let subscriber = try scene.daemon.connect()
    _ = try subscriber.call("startUpdatingLocation", before: Deadline(in: 5))
    var native: [Int: String] = [:]
    for _ in 0..<3 {
      let location = try subscriber.location(before: Deadline(in: 5))
      native[try #require(location.integer("sequence"))] = location.text("timestamp")
    }
    var common = 0
    for _ in 0..<3 {
      let tpv = try stream.object("TPV", before: Deadline(in: 5))
      guard let time = native[try #require(tpv.integer("sequence"))] else { continue }
      common += 1
      #expect(tpv.text("time") == time)
    }
    #expect(common >= 2)
  }

  @Test func `live fixes carry the sequence of the location they became`() throws {
    let scene = try SurfaceScene()
    let stream = try Self.watcher(scene)
    let subscriber = try scene.daemon.connect()
    _ = try subscriber.call("startUpdatingLocation", before: Deadline(in: 5))
    var native: [Int: JSONObject] = [:]
    for _ in 0..<15 {
      let location = try subscriber.location(before: Deadline(in: 5))
      native[try #require(location.integer("sequence"))] = location
    }
    var common = 0
    for _ in 0..<40 {
      let tpv = try stream.object("TPV", before: Deadline(in: 5))
      guard let sequence = tpv.integer("sequence"), let location = native[sequence] else {
        continue
      }
      common += 1
      #expect(tpv.text("time") == location.text("timestamp"))
      #expect(tpv.number("lat") == location.number("latitude"))
      if common == 5 { break }
    }
    #expect(common == 5)
  }

  @Test func `an offset moves the TPV and hides sentences that would undo it`() throws {
    let scene = try SurfaceScene()
    let stream = try Self.watcher(scene, ",\"nmea\":true")
    let real = try stream.object("TPV", before: Deadline(in: 8)) { SurfaceScene.isOfDrive($0) }
    let run = try scene.daemon.locationctl("transform", "offset", "--north", "20000")
    try #require(run.exit == .code(0))
    _ = try stream.object("TPV", before: Deadline(in: 8)) { $0.integer("status") == 8 }
    for _ in 0..<40 {
      let line = try #require(try stream.nextLine(before: Deadline(in: 5)))
      #expect(!line.hasPrefix("$GN"))
      guard let object = JSONObject(line), object.text("class") == "TPV" else { continue }
      let moved = try #require(object.number("lat")) - (try #require(real.number("lat")))
      #expect(abs(moved - 0.18) < 0.02)
    }
  }

  @Test func `one surface is overridden, the other is not`() throws {
    let scene = try SurfaceScene()
    let stream = try Self.watcher(scene)
    let run = try scene.daemon.locationctl("set", "48.85837,2.294481", "--target", "surface=nmea")
    #expect(run.exit == .code(0))
    let reader = try SurfaceScene.connect(scene.nmeaPort)
    let sentence = try reader.nextLine(before: Deadline(in: 5)) { $0.hasPrefix("$GPGGA") }
    #expect(sentence?.contains(",4851.502200,N,00217.668860,E,8,") == true)
    for _ in 0..<5 {
      let tpv = try stream.object("TPV", before: Deadline(in: 5)) { $0.has("lat") }
      #expect(SurfaceScene.isOfDrive(tpv))
    }
  }

  @Test func `a client that may not know gets no coordinates by any path`() throws {
    let scene = try SurfaceScene()
    let stream = try Self.watcher(scene, ",\"nmea\":true,\"raw\":1")
    _ = try stream.object("TPV", before: Deadline(in: 8)) { $0.has("lat") }
    let control = try SubscriberConnection(path: scene.daemon.controlPath)
    let revoked = try control.call(
      "privacyRevoke",
      params: "{\"selector\":\"surface=gpsd\"}",
      before: Deadline(in: 5)
    )
    #expect(revoked.has("result"))
    _ = try stream.object("TPV", before: Deadline(in: 5)) { $0.integer("mode") == 1 }
    #expect(throws: TimedOut.self) { try stream.nextLine(before: Deadline(in: 1.5)) }
    try stream.send("?POLL;")
    let poll = try stream.object("POLL", before: Deadline(in: 5))
    #expect(!poll.description.contains("\"lat\"") && poll.objects("tpv").count == 1)
    #expect(poll.objects("tpv").first?.integer("mode") == 1)
    #expect(try control.call("privacyReset", before: Deadline(in: 5)).has("result"))
    _ = try stream.object("TPV", before: Deadline(in: 8)) { SurfaceScene.isOfDrive($0) }
  }

  @Test func `a silent receiver is one TPV without a fix, and no old one in a poll`() throws {
    let scene = try SurfaceScene(configuration: "[source]\nstale-after = 1\n")
    let stream = try Self.watcher(scene)
    _ = try stream.object("TPV", before: Deadline(in: 8)) { $0.has("lat") }
    scene.gpsd?.kill()
    _ = try stream.object("TPV", before: Deadline(in: 5)) { $0.integer("mode") == 1 }
    #expect(throws: TimedOut.self) { try stream.nextLine(before: Deadline(in: 1.5)) }
    try stream.send("?POLL;")
    #expect(
      try !stream.object("POLL", before: Deadline(in: 5)).description.contains("\"lat\"")
    )
    let reader = try SurfaceScene.connect(scene.nmeaPort)
    let void = try reader.nextLine(before: Deadline(in: 5)) { $0.hasPrefix("$GPRMC") }
    #expect(void == "$GPRMC,,V,,,,,,,,,,N*53")
    try scene.gpsd?.restart()
    _ = try stream.object("TPV", before: Deadline(in: 15)) { SurfaceScene.isOfDrive($0) }
  }

  @Test func `status and subscribers say who reads which surface`() throws {
    let scene = try SurfaceScene(hasReceiver: false)
    try scene.set()
    let stream = try Self.watcher(scene)
    let reader = try LineStream(connectUnix(path: scene.nmeaSocket))
    _ = try reader.nextLine(before: Deadline(in: 5))
    let rows = try scene.daemon.locationctl("subscribers", "--json").objects
    let surfaces = rows.map { "\($0.text("session")?.first ?? "?") \($0.text("surface") ?? "")" }
    #expect(surfaces.sorted() == ["g gpsd", "n nmea"])
    let status = try #require(try scene.daemon.locationctl("status", "--json").objects.first)
    #expect(status.object("sessions")?.integer("gpsd") == 1)
    #expect(status.object("sessions")?.integer("nmea") == 1)
    let readers = status.objects("readers").map { reader in
      "\(reader.text("surface") ?? "") \(reader.texts("subscriptions").joined(separator: " "))"
    }
    #expect(readers.sorted() == ["gpsd WATCH json", "nmea NMEA"])
    let lines = try scene.daemon.locationctl("status").output.filter { $0.hasPrefix("reader") }
    #expect(lines.contains { $0.contains(" on gpsd: WATCH, json") })
    #expect(lines.contains { $0.contains(" on nmea, ") && $0.hasSuffix(": NMEA") })
    _ = stream.raw
  }
}
