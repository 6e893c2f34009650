// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationTestSupport

/// The gpsd protocol over TCP: 60 clients of the daemon beside 60 of gpsd itself, which serves 64
/// at most, and beside a loop of writes over as many TCP sockets.
enum Surface {
  private static let count = 60
  private static let fixes = 40

  static func measure(quick: Bool, into report: inout Report) throws {
    let receiver = try Receiver()
    let gpsd = try GPSDProcess(receiver: receiver)
    let port = try freePort()
    let daemon = try RunningDaemon(
      gpsd: gpsd.port,
      arguments: ["--log-level", "warning", "--gpsd-listen", "127.0.0.1:\(port)"]
    )
    let theirs = try clients(gpsd.port)
    let ours = try clients(port)
    defer {
      theirs.end()
      ours.end()
    }
    try receiver.feed(60, hertz: FanOut.hertz)
    try ours.waitForQuiet(500)
    let first = try window(receiver, ours, daemon.process.pid, theirs, gpsd.pid)
    let floor = try Floor(overTCP: count, frameBytes: first.ours.frameBytes)
    defer { floor.end() }
    var best: (ours: Window, theirs: Window)?
    var paced: Window?
    var burst: Window?
    for _ in 0..<(quick ? 1 : 4) {
      let atRate = try floor.window(messages: fixes, period: Int(1e6 / FanOut.hertz))
      paced = paced.map { FanOut.least($0, atRate) } ?? atRate
      let atOnce = try floor.window(messages: fixes, period: 0)
      burst = burst.map { FanOut.least($0, atOnce) } ?? atOnce
      let next = try window(receiver, ours, daemon.process.pid, theirs, gpsd.pid)
      best =
        best.map { (FanOut.least($0.ours, next.ours), FanOut.least($0.theirs, next.theirs)) }
        ?? next
    }
    guard let best, let paced, let burst else { return }
    let cost = best.ours.perDelivery
    for (name, value, peer) in [
      ("gpsd surface 60", best.theirs.perDelivery, "gpsd"),
      ("gpsd surface 60, floor", burst.perDelivery, "floor over TCP"),
      ("gpsd surface 60, paced", paced.perDelivery, "the same at 10 Hz"),
    ] {
      report.add(Figure(name, cost, "µs", beside: value, peer))
    }
    for (value, peer) in [(best.theirs.perDelivery, "gpsd"), (burst.perDelivery, "floor over TCP")]
    {
      report.add(Figure("the floor at 10 Hz", paced.perDelivery, "µs", beside: value, peer))
    }
  }

  private static func clients(_ port: UInt16) throws -> Readers {
    let readers = try Readers(
      "tcp:\(port)",
      count: count,
      marker: #"{"class":"TPV""#,
      greeting: #"?WATCH={"enable":true,"json":true}"# + "\n"
    )
    try readers.waitUntilConnected()
    return readers
  }

  /// Both at the same time, from the same receiver, so that both carry the same objects.
  private static func window(
    _ receiver: Receiver,
    _ ours: Readers,
    _ ourPid: Int32,
    _ theirs: Readers,
    _ theirPid: Int32
  ) throws -> (ours: Window, theirs: Window) {
    try ours.expect(fixes)
    try theirs.expect(fixes)
    let before = (ProcessFigures.processorTime(ourPid), ProcessFigures.processorTime(theirPid))
    try receiver.feed(fixes, hertz: FanOut.hertz)
    // The last epoch may wait for what follows it; what follows is in both.
    try receiver.feed(5, hertz: FanOut.hertz)
    var windows = (ours: try ours.result(), theirs: try theirs.result())
    try ours.waitForQuiet(500)
    let sent = Double(fixes + 5) / Double(fixes)
    windows.ours.processor =
      Int64(Double(ProcessFigures.processorTime(ourPid) - before.0) / sent)
    // The daemon is one more client of gpsd.
    windows.theirs.processor =
      Int64(Double(ProcessFigures.processorTime(theirPid) - before.1) / sent * 60 / 61)
    return windows
  }
}
