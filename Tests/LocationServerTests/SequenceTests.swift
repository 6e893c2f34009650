// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationServer
import LocationTestSupport
import Testing

/// The numbers of locations, as one subscriber after the other sees them.
@Suite struct SequenceTests {
  private func sequences(_ callbacks: [JSONObject]) -> [Int] {
    callbacks.flatMap { $0.object("params")?.objects("locations") ?? [] }
      .compactMap { $0.integer("sequence") }
  }

  @Test(arguments: [tower, #"{"kind":"fault","name":"no-fix"}"#])
  func `a location that holds again has one new number, for all that are told it`(
    override: String
  ) throws {
    let harness = try ServerHarness()
    harness.connectUpstream()
    let control = try harness.controller()
    let covered = try harness.started(uid: 1000)
    let other = try harness.started(uid: 1000)
    let apart = try harness.started(uid: 1001)
    let client = try harness.gpsdClient()
    harness.epoch(10)
    _ = try control.result("setOverride", override)
    harness.advance(0.5)
    harness.epoch(10.01)
    let before = sequences(try covered.callbacks()).max() ?? 0
    _ = (try other.callbacks(), try apart.callbacks(), client.texts())
    _ = try control.result("clearOverrides")
    let told = sequences(try covered.callbacks())
    #expect(told.count == 1 && told[0] > before)
    #expect(sequences(try other.callbacks()) == told)
    #expect(sequences(try apart.callbacks()) == told)
    #expect(client.objects("TPV").compactMap { $0.integer("sequence") } == told)
    #expect(try covered.result("location").object("location")?.integer("sequence") == told[0])
    try client.send("?POLL;")
    let poll = client.objects("POLL").first?.objects("tpv").first
    #expect(poll?.integer("sequence") == told[0])
    harness.epoch(10.02)
    #expect(sequences(try apart.callbacks()) == [told[0] + 1])
  }

  @Test func `who was not covered is not told again`() throws {
    let harness = try ServerHarness()
    let control = try harness.controller()
    let covered = try harness.started(uid: 1000)
    let apart = try harness.started(uid: 1001)
    _ = try control.result("setOverride", String(tower.dropLast()) + #","target":"uid=1000"}"#)
    harness.fix(10, 20)
    _ = (try covered.callbacks(), sequences(try apart.callbacks()))
    _ = try control.result("clearOverrides")
    let told = sequences(try covered.callbacks())
    #expect(told.count == 1)
    #expect(sequences(try apart.callbacks()).isEmpty)
    #expect(try apart.result("location").object("location")?.integer("sequence") == told[0])
  }

  @Test(arguments: [1, 2, 3])
  func `whatever is set and cleared, the numbers of each subscriber rise`(seed: UInt64) throws {
    let world = try LeakWorld()
    world.random = SeededGenerator(seed: seed)
    let natives = try [1000, 1000, 1001].map { try world.harness.started(uid: $0) }
    try natives[1].call("initialize", #"{"client":{"name":"x"}}"#)
    // What is significant is told beside the stream, where it is not in it.
    for native in natives { try native.call("startMonitoringSignificantLocationChanges") }
    try natives[1].call("startUpdatingLocation", #"{"distanceFilter":20000}"#)
    let clients = try [1000, 1002].map { try world.harness.gpsdClient(uid: $0) }
    for client in clients { try client.send(ServerHarness.watch) }
    var last = [Int](repeating: 0, count: 5)
    func check(_ reader: Int, _ sequences: [Int], isCoarse: Bool = false) {
      for sequence in sequences {
        // One coarse location may be told twice.
        #expect(isCoarse ? sequence >= last[reader] : sequence > last[reader], "reader \(reader)")
        last[reader] = sequence
      }
    }
    for _ in 0..<400 {
      if world.chance(20) { try world.changeCover() }
      if world.chance(30) { try world.changeStack() }
      world.epoch()
      for (reader, peer) in natives.enumerated() {
        check(reader, sequences(try peer.callbacks()), isCoarse: reader == 2)
      }
      for (reader, client) in clients.enumerated() {
        check(3 + reader, client.objects("TPV").compactMap { $0.integer("sequence") })
      }
    }
    #expect(last.allSatisfy { $0 > 100 }, "\(last)")
  }
}
