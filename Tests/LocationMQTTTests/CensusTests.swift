// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LinuxIO
import LocationTestSupport
import Testing

@testable import LocationMQTT

/// Numbered locations through a real broker, with everything failing that can: all arrive, in
/// order, once or again with the same `_id`.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct CensusTests {
  @Test func `locations arrive once and in order`() throws {
    let scene = try MQTTScene()
    try scene.listen()
    try scene.start()
    scene.tell(locations: 1...200)
    try scene.wait(forLocation: 200)
    #expect(scene.numbers == Array(1...200))
  }

  @Test func `what is told while no broker is there arrives when one is`() throws {
    let scene = try MQTTScene()
    scene.relay.state = .refusing
    try scene.start(connected: false)
    scene.tell(locations: 1...300)
    try scene.wait(for: "a lost broker") { scene.saw("is lost") }
    try scene.listen()
    scene.relay.state = .open
    try scene.wait(forLocation: 300)
    #expect(scene.numbers == Array(1...300))
    #expect(scene.log.filter { $0.contains("is lost") }.count == 1)
  }

  @Test func `a broker that is killed again and again loses nothing`() throws {
    let scene = try MQTTScene()
    try scene.listen()
    try scene.start()
    var random = SeededGenerator(seed: 10)
    var last = 0
    for _ in 0..<6 {
      let burst = last + 1...last + 60
      scene.tell(locations: burst)
      // The broker dies somewhere in the burst.
      let moment = Int.random(in: burst, using: &random)
      try scene.wait(forLocation: moment)
      scene.relay.state = .refusing
      try scene.killBroker()
      try scene.broker.start()
      try scene.listen()
      scene.relay.state = .open
      last = burst.upperBound
    }
    try scene.wait(forLocation: last)
    try scene.expectCensus(upTo: last)
  }

  @Test func `a program that is killed at random moments loses nothing that it had`() throws {
    let scene = try MQTTScene()
    try scene.listen()
    var random = SeededGenerator(seed: 2026)
    var next = 1
    for _ in 0..<12 {
      try scene.start(connected: false)
      let burst = next...next + Int.random(in: 0...120, using: &random)
      scene.tell(locations: burst)
      let turns = Int.random(in: 0...40, using: &random)
      for _ in 0..<turns { scene.loop.turn(timeout: 1_000_000) }
      scene.kill()
      // What it had is on disk or on the wire. Of what it never took nothing has to arrive.
      try scene.wait(for: "the broker's last words") { scene.loop.watchCount >= 0 }
      let waiting = try scene.queuedNumbers()
      let had = max(scene.numbers.max() ?? 0, waiting.max() ?? 0)
      #expect(Set(1..<next).isSubset(of: Set(scene.numbers + waiting + [0])))
      next = max(next, had + 1)
    }
    try scene.start()
    scene.tell(locations: next...next + 9)
    try scene.wait(forLocation: next + 9, seconds: 60)
    try scene.expectCensus(upTo: next + 9)
  }

  @Test func `a network that falls silent is noticed and loses nothing`() throws {
    let scene = try MQTTScene("[broker]\nkeepalive = 5")
    try scene.listen()
    try scene.start()
    scene.tell(locations: 1...20)
    try scene.wait(forLocation: 20)
    scene.relay.state = .silent
    scene.tell(locations: 21...80)
    try scene.wait(for: "the loss") { scene.saw("is lost") }
    scene.relay.cut()
    scene.relay.state = .open
    try scene.wait(forLocation: 80)
    try scene.expectCensus(upTo: 80)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can mount a small disk"))
  func `a full disk makes the queue go on in memory, with one line`() throws {
    let scene = try MQTTScene("[queue]\nmemory-messages = 5000")
    let mount = try SmallDisk(at: scene.path, megabytes: 1)
    scene.relay.state = .refusing
    try scene.start(connected: false)
    // Some of them fit.
    mount.fill(leaving: 150_000)
    scene.tell(locations: 1...1000)
    try scene.wait(for: "the full disk") { scene.saw("the queue is in memory now") }
    scene.tell(locations: 1001...1100)
    mount.clear()
    try scene.wait(for: "the disk", seconds: 40) { scene.saw("the disk takes the queue again") }
    scene.tell(locations: 1101...1200)
    try scene.listen()
    scene.relay.state = .open
    try scene.wait(forLocation: 1200, seconds: 60)
    try scene.expectCensus(upTo: 1200)
    #expect(scene.log.filter { $0.contains("in memory now") }.count == 1)
    scene.kill()
  }
}

extension MQTTScene {
  /// Each number arrived; the first copies are in order; others are equal byte by byte.
  func expectCensus(upTo last: Int) throws {
    var copies: [Int: String] = [:]
    var firsts: [Int] = []
    for message in messages where !message.isRetained {
      guard let number = message.number else { continue }
      if let known = copies[number] {
        #expect(known == message.text)
      } else {
        copies[number] = message.text
        firsts.append(number)
      }
    }
    #expect(firsts == Array(1...last))
  }

  /// Lets time go by in which nothing is waited for.
  func turn(seconds: Double) throws {
    let deadline = Deadline(in: seconds)
    try wait(for: "time", seconds: seconds + 10) { deadline.isOver }
  }

  /// The locations in the queue's file, which nobody may have open.
  func queuedNumbers() throws -> [Int] {
    guard INIFile.exists(queuePath) else { return [] }
    let queue = try DiskQueue(path: queuePath)
    return try queue.messages(after: 0, limit: 100_000).compactMap {
      Message(topic: "", text: String(decoding: $0.1.payload, as: UTF8.self), isRetained: false)
        .number
    }
  }
}

/// A disk of a few megabytes, mounted over a folder.
private final class SmallDisk {
  private let path: String

  init(at path: String, megabytes: Int) throws {
    self.path = path
    guard mount("tmpfs", path, "tmpfs", 0, "size=\(megabytes)m") == 0 else {
      throw SystemError("mount", errno)
    }
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }

  /// Leaves so many bytes of room.
  func fill(leaving room: Int) {
    var status = statvfs()
    statvfs(path, &status)
    let free = Int(status.f_bavail) * Int(status.f_bsize)
    let file = open("\(path)/ballast", O_WRONLY | O_CREAT, 0o600)
    _ = posix_fallocate(file, 0, max(free - room, 0))
    close(file)
  }

  func clear() { unlink("\(path)/ballast") }
}
