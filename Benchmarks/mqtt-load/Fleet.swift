// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import LinuxIO
import LocationMQTT
import LocationTestSupport

/// Many vehicles on one loop, each with a client, a session and a queue of its own.
final class Fleet {
  private let loop: EventLoop
  private let broker: RealBroker
  private let relay: Relay
  private let hertz: Double
  private var vehicles: [Publisher] = []
  private var census: BrokerSession?
  private var isListening = false
  /// The next number that each vehicle's census waits for, from 1.
  private var expected: [Int]
  private var duplicates = 0
  private var disorder = 0
  private var arrived = 0
  private var sent = 0

  init(vehicles count: Int, hertz: Double) throws {
    self.hertz = hertz
    let log = Log(threshold: .error)
    loop = try EventLoop()
    broker = try RealBroker()
    relay = try Relay(loop, to: broker.port)
    expected = [Int](repeating: 1, count: count)
    for index in 0..<count {
      var settings = BrokerSettings()
      settings.host = "127.0.0.1"
      settings.port = relay.port
      settings.client = "vehicle-\(index)"
      // Their queues are in memory: a thousand disks are not on one machine.
      let queue = try MessageQueue(path: ":memory:", policy: QueuePolicy(), log: log)
      vehicles.append(
        try Publisher(
          loop: loop,
          settings: settings,
          queue: queue,
          pace: Publisher.Pace(),
          log: log,
          will: { ("fleet/\(index)", Array("lwt".utf8)) },
          onEvent: { _ in }
        )
      )
    }
    loop.beforeSleep.append { [unowned self] in for vehicle in vehicles { vehicle.pump() } }
  }

  func run(seconds: Double, kills: Int) throws {
    try listen()
    for vehicle in vehicles { vehicle.start() }
    try wait(120, "all connected") { vehicles.allSatisfy(\.isConnected) }
    let count = vehicles.count
    if kills == 0 {
      show("fleet \(count), resident, each", Double(residentKilobytes()) / Double(count), "KB")
      let broker = Double(residentKilobytes(broker.pid)) / Double(count)
      show("fleet \(count), broker's, each", broker, "KB")
    }

    let rounds = Int(seconds * hertz)
    let own = processorTime()
    let others = processorTime(broker.pid)
    for round in 1...max(rounds, 1) {
      let isKilled = kills > 0 && round % (rounds / (kills + 1) + 1) == 0
      try report(number: round, killingAt: isKilled ? count / 2 : nil)
    }
    try wait(300, "the last location") { expected.allSatisfy { $0 > rounds } }
    print(
      "sent \(sent), arrived \(arrived): all of them, \(duplicates) twice, \(disorder) out of order"
    )
    if kills == 0 {
      show("fleet \(count), with relay and census", micro(processorTime() - own, per: sent), "µs")
      show("fleet \(count), broker", micro(processorTime(broker.pid) - others, per: sent), "µs")
    }
    for vehicle in vehicles { vehicle.close() }
    guard disorder == 0 else { throw SceneError("the census is not right") }
  }

  /// One location of each vehicle, spread over the time between two.
  private func report(number: Int, killingAt fatal: Int?) throws {
    let start = LoopTime.read().monotonic
    let period = Int64(1e9 / hertz)
    for index in vehicles.indices {
      let text =
        #"{"_type":"location","_id":"\#(index)-\#(number)","acc":5,"alt":36,"cog":271,"created_at":1800000100,"lat":48.8583701,"lon":-2.294481,"tid":"an","tst":1800000020,"vac":7,"vel":50}"#
      vehicles[index].queue.append(
        QueuedMessage(
          kind: .location,
          topic: "fleet/\(index)",
          payload: Array(text.utf8),
          isRetained: false,
          time: loop.now.utc
        )
      )
      sent += 1
      if index == fatal { try kill() }
      if index % 50 == 49 {
        let until = start + period * Int64(index + 1) / Int64(vehicles.count)
        repeat {
          loop.turn(timeout: max(0, until - LoopTime.read().monotonic))
        } while LoopTime.read()
          .monotonic < until
      }
    }
  }

  /// With a burst on its way.
  private func kill() throws {
    for _ in 0..<2 { loop.turn(timeout: 0) }
    relay.state = .refusing
    broker.kill()
    try wait(60, "the end of the census") { census?.isConnected != true }
    try broker.start()
    try listen()
    relay.state = .open
  }

  private func listen() throws {
    census?.close()
    isListening = false
    var settings = BrokerSettings()
    settings.host = "127.0.0.1"
    settings.port = broker.port
    settings.client = "census"
    census = try BrokerSession(
      loop: loop,
      settings: settings,
      will: { ("census", [0x30]) },
      onEvent: { [unowned self] in hear($0) }
    )
    census?.start()
    let mark = QueuedMessage(
      kind: .event,
      topic: "census/mark",
      payload: [0x30],
      isRetained: false,
      time: 0
    )
    try wait(20, "the census") {
      if census?.isConnected == true, !isListening { _ = census?.publish(mark) }
      return isListening
    }
  }

  private func hear(_ event: BrokerSession.Event) {
    switch event {
    case .connected: census?.subscribe("#", quality: 0)
    case .received("census/mark", _, _): isListening = true
    case .received(let topic, let payload, _): count(topic, payload)
    case .lost, .published, .subscribed: break
    }
  }

  private func count(_ topic: String, _ payload: [UInt8]) {
    guard topic.hasPrefix("fleet/"), let index = Int(topic.dropFirst(6)), payload.count > 3 else {
      return
    }
    let text = String(decoding: payload, as: UTF8.self)
    guard let id = text.split(separator: "\"").first(where: { $0.hasPrefix("\(index)-") }),
      let number = Int(id.split(separator: "-")[1])
    else { return }
    arrived += 1
    if number < expected[index] {
      duplicates += 1
    } else if number == expected[index] {
      expected[index] += 1
    } else {
      disorder += 1
      expected[index] = number + 1
    }
  }

  private func wait(_ seconds: Double, _ what: String, until holds: () -> Bool) throws {
    let deadline = Deadline(in: seconds)
    while !holds() {
      guard !deadline.isOver else { throw TimedOut(what) }
      loop.turn(timeout: 10_000_000)
    }
  }
}
