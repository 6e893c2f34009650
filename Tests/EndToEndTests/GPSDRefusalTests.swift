// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationTestSupport
internal import Testing

/// Requests that gpsd does not take, and what its answers name, held against gpsd and locationd.
@Suite(.serialized)
struct GPSDRefusalTests {
  @Test(arguments: GPSDConformanceTests.Server.allCases)
  func `an unknown command, a wrong value and an unknown device get an ERROR`(
    server: GPSDConformanceTests.Server
  ) throws {
    try GPSDConformanceTests.withServer(server) { port, _ in
      let stream = try GPSDConformanceTests.greeted(port)
      try stream.send("?FOO;\n")
      let unknown = try stream.object("ERROR", before: Deadline(in: 5)).text("message")
      #expect(unknown?.hasPrefix("Unrecognized request '?FOO;") == true)
      try stream.send("?WATCH={\"enable\":true,\"device\":\"/dev/nope\"};\n")
      let missing = try stream.object("ERROR", before: Deadline(in: 5)).text("message")
      #expect(missing == "No such device as /dev/nope")
      // Nothing follows, and the policy is as asked for.
      try stream.send("?VERSION;?WATCH;\n")
      #expect(try GPSDConformanceTests.classes(stream, 2) == ["VERSION", "DEVICES"])
      let kept = try stream.object("WATCH", before: Deadline(in: 5))
      #expect(kept.flag("enable") == true && kept.text("device") == "/dev/nope")
      try stream.send("?WATCH={\"enable\":false,\"device\":\"/dev/nope\"};\n")
      #expect(try GPSDConformanceTests.classes(stream, 2) == ["DEVICES", "WATCH"])
    }
  }

  @Test(
    arguments: GPSDConformanceTests.Server.allCases,
    [
      (#"{"enable":"x"}"#, nmea: false), (#"{"nmea":true,"pps":"x","raw":1}"#, nmea: true),
      (#"{"json":"x","nmea":true}"#, nmea: false), (#"{"enable":true,"device":5}"#, nmea: false),
      (#"{"raw":"x","nmea":true}"#, nmea: false), (#"{"json":[1]}"#, nmea: false),
      ("5", nmea: false),
    ]
  )
  func `a value of a wrong type gets an ERROR, then DEVICES and WATCH`(
    server: GPSDConformanceTests.Server,
    request: (text: String, nmea: Bool)
  ) throws {
    try GPSDConformanceTests.withServer(server) { port, device in
      let stream = try GPSDConformanceTests.greeted(port)
      try stream.send("?WATCH=\(request.text);\n")
      let wrong = try stream.object("ERROR", before: Deadline(in: 5)).text("message")
      #expect(wrong?.hasPrefix("Invalid WATCH: ") == true)
      let devices = try stream.object("DEVICES", before: Deadline(in: 5)).objects("devices")
      #expect(devices.map { $0.text("path") } == [device])
      // What stands before the wrong value counts, the rest does not.
      let watch = try stream.object("WATCH", before: Deadline(in: 5))
      #expect(watch.flag("enable") == true && watch.flag("nmea") == request.nmea)
      #expect(watch.integer("raw") == 0 && watch.flag("json") == false && !watch.has("device"))
    }
  }

  @Test(
    arguments: GPSDConformanceTests.Server.allCases,
    [
      ("?VERSION;abc;\n", ["VERSION", "abc"]), ("??;\n", ["??"]), ("??VERSION;\n", ["??VERSION"]),
      ("?VERSION;" + String(repeating: "a", count: 500) + ";\n", ["VERSION", "aaaaaaaa"]),
      ("?" + String(repeating: "a", count: 500) + ";\n", ["?aaaaaaa"]), ("?;\n", ["?"]),
      ("VERSION;\nabc\n", []), ("?VERSION;?\n", ["VERSION", "?"]),
    ]
  )
  func `what is no command gets one ERROR`(
    server: GPSDConformanceTests.Server,
    request: (text: String, answers: [String])
  ) throws {
    try GPSDConformanceTests.withServer(server) { port, _ in
      let stream = try GPSDConformanceTests.greeted(port)
      try stream.send(request.text)
      for answer in request.answers {
        let object = try #require(JSONObject(stream.nextLine(before: Deadline(in: 5)) ?? ""))
        guard answer != "VERSION" else {
          #expect(object.text("class") == "VERSION")
          continue
        }
        let message = object.text("message") ?? ""
        #expect(object.text("class") == "ERROR")
        #expect(message.hasPrefix("Unrecognized request '\(answer)"))
      }
      #expect(throws: TimedOut.self) { try stream.nextLine(before: Deadline(in: 0.6)) }
    }
  }

  @Test(arguments: GPSDConformanceTests.Server.allCases)
  func `of two receivers each gets a DEVICE, watched or not`(server: GPSDConformanceTests.Server)
    throws
  {
    let feeders = try [RecordingFeeder.drive(), .drive()]
    let gpsd = try RealGPSD(feeder: feeders[0], others: [feeders[1]])
    let paths = feeders.map { "tcp://127.0.0.1:\($0.port)" }
    let surface = try freePort()
    let daemon = try RunningDaemon(
      gpsd: gpsd.port,
      arguments: ["--gpsd-listen", "127.0.0.1:\(surface)"]
    )
    defer { withExtendedLifetime(daemon) {} }
    let stream = try GPSDConformanceTests.greeted(server == .gpsd ? gpsd.port : surface)
    for watch in ["", "?WATCH={\"enable\":true,\"device\":\"\(paths[1])\"};"] {
      try stream.send(watch + "?DEVICE;\n")
      let told = try paths.map { _ in try stream.object("DEVICE", before: Deadline(in: 5)) }
      #expect(told.map { $0.text("path") } == paths)
      try stream.send("?DEVICES;\n")
      let listed = try stream.object("DEVICES", before: Deadline(in: 5)).objects("devices")
      #expect(listed.map { $0.text("path") } == paths)
    }
  }
}
