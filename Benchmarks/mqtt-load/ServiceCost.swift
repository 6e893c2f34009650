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
    let lines = try Lines(folder, broker)
    for hertz in [1, 10, 100] {
      let (own, count) = (processorTime(program.pid), Int(seconds) * hertz)
      pace(loop, count, hertz) { daemon.sessions.last?.send(line($0)) }
      let cost = micro(processorTime(program.pid) - own, per: count)
      let theirs = processorTime(lines.pid)
      pace(loop, count, hertz) { _ in lines.send() }
      let other = micro(processorTime(lines.pid) - theirs, per: count)
      show("location-mqtt at \(hertz) Hz", cost, "µs", beside: other, "mosquitto_pub")
    }
    show("location-mqtt, resident", Double(residentKilobytes(program.pid)) / 1024, "MB")
  }

  /// Does something so many times at a steady rate.
  private static func pace(_ loop: EventLoop, _ count: Int, _ hertz: Int, _ act: (Int) -> Void) {
    let start = LoopTime.read().monotonic
    for number in 1...count {
      act(number)
      let until = start + Int64(number) * 1_000_000_000 / Int64(hertz)
      repeat {
        loop.turn(timeout: max(0, until - LoopTime.read().monotonic))
      } while LoopTime.read().monotonic < until
    }
  }

  /// What a script would take instead: mosquitto_pub with a line for each location.
  private final class Lines {
    private let process: ChildProcess
    private let pipe: Int32
    private let text = Array(
      (#"{"_id":"9a84d37b18684df1","_type":"location","acc":5,"alt":35,"cog":271,"created_at":1796"#
        + #"019082,"lat":48.85837,"lon":2.294481,"tid":"an","tst":1796019082,"vac":6,"vel":48}"#
        + "\n")
        .utf8
    )

    init(_ folder: TemporaryFolder, _ broker: RealBroker) throws {
      let path = folder.path("lines")
      mkfifo(path, 0o600)
      // Open for both, so that neither side waits for the other.
      pipe = open(path, O_RDWR | O_CLOEXEC)
      let command = "exec mosquitto_pub -h 127.0.0.1 -p \(broker.port) -t fleet/1 -q 1 -l <\(path)"
      process = try ChildProcess(try Project.requiredProgram("sh"), ["-c", command])
    }

    deinit { close(pipe) }

    var pid: Int32 { process.pid }

    func send() { _ = write(pipe, text, text.count) }
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
