// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationServer
import LocationTestSupport
import Testing

private let region = #"{"region":{"identifier":"a","latitude":10,"longitude":20,"radius":100}}"#

/// Peers that do not read: bounded memory, newest location, no event replaced.
@Suite struct SlowPeerTests {
  private func conflated(_ callbacks: [JSONObject]) -> Int {
    callbacks.reduce(0) { $0 + ($1.object("params")?.integer("conflated") ?? 0) }
  }

  /// Peers that may be slow for as long as they like.
  private func patientHarness() throws -> ServerHarness {
    var settings = ServiceSettings()
    settings.limits.stallTimeout = 86_400
    return try ServerHarness(settings)
  }

  @Test func `newer locations replace older ones, and the next delivery counts them`() throws {
    let harness = try patientHarness()
    let slow = try harness.subscriber(sendBuffer: 4608)
    let quick = try harness.started()
    try slow.call("startUpdatingLocation")
    _ = try slow.callbacks()
    var seen = 0
    for step in 0..<200 {
      harness.fix(10 + Double(step) / 100, 20)
      seen += try quick.latitudes().count
    }
    #expect(seen == 200)
    let callbacks = try slow.callbacks().filter { $0.text("method") == "didUpdateLocations" }
    #expect(callbacks.count < 60)
    #expect(callbacks.count + conflated(callbacks) == 200)
    let last = callbacks.last?.object("params")?.objects("locations")
    #expect(last?.count == 1 && last?[0].number("latitude") == 11.99)
    harness.fix(12, 20)
    let next = try slow.callbacks()
    #expect(next.count == 1 && conflated(next) == 0)
  }

  @Test func `a location that a loss overtook is counted, and not delivered`() throws {
    let harness = try patientHarness()
    let slow = try harness.subscriber(sendBuffer: 4608)
    try slow.call("startUpdatingLocation")
    _ = try slow.callbacks()
    for _ in 0..<100 { harness.fix(10, 20) }
    harness.fix(11, 20)
    harness.advance(10)
    let callbacks = try slow.callbacks()
    #expect(callbacks.last?.text("method") == "didFailWithError")
    #expect(!callbacks.contains { $0.description.contains("\"latitude\":11") })
    harness.fix(12, 20)
    let all = callbacks + (try slow.callbacks())
    #expect(all.count { $0.text("method") == "didUpdateLocations" } + conflated(all) == 102)
  }

  @Test func `events are never replaced`() throws {
    let harness = try patientHarness()
    let slow = try harness.subscriber(sendBuffer: 4608)
    try slow.call("startUpdatingLocation")
    try slow.call("startMonitoring", region)
    _ = try slow.callbacks()
    for _ in 0..<12 {
      for _ in 0..<5 { harness.fix(10, 20) }
      for _ in 0..<5 { harness.fix(10.01, 20) }
    }
    let methods = try slow.methods()
    #expect(methods.count { $0 == "didUpdateLocations" } < 100)
    // The first state is determined, not entered.
    #expect(methods.count { $0 == "didEnterRegion" } == 11)
    #expect(methods.count { $0 == "didExitRegion" } == 12)
    #expect(methods.count { $0 == "didDetermineState" } == 1)
  }

  @Test func `too many events waiting close the connection`() throws {
    var settings = ServiceSettings()
    settings.limits.events = 8
    let harness = try ServerHarness(settings)
    let slow = try harness.subscriber(sendBuffer: 4608)
    try slow.call("startMonitoring", region)
    try slow.block(harness)
    for _ in 0..<4 {
      for _ in 0..<5 { harness.fix(10, 20) }
      for _ in 0..<5 { harness.fix(10.01, 20) }
    }
    #expect(harness.service.counters.sessionsClosed == 0)
    for _ in 0..<2 {
      for _ in 0..<5 { harness.fix(10, 20) }
      for _ in 0..<5 { harness.fix(10.01, 20) }
    }
    #expect(harness.service.counters.sessionsClosed == 1)
    _ = slow.texts()
    #expect(slow.isClosed && harness.demands == [true, false])
  }

  @Test func `a peer that takes nothing for the time limit is closed, one that reads is not`()
    throws
  {
    var settings = ServiceSettings()
    settings.limits.stallTimeout = 20
    let harness = try ServerHarness(settings)
    let stuck = try harness.subscriber(sendBuffer: 4608)
    let trickling = try harness.subscriber(sendBuffer: 4608)
    for peer in [stuck, trickling] { try peer.call("startUpdatingLocation") }
    for step in 0..<100 {
      harness.fix(10, 20)
      if step % 15 == 0 { _ = trickling.texts() }
    }
    #expect(harness.service.counters.dropped == 1)
    #expect(!trickling.isClosed)
    _ = stuck.texts()
    #expect(stuck.isClosed)
  }

  @Test func `a peer that only asks and never reads is not read any more`() throws {
    let harness = try ServerHarness()
    let slow = try harness.subscriber(sendBuffer: 4608)
    let batch = Array(repeating: #"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#, count: 64)
    let line = "[\(batch.joined(separator: ","))]\n"
    var sent = 0
    while sent < 1000 {
      do { try slow.send(line) } catch { break }
      sent += 1
    }
    // Its own buffer, our reading of 64 KiB and our answers of 64 KiB, then nobody moves.
    #expect(sent < 120)
    let served = harness.service.counters.requests
    harness.advance(5)
    #expect(harness.service.counters.requests == served)
    #expect(slow.texts().count == sent)
  }

  @Test func `after stop nothing that waited is delivered`() throws {
    let harness = try ServerHarness()
    let slow = try harness.subscriber(sendBuffer: 4608)
    try slow.call("startUpdatingLocation")
    try slow.block(harness)
    harness.fix(10, 20)
    try slow.call(waiting: "stopUpdatingLocation")
    #expect(!slow.texts().contains { $0.contains("didUpdateLocations") })
  }
}
