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
    let path = "unix:" + scene.folder.path("relay")
    let relay = try Role("relay", ["tcp:\(scene.gpsd.port)", path])
    let relayEnd = try scene.gpsd.accept()
    try relay.hear("listening")
    let relayed = try Role("probe", [path, tpv, ""])
    try relay.hear("ready")
    try drain(subscriber)
    let rounds = quick ? 100 : 1500
    var daemonTimes: [Int64] = []
    var directTimes: [Int64] = []
    var relayTimes: [Int64] = []
    for _ in 0..<rounds {
      daemonTimes.append(try time(scene, subscriber) { try scene.send($0) })
      directTimes.append(try time(scene, direct) { try directEnd.send($0) })
      relayTimes.append(try time(scene, relayed) { try relayEnd.send($0) })
    }
    for role in [subscriber, direct, relay, relayed] { role.end() }
    // Beyond the median of the direct client at both: of two tails the difference can be anything.
    let base = quantile(directTimes, 0.5)
    for (name, part) in [("median", 0.5), ("p99", 0.99)] {
      report.add(
        Figure(
          "added latency, \(name)",
          quantile(daemonTimes, part) - base,
          "µs",
          beside: quantile(relayTimes, part) - base,
          "relay"
        )
      )
      report.add(Figure("direct latency, \(name)", quantile(directTimes, part), "µs"))
    }
  }

  private static let tpv = #"{"class":"TPV""#

  private static func time(
    _ scene: Scene,
    _ role: Role,
    _ send: (String) throws -> Void
  ) throws -> Int64 {
    let line = scene.drive.next()
    // Everybody sleeps by now, as between the fixes of a receiver.
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
    return Double(sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]) / 1000
  }
}
