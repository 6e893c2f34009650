// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LinuxIO

/// A connection to the broker that is made again whenever it is lost.
///
/// Loop thread only. libmosquitto keeps what is on its way over a lost connection and sends it
/// again, marked as a duplicate.
package final class BrokerSession {
  /// What its owner is told.
  package enum Event: Hashable {
    case connected
    /// Once for each connection, or for a new reason why there is none.
    case lost(reason: String)
    /// The broker has message `mid`, or refuses it for a reason.
    case published(mid: Int32, refusal: String?)
    /// The broker's answer to a subscription.
    case subscribed(isGranted: Bool)
    case received(topic: String, payload: [UInt8], isRetained: Bool)
  }

  /// Nanoseconds between two attempts: the first one, and the most.
  private static let pause = (first: Int64(250_000_000), most: Int64(30_000_000_000))
  /// Nanoseconds from the beginning of an attempt to the broker's answer.
  private static let patience: Int64 = 15_000_000_000
  /// Nanoseconds after which a connection counts as one that works.
  private static let steady: Int64 = 5_000_000_000
  private static let arrival: EventLoop.Readiness = [.readable, .hangUp, .error]
  private static let second: Int64 = 1_000_000_000

  package private(set) var isConnected = false
  package private(set) var connectionCount = 0
  /// The broker sent too long a message and was left.
  package var isFlooded: Bool { library.isFlooded }

  private let loop: EventLoop
  private let library: Mosquitto
  private let onEvent: (Event) -> Void
  /// The will of a connection that begins now.
  private let will: () -> (topic: String, payload: [UInt8])
  private var wake: Wake?
  private var token: EventLoop.Token?
  private var watched: Int32 = -1
  private var timer: EventLoop.Timer?
  private var pause = BrokerSession.pause.first
  private var attemptTime: Int64 = 0
  private var connectionTime: Int64 = 0
  /// The socket has not been writable yet, which is how TCP tells that it is connected.
  private var isOpening = false
  private var isEnding = false
  /// Those told since the last connection; what keeps a broker away may change with its addresses.
  private var toldReasons: Set<String> = []
  /// A host may have addresses of two families, of which the network reaches one.
  private var isAtOtherFamily = false
  /// The reason that the broker gave, which says more than the end of the connection after it.
  private var refusal: String?

  /// Connects after `start`.
  package init(
    loop: EventLoop,
    settings: BrokerSettings,
    will: @escaping () -> (topic: String, payload: [UInt8]),
    onEvent: @escaping (Event) -> Void
  ) throws {
    self.loop = loop
    self.will = will
    self.onEvent = onEvent
    library = try Mosquitto(settings)
    wake = try Wake(loop) { [weak self] in self?.finishAttempt() }
    library.onEvent = { [weak self] in self?.take($0) }
  }

  deinit { close() }

  /// Begins to connect, and goes on doing so.
  package func start() {
    let will = will()
    _ = library.setWill(topic: will.topic, payload: will.payload)
    attemptTime = loop.now.monotonic
    refusal = nil
    let isAtOtherFamily = isAtOtherFamily
    guard let wake,
      library.start(signal: wake.descriptor, atOtherFamily: isAtOtherFamily)
    else {
      return lose("there is no thread for the connection")
    }
  }

  /// Says good-bye, so that no last will is told, and ends; idempotent.
  package func close() {
    isEnding = true
    if isConnected {
      library.disconnect()
      _ = library.write()
    }
    isConnected = false
    unwatch()
    if let timer { loop.cancel(timer) }
    timer = nil
    wake?.close()
    wake = nil
  }

  /// Sends by QoS 1 and gives the message's number; fails if it can never be sent.
  ///
  /// Not to be called while `onEvent` runs: after a new connection libmosquitto first sends again
  /// what was on its way, and what is published before that would overtake it.
  package func publish(_ message: QueuedMessage) -> Result<Int32, BrokerError> {
    let (mid, code) = library.publish(message)
    settle()
    guard code == 0 || Mosquitto.isKept(code) else {
      return .failure(BrokerError(description: library.errorText(code)))
    }
    return .success(mid)
  }

  /// Asks for messages, up to quality of service 1.
  package func subscribe(_ topic: String, quality: Int32 = 1) {
    _ = library.subscribe(topic, quality: quality)
    settle()
  }

  // MARK: - Attempts

  private func finishAttempt() {
    guard !isEnding else { return }
    let code = library.finish()
    guard code == 0, library.descriptor >= 0 else { return lose(library.errorText(code)) }
    isOpening = true
    settle()
    tick()
  }

  /// Once a second: keep-alive, and an end to attempts without an answer.
  private func tick() {
    guard !isEnding, token != nil else { return }
    if !isConnected, loop.now.monotonic - attemptTime > Self.patience {
      return lose("the broker does not answer")
    }
    handle(library.tick())
    guard token != nil else { return }
    timer = loop.schedule(at: loop.now.monotonic + Self.second) { [weak self] in self?.tick() }
  }

  private func lose(_ reason: String) {
    guard !isEnding else { return }
    unwatch()
    if let timer { loop.cancel(timer) }
    let reason = refusal ?? reason
    if toldReasons.count > 15 { toldReasons = [] }
    let isNew = toldReasons.insert(reason).inserted
    if isConnected || isNew { onEvent(.lost(reason: reason)) }
    guard !isEnding else { return }
    if !isConnected { isAtOtherFamily.toggle() }
    // A broker that takes a client and drops it at once is not asked again at once.
    if isConnected, loop.now.monotonic - connectionTime > Self.steady { pause = Self.pause.first }
    isConnected = false
    timer = loop.schedule(at: loop.now.monotonic + pause) { [weak self] in self?.start() }
    pause = min(pause * 2, Self.pause.most)
  }

  // MARK: - The socket

  /// Waits for what the library needs now.
  private func settle() {
    guard !isEnding else { return }
    let descriptor = library.descriptor
    if descriptor != watched { unwatch() }
    guard descriptor >= 0 else { return }
    let interest: EventLoop.Interest =
      isOpening || library.wantsWrite ? [.readable, .writable] : .readable
    if let token { return loop.update(token, interest) }
    token = try? loop.watch(descriptor, interest) { [weak self] in self?.handle($0) }
    watched = descriptor
  }

  private func unwatch() {
    if let token { loop.unwatch(token) }
    token = nil
    watched = -1
  }

  private func handle(_ readiness: EventLoop.Readiness) {
    // First what has arrived: on a connection that breaks, acknowledgements still to be read spare
    // messages from being sent again, and a write would end it.
    if !readiness.isDisjoint(with: Self.arrival) { handle(library.read()) }
    guard token != nil, readiness.contains(.writable) else { return }
    isOpening = false
    handle(library.write())
  }

  private func handle(_ code: Int32) {
    guard !isEnding else { return }
    guard code == 0, library.descriptor >= 0 else {
      return lose(library.errorText(code == 0 ? 7 : code))
    }
    settle()
  }

  // MARK: - Events

  private func take(_ event: BrokerEvent) {
    switch event {
    case .connected(0):
      isConnected = true
      connectionCount += 1
      connectionTime = loop.now.monotonic
      toldReasons = []
      onEvent(.connected)
    case .connected(let reason):
      refusal = "the broker refuses the connection: \(library.reasonText(reason))"
    case .disconnected:
      // The call in which it is said returns the reason, too.
      break
    case .published(let mid, let reason):
      let refusal = reason >= 128 ? library.reasonText(reason) : nil
      onEvent(.published(mid: mid, refusal: refusal))
    case .subscribed(let isGranted): onEvent(.subscribed(isGranted: isGranted))
    case .received(let topic, let payload, let isRetained):
      onEvent(.received(topic: topic, payload: payload, isRetained: isRetained))
    }
  }
}
