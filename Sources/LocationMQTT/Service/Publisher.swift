// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LinuxIO

/// Takes messages from the queue to the broker: in order, at a limited rate, a few at a time.
///
/// Loop thread only. A message leaves the queue when the broker has acknowledged it.
package final class Publisher {
  /// How messages are sent.
  package struct Pace: Hashable, Sendable {
    /// Messages a second, on average.
    package var rate = 50.0
    /// Messages without an acknowledgement.
    package var window = 20

    package init() {}
  }

  /// What its owner is told.
  package enum Event: Hashable {
    case connected
    case lost(reason: String)
    case subscribed(isGranted: Bool)
    case received(topic: String, payload: [UInt8], isRetained: Bool)
    /// The broker sent too long a message; it is told to forget what it has for us.
    case flooded
  }

  /// What became of the messages since the start.
  package struct Counts: Hashable, Sendable {
    package var published = 0
    package var refused = 0
    /// When the broker acknowledged the last one, in milliseconds since 1970.
    package var lastTime: Int64?

    package init() {}
  }

  package let queue: MessageQueue
  package var log: Log { didSet { queue.log = log } }
  /// How messages are sent from now on.
  package var pace: Pace { didSet { if pace != oldValue { rate = Self.limit(pace) } } }
  package private(set) var counts = Counts()

  private let loop: EventLoop
  private let will: () -> (topic: String, payload: [UInt8])
  private let onEvent: (Event) -> Void
  private var settings: BrokerSettings
  private var session: BrokerSession?
  /// Connections of the sessions before this one.
  private var earlierConnections = 0
  private var rate: RateLimit
  /// The queue's numbers by the broker's.
  private var sent: [Int32: Int64] = [:]
  private var timer: EventLoop.Timer?
  private var lastRefusal: String?

  /// Does nothing before `start`; `pump` is to be called at the end of each turn of the loop.
  package init(
    loop: EventLoop,
    settings: BrokerSettings,
    queue: MessageQueue,
    pace: Pace,
    log: Log,
    will: @escaping () -> (topic: String, payload: [UInt8]),
    onEvent: @escaping (Event) -> Void
  ) throws {
    self.loop = loop
    self.settings = settings
    self.queue = queue
    self.pace = pace
    self.log = log
    self.will = will
    self.onEvent = onEvent
    rate = Self.limit(pace)
    session = try makeSession(settings)
  }

  /// What was missed while the limit was not needed may be caught up for a second.
  private static func limit(_ pace: Pace) -> RateLimit {
    RateLimit(perSecond: pace.rate, burst: max(pace.rate, 1))
  }

  /// A session for `use`; throws for settings that no connection can be made with.
  package func makeSession(_ settings: BrokerSettings) throws -> BrokerSession {
    try BrokerSession(loop: loop, settings: settings, will: will) { [weak self] in self?.take($0) }
  }

  /// Ends the present session with a good-bye and connects by another.
  ///
  /// What the broker has not acknowledged is sent again.
  package func use(_ fresh: BrokerSession, _ settings: BrokerSettings) {
    earlierConnections += session?.connectionCount ?? 0
    session?.close()
    session = fresh
    self.settings = settings
    sent = [:]
    queue.rewind(at: loop.now)
    fresh.start()
  }

  package var isConnected: Bool { session?.isConnected == true }
  package var connectionCount: Int { earlierConnections + (session?.connectionCount ?? 0) }

  package func start() { session?.start() }

  package func subscribe(_ topic: String) { session?.subscribe(topic) }

  /// Makes durable what was appended in this turn, then sends what may be sent.
  package func pump() {
    queue.commit(at: loop.now)
    guard let session, timer == nil else { return }
    while session.isConnected, sent.count < pace.window {
      if let time = rate.wait(at: loop.now.monotonic) { return wait(until: time) }
      guard let entry = queue.next() else { return }
      rate.spend()
      switch session.publish(entry.message) {
      case .success(let mid): sent[mid] = entry.id
      case .failure(let error): refuse(entry.id, "\(error)")
      }
    }
  }

  /// Says good-bye to the broker and leaves what is not acknowledged in the queue; idempotent.
  package func close() {
    session?.close()
    session = nil
    if let timer { loop.cancel(timer) }
    timer = nil
    queue.commit(at: loop.now, flushing: true)
  }

  private func wait(until time: Int64) {
    // `pump` runs after the timers of a turn.
    timer = loop.schedule(at: time) { [weak self] in self?.timer = nil }
  }

  private func refuse(_ id: Int64, _ reason: String) {
    queue.acknowledge(id)
    counts.refused += 1
    if reason != lastRefusal { log.warning("the broker will not have a message: \(reason)") }
    lastRefusal = reason
  }

  /// Leaves a broker that would send the same message at each connection, and asks it to forget it.
  private func forget() {
    // The session that is left is at work while it tells this.
    _ = loop.schedule(at: loop.now.monotonic) { [weak self] in
      guard let self, session?.isFlooded == true else { return }
      var settings = settings
      settings.isClean = true
      guard let fresh = try? makeSession(settings) else { return }
      use(fresh, settings)
      onEvent(.flooded)
    }
  }

  private func take(_ event: BrokerSession.Event) {
    switch event {
    case .connected: onEvent(.connected)
    case .lost(let reason):
      onEvent(.lost(reason: reason))
      if session?.isFlooded == true, !settings.isClean { forget() }
    case .published(let mid, let refusal):
      guard let id = sent.removeValue(forKey: mid) else { return }
      if let refusal { return refuse(id, refusal) }
      queue.acknowledge(id)
      counts.published += 1
      counts.lastTime = loop.now.utc
      lastRefusal = nil
    case .subscribed(let isGranted): onEvent(.subscribed(isGranted: isGranted))
    case .received(let topic, let payload, let isRetained):
      onEvent(.received(topic: topic, payload: payload, isRetained: isRetained))
    }
  }
}
