// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LinuxIO
import LocationCore
import LocationTestSupport
import Testing

@testable import GPSDSource

@Suite struct LoadTests {
  /// Seconds of CPU that this thread, with both the source and the fake gpsd, has used.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  enum Peer: CaseIterable {
    case absent
    case closing
    case resetting
    case silent
    case halfLine
    case unusableLines
    case longLines
  }

  @Test(arguments: Peer.allCases)
  func `no peer makes the loop spin`(peer: Peer) throws {
    let harness = try SourceHarness(isSimulated: false)
    if peer == .absent { harness.gpsd.stop() }
    harness.source.demand = true
    var connection: FakeGPSD.Connection?
    if peer != .absent {
      connection = try harness.gpsd.accept(pump: harness.pump)
      try connection?.send(FakeGPSD.banner + FakeGPSD.watching)
      if peer == .halfLine { try connection?.send(#"{"class":"TPV","lat":48."#) }
    }
    let long = #"{"class":"SKY","x":""# + String(repeating: "x", count: 60_000) + "\"}\n"
    let start = Self.processorTime()
    let end = LoopTime.read().monotonic + 1_000_000_000
    var turns = 0
    var next = LoopTime.read().monotonic
    while LoopTime.read().monotonic < end {
      harness.loop.turn(timeout: 50_000_000)
      turns += 1
      guard LoopTime.read().monotonic >= next else { continue }
      next += 100_000_000
      switch peer {
      case .closing: try connectAgain()?.close()
      case .resetting: try connectAgain()?.reset()
      case .unusableLines: try connection?.send(#"{"class":"TPV","lat":"x"}"# + "\n")
      case .longLines: try connection?.send(long, pump: harness.pump)
      case .absent, .silent, .halfLine: break
      }
    }
    func connectAgain() throws -> FakeGPSD.Connection? {
      defer { connection = nil }
      return try connection ?? harness.gpsd.acceptNow()
    }
    #expect(Self.processorTime() - start < 0.05)
    #expect(turns < 100)
    #expect(harness.source.statistics.attempts <= 3)
  }

  @Test func `a flood is handled in portions, and nothing of it is lost`() throws {
    let harness = try SourceHarness()
    let connection = try harness.connect()
    try harness.feed(FakeGPSD.watching, to: connection)
    let before = harness.reports.count
    var largest = 0
    var last = before
    let flood = String(repeating: FakeGPSD.tpv(), count: 5000)
    try connection.send(flood) {
      harness.pump()
      largest = max(largest, harness.reports.count - last)
      last = harness.reports.count
    }
    // Long only for a machine that is busy: what is told of is the portions, not the pace.
    try FakeGPSD.wait(
      "the end of the flood",
      within: 120,
      pump: {
        harness.pump()
        largest = max(largest, harness.reports.count - last)
        last = harness.reports.count
      },
      until: { harness.reports.count - before == 5000 }
    )
    #expect(largest <= 2 * GPSDSource.linesAtOnce)
    #expect(harness.loop.timerCount == 1)
  }

  @Test func `a name that takes long to connect can be abandoned at once`() throws {
    // A listener whose queue is full does not answer, so that connecting to it waits.
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { Glibc.close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
    }
    try #require(bound == 0 && listen(listener, 0) == 0)
    let port = try localPort(listener)
    let filler = try connectTCP(try ListenAddress(parsing: "127.0.0.1:\(port)"))
    let loop = try EventLoop()
    let source = GPSDSource(
      loop: loop,
      endpoint: try GPSDEndpoint(parsing: "127.0.0.1:\(port)"),
      onReport: { report, _ in Issue.record("\(report)") },
      onNotice: { Issue.record("\($0)") }
    )
    source.demand = true
    for _ in 0..<20 { loop.turn(timeout: 1_000_000) }
    #expect(loop.watchCount == 1)
    let start = LoopTime.read().monotonic
    source.close()
    #expect(LoopTime.read().monotonic - start < 50_000_000)
    #expect(loop.watchCount == 0)
    withExtendedLifetime(filler) {}
  }

  @Test func `writing to a peer that is gone does not end the process`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      let gpsd = try FakeGPSD()
      let opening = try #require(GPSDOpening(try GPSDEndpoint(parsing: "127.0.0.1:\(gpsd.port)")))
      let connection = try gpsd.accept()
      var opened: GPSDSession?
      try FakeGPSD.wait("the session") {
        if case .open(let session) = opening.result() { opened = session }
        return opened != nil
      }
      let session = try #require(opened)
      connection.reset()
      try FakeGPSD.wait("the reset") { session.fill() == .closed(ECONNRESET) }
      #expect(session.watch(WatchPolicy(), device: nil) == EPIPE)
      #expect(session.watch(WatchPolicy(), device: "/dev/ttyACM0") == EPIPE)
      exit(EXIT_SUCCESS)
    }
  }

  @Test func `many connections leave no descriptor, thread or memory behind`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      func count(_ folder: String) -> Int {
        guard let handle = opendir(folder) else { return -1 }
        defer { closedir(handle) }
        var entries = 0
        while readdir(handle) != nil { entries += 1 }
        return entries
      }
      func cycle(_ rounds: Int) throws {
        for round in 0..<rounds {
          let harness = try SourceHarness()
          let connection = try harness.connect()
          if round % 3 == 0 { try harness.feed(FakeGPSD.tpv(), to: connection) }
          if round % 3 == 1 { connection.reset() }
        }
      }
      func residentKilobytes() -> Int {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return usage.ru_maxrss
      }
      try cycle(30)
      let threads = count("/proc/self/task")
      let descriptors = count("/proc/self/fd")
      let kilobytes = residentKilobytes()
      try cycle(300)
      // A helper thread lets go of its share a moment after it has handed the session over, and
      // the runtime's own threads come and go; a leak would leave hundreds.
      try FakeGPSD.wait("threads and descriptors to go") {
        count("/proc/self/task") <= threads + 8 && count("/proc/self/fd") <= descriptors + 8
      }
      #expect(residentKilobytes() - kilobytes < 2048)
      exit(EXIT_SUCCESS)
    }
  }
}
