// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import LinuxIO
import LocationMQTT
import LocationTestSupport

/// What the queue on disk takes and gives, beside `mosquitto_pub -l` with the same messages.
struct Throughput {
  let messages: Int
  private let log = Log(threshold: .error)
  private let payload = Array(
    #"{"_id":"9a84d37b18684df1","_type":"location","acc":5,"alt":35,"cog":90,"created_at":1796019082,"lat":48.858,"lon":2.2945,"tid":"an","tst":1796019082,"vac":10,"vel":36}"#
      .utf8
  )

  init(messages: Int) { self.messages = messages }

  func run() throws {
    // Where the project is, because /tmp may be in memory.
    let folder = "\(Project.root)/.build/mqtt-load"
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let lines = try publishLines(folder)
    for batch in [1, 10, 100] { try fill("\(folder)/\(batch).sqlite", batch) }
    for window in [1, 20, 100] { try drain("\(folder)/100.sqlite", window, beside: lines) }
  }

  /// Microseconds for each message.
  private struct Cost {
    var processor: Double
    var elapsed: Double
  }

  private func message() -> QueuedMessage {
    QueuedMessage(kind: .location, topic: "fleet/1", payload: payload, isRetained: false, time: 0)
  }

  private func fill(_ path: String, _ batch: Int) throws {
    let queue = try MessageQueue(path: path, policy: QueuePolicy(), log: log)
    let count = batch == 1 ? min(messages, 2000) : messages
    let (own, start) = (processorTime(), LoopTime.read().monotonic)
    for index in 1...count {
      queue.append(message())
      if index % batch == 0 { queue.commit(at: LoopTime.read()) }
    }
    queue.commit(at: LoopTime.read(), flushing: true)
    let elapsed = LoopTime.read().monotonic - start
    show("queue in, \(batch) in a commit", micro(processorTime() - own, per: count), "µs")
    show("queue in, \(batch) in a commit, elapsed", micro(elapsed, per: count), "µs")
  }

  /// Sends a copy of a full queue.
  private func drain(_ path: String, _ window: Int, beside lines: Cost) throws {
    let copy = "\(path)-\(window)"
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    let loop = try EventLoop()
    let broker = try RealBroker()
    var settings = BrokerSettings()
    settings.host = "127.0.0.1"
    settings.port = broker.port
    settings.client = "drain"
    var pace = Publisher.Pace()
    pace.rate = 1e6
    pace.window = window
    let queue = try MessageQueue(path: copy, policy: QueuePolicy(), log: log)
    let publisher = try Publisher(
      loop: loop,
      settings: settings,
      queue: queue,
      pace: pace,
      log: log,
      will: { ("fleet/1", [0x30]) },
      onEvent: { _ in }
    )
    loop.beforeSleep.append { publisher.pump() }
    publisher.start()
    let deadline = Deadline(in: 120)
    while !publisher.isConnected, !deadline.isOver { loop.turn(timeout: 10_000_000) }
    let (own, others, start) = (
      processorTime(), processorTime(broker.pid), LoopTime.read().monotonic
    )
    while publisher.counts.published < messages, !deadline.isOver {
      loop.turn(timeout: 10_000_000)
    }
    let elapsed = LoopTime.read().monotonic - start
    let name = "queue out, \(window) on their way"
    let cost = micro(processorTime() - own, per: messages)
    show(name, cost, "µs", beside: lines.processor, "mosquitto_pub")
    let spent = micro(elapsed, per: messages)
    show("\(name), elapsed", spent, "µs", beside: lines.elapsed, "mosquitto_pub")
    show("\(name), broker", micro(processorTime(broker.pid) - others, per: messages), "µs")
    publisher.close()
  }

  /// The same messages, line by line, with nothing on disk.
  private func publishLines(_ folder: String) throws -> Cost {
    let broker = try RealBroker()
    let lines = "\(folder)/lines"
    let text = String(decoding: payload, as: UTF8.self) + "\n"
    try String(repeating: text, count: messages)
      .write(toFile: lines, atomically: false, encoding: .utf8)
    let start = LoopTime.read().monotonic
    let before = children()
    let others = processorTime(broker.pid)
    let process = try ChildProcess(
      try Project.requiredProgram("sh"),
      ["-c", "mosquitto_pub -p \(broker.port) -h 127.0.0.1 -t fleet/1 -q 1 -l <\(lines)"]
    )
    _ = try process.waitForExit(before: Deadline(in: 300))
    let elapsed = LoopTime.read().monotonic - start
    let cost = Cost(
      processor: micro(children() - before, per: messages),
      elapsed: micro(elapsed, per: messages)
    )
    let other = micro(processorTime(broker.pid) - others, per: messages)
    show("mosquitto_pub -l, broker", other, "µs")
    return cost
  }

  /// Nanoseconds of processor time of children that have been waited for.
  private func children() -> Int64 {
    var usage = rusage()
    getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    let seconds = Int64(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    return seconds * 1_000_000_000 + Int64(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000
  }
}
