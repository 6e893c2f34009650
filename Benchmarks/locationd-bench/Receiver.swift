// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
internal import LinuxIO
internal import LocationCore
internal import LocationProtocol
internal import LocationTestSupport

/// A receiver that a real gpsd reads over TCP: two sentences for each fix.
final class Receiver {
  let port: UInt16
  private let listener: OwnedDescriptor
  private var connection: OwnedDescriptor?
  private var last = UTCTime(milliseconds: 0)

  init() throws {
    listener = try listenTCP(ListenAddress(parsing: "127.0.0.1:0"))
    port = try localPort(listener.raw)
  }

  /// Takes gpsd's connection.
  func attach() throws {
    let descriptor = try Deadline(in: 10).wait(for: "gpsd at its receiver") { () -> Int32? in
      let raw = Glibc.accept(listener.raw, nil, nil)
      return raw >= 0 ? raw : nil
    }
    connection = OwnedDescriptor(descriptor)
  }

  /// Sends fixes at a steady rate.
  func feed(_ count: Int, hertz: Double) throws {
    if connection == nil { try attach() }
    let start = monotonic()
    for index in 0..<count {
      sleep(until: start + Int64(Double(index) / hertz * 1e9))
      let text = next()
      guard let raw = connection?.raw else { return }
      try sendAll(text, on: raw, before: Deadline(in: 5))
    }
  }

  private func next() -> String {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    // Whole tenths, as a receiver at 10 Hz has them, and never the same twice.
    let now = UTCTime(
      milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 100_000_000 * 100
    )
    last = max(now, last + 0.1)
    guard let civil = CivilTime(last) else { return "" }
    let clock =
      two(civil.hour) + two(civil.minute) + two(civil.second) + ".\(civil.millisecond / 100)0"
    let date = two(civil.day) + two(civil.month) + two(civil.year % 100)
    let minutes = 51.5 + Double(last.milliseconds % 60_000) / 600_000
    let place = "48\(minutes),N,00217.6689,E"
    return sentence("GPRMC,\(clock),A,\(place),29.2,22.3,\(date),,,A")
      + sentence("GPGGA,\(clock),\(place),1,09,0.9,35.2,M,44.7,M,,")
  }

  private func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

  private func sentence(_ body: String) -> String {
    let sum = body.utf8.reduce(0) { $0 ^ $1 }
    let digits = String(sum, radix: 16, uppercase: true)
    return "$\(body)*\(sum < 16 ? "0" : "")\(digits)\r\n"
  }
}

/// A real gpsd that reads such a receiver.
final class GPSDProcess {
  let port: UInt16
  private let process: ChildProcess

  init(receiver: Receiver) throws {
    port = try freePort()
    process = try ChildProcess(
      try Project.requiredProgram("gpsd"),
      ["-N", "-n", "-S", "\(port)", "tcp://127.0.0.1:\(receiver.port)"]
    )
    try receiver.attach()
    _ = try Deadline(in: 10).wait(for: "gpsd") { () -> Bool? in
      (try? GPSDClient(port: port)) == nil ? nil : true
    }
  }

  var pid: Int32 { process.pid }

  deinit { process.kill() }
}
