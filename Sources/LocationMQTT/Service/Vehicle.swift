// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LinuxIO
internal import LocationCore
internal import LocationProtocol

/// One device between locationd and a broker: turns callbacks into messages, commands into answers.
///
/// Loop thread only.
package final class Vehicle {
  /// Where a publisher keeps its files.
  package struct Places: Hashable, Sendable {
    /// The name of the broker's configuration.
    package var name: String
    package var queue: String
    package var state: String
    /// Nil writes no metrics.
    package var metrics: String?

    package init(name: String, folder: String, metrics: String?) {
      self.name = name
      queue = "\(folder)/queue.sqlite"
      state = "\(folder)/state.json"
      self.metrics = metrics
    }
  }

  /// Nanoseconds between two looks at the queue's age, the disk and the metrics.
  private static let upkeep: Int64 = 5_000_000_000

  let loop: EventLoop
  var settings: Settings
  var topics: Topics
  var log: Log
  let publisher: Publisher
  let subscription: LocationSubscription
  let stateFile: StateFile
  var state: VehicleState
  var report: Report
  var repeats = RepeatLimiter(interval: 60_000_000_000)
  /// Commands are carried out at this pace, whoever sends how many.
  var commandRate = RateLimit(perSecond: 1, burst: 10)
  var commandCount = (carriedOut: 0, refused: 0)
  /// Not after a message that was too long to be taken in.
  var takesCommands = true
  /// The next location answers a reportLocation.
  var isLocationAsked = false
  /// The last location that was published; it tells that we are back after a last will.
  var lastLocation: QueuedMessage?
  /// Why the broker takes no messages, and since when.
  var disconnectReason: String?
  var disconnectedAt: Int64
  var inside: Set<String> = []
  /// Regions whose last change was simulated, and not told: its undoing is not told either.
  private var hidden: Set<String> = []
  private var counts = (simulated: 0, conflated: 0)
  let name: String
  private let metrics: String?
  private var willTime: UTCTime
  private var timer: EventLoop.Timer?

  /// Reads state and queue; nothing is connected before `start`.
  package init(
    loop: EventLoop,
    settings: Settings,
    places: Places,
    version: String,
    log: Log
  ) throws {
    guard let topics = settings.topics else { throw CommandRefusal("no topic to publish to") }
    self.loop = loop
    disconnectedAt = loop.now.utc
    self.settings = settings
    self.topics = topics
    self.log = log
    name = places.name
    metrics = places.metrics
    report = settings.report
    stateFile = StateFile(path: places.state)
    willTime = UTCTime(milliseconds: loop.now.utc)
    state = try VehicleState.read(stateFile, now: willTime.seconds, log)
    let queue = try MessageQueue(path: places.queue, policy: settings.queue, log: log)
    // The parts call back into this object, which is not whole yet.
    let owner = Owner()
    publisher = try Publisher(
      loop: loop,
      settings: settings.broker,
      queue: queue,
      pace: settings.pace,
      log: log,
      will: { owner.vehicle?.will() ?? ("", []) },
      onEvent: { owner.vehicle?.take($0) }
    )
    subscription = LocationSubscription(loop: loop, path: settings.socket, version: version) {
      owner.vehicle?.take($0)
    }
    owner.vehicle = self
  }

  private final class Owner {
    weak var vehicle: Vehicle?
  }

  /// Connects on both sides.
  package func start() throws {
    try importWaypoints()
    applyState()
    loop.beforeSleep.append { [weak self] in self?.publisher.pump() }
    subscription.start()
    publisher.start()
    tend()
  }

  /// Leaves everything in order for the next start; idempotent.
  package func close() {
    subscription.close()
    publisher.close()
    if let timer { loop.cancel(timer) }
    timer = nil
    writeMetrics()
  }

  private func will() -> (topic: String, payload: [UInt8]) {
    willTime = now
    return (topics.base, encode(Report.lastWill(since: willTime)))
  }

  var now: UTCTime { UTCTime(milliseconds: loop.now.utc) }

  /// What has been asked of locationd follows the settings and what commands changed.
  func applyState() {
    report.trackerID = state.change.trackerID ?? settings.report.trackerID
    var wish = LocationSubscription.Wish()
    wish.monitoring = state.change.monitoring ?? settings.monitoring
    wish.distance = state.change.distance ?? settings.distance
    wish.interval = state.change.interval ?? settings.interval
    wish.visits = settings.visits
    wish.regions = state.waypoints.all.filter { $0.radius > 0 }
    subscription.wish = wish
    inside.formIntersection(state.waypoints.all.map(\.description))
  }

  // MARK: - From locationd

  private func take(_ event: LocationSubscription.Event) {
    switch event {
    case .connected: log.notice("connected to locationd at \(settings.socket)")
    case .lost(let reason): log.warning("locationd is lost: \(reason)")
    case .refused(let message): log.warning("locationd refuses a request: \(message)")
    case .callback(let callback, let conflated):
      counts.conflated += conflated
      take(callback)
    }
  }

  private func take(_ callback: Callback<LocationMessage>) {
    switch callback {
    case .didUpdateLocations(let locations):
      for location in locations { publish(location) }
    case .didEnterRegion(let identifier, let location):
      transit(identifier, isEntry: true, location)
    case .didExitRegion(let identifier, let location):
      transit(identifier, isEntry: false, location)
    case .didDetermineState(let identifier, let state):
      if state == .inside { inside.insert(identifier) } else { inside.remove(identifier) }
    case .didVisit(let visit):
      // A visit does not say whether it is simulated; the location that ended or began it does.
      subscription.currentLocation { [weak self] in self?.publish(visit, at: $0) }
    case .monitoringDidFail(let identifier, let error):
      log.warning("waypoint \(JSONValue.string(identifier)) is not watched: \(error.message)")
    case .didChangeAuthorization(let authorization):
      if !authorization.allowsLocation {
        log.warning("locationd does not allow this user to know the location")
      }
    default: break
    }
  }

  /// Whether a location may leave the device.
  private func mayPublish(isSimulated: Bool) -> Bool {
    guard isSimulated, !settings.simulated else { return true }
    counts.simulated += 1
    if counts.simulated == 1 {
      log.notice("an override is in effect: simulated locations are held back (simulated = no)")
    }
    return false
  }

  private func publish(_ location: LocationMessage) {
    guard mayPublish(isSimulated: location.source.isSimulatedBySoftware) else { return }
    let trigger: Report.Trigger? = isLocationAsked ? .response : nil
    isLocationAsked = false
    let message = report.location(
      location,
      trigger: trigger,
      regions: state.waypoints.all.filter { inside.contains($0.description) },
      id: newID(),
      now: now
    )
    lastLocation = queue(message, .location, location.timestamp, retained: settings.retain)
  }

  private func publish(_ visit: Visit, at location: LocationMessage?) {
    // Nothing shows that it is real.
    guard let location else { return }
    let isSimulated = location.source.isSimulatedBySoftware
    guard mayPublish(isSimulated: isSimulated),
      let message = report.visit(visit, isSimulated: isSimulated, id: newID(), now: now)
    else { return }
    queue(message, .event, visit.departure ?? visit.arrival ?? now)
  }

  private func transit(_ identifier: String, isEntry: Bool, _ location: LocationMessage) {
    if isEntry { inside.insert(identifier) } else { inside.remove(identifier) }
    guard let waypoint = state.waypoints[identifier] else { return }
    guard mayPublish(isSimulated: location.source.isSimulatedBySoftware) else {
      hidden.formSymmetricDifference([identifier])
      return
    }
    guard hidden.remove(identifier) == nil else { return }
    let message = report.transition(
      waypoint,
      isEntry: isEntry,
      at: location,
      id: newID(),
      now: now
    )
    queue(message, .event, location.timestamp, topics[.event])
  }

  // MARK: - To the broker

  /// Puts a message at the end of the queue.
  @discardableResult
  func queue(
    _ value: JSONValue,
    _ kind: QueuedMessage.Kind,
    _ time: UTCTime,
    _ topic: String? = nil,
    retained: Bool = false
  ) -> QueuedMessage {
    let message = QueuedMessage(
      kind: kind,
      topic: topic ?? topics.base,
      payload: encode(value),
      isRetained: retained,
      time: time.milliseconds
    )
    publisher.queue.append(message)
    return message
  }

  /// Every value here is finite, which is all that encoding asks.
  func encode(_ value: JSONValue) -> [UInt8] { (try? JSONText.encode(value)) ?? Array("{}".utf8) }

  /// Tells a message that is sent again from one that is like it.
  func newID() -> String {
    let text = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }

  private func tend() {
    publisher.queue.tend(at: loop.now)
    writeMetrics()
    timer = loop.schedule(at: loop.now.monotonic + Self.upkeep) { [weak self] in self?.tend() }
  }

  func writeMetrics() {
    guard let metrics else { return }
    do {
      try figures(counts.simulated, counts.conflated).write(to: metrics)
    } catch {
      guard case .write = repeats.judge("metrics", at: loop.now.monotonic) else { return }
      log.warning("the metrics cannot be written: \(error)")
    }
  }
}
