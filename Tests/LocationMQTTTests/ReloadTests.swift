// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LinuxIO
import LocationProtocol
import LocationTestSupport
import Testing

@testable import LocationMQTT

/// A new configuration while locations come and go.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct ReloadTests {
  @Test func `what is published changes at once, on the same connection`() throws {
    let scene = try MQTTScene()
    try scene.listen()
    try scene.start()
    scene.tell(locations: 1...10)
    let attempts = scene.relay.attempts
    try scene.reload("[publish]\ndistance = 25\nvisits = yes\nhome-assistant = ha")
    try scene.wait(for: "the wish") { scene.methods().contains("startMonitoringVisits") }
    let wish = scene.requests.last { $0["method"] == .string("startUpdatingLocation") }
    guard case .object(let params)? = wish?["params"] else { return }
    #expect(params["distanceFilter"] == .integer(25))
    try scene.wait(for: "the discovery") {
      scene.messages.filter { $0.topic.hasPrefix("ha/") }.count == 4
    }
    scene.tell(locations: 11...20)
    try scene.wait(forLocation: 20)
    #expect(scene.numbers == Array(1...20))
    #expect(scene.relay.attempts == attempts)
    #expect(scene.log == ["notice: reloaded the configuration"])
  }

  @Test(arguments: [
    ("[queue]\nrate = 0", "rate"), ("[publish]\nshout = yes", "no such key"), ("nonsense", "="),
    ("[broker]\ntls = yes\nca = /nonexistent", "/nonexistent"),
    ("[publish]\nwaypoints = /nonexistent", "/nonexistent"),
    ("[device]\ntopic = a/#", "no topic"),
  ])
  func `a bad configuration keeps the old one and says so in one line`(
    lines: String,
    reason: String
  ) throws {
    let scene = try MQTTScene()
    try scene.listen()
    try scene.start()
    scene.tell(locations: 1...5)
    let asked = scene.requests.count
    try scene.reload("[publish]\ndistance = 9\n\(lines)")
    scene.tell(locations: 6...10)
    try scene.wait(forLocation: 10)
    #expect(scene.numbers == Array(1...10))
    #expect(scene.log.count == 1)
    #expect(scene.log[0].hasPrefix("warning: the configuration stays as it was: "))
    #expect(scene.log[0].contains(reason))
    #expect(scene.requests.count == asked)
  }

  @Test func `many reloads amid locations lose and double none`() throws {
    let scene = try MQTTScene()
    try scene.listen()
    try scene.start()
    for round in 0..<20 {
      scene.tell(locations: round * 20 + 1...round * 20 + 20)
      try scene.reload(round.isMultiple(of: 3) ? "[queue]\nrate = x" : "[queue]\nwindow = 7")
    }
    try scene.wait(forLocation: 400)
    #expect(scene.numbers == Array(1...400))
  }

  @Test(arguments: ["3.1.1", "5"])
  func `another broker gets everything that the first one has not acknowledged`(
    version: String
  ) throws {
    let other = try RealBroker()
    let scene = try MQTTScene("[broker]\nversion = \(version)")
    try scene.listen()
    try scene.start()
    scene.tell(locations: 1...50)
    try scene.wait(forLocation: 50)
    scene.relay.state = .silent
    scene.tell(locations: 51...100)
    try scene.listen(at: other.port)
    try scene.reload("[broker]\nport = \(other.port)\n[device]\ntopic = fleet/van")
    scene.tell(locations: 101...150)
    try scene.wait(forLocation: 150)
    try scene.expectCensus(upTo: 150)
    // What was queued before goes where it was meant to go.
    let second = scene.messages.filter { $0.topic == "fleet/van" }.compactMap(\.number)
    #expect(second == Array(101...150))
    scene.command(#"{"_type":"cmd","action":"status"}"#)
    scene.publish(#"{"_type":"cmd","action":"dump"}"#, to: "fleet/van/cmd")
    try scene.wait(for: "the dump") { scene.messages.contains { $0.topic == "fleet/van/dump" } }
    #expect(!scene.messages.contains { $0.topic.hasSuffix("/status") })
  }

  @Test func `another socket of locationd is used at once`() throws {
    let scene = try MQTTScene()
    try scene.listen()
    try scene.start()
    var isAsked = false
    let second = try ScriptedDaemon(scene.loop) { _, _ in isAsked = true }
    try scene.reload("[locationd]\nsocket = \(second.path)")
    try scene.wait(for: "the other socket") { isAsked }
    second.sessions.last?.send(
      #"{"jsonrpc":"2.0","method":"didUpdateLocations","params":{"locations":["#
        + MQTTScene.location(7) + "]}}\n"
    )
    try scene.wait(forLocation: 7)
  }

  @Test func `once simulated locations are let out, the present one is told`() throws {
    let scene = try MQTTScene()
    try scene.listen()
    try scene.start()
    scene.tell(
      "didUpdateLocations",
      "{\"locations\":[\(MQTTScene.location(1, isSimulated: true))]}"
    )
    try scene.wait(for: "the count") { try scene.status().contains("held back: 1 simulated") }
    scene.present = MQTTScene.location(2, isSimulated: true)
    try scene.reload("[publish]\nsimulated = yes\ndistance = 100")
    try scene.wait(forLocation: 2)
    #expect(scene.numbers == [2])
  }
}
