// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import LinuxIO
import LocationProtocol
import LocationTestSupport
import Testing

@testable import LocationMQTT

/// Brokers, and those who publish there, at their worst.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct HostileBrokerTests {
  // A census that subscribed to everything would be sent the giant messages, too.

  /// The most memory that the program ever had, in kilobytes.
  private func peak(_ scene: MQTTScene) throws -> Int {
    let text = try String(
      contentsOfFile: "/proc/\(scene.program?.pid ?? 0)/status",
      encoding: .utf8
    )
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
    return Int(line.filter(\.isNumber)) ?? 0
  }

  @Test(arguments: [false, true])
  func `a giant command ends the taking of commands, and costs no memory and no location`(
    isRetained: Bool
  ) throws {
    let scene = try MQTTScene()
    try scene.listen(topic: "owntracks/locationd/van")
    try scene.start()
    scene.tell(locations: 1...10)
    try scene.wait(forLocation: 10)
    let before = try peak(scene)
    scene.command(String(repeating: "[", count: 40_000_000), retained: isRetained)
    try scene.wait(for: "the line") { scene.saw("commands are not taken any more") }
    scene.tell(locations: 11...30)
    try scene.wait(forLocation: 30)
    #expect(scene.numbers.sorted() == scene.numbers)
    #expect(Set(scene.numbers) == Set(1...30))
    #expect(scene.log.filter { $0.contains("is lost") }.count == 1)
    #expect(try peak(scene) - before < 8000)
    guard !isRetained else { return }
    // A reload is how an operator says that all is well again.
    try scene.reload("")
    try scene.wait(for: "the subscription") { scene.saw("commands are taken") }
  }

  /// A broker that takes every client and then sends the largest message there is, as fast as it can.
  @Test(arguments: ["3.1.1", "5"])
  func `a broker that sends without end costs neither memory nor a storm of connections`(
    version: String
  ) throws {
    let port = try freePort()
    let scene = try MQTTScene("[broker]\nversion = \(version)\nport = \(port)")
    let connack = version == "5" ? #"\040\003\000\000\000"# : #"\040\002\000\000"#
    let publication = #"\060\377\377\377\177\000\001x"#
    let send = "printf '\(connack)\(publication)'; head -c 268435452 /dev/zero"
    let script = try scene.folder?.write("#!/bin/sh\n\(send)\n", to: "send") ?? ""
    let evil = try ChildProcess(
      try Project.requiredProgram("socat"),
      ["-b", "1048576", "TCP-LISTEN:\(port),bind=127.0.0.1,fork", "SYSTEM:sh \(script)"],
      leadsGroup: true
    )
    defer { evil.kill() }
    try scene.start(connected: false)
    scene.tell(locations: 1...10)
    try scene.wait(for: "the line") { scene.saw("commands are not taken any more") }
    try scene.turn(seconds: 4)
    #expect(try peak(scene) < 120_000)
    // At once, then after pauses that double.
    #expect((2...6).contains(scene.log.filter { $0.contains("is lost") }.count))
    #expect(scene.log.filter { $0.contains("not taken any more") }.count == 1)
    #expect(scene.saw("it sends a message of more than 1 MB"))
  }

  @Test func `a broker of MQTT 5 is told how much is taken`() throws {
    let scene = try MQTTScene("[broker]\nversion = 5")
    try scene.listen(topic: "owntracks/locationd/van/status")
    try scene.start()
    scene.command(String(repeating: "[", count: 4_000_000))
    scene.command(#"{"_type":"cmd","action":"status"}"#)
    try scene.wait(for: "the status") { scene.messages.contains { $0.topic.hasSuffix("/status") } }
    #expect(!scene.saw("is lost"))
  }

  @Test func `a broker that accepts and never answers is left, and used when it does`() throws {
    let scene = try MQTTScene()
    kill(scene.broker.pid, SIGSTOP)
    try scene.start(connected: false)
    scene.tell(locations: 1...10)
    try scene.wait(for: "the line", seconds: 40) { scene.saw("the broker does not answer") }
    kill(scene.broker.pid, SIGCONT)
    try scene.listen()
    try scene.wait(forLocation: 10, seconds: 40)
    #expect(Set(scene.numbers) == Set(1...10))
    #expect(scene.log.filter { $0.contains("is lost") }.count == 1)
  }

  @Test func `a broker that keeps nothing gets locations all the same`() throws {
    let scene = try MQTTScene(
      "[broker]\nversion = 5",
      broker: "allow_anonymous true\nretain_available false\n"
    )
    try scene.listen()
    try scene.start()
    scene.tell(locations: 1...10)
    try scene.wait(forLocation: 10)
    #expect(scene.numbers == Array(1...10))
    #expect(!scene.saw("will not have"))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a program other hosts"))
  func `a host with addresses of two families is reached by either`() throws {
    let scene = try MQTTScene("[broker]\nhost = both.example")
    let hosts = try scene.folder?.write("::1 both.example\n127.0.0.1 both.example\n", to: "hosts")
    scene.launcher = [
      try Project.requiredProgram("unshare"), "-m", "sh", "-c",
      "mount --bind \(hosts ?? "") /etc/hosts && exec \"$@\"", "sh",
    ]
    try scene.listen()
    try scene.start(connected: false)
    scene.tell(locations: 1...10)
    try scene.wait(forLocation: 10)
    #expect(scene.numbers == Array(1...10))
  }

  @Test func `refusals and losses that change their words fill no log`() throws {
    let scene = try MQTTScene()
    try scene.listen()
    try scene.start()
    // 300 different ones.
    for number in 0..<300 { scene.command(#"{"_type":"cmd","action":"a\#(number)"}"#) }
    for _ in 0..<20 {
      scene.relay.cut()
      scene.tell(locations: 1...1)
      try scene.wait(for: "the connection") { scene.relay.attempts > 1 }
    }
    try scene.wait(forLocation: 1)
    scene.command(#"{"_type":"cmd","action":"last"}"#)
    try scene.wait(for: "the line") { scene.saw("a command is refused") }
    #expect(scene.log.filter { $0.contains("a command is refused") }.count == 1)
  }

  @Test func `a damaged state is set aside, and the vehicle goes on`() throws {
    for text in ["{", "[]", #"{"waypoints":[{"_type":"waypoint"}]}"#, "\u{0}\u{1}"] {
      let scene = try MQTTScene()
      try scene.folder?.write(text, to: "state.json")
      try scene.listen()
      try scene.start()
      scene.tell(locations: 1...1)
      try scene.wait(forLocation: 1)
      #expect(scene.log.filter { $0.contains("remote settings are lost") }.count == 1)
      #expect(INIFile.exists("\(scene.path)/state.json.corrupt"))
    }
  }

  @Test func `a queue that cannot be opened leaves the vehicle with its memory`() throws {
    let scene = try MQTTScene()
    try FileManager.default.createDirectory(
      atPath: scene.queuePath,
      withIntermediateDirectories: false
    )
    try scene.listen()
    try scene.start()
    scene.tell(locations: 1...100)
    try scene.wait(forLocation: 100)
    #expect(scene.numbers == Array(1...100))
    #expect(scene.log.filter { $0.contains("the queue is in memory now") }.count == 1)
  }
}
