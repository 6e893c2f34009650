// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import GPSDSource
import LinuxIO
import LocationCore
import LocationTestSupport

/// A source on a loop with a simulated clock, and the fake gpsd it talks to; all in one thread.
final class SourceHarness {
  final class Clock {
    var nanoseconds: Int64 = 1_000_000_000_000
  }

  let clock = Clock()
  let loop: EventLoop
  var gpsd: FakeGPSD
  let source: GPSDSource
  private let log: Log

  final class Log {
    var reports: [(report: Report, line: String)] = []
    var notices: [GPSDNotice] = []
    /// Called after each report.
    var react: (Report) -> Void = { _ in }
  }

  var reports: [Report] { log.reports.map(\.report) }
  /// Without their carriage returns, which are passed on with them.
  var lines: [String] { rawLines.map { $0.last == "\r" ? String($0.dropLast()) : $0 } }
  var rawLines: [String] { log.reports.map(\.line) }
  var notices: [GPSDNotice] { log.notices }
  /// What receivers said, without the life of the connection and the objects of no use.
  var data: [Report] {
    reports.filter {
      switch $0 {
      case .connection, .other: false
      default: true
      }
    }
  }

  init(
    host: String = "127.0.0.1",
    device: String? = nil,
    policy: WatchPolicy = WatchPolicy(),
    isIPv6: Bool = false,
    isSimulated: Bool = true
  ) throws {
    let clock = clock
    let log = Log()
    loop =
      isSimulated
      ? try EventLoop(clock: { LoopTime(monotonic: clock.nanoseconds, utc: 0) }) : try EventLoop()
    gpsd = try FakeGPSD(isIPv6: isIPv6)
    let text = "\(host):\(gpsd.port)" + (device.map { ":" + $0 } ?? "")
    source = GPSDSource(
      loop: loop,
      endpoint: try GPSDEndpoint(parsing: text),
      policy: policy,
      onReport: { report, line in
        log.reports.append((report, String(decoding: line, as: UTF8.self)))
        log.react(report)
      },
      onNotice: { log.notices.append($0) }
    )
    self.log = log
  }

  deinit { source.close() }

  func onReport(_ react: @escaping (Report) -> Void) { log.react = react }

  func pump() { loop.turn(timeout: 1_000_000) }

  func wait(_ what: String, until condition: () throws -> Bool) throws {
    try FakeGPSD.wait(what, pump: pump, until: condition)
  }

  /// Moves the clock and lets what is due happen.
  func advance(_ seconds: Double) {
    clock.nanoseconds += Int64(seconds * 1e9)
    loop.turn(timeout: 0)
  }

  /// Raises demand and takes the connection, with gpsd's greeting if asked for.
  func connect(greeting: String = FakeGPSD.banner) throws -> FakeGPSD.Connection {
    source.demand = true
    return try accept(greeting: greeting)
  }

  func accept(greeting: String = FakeGPSD.banner) throws -> FakeGPSD.Connection {
    let connection = try gpsd.accept(pump: pump)
    try connection.send(greeting)
    _ = try connection.requests(pump: pump)
    return connection
  }

  /// Sends lines and returns when the source has taken all of them in.
  func feed(_ text: String, to connection: FakeGPSD.Connection) throws {
    let mark = #"{"class":"MARK","number":\#(log.reports.count)}"#
    try connection.send(text + mark + "\n", pump: pump)
    try wait("the end of what was fed") { lines.contains(mark) }
  }

  /// What the source makes of lines that come right after the greeting.
  static func data(from text: String) throws -> [Report] {
    let harness = try SourceHarness()
    let connection = try harness.connect()
    try harness.feed(text, to: connection)
    return harness.data
  }
}

/// The time of the fake gpsd's TPV.
let fixTime = UTCTime(milliseconds: 1_796_001_740_120)
