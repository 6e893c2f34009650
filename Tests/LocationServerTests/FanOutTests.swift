// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LinuxIO
import LocationServer
import LocationTestSupport
import Testing

/// One location to more subscribers than one system call serves.
@Suite struct FanOutTests {
  @Test func `among many each reader gets it once, whoever has gone or does not read`() throws {
    var settings = ServiceSettings()
    settings.limits.stallTimeout = 86_400
    let harness = try ServerHarness(settings)
    let capacity = ServerHarness.capacity
    let count = 2 * capacity + 8
    let gone = [0, 7, capacity - 1, capacity, count - 1]
    let slow = 9
    let peers = try (0..<count).map { try harness.subscriber(sendBuffer: $0 == slow ? 4608 : nil) }
    for peer in peers { try peer.call("startUpdatingLocation") }
    harness.fix(9, 20)
    for peer in peers { _ = try peer.callbacks() }
    try peers[slow].block(harness)
    // Gone without the service knowing, until it sends.
    for place in gone { shutdown(peers[place].raw, Int32(SHUT_RD)) }
    let before = harness.service.counters
    harness.fix(10, 20)
    harness.fix(11, 20)
    #expect(harness.service.counters.sessionsClosed == before.sessionsClosed + UInt64(gone.count))
    let deliveries = harness.service.counters.deliveries - before.deliveries
    #expect(deliveries == UInt64(2 * count - gone.count))
    for (place, peer) in peers.enumerated() where place != slow && !gone.contains(place) {
      #expect(try peer.latitudes() == [10, 11])
    }
    let late = try peers[slow].callbacks()
    #expect(late.count == 1)
    #expect(late.last?.object("params")?.integer("conflated") == 1)
    #expect(late.last?.object("params")?.objects("locations")[0].number("latitude") == 11)
  }

  @Test func `each view has its own location, whoever of another one has gone or does not read`()
    throws
  {
    var settings = ServiceSettings()
    settings.limits.stallTimeout = 86_400
    let harness = try ServerHarness(settings)
    let control = try harness.controller()
    try control.offset(1001...1004)
    // Five views of 1 to 13 sessions, so that system calls end within a view and between two.
    let users = [1000, 1001, 1002, 1003, 1004].flatMap {
      [UInt32](repeating: $0, count: 3 * Int($0 - 1000) + 1)
    }
    let gone = [1, users.count - 1]
    let slow = 12
    var peers: [Peer] = []
    for (place, user) in users.enumerated() {
      let peer = try harness.subscriber(uid: user, sendBuffer: place == slow ? 4608 : nil)
      try peer.call("startUpdatingLocation")
      peers.append(peer)
    }
    harness.fix(10, 20)
    for peer in peers { _ = try peer.callbacks() }
    try peers[slow].block(harness)
    for place in gone { shutdown(peers[place].raw, Int32(SHUT_RD)) }
    let before = harness.service.counters
    harness.fix(10, 20)
    harness.fix(11, 20)
    #expect(harness.service.counters.sessionsClosed == before.sessionsClosed + UInt64(gone.count))
    for (place, user) in users.enumerated() where !gone.contains(place) {
      let metres = 100 * Double(user - 1000)
      let expected = [metres, metres + metresPerDegree.rounded()]
      let told = try peers[place].metresNorth()
      #expect(told.count == (place == slow ? 1 : 2))
      for (one, other) in zip(told.reversed(), expected.reversed()) {
        #expect(abs(one - other) <= 2)
      }
    }
  }

  @Test func `lines that a slow client takes in parts arrive whole and in order`() throws {
    var settings = ServiceSettings()
    settings.limits.stallTimeout = 86_400
    let harness = try ServerHarness(settings)
    harness.connectUpstream()
    let quick = try (0..<ServerHarness.capacity + 4).map { _ in try harness.gpsdClient() }
    // A frame is more than its buffer takes at once.
    let slow = try harness.gpsdClient(sendBuffer: 4608)
    let filler = String(repeating: "x", count: 9000)
    var lines: [String] = []
    for step in 0..<40 {
      let line = #"{"class":"AIS","step":\#(step),"text":"\#(filler)"}"#
      harness.say(line + "\r\n")
      lines.append(line)
      for client in quick {
        #expect(client.texts().map { String($0.prefix(40)) } == [String(line.prefix(40))])
      }
    }
    let late = slow.texts()
    #expect(late.allSatisfy { JSONObject($0) != nil })
    let steps = late.compactMap { JSONObject($0)?.integer("step") }
    #expect(steps.count == late.count && steps == steps.sorted() && steps.last == 39)
    #expect(Set(steps).count == steps.count && steps.first == 0)
  }
}
