// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CLinux
internal import Glibc

/// The daemon's one loop: waits on descriptors and timers and calls their handlers.
///
/// Loop thread only. Level-triggered. A turn calls handlers in this order: errors and hang-ups,
/// writable, readable, timers, `beforeSleep`. A handler may watch, unwatch, schedule and cancel
/// anything; an event of something unwatched earlier in the same turn is dropped. `turn` is not
/// to be called from a handler.
package final class EventLoop {
  /// What to wait for.
  ///
  /// Errors and hang-ups are always reported.
  package struct Interest: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    package static let readable = Interest(rawValue: UInt32(CLINUX_IN))
    package static let writable = Interest(rawValue: UInt32(CLINUX_OUT))
  }

  /// What happened, all of one descriptor in one call.
  ///
  /// A hang-up may come with the last bytes still to be read. Both are reported on every turn
  /// until the descriptor is unwatched, whatever its interest.
  package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    package static let readable = Readiness(rawValue: UInt32(CLINUX_IN))
    package static let writable = Readiness(rawValue: UInt32(CLINUX_OUT))
    package static let hangUp = Readiness(rawValue: UInt32(CLINUX_HUP))
    package static let error = Readiness(rawValue: UInt32(CLINUX_ERR))
  }

  /// A watched descriptor.
  ///
  /// It goes stale by `unwatch`, even when the number is used again.
  package struct Token: Hashable, Sendable {
    let slot: UInt32
    let generation: UInt32
    var data: UInt64 { UInt64(generation) << 32 | UInt64(slot) }
  }

  /// A scheduled timer.
  ///
  /// It goes stale when it fires or is cancelled.
  package struct Timer: Hashable, Sendable {
    let token: TimerQueue.Token
  }

  private struct Slot {
    var generation: UInt32 = 0
    var descriptor: Int32 = -1
    var interest: Interest = []
    /// Set exactly while the slot is in use.
    var handler: ((Readiness) -> Void)?
  }

  /// Read once per turn, right after the wait.
  package var now: LoopTime { present }

  /// Called in order at the end of each turn, and once before the first wait of `run`.
  package var beforeSleep: [() -> Void] = []

  /// The number of watched descriptors.
  package var watchCount: Int { slots.count - free.count }

  /// The number of timers that are waiting.
  package var timerCount: Int { timers.count }

  /// Private, because what other modules could also change is guarded at each look.
  private var present: LoopTime

  private static let timerData = UInt64.max
  private static let batch = 64

  private let poller: OwnedDescriptor
  private let alarm: OwnedDescriptor
  private let clock: (() -> LoopTime)?
  private var slots: [Slot] = []
  private var free: [UInt32] = []
  private var timers = TimerQueue()
  /// The deadline in the kernel; it may be earlier than any timer, never later.
  private var armed: Int64?
  private var events = [clinux_event](repeating: clinux_event(), count: EventLoop.batch)
  private var isStopped = false
  private var isInTimers = false

  /// Makes a loop on the system's clocks, or for tests on a simulated clock.
  ///
  /// With a simulated clock timers fire in the first turn that sees their time, and a turn
  /// without events waits for its own timeout only.
  package init(clock: (() -> LoopTime)? = nil) throws(SystemError) {
    let epoll = clinux_epoll_create()
    guard epoll >= 0 else { throw .last("epoll_create1") }
    let owned = OwnedDescriptor(epoll)
    let timer = clinux_timer_create()
    guard timer >= 0 else { throw .last("timerfd_create") }
    let ownedTimer = OwnedDescriptor(timer)
    guard clinux_epoll_add_timer(epoll, timer, EventLoop.timerData) == 0 else {
      throw .last("epoll_ctl")
    }
    self.poller = owned
    self.alarm = ownedTimer
    self.clock = clock
    self.present = clock?() ?? LoopTime.read()
  }

  // MARK: Descriptors

  /// Calls `handler` whenever the descriptor is ready.
  ///
  /// The caller keeps the descriptor.
  package func watch(
    _ descriptor: Int32,
    _ interest: Interest,
    handler: @escaping (Readiness) -> Void
  ) throws(SystemError) -> Token {
    let slot = free.last ?? UInt32(slots.count)
    if slot == slots.count {
      slots.append(Slot())
      free.append(slot)
    }
    let token = Token(slot: slot, generation: slots[Int(slot)].generation)
    guard clinux_epoll_add(poller.raw, descriptor, interest.rawValue, token.data) == 0 else {
      throw .last("epoll_ctl")
    }
    free.removeLast()
    slots[Int(slot)].descriptor = descriptor
    slots[Int(slot)].interest = interest
    slots[Int(slot)].handler = handler
    return token
  }

  /// Changes what is waited for; does nothing for a stale token.
  package func update(_ token: Token, _ interest: Interest) {
    guard isLive(token), slots[Int(token.slot)].interest != interest else { return }
    let descriptor = slots[Int(token.slot)].descriptor
    // Fails only for a descriptor that was closed while watched, which has no events any more.
    _ = clinux_epoll_modify(poller.raw, descriptor, interest.rawValue, token.data)
    slots[Int(token.slot)].interest = interest
  }

  /// Ends the calls of the handler and lets it go; does nothing for a stale token.
  ///
  /// To be called before the descriptor is closed.
  package func unwatch(_ token: Token) {
    guard isLive(token) else { return }
    let index = Int(token.slot)
    _ = clinux_epoll_remove(poller.raw, slots[index].descriptor)
    slots[index].generation &+= 1
    slots[index].descriptor = -1
    free.append(token.slot)
    // Last, because the handler's captures may own sessions that unwatch in their deinit.
    let handler = slots[index].handler
    slots[index].handler = nil
    withExtendedLifetime(handler) {}
  }

  private func isLive(_ token: Token) -> Bool {
    token.slot < slots.count && slots[Int(token.slot)].generation == token.generation
      && slots[Int(token.slot)].handler != nil
  }

  // MARK: Timers

  /// Calls `handler` once, in the first turn whose `now.monotonic` is not before the deadline.
  package func schedule(at monotonic: Int64, handler: @escaping () -> Void) -> Timer {
    // One that a timer schedules comes after those that are due, however long ago its time was.
    Timer(token: timers.insert(isInTimers ? max(monotonic, now.monotonic) : monotonic, handler))
  }

  /// Forgets a timer; does nothing when it has fired or was cancelled before.
  package func cancel(_ timer: Timer) { timers.remove(timer.token) }

  /// Moves the kernel's timer when it would come too late, or when nothing waits any more.
  ///
  /// A deadline that moved away leaves one early wake-up rather than a system call per move.
  private func arm() {
    guard clock == nil else { return }
    guard let earliest = timers.earliest else {
      if armed != nil { _ = clinux_timer_arm(alarm.raw, 0) }
      armed = nil
      return
    }
    if let armed, armed <= earliest { return }
    // 0 would disarm; any time in the past fires at once.
    _ = clinux_timer_arm(alarm.raw, max(earliest, 1))
    armed = earliest
  }

  // MARK: Turns

  /// Turns until `stop` is called.
  package func run() {
    runHooks()
    while !isStopped { turn(timeout: nil) }
    isStopped = false
  }

  /// Makes `run` return after the present turn, or at once when it is called next.
  package func stop() { isStopped = true }

  /// Waits for events, at most the given nanoseconds or without end, and handles them.
  package func turn(timeout nanoseconds: Int64?) {
    arm()
    let count = wait(nanoseconds.map { max($0, 0) } ?? -1)
    present = clock?() ?? LoopTime.read()
    dispatch(count)
    runTimers()
    runHooks()
  }

  private func wait(_ timeout: Int64) -> Int {
    let count = unsafe events.withUnsafeMutableBufferPointer { buffer in
      unsafe clinux_epoll_wait(poller.raw, buffer.baseAddress, Int32(buffer.count), timeout)
    }
    // EINTR is the only failure that a valid call can meet; the turn then finds no events.
    return max(Int(count), 0)
  }

  private func dispatch(_ count: Int) {
    let failed = Readiness([.hangUp, .error]).rawValue
    let writable = Readiness.writable.rawValue
    var seen: UInt32 = 0
    for index in 0..<count {
      if events[index].data == EventLoop.timerData {
        events[index].events = 0
        armed = nil
      }
      seen |= events[index].events
    }
    if seen & failed != 0 { call(count) { $0 & failed != 0 } }
    if seen & writable != 0 { call(count) { $0 & failed == 0 && $0 & writable != 0 } }
    call(count) { $0 & (failed | writable) == 0 && $0 != 0 }
  }

  /// Calls the handlers of those events that the rank selects.
  @inline(__always)
  private func call(_ count: Int, _ isRanked: (UInt32) -> Bool) {
    for index in 0..<count where isRanked(events[index].events) {
      let event = events[index]
      let slot = Int(event.data & 0xFFFF_FFFF)
      guard slots[slot].generation == UInt32(event.data >> 32), let handler = slots[slot].handler
      else { continue }
      // The interest may have been narrowed by a handler of this very turn.
      let wanted = slots[slot].interest.rawValue | Readiness([.hangUp, .error]).rawValue
      guard event.events & wanted != 0 else { continue }
      handler(Readiness(rawValue: event.events & wanted))
    }
  }

  /// Runs the timers that are due now, not those they schedule, so that none can hold a turn.
  private func runTimers() {
    isInTimers = true
    defer { isInTimers = false }
    let end = timers.nextSequence
    while let handler = timers.popDue(now.monotonic, before: end) { handler() }
  }

  private func runHooks() {
    for hook in beforeSleep { hook() }
  }
}
