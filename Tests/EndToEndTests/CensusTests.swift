// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import Glibc
internal import LinuxIO
internal import LocationTestSupport
internal import Testing

/// After every fault each callback that had to arrive did, once and in order, or its gap was told.
@Suite(.serialized) struct CensusTests {
  @Test func `a gpsd that is killed and comes back costs only what it never said`() throws {
    let scene = try CensusScene(readers: 5)
    try scene.serve()
    for _ in 0..<3 {
      try scene.feed(40)
      scene.killGPSD()
      try scene.feed(10)
      try scene.startGPSD()
      try scene.serve()
    }
    try scene.feed(40)
    scene.check()
    let expected = (0..<4).flatMap { Array(50 * $0 + 1...50 * $0 + 40) }
    for reader in scene.readers { #expect(reader.census.numbers == expected) }
  }

  @Test func `lines that are cut cost their own fix, and those that stall cost none`() throws {
    let scene = try CensusScene(readers: 3)
    try scene.serve()
    for _ in 0..<20 {
      try scene.feed(5)
      try scene.sendHalf()
      try scene.sendRest()
      try scene.settle()
    }
    #expect(scene.readers.allSatisfy { $0.census.numbers == Array(1...120) })
    try scene.sendHalf()
    scene.killGPSD()
    try scene.startGPSD()
    try scene.serve()
    try scene.feed(20)
    scene.check()
    for reader in scene.readers {
      #expect(reader.census.numbers == Array(1...120) + Array(122...141))
      #expect(reader.census.conflated == 0)
    }
  }

  @Test func `who stops reading gets the newest and the count of the rest, and nobody else waits`()
    throws
  {
    let scene = try CensusScene(readers: 5)
    try scene.serve()
    try scene.feed(10)
    let stopped = Array(scene.readers[..<3])
    for reader in stopped { reader.isReading = false }
    try scene.feed(3000)
    for reader in stopped { reader.isReading = true }
    try scene.settle()
    try scene.feed(10)
    scene.check()
    for reader in stopped {
      #expect(reader.census.conflated > 0)
      #expect(reader.census.numbers.count + reader.census.conflated == 3020)
    }
    for reader in scene.readers[3...] {
      #expect(reader.census.numbers == Array(1...3020))
      #expect(reader.census.conflated == 0)
    }
  }

  @Test func `a stopped process catches up as told`() throws {
    let scene = try CensusScene(readers: 1)
    let process = try ChildProcess(
      try Project.program("locationctl"),
      ["monitor", "--json"],
      environment: scene.environment
    )
    try scene.serve()
    var census = Census()
    let read = { (number: Int) throws in
      while census.newest < number {
        let line = try process.nextLine(from: process.output, before: scene.deadline)
        try census.note(line: #require(line))
      }
    }
    try scene.feed(10)
    // It may have come later than the first fixes.
    try read(10)
    process.signal(SIGSTOP)
    try scene.feed(3000)
    process.signal(SIGCONT)
    try read(3010)
    try scene.feed(10)
    try read(3020)
    #expect(census.faults { _ in true } == [])
    #expect(census.conflated > 0)
    #expect(scene.readers[0].census.numbers == Array(1...3020))
  }

  @Test func `a daemon that is killed is followed by one that goes on`() throws {
    let scene = try CensusScene(readers: 20)
    try scene.serve()
    for _ in 0..<5 {
      try scene.feed(20)
      try scene.killDaemon()
      try scene.feed(5)
      try scene.startDaemon()
      try scene.serve()
    }
    try scene.feed(20)
    scene.check()
    let expected = (0..<6).flatMap { Array(25 * $0 + 1...25 * $0 + 20) }
    for reader in scene.readers {
      #expect(reader.census.numbers == expected)
      #expect(reader.census.entries.count { $0 == .closed } == 5)
    }
  }

  @Test func `bad configurations and full sockets cost nobody a location`() throws {
    let scene = try CensusScene(readers: 4)
    try scene.serve()
    let ping = Array((#"{"jsonrpc":"2.0","id":7,"method":"ping"}"# + "\n").utf8)
    let glutton = try scene.addReader()
    for round in 0..<5 {
      try scene.feed(50)
      try scene.reloadBadConfiguration()
      // Requests whose answers nobody takes, until nothing more goes in.
      glutton.isReading = false
      for _ in 0..<20_000 { glutton.send(ping) }
      try scene.feed(50)
      glutton.isReading = true
      try scene.settle()
      #expect(scene.last == 100 * (round + 1))
    }
    scene.check()
    for reader in scene.readers.dropLast() {
      #expect(reader.census.numbers == Array(1...500))
    }
  }

  @Test func `without descriptors those who are there lose nothing, and the others wait`() throws {
    let scene = try CensusScene(readers: 10)
    try scene.serve()
    try scene.feed(20)
    let pid = scene.daemon.process.pid
    try limit("nofile", of: pid, to: scene.daemon.descriptorCount + 8)
    let crowd = try (0..<40).map { _ in try scene.addReader() }
    for reader in crowd { reader.mayQueue = true }
    try scene.feed(100)
    let served = crowd.filter { $0.census.newest > 0 }
    #expect((1...12).contains(served.count))
    for reader in served { reader.close() }
    try scene.wait(for: "the next in line") {
      try scene.feed(1)
      return crowd.count { $0.isConnected && $0.census.newest == scene.last } == served.count
    }
    try limit("nofile", of: pid, to: 4096)
    try scene.wait(for: "all of them") {
      try scene.feed(1)
      return crowd.count { $0.isConnected && $0.census.newest == scene.last }
        == crowd.count - served.count
    }
    scene.check()
    for reader in scene.readers[..<10] {
      #expect(reader.census.numbers == Array(1...scene.last))
    }
  }

  @Test func `with little memory a crowd of greedy peers costs nobody a location`() throws {
    let scene = try CensusScene(readers: 10)
    try scene.serve()
    try scene.feed(20)
    // 128 KiB a peer are within the bounds, and a quarter of that again for the allocator.
    try limit("as", of: scene.daemon.process.pid, to: scene.daemon.virtualBytes + 200 * 160 * 1024)
    let ping = Array((#"{"jsonrpc":"2.0","id":7,"method":"ping"}"# + "\n").utf8)
    let crowd = try (0..<200).map { _ in try SubscriberConnection(path: scene.folder.path("s")) }
    for (index, peer) in crowd.enumerated() {
      let bytes = index % 2 == 0 ? [UInt8](repeating: 0x5B, count: 60_000) : ping
      for _ in 0..<(index % 2 == 0 ? 1 : 5000) {
        _ = Descriptor.sendFrame(peer.lines.raw, bytes, from: 0)
      }
      if index % 20 == 0 { try scene.feed(5) }
    }
    try scene.feed(100)
    scene.check()
    for reader in scene.readers { #expect(reader.census.numbers == Array(1...170)) }
    #expect(scene.daemon.process.exitIfEnded() == nil)
  }

  private func limit(_ resource: String, of pid: Int32, to value: Int) throws {
    let process = try ChildProcess(
      try Project.requiredProgram("prlimit"),
      ["--pid", "\(pid)", "--\(resource)=\(value):"]
    )
    #expect(try process.waitForExit(before: Deadline(in: 5)) == .code(0))
  }
}
