// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
internal import LocationTestSupport

/// What the daemon costs by being there: start, memory, wake-ups.
enum Standing {
  static func measure(quick: Bool, into report: inout Report) throws {
    try measureStart(quick: quick, into: &report)
    try measureMemory(quick: quick, into: &report)
  }

  private static func measureStart(quick: Bool, into report: inout Report) throws {
    var ready = Double.infinity
    for _ in 0..<(quick ? 3 : 20) { ready = min(ready, try Scene().secondsToReady) }
    report.add(Figure("exec to READY", ready * 1000, "ms"))

    let scene = try Scene()
    let first = try Role("probe", [scene.address, Readers.locations, Readers.start])
    try scene.attach()
    try first.hear("at")
    var connect = Double.infinity
    for _ in 0..<(quick ? 3 : 20) {
      // The current location is told only while it is fresh.
      try scene.feed(1, hertz: 1)
      let probe = try Role("probe", [scene.address, Readers.locations, Readers.start])
      let from = try probe.hear("from").first ?? 0
      let at = try probe.hear("at").first ?? 0
      connect = min(connect, Double(at - from) / 1e6)
      probe.end()
    }
    first.end()
    report.add(Figure("connect to first location", connect, "ms"))
  }

  private static func measureMemory(quick: Bool, into report: inout Report) throws {
    let scene = try Scene()
    sleep(until: monotonic() + 500_000_000)
    report.add(Figure("resident, idle", megabytes(scene.pid), "MB"))
    let seconds = quick ? 3.0 : 10.0
    let before = ProcessFigures.sleeps(scene.pid)
    sleep(until: monotonic() + Int64(seconds * 1e9))
    let woken = ProcessFigures.sleeps(scene.pid) - before
    report.add(Figure("wake-ups, idle", Double(woken) / seconds, "1/s"))

    let one = try scene.subscribe(1)
    report.add(Figure("resident, 1 subscriber", megabytes(scene.pid), "MB"))
    let base = ProcessFigures.residentBytes(scene.pid)
    let count = quick ? 1000 : 10_000
    let start = ProcessFigures.processorTime(scene.pid)
    let many = try scene.subscribe(count)
    let accepting = ProcessFigures.processorTime(scene.pid) - start
    try scene.feed(10, hertz: 10)
    try many.waitForQuiet()
    let grown = ProcessFigures.residentBytes(scene.pid) - base
    report.add(Figure("resident, per subscriber", Double(grown) / Double(count) / 1024, "KB"))
    report.add(Figure("accept and subscribe", Double(accepting) / Double(count) / 1000, "µs"))
    many.end()
    one.end()
  }

  private static func megabytes(_ pid: Int32) -> Double {
    Double(ProcessFigures.residentBytes(pid)) / 1_048_576
  }
}
