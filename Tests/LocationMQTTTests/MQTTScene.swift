// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LinuxIO
import LocationCore
import LocationProtocol
import LocationTestSupport

@testable import LocationMQTT

/// A scripted locationd, the built location-mqtt, a network, a real mosquitto and a subscriber that
/// takes the census; all but the two programs on one loop in this thread.
final class MQTTScene {
  /// A message as the subscriber got it.
  struct Message: Equatable {
    var topic: String
    var text: String
    var isRetained: Bool
    /// The number of a location, which the scene gives it as its time.
    let number: Int?

    init(topic: String, text: String, isRetained: Bool) {
      self.topic = topic
      self.text = text
      self.isRetained = isRetained
      let members = Self.members(text)
      if members["_type"] == .string("location"), case .integer(let time)? = members["tst"] {
        number = Int(time) - MQTTScene.epoch
      } else {
        number = nil
      }
    }

    var members: [String: JSONValue] {
      Self.members(text)
    }

    private static func members(_ text: String) -> [String: JSONValue] {
      guard case .object(let members)? = try? JSONReader.value(of: Array(text.utf8)) else {
        return [:]
      }
      return members
    }
  }

  static let epoch = 1_800_000_000

  let loop: EventLoop
  let broker: RealBroker
  let relay: Relay
  let folder = try? TemporaryFolder()
  private(set) var daemon: ScriptedDaemon?
  private(set) var messages: [Message] = []
  private(set) var program: ChildProcess?
  private(set) var log: [String] = []
  /// What the program asked of locationd: methods in order.
  private(set) var requests: [[String: JSONValue]] = []
  private var census: BrokerSession?
  private var isListening = false
  private let settings: String
  /// What the program is started by, such as a command that puts it into a namespace.
  var launcher: [String] = []
  /// What locationd answers to `location`.
  var present: String?

  /// `settings` are the lines of the program's file; sections may be repeated.
  init(_ settings: String = "", broker configuration: String = "allow_anonymous true\n") throws {
    loop = try EventLoop()
    broker = try RealBroker(configuration: configuration)
    relay = try Relay(loop, to: broker.port)
    self.settings = settings
    daemon = try ScriptedDaemon(loop) { [unowned self] line, session in answer(line, session) }
  }

  deinit {
    census?.close()
    program?.kill()
  }

  var path: String { folder?.path ?? "" }
  var queuePath: String { "\(path)/queue.sqlite" }

  // MARK: - Parts

  /// Writes the program's file; more lines go behind those of the scene.
  @discardableResult
  func configure(_ more: String = "") throws -> String {
    try folder?.write(
      """
      [locationd]
      socket = \(daemon?.path ?? "")
      [publish]
      distance = 0
      [queue]
      rate = 5000
      [broker]
      host = 127.0.0.1
      port = \(relay.port)
      \(settings)
      \(more)

      """,
      to: "van.conf"
    ) ?? ""
  }

  /// Gives the program other lines and tells it to read them.
  func reload(_ more: String) throws {
    try configure(more)
    log = []
    program?.signal(SIGHUP)
    try wait(for: "the reload") { saw("reloaded the configuration") || saw("stays as it was") }
  }

  /// Starts the program and waits until it has asked for locations.
  func start(connected: Bool = true) throws {
    let file = try configure()
    requests = []
    let command =
      launcher + [
        try Project.program("location-mqtt"), "--config", file, "--state-dir", path, "--metrics",
        "\(path)/van.prom", "van",
      ]
    program = try ChildProcess(command[0], Array(command.dropFirst()))
    try wait(for: "the subscription") {
      requests.contains { $0["method"] == .string("initialize") }
    }
    guard connected else { return }
    try wait(for: "the broker") { saw("commands are taken") || saw("refuses a subscription") }
  }

  func kill() {
    program?.kill()
    program = nil
    log = []
  }

  /// Ends the broker at once; what it had told the census before is counted.
  func killBroker() throws {
    broker.kill()
    try wait(for: "the census's end") { census?.isConnected != true }
  }

