// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import LinuxIO
import LocationMQTT
import LocationTestSupport

/// Processor time of the real program for each location, from locationd's socket to the broker.
enum ServiceCost {
  static func run(seconds: Double) throws {
    let loop = try EventLoop()
    let broker = try RealBroker()
    let folder = try TemporaryFolder()
    let daemon = try ScriptedDaemon(loop) { _, _ in }
    let file = try folder.write(
      """
      [locationd]
      socket = \(daemon.path)
      [broker]
      host = 127.0.0.1
      port = \(broker.port)
      [publish]
      distance = 0
      [queue]
      rate = 1000
      """,
      to: "van.conf"
    )
    let state = "\(Project.root)/.build/mqtt-load-service"
    try? FileManager.default.removeItem(atPath: state)
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    let program = try ChildProcess(
      try Project.program("location-mqtt"),
      ["--config", file, "--state-dir", state, "--metrics", folder.path("m"), "van"]
    )
    let deadline = Deadline(in: 20)
    while !program.errors.recent.contains(where: { $0.contains("to the broker") }) {
      guard !deadline.isOver else { throw TimedOut("the broker", seen: program.errors.recent) }
      loop.turn(timeout: 10_000_000)
      program.errors.pump()
    }
    for hertz in [1, 10, 100] {
      let start = LoopTime.read().monotonic
      let (own, others) = (processorTime(program.pid), processorTime(broker.pid))
      let count = Int(seconds) * hertz
      for number in 1...count {
        daemon.sessions.last?.send(line(number))
        let until = start + Int64(number) * 1_000_000_000 / Int64(hertz)
        repeat {
          loop.turn(timeout: max(0, until - LoopTime.read().monotonic))
        } while LoopTime.read().monotonic < until
      }
      print(
        "location-mqtt at \(hertz) Hz: \(micro(processorTime(program.pid) - own, per: count)) for each location, broker \(micro(processorTime(broker.pid) - others, per: count)), resident \(residentKilobytes(program.pid)) KB"
      )
    }
  }

  private static func line(_ number: Int) -> String {
    """
    {"jsonrpc":"2.0","method":"didUpdateLocations","params":{"locations":[{"altitude":35,\
    "course":271,"horizontalAccuracy":4,"latitude":48.85837,"longitude":2.294481,\
    "sequence":\(number),"source":{"isProducedByAccessory":true,"isSimulatedBySoftware":false},\
    "speed":13.4,"timestamp":"2027-01-15T08:00:20.120Z","verticalAccuracy":6}]}}

    """
  }
}
