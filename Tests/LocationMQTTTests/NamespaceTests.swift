// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import LinuxIO
import LocationProtocol
import LocationTestSupport
import Testing

@testable import LocationMQTT

/// The publisher in a network of its own, whose only cable is pulled.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct NamespaceTests {
  @Test(
    .enabled(if: NetworkNamespace.isAllowed, "only root, with ip and the right to make networks"),
    arguments: ["3.1.1", "5"]
  )
  func `a cable that is pulled for long and for short loses nothing`(version: String) throws {
    let network = try NetworkNamespace()
    let port = try freePort()
    let scene = try MQTTScene(
      "[broker]\nversion = \(version)\nhost = \(network.host)\nport = \(port)\nkeepalive = 5",
      broker: "allow_anonymous true\nlistener \(port) \(network.host)\n"
    )
    scene.launcher = network.launcher
    try scene.listen()
    try scene.start()
    scene.tell(locations: 1...50)
    try scene.wait(forLocation: 50)

    // Shorter than anybody notices.
    try network.setLink(up: false)
    scene.tell(locations: 51...100)
    try scene.turn(seconds: 1)
    #expect(scene.numbers == Array(1...50))
    try network.setLink(up: true)
    try scene.wait(forLocation: 100)
    #expect(scene.numbers == Array(1...100))
    #expect(!scene.saw("is lost"))

    // Until both sides have given up, and the last will is told.
    try network.setLink(up: false)
    scene.tell(locations: 101...200)
    try scene.wait(for: "the loss", seconds: 40) { scene.saw("is lost") }
    try scene.wait(for: "the last will", seconds: 40) {
      scene.messages.contains { $0.members["_type"] == .string("lwt") }
    }
    scene.tell(locations: 201...250)
    try network.setLink(up: true)
    try scene.wait(forLocation: 250, seconds: 60)
    try scene.expectCensus(upTo: 250)
  }
}

/// A network namespace that a pair of virtual cards connects with this one.
private final class NetworkNamespace {
  /// This side's address.
  let host: String
  private let name = "ld-\(getpid())"
  private let card = "ld\(getpid())"

  static let isAllowed: Bool = {
    guard geteuid() == 0, Project.systemProgram("ip") != nil else { return false }
    return (try? NetworkNamespace()) != nil
  }()

  /// What a program is started by to be inside.
  var launcher: [String] { [Project.systemProgram("ip") ?? "ip", "netns", "exec", name] }

  init() throws {
    let net = "10.213.\(getpid() % 250 + 1)"
    host = "\(net).1"
    try ip("netns", "add", name)
    try ip("link", "add", card, "type", "veth", "peer", "name", "eth0", "netns", name)
    try ip("address", "add", "\(host)/24", "dev", card)
    try ip("link", "set", card, "up")
    try ip("-n", name, "address", "add", "\(net).2/24", "dev", "eth0")
    try ip("-n", name, "link", "set", "eth0", "up")
    try ip("netns", "exec", name, "true")
  }

  deinit {
    try? ip("link", "delete", card)
    try? ip("netns", "delete", name)
  }

  /// Plugs the cable in or pulls it.
  func setLink(up: Bool) throws { try ip("link", "set", card, up ? "up" : "down") }

  private func ip(_ arguments: String...) throws {
    let child = try ChildProcess(try Project.requiredProgram("ip"), arguments)
    guard try child.waitForExit(before: Deadline(in: 10)) == .code(0) else {
      throw SceneError("ip \(arguments): \(child.errors.recent)")
    }
  }
}
