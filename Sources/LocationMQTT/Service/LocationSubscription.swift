// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationProtocol

/// A connection to locationd's subscriber socket that is made again whenever it is lost.
///
/// Loop thread only.
final class LocationSubscription {
  /// What is asked of locationd; everything is asked again on a new connection.
  struct Wish: Hashable {
    var monitoring = Monitoring.quiet
    /// Metres.
    var distance = 0.0
    /// Seconds.
    var interval = 0.0
    var visits = false
    var regions: [Waypoint] = []
  }

  enum Event {
    case connected
    /// Once until the next connection.
    case lost(reason: String)
    case callback(Callback<LocationMessage>, conflated: Int)
    /// A request that locationd refuses.
    case refused(String)
  }

  /// Nanoseconds between two attempts.
  private static let pause: Int64 = 500_000_000
  private static let arrival: EventLoop.Readiness = [.readable, .hangUp, .error]

  var wish = Wish() {
    didSet { if wish != oldValue { tell(after: oldValue) } }
  }

  private let loop: EventLoop
  private var path: String
  private let version: String
  private let onEvent: (Event) -> Void
  private var descriptor: OwnedDescriptor?
  private var token: EventLoop.Token?
  private var timer: EventLoop.Timer?
  private var framer = LineFramer(maximumLength: Limits.answerLine)
  private var piece = [UInt8](repeating: 0, count: 64 * 1024)
  private var unsent: [UInt8] = []
  private var lastID: Int64 = 0
  private var questions: [Int64: (LocationMessage?) -> Void] = [:]
  private var isLostTold = false
  private var isEnding = false

  init(loop: EventLoop, path: String, version: String, onEvent: @escaping (Event) -> Void) {
    self.loop = loop
    self.path = path
    self.version = version
    self.onEvent = onEvent
  }

  deinit { close() }

  func start() {
    timer = nil
    do {
      let connected = try connectUnix(path: path, nonBlocking: true)
      token = try loop.watch(connected.raw, .readable) { [weak self] in self?.handle($0) }
      descriptor = consume connected
    } catch {
      return lose("\(error)")
    }
    framer = LineFramer(maximumLength: Limits.answerLine)
    isLostTold = false
    let client: JSONValue = .object([
      "name": .string("location-mqtt"), "version": .string(version),
    ])
    ask(.initialize, ["client": client])
    tell(after: Wish())
    onEvent(.connected)
  }

  func close() {
    isEnding = true
    hangUp()
    if let timer { loop.cancel(timer) }
    timer = nil
  }

  /// Connects to another socket from now on.
  func move(to path: String) {
    guard path != self.path else { return }
    self.path = path
    hangUp()
    if let timer { loop.cancel(timer) }
    start()
  }

  /// Asks for one new location, which comes as an update.
  func requestLocation() { ask(.requestLocation, ["timeout": .integer(60)]) }

  /// Asks for the current location, which comes as an update if there is one.
  func requestCurrentLocation() {
    currentLocation { [weak self] in
      guard let location = $0 else { return }
      self?.onEvent(.callback(.didUpdateLocations([location]), conflated: 0))
    }
  }

  /// Asks for the current location; nil when there is none or nobody to ask.
  func currentLocation(_ then: @escaping (LocationMessage?) -> Void) {
    guard descriptor != nil else { return then(nil) }
    ask(.location)
    questions[lastID] = then
  }

  // MARK: - Out

  private func tell(after told: Wish) {
    guard descriptor != nil else { return }
    let isChanged =
      (wish.monitoring, wish.distance, wish.interval)
      != (told.monitoring, told.distance, told.interval)
    if isChanged {
      if wish.monitoring != .move, told.monitoring == .move { ask(.stopUpdatingLocation) }
      if wish.monitoring != .significant, told.monitoring == .significant {
        ask(.stopMonitoringSignificantLocationChanges)
      }
      if wish.monitoring == .significant { ask(.startMonitoringSignificantLocationChanges) }
      if wish.monitoring == .move {
        var parameters = ["minimumInterval": JSONValue.number(wish.interval)]
        if wish.distance > 0 { parameters["distanceFilter"] = .number(wish.distance) }
        ask(.startUpdatingLocation, parameters)
      }
    }
    if wish.visits != told.visits {
      ask(wish.visits ? .startMonitoringVisits : .stopMonitoringVisits)
    }
    for region in told.regions
    where !wish.regions.contains(where: { $0.description == region.description }) {
      ask(.stopMonitoring, ["identifier": .string(region.description)])
    }
    for region in wish.regions where !told.regions.contains(region) {
      ask(.startMonitoring, ["region": Self.parameter(region)])
    }
  }

  private static func parameter(_ waypoint: Waypoint) -> JSONValue {
    .object([
      "identifier": .string(waypoint.description),
      "latitude": .number(waypoint.latitude),
      "longitude": .number(waypoint.longitude),
      "radius": .number(waypoint.radius),
    ])
  }

  private func ask(_ method: SubscriberMethod, _ parameters: [String: JSONValue] = [:]) {
    guard descriptor != nil else { return }
    lastID += 1
    let request = OutgoingRequest(
      id: .integer(lastID),
      method: method.rawValue,
      params: parameters.isEmpty ? nil : parameters
    )
    guard let frame = try? request.frame() else { return }
    unsent += frame
    flush()
  }

  private func flush() {
    guard let raw = descriptor?.raw, let token else { return }
    // A failure shows as a hang-up, with the reading side's reason.
    if case .bytes(let count) = Descriptor.sendFrame(raw, unsent, from: 0) {
      unsent.removeFirst(count)
    }
    loop.update(token, unsent.isEmpty ? .readable : [.readable, .writable])
  }

  // MARK: - In

  private func handle(_ readiness: EventLoop.Readiness) {
    if readiness.contains(.writable) { flush() }
    guard let raw = descriptor?.raw, !readiness.isDisjoint(with: Self.arrival) else { return }
    switch Descriptor.receive(raw, into: &piece) {
    case .bytes(let count): framer.append(piece[..<count])
    case .wouldBlock: return
    case .closed: return lose("locationd closed the connection")
    case .failed(let error): return lose("\(error)")
    }
    while descriptor != nil, let event = framer.next() {
      guard case .line(let line) = event else { return lose("a line of locationd is too long") }
      take(line)
    }
  }

  private func take(_ line: [UInt8]) {
    switch try? Incoming(line) {
    case .callback(let message)?:
      onEvent(.callback(message.callback, conflated: message.conflated))
    case .answer(let answer)?:
      var question: ((LocationMessage?) -> Void)?
      if case .integer(let id) = answer.id { question = questions.removeValue(forKey: id) }
      if let question {
        question((try? answer.result(as: Found.self))?.location)
      } else if let error = answer.error {
        onEvent(.refused(error.message))
      }
    // A newer locationd may say what this version does not know.
    case .unknown?, nil: return
    }
  }

  private struct Found: Decodable {
    var location: LocationMessage?
  }

  private func hangUp() {
    if let token { loop.unwatch(token) }
    token = nil
    descriptor = nil
    unsent = []
    let open = questions
    questions = [:]
    for question in open.values { question(nil) }
  }

  private func lose(_ reason: String) {
    guard !isEnding else { return }
    hangUp()
    if !isLostTold { onEvent(.lost(reason: reason)) }
    isLostTold = true
    timer = loop.schedule(at: loop.now.monotonic + Self.pause) { [weak self] in self?.start() }
  }
}
