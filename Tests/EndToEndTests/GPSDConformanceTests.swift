// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationTestSupport
internal import Testing

/// What gpsd's protocol asks of a server, held against the real gpsd and against locationd: so the
/// protocol is tested, and not our reading of it.
@Suite(.serialized)
struct GPSDConformanceTests {
  enum Server: CaseIterable, Sendable {
    case gpsd
    case locationd
  }

  static func withServer(
    _ server: Server,
    _ body: (UInt16, _ device: String) throws -> Void
  ) throws {
    let scene = try SurfaceScene()
    let gpsd = try #require(scene.gpsd)
    try body(server == .gpsd ? gpsd.port : scene.gpsdPort, try #require(gpsd.device))
  }

  static func greeted(_ port: UInt16) throws -> LineStream {
    let stream = try SurfaceScene.connect(port)
    let banner = try stream.nextLine(before: Deadline(in: 5))
    #expect(
      banner
        == #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#
    )
    return stream
  }

  /// The classes of the next lines, so many.
  static func classes(_ stream: LineStream, _ count: Int) throws -> [String] {
    try (0..<count).map { _ in
      let line = try stream.nextLine(before: Deadline(in: 8)) ?? "end"
      return JSONObject(line)?.text("class") ?? line
    }
  }

  @Test(arguments: Server.allCases)
  func `the banner comes first, DEVICES and WATCH answer a watch`(server: Server) throws {
    try Self.withServer(server) { port, device in
      let stream = try Self.greeted(port)
      try stream.send("?WATCH={\"enable\":true,\"json\":true};")
      let devices = try stream.object("DEVICES", before: Deadline(in: 5))
      #expect(devices.objects("devices").map { $0.text("path") } == [device])
      #expect(
        try stream.nextLine(before: Deadline(in: 5)) == #"{"class":"WATCH","enable":true,"#
          + #""json":true,"nmea":false,"raw":0,"scaled":false,"timing":false,"split24":false,"#
          + #""pps":false}"#
      )
      let tpv = try stream.object("TPV", before: Deadline(in: 8)) { $0.has("lat") }
      #expect(SurfaceScene.isOfDrive(tpv) && tpv.text("device") == device)
      _ = try stream.object("SKY", before: Deadline(in: 8))
    }
  }

  @Test(arguments: Server.allCases)
  func `policies merge and stick`(server: Server) throws {
    try Self.withServer(server) { port, device in
      let stream = try Self.greeted(port)
      try stream.send("?WATCH={\"enable\":true,\"nmea\":true};")
      #expect(try stream.object("WATCH", before: Deadline(in: 5)).flag("json") == false)
      try stream.send("?WATCH={\"raw\":1,\"device\":\"\(device)\"}\n")
      let watch = try stream.object("WATCH", before: Deadline(in: 5))
      #expect(watch.flag("enable") == true && watch.flag("nmea") == true)
      #expect(watch.integer("raw") == 1 && watch.text("device") == device)
      try stream.send("?WATCH;\r\n")
      let same = try stream.object("WATCH", before: Deadline(in: 5))
      #expect(same.flag("nmea") == true && same.integer("raw") == 1)
      try stream.send("?WATCH={\"enable\":false};")
      let off = try stream.object("WATCH", before: Deadline(in: 5))
      #expect(off.flag("enable") == false && off.flag("nmea") == true)
    }
  }

  @Test(arguments: Server.allCases)
  func `commands may share a line`(server: Server) throws {
    try Self.withServer(server) { port, _ in
      let stream = try Self.greeted(port)
      try stream.send("?VERSION;?DEVICES;?DEVICE;\r\n")
      #expect(try Self.classes(stream, 3) == ["VERSION", "DEVICES", "DEVICE"])
    }
  }

  @Test(arguments: Server.allCases)
  func `unknown keys and raw true are taken`(server: Server) throws {
    try Self.withServer(server) { port, _ in
      let stream = try Self.greeted(port)
      try stream.send("?WATCH={\"enable\":true,\"nmea\":true,\"raw\":true,\"future\":1};\r\n")
      let watch = try stream.object("WATCH", before: Deadline(in: 5))
      #expect(watch.integer("raw") == 0 && watch.flag("nmea") == true)
      let sentence = try stream.nextLine(before: Deadline(in: 8)) { $0.hasPrefix("$G") }
      #expect(sentence != nil)
    }
  }

  @Test(arguments: Server.allCases)
  func `a poll has fixes, errors and skies of each receiver`(server: Server) throws {
    try Self.withServer(server) { port, device in
      let stream = try Self.greeted(port)
      try stream.send("?POLL;")
      let none = try stream.object("POLL", before: Deadline(in: 5))
      #expect(none.integer("active") == 0 && none.objects("tpv").isEmpty)
      try stream.send("?WATCH={\"enable\":true,\"json\":true};")
      let fixed = Deadline(in: 10)
      // A gpsd that has not heard the whole first epoch yet polls no active receiver.
      while try stream.object("TPV", before: fixed).integer("mode") ?? 0 < 2 {}
      try stream.send("?POLL;")
      let poll = try stream.object("POLL", before: Deadline(in: 5))
      #expect(poll.integer("active") == 1 && poll.text("time") != nil)
      for list in ["tpv", "gst", "sky"] {
        #expect(poll.objects(list).map { $0.text("device") } == [device])
      }
      #expect(poll.objects("tpv").first.map(SurfaceScene.isOfDrive) == true)
    }
  }

  @Test(arguments: Server.allCases)
  func `a watch without json or nmea streams nothing`(server: Server) throws {
    try Self.withServer(server) { port, _ in
      let stream = try Self.greeted(port)
      try stream.send("?WATCH={\"enable\":true};")
      _ = try stream.object("WATCH", before: Deadline(in: 5))
      #expect(throws: TimedOut.self) { try stream.nextLine(before: Deadline(in: 1.2)) }
    }
  }

  @Test(arguments: Server.allCases)
  func `every request gets the members of its answer, and an old policy comes back`(
    server: Server
  ) throws {
    try Self.withServer(server) { port, device in
      let stream = try Self.greeted(port)
      try stream.send("?VERSION;")
      let version = try stream.object("VERSION", before: Deadline(in: 5))
      #expect(version.names == ["class", "release", "rev", "proto_major", "proto_minor"])
      try stream.send("?WATCH;")
      let before = try stream.object("WATCH", before: Deadline(in: 5))
      #expect(before.flag("enable") == false && before.flag("json") == false)
      try stream.send("?WATCH={\"enable\":true,\"json\":true,\"pps\":true,\"scaled\":true};")
      let watch = try stream.object("WATCH", before: Deadline(in: 5))
      #expect(watch.flag("pps") == true && watch.flag("scaled") == true)
      _ = try stream.object("TPV", before: Deadline(in: 8)) { $0.has("lat") }
      try stream.send("?WATCH={\"json\":false};?DEVICES;")
      let quiet = try stream.object("WATCH", before: Deadline(in: 5))
      // Only json, nmea, raw and device stay where they are not named.
      #expect(quiet.flag("json") == false && quiet.flag("scaled") == false)
      #expect(quiet.flag("pps") == false)
      let devices = try stream.object("DEVICES", before: Deadline(in: 5)).objects("devices")
      #expect(devices.map { $0.text("path") } == [device])
      #expect(devices.first?.text("driver") == "NMEA0183")
      #expect(devices.first?.text("activated") != nil)
      #expect(throws: TimedOut.self) { try stream.nextLine(before: Deadline(in: 1)) }
      try stream.send("?WATCH={\"enable\":true,\"json\":true};")
      _ = try stream.object("TPV", before: Deadline(in: 8)) { $0.has("lat") }
    }
  }

  @Test(arguments: Server.allCases)
  func `a receiver is asked for by its name, an unknown one is an ERROR`(server: Server) throws {
    try Self.withServer(server) { port, device in
      let stream = try Self.greeted(port)
      try stream.send("?WATCH={\"enable\":true};")
      _ = try stream.object("WATCH", before: Deadline(in: 5))
      try stream.send("?DEVICE={\"path\":\"\(device)\"};\n")
      #expect(try stream.object("DEVICE", before: Deadline(in: 5)).text("path") == device)
      try stream.send("?DEVICE={\"path\":\"/dev/nope\"};\n")
      let error = try stream.object("ERROR", before: Deadline(in: 5)).text("message")
      #expect(error?.contains("/dev/nope") == true)
      try stream.send("?WATCH={\"device\":\"\(device)\",\"json\":true};")
      let watch = try stream.object("WATCH", before: Deadline(in: 5))
      #expect(watch.text("device") == device)
      let tpv = try stream.object("TPV", before: Deadline(in: 8)) { $0.has("lat") }
      #expect(tpv.text("device") == device)
    }
  }

  @Test(arguments: Server.allCases, [";", ";\n", ";\r\n", ";;\n", ";\n\n"])
  func `a command ends as clients end it`(server: Server, end: String) throws {
    try Self.withServer(server) { port, _ in
      let stream = try Self.greeted(port)
      try stream.send("?DEVICES\(end)")
      #expect(try Self.classes(stream, 1) == ["DEVICES"])
      try stream.send("?VERSION\(end)?DEVICES\(end)")
      let rest = try Self.classes(stream, 2)
      #expect(rest == ["VERSION", "DEVICES"] || server == .gpsd)
    }
  }

  @Test(arguments: Server.allCases)
  func `a command may come in two pieces with its newline`(server: Server) throws {
    try Self.withServer(server) { port, _ in
      let stream = try Self.greeted(port)
      try stream.send("?WATCH={\"enable\":true,\"json\":true};\n?DEVICES;\n?POLL;\n")
      var seen: [String] = []
      while seen.count < 4 {
        let next = try Self.classes(stream, 1)[0]
        if ["DEVICES", "WATCH", "POLL"].contains(next) { seen.append(next) }
      }
      #expect(seen == ["DEVICES", "WATCH", "DEVICES", "POLL"])
    }
  }

  // MARK: - Where gpsd is stricter

  @Test func `commands split, without an end or unquoted are understood`() throws {
    try Self.withServer(.locationd) { port, device in
      let stream = try Self.greeted(port)
      for byte in "?WATCH={\"enable\":true,\"device\":\(device)}".map(String.init) {
        try stream.send(byte)
      }
      #expect(try stream.object("WATCH", before: Deadline(in: 5)).text("device") == device)
      try stream.send("?DEV")
      try stream.send("ICES")
      _ = try stream.object("DEVICES", before: Deadline(in: 5))
      try stream.send("?FOO;?POLL;")
      #expect(try Self.classes(stream, 2) == ["ERROR", "POLL"])
    }
  }

  @Test func `a receiver is not configured here`() throws {
    try Self.withServer(.locationd) { port, device in
      let stream = try Self.greeted(port)
      try stream.send("?DEVICE={\"path\":\"\(device)\",\"bps\":4800};")
      let error = try stream.object("ERROR", before: Deadline(in: 5)).text("message")
      #expect(error == "Receivers are configured through gpsd itself, not here.")
    }
  }

  @Test func `thousands of clients are served`() throws {
    let scene = try SurfaceScene()
    let clients = try (0..<2000).map { _ in try SurfaceScene.connect(scene.gpsdPort) }
    for client in clients { try client.send("?WATCH={\"enable\":true,\"json\":true};") }
    for client in clients {
      _ = try client.object("TPV", before: Deadline(in: 20)) { SurfaceScene.isOfDrive($0) }
    }
  }
}
