// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
package import LinuxIO
package import LocationCore

/// The connection to gpsd: opens it while there is demand, reads it, and opens it again when lost.
///
/// Loop thread only. Opening runs on a helper thread, everything else in the loop's turns. Without
/// demand the connection is closed after `Timing.grace`, because gpsd drops an idle client anyway
/// and a closed one costs neither side a wake-up. The callbacks may change `demand` and may `close`.
package final class GPSDSource {
  /// The source's patience, in nanoseconds.
  package struct Timing: Hashable, Sendable {
    /// From the last demand to the end of the connection, so that single requests in a row share it.
    package var grace: Int64 = 2_000_000_000
    /// For gpsd's answers, and for the rest of a line that has begun.
    package var silence: Int64 = 10_000_000_000
    /// After so long without a line gpsd is asked whether it is still there: a receiver may be
    /// silent for ever, and a gpsd that hangs looks the same.
    package var quiet: Int64 = 5_000_000_000

    package init() {}
  }

  enum State {
    case idle
    case opening(GPSDOpening, EventLoop.Token)
    /// Lost; a timer will open it again.
    case waiting(EventLoop.Timer)
    case open(GPSDSession, EventLoop.Token)
    case closed
  }

  /// What the log has been told.
  enum Announced {
    case nothing
    case connected
    case disconnected
    case idle
  }

  package let endpoint: GPSDEndpoint
  package internal(set) var statistics = GPSDStatistics()

  /// Whether anybody needs reports.
  package var demand = false {
    didSet {
      guard demand != oldValue else { return }
      if demand { wanted() } else { unwanted() }
    }
  }

  /// What is asked for besides JSON; a change is told to gpsd at once.
  package var policy: WatchPolicy {
    didSet {
      guard policy != oldValue, case .open(let session, _) = state else { return }
      hadSentences = hadSentences || oldValue.hasSentences
      let failure = session.watch(policy, device: endpoint.device, isChange: true)
      if failure != 0 { lost(SystemError("WATCH", failure).description) }
    }
  }

  let loop: EventLoop
  let timing: Timing
  let onReport: (Report, _ rawLine: [UInt8]) -> Void
  let onNotice: (GPSDNotice) -> Void

  var state = State.idle
  var announced = Announced.nothing
  var backOff = BackOff()
  /// When the connection that is open was opened.
  private(set) var openedAt: Int64 = 0
  /// No attempt before this, however often demand comes and goes.
  private var earliestAttempt = Int64.min
  private var graceTimer: EventLoop.Timer?
  var silenceTimer: EventLoop.Timer?
  var quietTimer: EventLoop.Timer?
  var lastLineAt = Int64.min
  /// Set while whole lines wait in the session that the budget of a turn left over.
  var backlogTimer: EventLoop.Timer?
  var release: String?
  /// Why gpsd does not do what it was asked last, if it does not.
  package internal(set) var refusal: String?
  /// It was asked for its receivers, to find the one that it did not have.
  var isLooking = false
  /// Why the last attempt or connection ended; nil while one stands.
  package internal(set) var failure: String?
  var unusableInRow = 0
  var hasUnusableNotice = false
  /// Sentences may still come on this connection that nobody wants any more.
  var hadSentences = false

  /// When the next attempt is due in monotonic nanoseconds, while it waits for that.
  package var nextAttempt: Int64? {
    guard case .waiting = state else { return nil }
    return earliestAttempt
  }

  package init(
    loop: EventLoop,
    endpoint: GPSDEndpoint,
    policy: WatchPolicy = WatchPolicy(),
    timing: Timing = Timing(),
    onReport: @escaping (Report, _ rawLine: [UInt8]) -> Void,
    onNotice: @escaping (GPSDNotice) -> Void
  ) {
    self.loop = loop
    self.endpoint = endpoint
    self.policy = policy
    self.timing = timing
    self.onReport = onReport
    self.onNotice = onNotice
  }

  deinit { close() }

  /// Ends everything without a further callback; idempotent.
  package func close() {
    release(state)
    state = .closed
    cancel(&graceTimer)
  }

  // MARK: Demand

  private func wanted() {
    cancel(&graceTimer)
    guard case .idle = state else { return }
    attemptWhenDue()
  }

  private func unwanted() {
    switch state {
    case .waiting(let timer):
      loop.cancel(timer)
      state = .idle
      announceIdle()
    case .open:
      graceTimer = loop.schedule(at: loop.now.monotonic &+ timing.grace) { [weak self] in
        self?.graceIsOver()
      }
    // An attempt goes on, so that demand coming and going starts no second thread.
    case .opening, .idle, .closed: break
    }
  }

  private func graceIsOver() {
    graceTimer = nil
    guard !demand, case .open = state else { return }
    rest()
  }

  /// Closes what is open for want of demand.
  private func rest() {
    release(state)
    state = .idle
    announceIdle()
  }

  // MARK: Opening

  private func attemptWhenDue() {
    guard loop.now.monotonic < earliestAttempt else { return attempt() }
    let timer = loop.schedule(at: earliestAttempt) { [weak self] in self?.attempt() }
    state = .waiting(timer)
  }

  private func attempt() {
    statistics.attempts += 1
    state = .idle
    guard let opening = GPSDOpening(endpoint) else {
      return lost(SystemError("opening gpsd's session", errno).description)
    }
    do throws(SystemError) {
      let token = try loop.watch(opening.descriptor, .readable) { [weak self] _ in self?.opened() }
      state = .opening(opening, token)
    } catch {
      lost(error.description)
    }
  }

  private func opened() {
    guard case .opening(let opening, _) = state, let result = opening.result() else { return }
    release(state)
    state = .idle
    switch result {
    case .failed(let reason): lost(reason)
    case .open(let session):
      guard demand else { return announceIdle() }
      start(session)
    }
  }

  private func start(_ session: GPSDSession) {
    release = nil
    refusal = nil
    isLooking = false
    unusableInRow = 0
    hasUnusableNotice = false
    hadSentences = false
    let failure = session.watch(policy, device: endpoint.device)
    guard failure == 0 else { return lost(SystemError("WATCH", failure).description) }
    do throws(SystemError) {
      let token = try loop.watch(session.descriptor, .readable) { [weak self] _ in
        self?.readable()
      }
      state = .open(session, token)
      openedAt = loop.now.monotonic
      expectLine()
    } catch {
      lost(error.description)
    }
  }

  // MARK: Losing

  /// Ends the connection or the attempt, and tries again after the back-off.
  func lost(_ reason: String) {
    failure = reason
    release(state)
    state = .idle
    earliestAttempt = loop.now.monotonic &+ backOff.delay()
    if announced != .disconnected {
      announced = .disconnected
      onNotice(.disconnected(reason: reason))
      onReport(.connection(.disconnected(reason: reason)), [])
    }
    // A callback may have closed the source or changed the demand.
    guard case .idle = state, demand else { return }
    attemptWhenDue()
  }

  private func announceIdle() {
    guard announced != .idle, announced != .nothing else { return }
    announced = .idle
    onNotice(.idle)
    onReport(.connection(.disconnected(reason: "no demand")), [])
  }

  /// Lets go of what a state holds; the session closes with it.
  private func release(_ state: State) {
    switch state {
    case .opening(_, let token), .open(_, let token): loop.unwatch(token)
    case .waiting(let timer): loop.cancel(timer)
    case .idle, .closed: break
    }
    cancel(&silenceTimer)
    cancel(&quietTimer)
    cancel(&backlogTimer)
  }

  func cancel(_ timer: inout EventLoop.Timer?) {
    if let timer { loop.cancel(timer) }
    timer = nil
  }
}
