// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationTestSupport

/// The daemon beside what a user would take instead.
enum Peers {
  static func measure(quick: Bool, into report: inout Report) throws {
    try measureGPSD(quick: quick, into: &report)
    for count in quick ? [100, 1000] : [100, 1000, 8000] {
      try measureMosquitto(count, quick: quick, into: &report)
    }
  }

  /// 60 clients of a real gpsd, and 60 subscribers of a daemon at the same gpsd, at the same time.
  private static func measureGPSD(quick: Bool, into report: inout Report) throws {
    let receiver = try Receiver()
    let gpsd = try GPSDProcess(receiver: receiver)
    let direct = try Readers(
      "tcp:\(gpsd.port)",
      count: 60,
      marker: #"{"class":"TPV""#,
      greeting: #"?WATCH={"enable":true,"json":true}"# + "\n"
    )
    try direct.waitUntilConnected()
    let daemon = try RunningDaemon(gpsd: gpsd.port, arguments: ["--log-level", "warning"])
    let readers = try Readers("unix:" + daemon.socketPath, count: 60)
    try readers.waitUntilConnected()
    defer {
      direct.end()
      readers.end()
    }
    try receiver.feed(60, hertz: 10)
    try readers.waitForQuiet(500)
    let fixes = 40
    var frameBytes = 0
    var best = (ours: Double.infinity, theirs: Double.infinity)
    for _ in 0..<(quick ? 1 : 4) {
      try direct.expect(fixes)
      try readers.expect(fixes)
      let before = (
        ProcessFigures.processorTime(daemon.process.pid), ProcessFigures.processorTime(gpsd.pid)
      )
      // The last epochs may wait for what follows them.
      try receiver.feed(fixes + 5, hertz: 10)
      _ = try direct.result()
      frameBytes = try readers.result().frameBytes
      try readers.waitForQuiet(500)
      let ours = ProcessFigures.processorTime(daemon.process.pid) - before.0
      let theirs = ProcessFigures.processorTime(gpsd.pid) - before.1
      let deliveries = Double(60 * (fixes + 5)) * 1000
      best.ours = min(best.ours, Double(ours) / deliveries)
      // Of the clients of gpsd the daemon is one more.
      best.theirs = min(best.theirs, Double(theirs) / deliveries * 60 / 61)
    }
    report.add(Figure("60 subscribers", best.ours, "µs", beside: best.theirs, "gpsd"))
    let floor = try Floor(folder: daemon.folder, count: 60, frameBytes: frameBytes)
    defer { floor.end() }
    let least = try floor.leastAtRate(messages: fixes, windows: quick ? 1 : 4).perDelivery
    report.add(Figure("the floor at 10 Hz", least, "µs", beside: best.theirs, "gpsd"))
  }

  private static func measureMosquitto(
    _ count: Int,
    quick: Bool,
    into report: inout Report
  ) throws {
    let scene = try Scene()
    let readers = try scene.subscribe(count)
    let fixes = quick ? 10 : max(10, min(60, 20_000 / count))
    let frameBytes = try FanOut.window(scene, readers, fixes).frameBytes
    let broker = try Broker(folder: scene.folder)
    let idle = Double(ProcessFigures.residentBytes(broker.pid))
    let theirReaders = try Readers(broker.address, count: count, marker: "mqtt", greeting: "")
    try theirReaders.waitUntilConnected()
    defer {
      readers.end()
      theirReaders.end()
    }
    try broker.publish(2, bytes: frameBytes, hertz: 2)
    try theirReaders.waitForQuiet(500)
    var ours: Window?
    var theirs: Window?
    for _ in 0..<(quick ? 1 : 3) {
      let next = try theirReaders.window(messages: fixes, server: broker.pid) {
        try broker.publish(fixes, bytes: frameBytes, hertz: FanOut.hertz)
      }
      theirs = theirs.map { FanOut.least($0, next) } ?? next
      let own = try FanOut.window(scene, readers, fixes)
      ours = ours.map { FanOut.least($0, own) } ?? own
    }
    let memory = (Double(ProcessFigures.residentBytes(broker.pid)) - idle) / Double(count) / 1024
    guard let ours, let theirs else { return }
    report.add(
      Figure("mosquitto \(count)", ours.perDelivery, "µs", beside: theirs.perDelivery, "mosquitto")
    )
    let floor = try Floor(folder: scene.folder, count: count, frameBytes: frameBytes)
    defer { floor.end() }
    let least = try floor.leastAtRate(messages: fixes, windows: quick ? 1 : 3).perDelivery
    report.add(Figure("the floor at 10 Hz", least, "µs", beside: theirs.perDelivery, "mosquitto"))
    report.add(Figure("mosquitto's resident, idle", idle / 1_048_576, "MB"))
    report.add(Figure("mosquitto's resident, per subscriber", memory, "KB"))
  }
}
