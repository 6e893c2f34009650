// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationTestSupport

/// Time from a line of gpsd to the subscriber, beyond what a direct client of gpsd waits.
enum Latency {
  static func measure(quick: Bool, into report: inout Report) throws {
    let scene = try Scene()
    let subscriber = try Role("probe", [scene.address, Readers.locations, Readers.start])
    try scene.attach()
    let direct = try Role("probe", ["tcp:\(scene.gpsd.port)", tpv, "?WATCH\n"])
    let directEnd = try scene.serve()
    let relay = try Relay(scene, unpacks: false)
    let libgps = try Relay(scene, unpacks: true)
    try drain(subscriber)
    let rounds = quick ? 100 : 1500
    var daemonTimes: [Int64] = []
    var directTimes: [Int64] = []
    var relayTimes: [Int64] = []
    var libgpsTimes: [Int64] = []
    for _ in 0..<rounds {
      daemonTimes.append(try time(scene, subscriber) { try scene.send($0) })
      directTimes.append(try time(scene, direct) { try directEnd.send($0) })
      relayTimes.append(try time(scene, relay.client) { try relay.source.send($0) })
      libgpsTimes.append(try time(scene, libgps.client) { try libgps.source.send($0) })
    }
    for role in [subscriber, direct, relay.role, relay.client, libgps.role, libgps.client] {
      role.end()
    }
    // Beyond the median of the direct client at all: of two tails the difference can be anything.
    let base = quantile(directTimes, 0.5)
    for (name, part) in [("median", 0.5), ("p99", 0.99)] {
      let added = quantile(daemonTimes, part) - base
      let relayed = quantile(relayTimes, part) - base
      let unpacked = quantile(libgpsTimes, part) - base
      report.add(Figure("added latency, \(name)", added, "µs", beside: relayed, "relay"))
      report.add(Figure("the same", added, "µs", beside: unpacked, "relay with libgps"))
      report.add(Figure("relay with libgps", unpacked, "µs", beside: relayed, "relay"))
      report.add(Figure("direct latency, \(name)", quantile(directTimes, part), "µs"))
    }
  }

  /// A relay between the gpsd and one client.
  private struct Relay {
    let role: Role
    let client: Role
    let source: FakeGPSD.Connection

    init(_ scene: Scene, unpacks: Bool) throws {
      let path = "unix:" + scene.folder.path(unpacks ? "libgps" : "relay")
      role = try Role("relay", ["\(scene.gpsd.port)", path] + (unpacks ? ["unpack"] : []))
      source = try scene.gpsd.accept()
      try role.hear("listening")
      client = try Role("probe", [path, Latency.tpv, ""])
      try role.hear("ready")
    }
  }

  private static let tpv = #"{"class":"TPV""#

  private static func time(
    _ scene: Scene,
    _ role: Role,
    _ send: (String) throws -> Void
  ) throws -> Int64 {
    let line = scene.drive.next()
    // Everybody sleeps by now: with four in turns each wakes some sixty times a second.
    sleep(until: monotonic() + 4_000_000)
    let start = monotonic()
    try send(line)
    return (try role.hear("at").first ?? 0) - start
  }

  /// Takes what came during the warm-up.
  private static func drain(_ role: Role) throws {
    while (try? role.hear("at", within: 0.3)) != nil {}
  }

  /// In microseconds.
  private static func quantile(_ times: [Int64], _ part: Double) -> Double {
    let sorted = times.sorted()
    return Double(sorted[min(sorted.count - 1, Int(part * Double(sorted.count - 1)))]) / 1000
  }
}
