// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationProtocol
import Testing

@testable import LocationMQTT

struct CommandTests {
  private static let all = Set(Command.Action.allCases)

  @Test(arguments: [
    ("reportLocation", Command.reportLocation), ("dump", .dump), ("status", .status),
    ("waypoints", .waypoints), ("clearWaypoints", .clearWaypoints),
  ])
  func `an action is read by its name`(name: String, command: Command) throws {
    let payload = Array(#"{"_type":"cmd","action":"\#(name)"}"#.utf8)
    #expect(try Command(payload, allowed: Self.all) == command)
  }

  @Test(arguments: [
    (#"{"_type":"cmd","action":"setWaypoints","waypoints":[{"a":1}]}"#),
    (#"{"_type":"cmd","action":"setWaypoints","waypoints":{"_type":"waypoints","waypoints":[{"a":1}]}}"#),
  ])
  func `waypoints come as an array or in a message of their own`(text: String) throws {
    #expect(
      try Command(Array(text.utf8), allowed: Self.all)
        == .setWaypoints([.object(["a": .integer(1)])])
    )
  }

  @Test func `a configuration may change when locations are published, and nothing else`() throws {
    let text = """
      {"_type":"cmd","action":"setConfiguration","configuration":{"_type":"configuration",\
      "monitoring":1,"locatorDisplacement":250,"locatorInterval":30,"tid":"ab","host":"evil",\
      "password":"x","pubTopicBase":"elsewhere"}}
      """
    var change = ConfigurationChange()
    change.monitoring = .significant
    change.distance = 250
    change.interval = 30
    change.trackerID = "ab"
    #expect(try Command(Array(text.utf8), allowed: Self.all) == .setConfiguration(change))
  }

  @Test(arguments: [
    ("", "no JSON"), ("[]", "no message of _type cmd with an action"),
    (#"{"_type":"cmd"}"#, "no message of _type cmd with an action"),
    (#"{"_type":"cmd","action":7}"#, "no message of _type cmd with an action"),
    (#"{"_type":"location","action":"dump"}"#, "no message of _type cmd with an action"),
    (#"{"_type":"cmd","action":"rm -rf\n"}"#, "unknown action"),
    (String(repeating: "[", count: 60_000), "nested deeper"),
    (#"{"_type":"cmd","action":"setWaypoints","waypoints":[NaN]}"#, "no JSON"),
    (
      "{\"_type\":\"cmd\",\"action\":\"\(String(repeating: "x", count: 60_000))\"}",
      "unknown action"
    ),
    (#"{"_type":"cmd","action":"setWaypoints"}"#, "no array of waypoints"),
    (
      #"{"_type":"cmd","action":"setWaypoints","waypoints":{"_type":"x"}}"#, "no array of waypoints"
    ),
    (#"{"_type":"cmd","action":"setConfiguration"}"#, "has no configuration"),
    (
      #"{"_type":"cmd","action":"setConfiguration","configuration":{"_type":"configuration","monitoring":1e99}}"#,
      "monitoring is not"
    ),
    (
      #"{"_type":"cmd","action":"setConfiguration","configuration":{"_type":"configuration","locatorInterval":-1}}"#,
      "locatorInterval is not 0.0 … 86400.0"
    ),
    (
      #"{"_type":"cmd","action":"setConfiguration","configuration":{"_type":"configuration","tid":"abc"}}"#,
      "tid is not"
    ),
  ])
  func `what is no command is refused with a reason`(text: String, reason: String) {
    let refusal = #expect(throws: CommandRefusal.self) {
      try Command(Array(text.utf8), allowed: Self.all)
    }
    #expect(refusal?.description.contains(reason) == true)
    // It is a part of a line of the log.
    #expect((refusal?.description.utf8.count ?? 0) < 200)
  }

  @Test func `too long a message is not even read`() {
    let payload = [UInt8](repeating: 0x20, count: Command.sizeLimit + 1)
    let refusal = #expect(throws: CommandRefusal.self) {
      try Command(payload, allowed: Self.all)
    }
    #expect(refusal?.description == "65537 bytes, at most 65536")
  }

  @Test(arguments: [Command.Action.setWaypoints, .clearWaypoints, .setConfiguration])
  func `what changes something is not allowed by itself`(action: Command.Action) {
    let payload = Array(#"{"_type":"cmd","action":"\#(action.rawValue)"}"#.utf8)
    let refusal = #expect(throws: CommandRefusal.self) {
      try Command(payload, allowed: Command.Action.harmless)
    }
    #expect(refusal?.description == "\(action.rawValue) is not allowed")
  }
}

struct WaypointTests {
  private func element(_ members: String) throws -> JSONValue {
    try JSONReader.value(of: Array(#"{"_type":"waypoint",\#(members)}"#.utf8))
  }

  @Test func `waypoints are merged by their names`() throws {
    var list = WaypointList()
    try list.merge(
      [
        try element(#""desc":"A","lat":1,"lon":2,"rad":50,"tst":9"#),
        try element(#""desc":"B","lat":3,"lon":4,"rad":60,"tst":8"#),
      ],
      now: 100
    )
    try list.merge(
      [
        try element(#""desc":"A","lat":5,"lon":6,"rad":70"#),
        try element(#""desc":"B","lat":-1000000,"lon":4"#),
      ],
      now: 100
    )
    #expect(
      list.all == [Waypoint(description: "A", latitude: 5, longitude: 6, radius: 70, time: 100)]
    )
  }

  @Test(arguments: [
    (#""lat":1,"lon":2"#, "desc"), (#""desc":"","lat":1,"lon":2"#, "desc"),
    (#""desc":"A","lat":1,"lon":2,"rad":-1"#, "rad"),
    (#""desc":"A","lat":1,"lon":2,"rad":1e9"#, "rad"),
    (#""desc":"A","lat":1,"lon":2,"rad":"50""#, "rad"),
    (#""desc":"A","lat":"1","lon":2"#, "lat or lon"), (#""desc":"A","lat":1"#, "lat or lon"),
    (#""desc":"A","lat":1,"lon":null"#, "lat or lon"),
    (#""desc":"A","lat":1e400,"lon":2"#, "lat or lon"),
  ])
  func `a waypoint that is none changes nothing`(members: String, name: String) throws {
    var list = WaypointList()
    let good = try element(#""desc":"G","lat":1,"lon":2"#)
    let bad = try element(members)
    let refusal = #expect(throws: CommandRefusal.self) { try list.merge([good, bad], now: 1) }
    #expect(refusal?.description.contains(name) == true)
    #expect(list.all.isEmpty)
  }

  @Test func `of two with one name the later counts`() throws {
    var list = WaypointList()
    let twice = [
      try element(#""desc":"A","lat":1,"lon":2"#), try element(#""desc":"A","lat":3,"lon":4"#),
    ]
    try list.merge(twice, now: 1)
    #expect(list.all.map(\.latitude) == [3])
  }

  @Test func `there are at most a hundred`() throws {
    var list = WaypointList()
    let many = try (0...100).map { try element(#""desc":"\#($0)","lat":1,"lon":2"#) }
    #expect(throws: CommandRefusal.self) { try list.merge(many, now: 1) }
    try list.merge(Array(many.dropLast()), now: 1)
    #expect(list.all.count == 100)
  }
}

struct TopicTests {
  @Test(arguments: [
    "", "a/+/b", "a/#", "$SYS/x", "a\u{0}b", String(repeating: "a", count: 513), "a\u{85}",
    String(decoding: [0x61, 0xFF], as: UTF8.self),
    String(decoding: [0xEF, 0xB7, 0x90], as: UTF8.self),
  ])
  func `what cannot be published to is no topic`(base: String) {
    #expect(Topics(base: base) == nil)
  }

  @Test func `the topics of a device are those of the apps`() throws {
    let topics = try #require(Topics(base: "owntracks/jane/van"))
    #expect(topics.base == "owntracks/jane/van")
    #expect(topics[.event] == "owntracks/jane/van/event")
    #expect(
      Topics.Subtopic.allCases.map(\.rawValue)
        == ["cmd", "dump", "event", "status", "waypoint", "waypoints"]
    )
  }

  @Test func `Home Assistant is told one tracker and three sensors`() throws {
    let topics = try #require(Topics(base: "owntracks/jane/van 1"))
    let discovery = Discovery(prefix: "homeassistant", topics: topics, name: "van")
    #expect(
      discovery.messages.map(\.topic) == [
        "homeassistant/device_tracker/owntracks_jane_van_1/config",
        "homeassistant/sensor/owntracks_jane_van_1_speed/config",
        "homeassistant/sensor/owntracks_jane_van_1_altitude/config",
        "homeassistant/sensor/owntracks_jane_van_1_accuracy/config",
      ]
    )
    for message in discovery.messages {
      guard case .object(let members) = message.payload else { continue }
      #expect(members["availability_topic"] == .string("owntracks/jane/van 1"))
      #expect(members["device"] != nil)
    }
    guard case .object(let tracker) = discovery.messages[0].payload else { return }
    #expect(tracker["json_attributes_topic"] == .string("owntracks/jane/van 1"))
    #expect(tracker["source_type"] == .string("gps"))
  }
}
