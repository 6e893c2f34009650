// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import LinuxIO
import LocationProtocol
import LocationTestSupport
import Testing

@testable import LocationMQTT

/// The built program between a scripted locationd and a real broker.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct ServiceTests {
  private static let topic = "owntracks/locationd/van"

  @Test(arguments: ["3.1.1", "5"])
  func `the last location is retained, and the last will is told when it dies`(
    version: String
  ) throws {
    let scene = try MQTTScene("[broker]\nversion = \(version)")
    try scene.listen()
    try scene.start()
    scene.tell(locations: 1...2)
    try scene.wait(forLocation: 2)
    scene.kill()
    try scene.wait(for: "the will") {
      scene.messages.last?.members["_type"] == .string("lwt")
    }
    #expect(scene.messages.last?.topic == Self.topic)
    try scene.listen()
    // A new subscription gets the retained location and nothing else.
    try scene.wait(for: "the retained location") { scene.messages.contains { $0.isRetained } }
    let retained = scene.messages.filter(\.isRetained)
    #expect(retained.map(\.number) == [2])
    #expect(retained.map(\.topic) == [Self.topic])
  }

  @Test func `a stop is no last will`() throws {
    let scene = try MQTTScene()
    try scene.listen()
    try scene.start()
    scene.tell(locations: 1...1)
    try scene.wait(forLocation: 1)
    scene.program?.signal(15)
    #expect(try scene.program?.waitForExit(before: Deadline(in: 5)) == .code(0))
    scene.publish("end", to: "census/end")
    try scene.wait(for: "the end") { scene.messages.contains { $0.topic == "census/end" } }
    #expect(!scene.messages.contains { $0.members["_type"] == .string("lwt") })
  }

  @Test func `a simulated location stays here unless the file says otherwise`() throws {
    let scene = try MQTTScene()
    try scene.listen()
    try scene.start()
    scene.tell(
      "didUpdateLocations",
      "{\"locations\":[\(MQTTScene.location(1, isSimulated: true))]}"
    )
    scene.tell(locations: 2...2)
    try scene.wait(forLocation: 2)
    #expect(scene.numbers == [2])
    #expect(scene.log.filter { $0.contains("simulated locations are held back") }.count == 1)
    try scene.wait(for: "the count") { try scene.status().contains("held back: 1 simulated") }

    let open = try MQTTScene("[publish]\nsimulated = yes")
    try open.listen()
    try open.start()
    open.tell("didUpdateLocations", "{\"locations\":[\(MQTTScene.location(1, isSimulated: true))]}")
    try open.wait(forLocation: 1)
    #expect(open.messages.first?.members["simulated"] == .bool(true))
  }

  @Test func `waypoints come by command, are watched, kept, and told as transitions`() throws {
    let scene = try MQTTScene("[commands]\nallow = setWaypoints clearWaypoints waypoints")
    try scene.listen()
    try scene.start()
    scene.command(
      """
      {"_type":"cmd","action":"setWaypoints","waypoints":[{"_type":"waypoint","desc":"Home",\
      "lat":48.85,"lon":2.29,"rad":100,"tst":1700000000}]}
      """
    )
    try scene.wait(for: "the region") { scene.methods().contains("startMonitoring") }
    guard case .object(let params)? = scene.requests.last?["params"] else { return }
    #expect(
      params["region"]
        == .object([
          "identifier": .string("Home"), "latitude": .number(48.85), "longitude": .number(2.29),
          "radius": .integer(100),
        ])
    )
    try scene.wait(for: "the waypoint") {
      scene.messages.contains { $0.topic == "\(Self.topic)/waypoint" }
    }
    scene.tell("didDetermineState", #"{"identifier":"Home","state":"outside"}"#)
    scene.tell("didEnterRegion", "{\"identifier\":\"Home\",\"location\":\(MQTTScene.location(5))}")
    scene.tell(locations: 6...6)
    try scene.wait(forLocation: 6)
    let transition = scene.messages.first { $0.topic == "\(Self.topic)/event" }?.members
    #expect(transition?["event"] == .string("enter"))
    #expect(transition?["desc"] == .string("Home"))
    #expect(transition?["wtst"] == .integer(1_700_000_000))
    #expect(scene.messages.last?.members["inregions"] == .array([.string("Home")]))

    scene.kill()
    try scene.start()
    try scene.wait(for: "the region again") { scene.methods().contains("startMonitoring") }
    scene.command(#"{"_type":"cmd","action":"clearWaypoints"}"#)
    try scene.wait(for: "no region") { scene.methods().contains("stopMonitoring") }
  }

  @Test func `a simulated transition is not told, nor its undoing`() throws {
    let scene = try MQTTScene("[commands]\nallow = setWaypoints")
    try scene.listen()
    try scene.start()
    scene.command(
      """
      {"_type":"cmd","action":"setWaypoints","waypoints":[{"_type":"waypoint","desc":"Home",\
      "lat":48.85,"lon":2.29,"rad":100}]}
      """
    )
    try scene.wait(for: "the region") { scene.methods().contains("startMonitoring") }
    let simulated = MQTTScene.location(1, isSimulated: true)
    scene.tell("didEnterRegion", "{\"identifier\":\"Home\",\"location\":\(simulated)}")
    scene.tell("didExitRegion", "{\"identifier\":\"Home\",\"location\":\(MQTTScene.location(2))}")
    scene.tell("didEnterRegion", "{\"identifier\":\"Home\",\"location\":\(MQTTScene.location(3))}")
    scene.tell(locations: 4...4)
    try scene.wait(forLocation: 4)
    let events = scene.messages.filter { $0.topic == "\(Self.topic)/event" }.map(\.members)
    #expect(events.map { $0["tst"] } == [.integer(Int64(MQTTScene.epoch + 3))])
  }

  @Test func `reportLocation asks for a location and marks the answer`() throws {
    let scene = try MQTTScene("[publish]\nmonitoring = manual")
    try scene.listen()
    try scene.start()
    #expect(scene.methods() == ["initialize"])
    scene.command(#"{"_type":"cmd","action":"reportLocation"}"#)
    try scene.wait(for: "the request") { scene.methods().contains("requestLocation") }
    scene.tell(locations: 1...1)
    try scene.wait(forLocation: 1)
    #expect(scene.messages.last?.members["t"] == .string("r"))
  }

  @Test func `setConfiguration changes when locations are published, and is kept`() throws {
    let scene = try MQTTScene("[commands]\nallow = setConfiguration dump")
    try scene.listen()
    try scene.start()
    scene.command(
      """
      {"_type":"cmd","action":"setConfiguration","configuration":{"_type":"configuration",\
      "monitoring":1,"tid":"zz"}}
      """
    )
    try scene.wait(for: "significant changes") {
      scene.methods().contains("startMonitoringSignificantLocationChanges")
    }
    #expect(scene.methods().contains("stopUpdatingLocation"))
    scene.kill()
    try scene.start()
    try scene.wait(for: "significant changes again") {
      scene.methods().contains("startMonitoringSignificantLocationChanges")
    }
    scene.command(#"{"_type":"cmd","action":"dump"}"#)
    try scene.wait(for: "the dump") {
      scene.messages.contains { $0.topic == "\(Self.topic)/dump" }
    }
    let dump = scene.messages.last { $0.topic == "\(Self.topic)/dump" }?.members
    #expect(dump?["monitoring"] == .integer(1))
    #expect(dump?["tid"] == .string("zz"))
    #expect(dump?["password"] == nil)
  }

  @Test func `hostile commands are refused with one line, and locations go on`() throws {
    let scene = try MQTTScene("[commands]\nallow = status")
    try scene.listen()
    scene.command(#"{"_type":"cmd","action":"status"}"#, retained: true)
    try scene.start()
    for text in [
      "", "{", String(repeating: "[", count: 50_000), #"{"_type":"cmd","action":"setWaypoints"}"#,
      #"{"_type":"cmd","action":"format\nwarning: forged"}"#,
      String(repeating: "x", count: 200_000), #"{"_type":"cmd","action":"dump"}"#,
    ] { scene.command(text) }
    for _ in 0..<200 { scene.command(#"{"_type":"cmd","action":"status"}"#) }
    scene.tell(locations: 1...50)
    try scene.wait(forLocation: 50)
    #expect(scene.numbers == Array(1...50))
    try scene.wait(for: "the refusal") { scene.saw("a command is refused") }
    #expect(scene.log.filter { $0.contains("a command is refused") }.count == 1)
    // Ten at once, then one a second.
    let answers = { scene.messages.filter { $0.topic == "\(Self.topic)/status" }.count }
    try scene.wait(for: "an answer") { answers() > 0 }
    #expect(answers() <= 20)
  }

  @Test func `a command that came while it was away is carried out when it is back`() throws {
    for version in ["3.1.1", "5"] {
      let scene = try MQTTScene("[broker]\nversion = \(version)")
      try scene.listen()
      try scene.start()
      scene.tell(locations: 1...1)
      try scene.wait(forLocation: 1)
      scene.kill()
      scene.command(#"{"_type":"cmd","action":"status"}"#)
      try scene.start()
      try scene.wait(for: "the status") {
        scene.messages.contains { $0.topic == "\(Self.topic)/status" }
      }
    }
  }

  @Test func `back from a loss it tells its last location again, equal and marked by its id`()
    throws
  {
    let scene = try MQTTScene()
    try scene.listen()
    try scene.start()
    scene.tell(locations: 1...1)
    try scene.wait(forLocation: 1)
    scene.relay.cut()
    try scene.wait(for: "the copy") { scene.numbers == [1, 1] }
    let copies = scene.messages.filter { $0.number == 1 }.map(\.text)
    #expect(copies[0] == copies[1])
  }

  @Test func `Home Assistant is told of the device, once retained`() throws {
    let scene = try MQTTScene("[publish]\nhome-assistant = ha")
    try scene.listen()
    try scene.start()
    try scene.wait(for: "the discovery") {
      scene.messages.filter { $0.topic.hasPrefix("ha/") }.count == 4
    }
    #expect(scene.messages[0].topic == "ha/device_tracker/owntracks_locationd_van/config")
  }

  @Test func `status says what waits and when something was published`() throws {
    let scene = try MQTTScene()
    try scene.listen()
    try scene.start()
    scene.tell(locations: 1...7)
    try scene.wait(forLocation: 7)
    try scene.wait(for: "the metrics") {
      try scene.status().contains("published: 7, refused: 0")
    }
    let text = try scene.status()
    #expect(text.contains("broker: connected"))
    #expect(text.contains("queued: 0"))
    #expect(text.contains("disk: good"))
    #expect(!text.contains("never"))
  }

  @Test func `every metric has a type, a sentence and the name of its broker`() throws {
    let scene = try MQTTScene()
    try scene.listen()
    try scene.start()
    let bytes = try StateFile(path: "\(scene.path)/van.prom").read() ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 3 * 19)
    for index in stride(from: 0, to: lines.count, by: 3) {
      let sample = lines[index + 2].split(separator: "{")
      let name = sample[0]
      #expect(lines[index].hasPrefix("# HELP \(name) "))
      #expect(
        lines[index + 1] == "# TYPE \(name) \(name.hasSuffix("_total") ? "counter" : "gauge")"
      )
      #expect(sample[1].hasPrefix(#"broker="van"} "#))
      #expect(Double(sample[1].dropFirst(14)) != nil)
    }
  }
}

extension ServiceTests {
  @Test func `status tells of a program that is gone, and why there is no broker since when`()
    throws
  {
    let scene = try MQTTScene()
    try scene.start()
    let file = "\(scene.path)/van.prom"
    try scene.wait(for: "the metrics") { FileManager.default.fileExists(atPath: file) }
    try scene.killBroker()
    try scene.wait(for: "the reason") {
      try scene.status().contains(/broker: not connected, since [0-9.]+ s ago: .+/)
    }
    let gone = try ChildProcess(try Project.requiredProgram("true"), [])
    let pid = gone.pid
    #expect(try gone.waitForExit(before: Deadline(in: 5)) == .code(0))
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let line = /process_id\{broker="van"\} \d+/
    #expect(text.contains(line))
    try text.replacing(line, with: "process_id{broker=\"van\"} \(pid)")
      .write(toFile: "\(scene.path)/gone.prom", atomically: true, encoding: .utf8)
    let run = try ChildProcess(
      try Project.program("location-mqtt"),
      ["status", "--metrics", "\(scene.path)/gone.prom", "van"]
    )
    #expect(try run.waitForExit(before: Deadline(in: 5)) == .code(69))
    let output = try run.output.remainingLines(before: Deadline(in: 5))
    #expect(output.first == "broker: unknown, location-mqtt does not run")

    // Seen from elsewhere than the process's own namespace its number says nothing.
    let elsewhere = try String(contentsOfFile: "\(scene.path)/gone.prom", encoding: .utf8)
      .replacing(
        /process_namespace\{broker="van"\} \d+/,
        with: "process_namespace{broker=\"van\"} 1"
      )
    try elsewhere.write(toFile: "\(scene.path)/gone.prom", atomically: true, encoding: .utf8)
    let other = try ChildProcess(
      try Project.program("location-mqtt"),
      ["status", "--metrics", "\(scene.path)/gone.prom", "van"]
    )
    #expect(try other.waitForExit(before: Deadline(in: 5)) == .code(0))
    let lines = try other.output.remainingLines(before: Deadline(in: 5))
    #expect(lines.first?.hasPrefix("broker: not connected, since ") == true)
  }
}

extension MQTTScene {
  /// What the status command prints.
  func status() throws -> String {
    let run = try ChildProcess(
      try Project.program("location-mqtt"),
      ["status", "--metrics", "\(path)/van.prom", "van"]
    )
    var lines: [String] = []
    while let line = try run.nextLine(from: run.output, before: Deadline(in: 5)) {
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }
}