  /// Subscribes to everything, or to one topic; the program's connection has to wait until that is so.
  func listen(
    user: String? = nil,
    password: String? = nil,
    at port: UInt16? = nil,
    topic: String = "#"
  ) throws {
    census?.close()
    isListening = false
    var settings = BrokerSettings()
    settings.host = "127.0.0.1"
    settings.port = port ?? broker.port
    settings.client = "census"
    settings.user = user
    settings.password = password
    let mark = "census/\(UInt32.random(in: .min ... .max))"
    census = try BrokerSession(
      loop: loop,
      settings: settings,
      will: { ("census/will", [0x30]) },
      onEvent: { [unowned self] in hear($0, mark, topic) }
    )
    census?.start()
    // A message of our own comes back once the subscription holds.
    try wait(for: "the census") {
      if census?.isConnected == true, !isListening { publish("x", to: mark) }
      return isListening
    }
    messages.removeAll { $0.topic.hasPrefix("census/") }
  }

  private func hear(_ event: BrokerSession.Event, _ mark: String, _ topic: String) {
    switch event {
    case .connected:
      census?.subscribe(topic, quality: 0)
      if topic != "#" { census?.subscribe(mark, quality: 0) }
    case .received(mark, _, _): isListening = true
    case .received(let topic, let payload, let isRetained):
      let text = String(decoding: payload, as: UTF8.self)
      messages.append(Message(topic: topic, text: text, isRetained: isRetained))
    case .lost, .published, .subscribed: break
    }
  }

  func publish(_ text: String, to topic: String, retained: Bool = false) {
    let message = QueuedMessage(
      kind: .event,
      topic: topic,
      payload: Array(text.utf8),
      isRetained: retained,
      time: 0
    )
    _ = census?.publish(message)
  }

  func command(_ text: String, retained: Bool = false) {
    publish(text, to: "owntracks/locationd/van/cmd", retained: retained)
  }

  // MARK: - locationd

  private func answer(_ line: String, _ session: ScriptedDaemon.Session) {
    guard case .object(let members)? = try? JSONReader.value(of: Array(line.utf8)),
      case .integer(let id)? = members["id"]
    else { return }
    requests.append(members)
    if let present, members["method"] == .string("location") {
      let result = #"{"location":\#(present)}"#
      return session.send(#"{"id":\#(id),"jsonrpc":"2.0","result":\#(result)}"# + "\n")
    }
    session.send(#"{"id":\#(id),"jsonrpc":"2.0","result":{}}"# + "\n")
  }

  func methods() -> [String] {
    requests.compactMap { if case .string(let name)? = $0["method"] { name } else { nil } }
  }

  /// Sends a callback of locationd to the program.
  func tell(_ method: String, _ params: String) {
    daemon?.sessions.last?.send(
      #"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"# + "\n"
    )
  }

  func tell(locations numbers: ClosedRange<Int>) {
    for number in numbers {
      tell("didUpdateLocations", #"{"locations":[\#(Self.location(number))]}"#)
    }
  }

  static func location(_ number: Int, isSimulated: Bool = false) -> String {
    let time = UTCTime(milliseconds: Int64(epoch + number) * 1000).text ?? ""
    return """
      {"horizontalAccuracy":4,"latitude":48.85837,"longitude":2.294481,"sequence":\(number),\
      "source":{"isProducedByAccessory":true,"isSimulatedBySoftware":\(isSimulated)},\
      "timestamp":"\(time)"}
      """
  }

  // MARK: - Waiting

  /// Turns the loop until something holds.
  func wait(for what: String, seconds: Double = 20, until holds: () throws -> Bool) throws {
    let deadline = Deadline(in: seconds)
    while true {
      pump()
      if try holds() { return }
      guard !deadline.isOver else { throw TimedOut(what, seen: log + messages.map(\.text)) }
      loop.turn(timeout: 10_000_000)
    }
  }

  /// Waits until the census has a location.
  func wait(forLocation number: Int, seconds: Double = 30) throws {
    try wait(for: "location \(number)", seconds: seconds) { numbers.contains(number) }
  }

  var numbers: [Int] { messages.compactMap(\.number) }

  func saw(_ text: String) -> Bool { log.contains { $0.contains(text) } }

  private func pump() {
    while let line = program?.errors.takeLine() { log.append(line) }
    while program?.output.takeLine() != nil {}
  }
}
