// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LinuxIO
import Testing

@Suite struct EventLoopTests {
  @Test func `a readable descriptor calls its handler with what happened`() throws {
    let loop = try EventLoop()
    let pair = try Pair()
    let seen = Record<EventLoop.Readiness>()
    let token = try loop.watch(pair.near, .readable) { seen.values.append($0) }
    loop.turn(timeout: 0)
    #expect(seen.values == [])
    #expect(Descriptor.sendFrame(pair.far, [1, 2, 3], from: 1) == .bytes(2))
    loop.turn(timeout: 0)
    #expect(seen.values == [.readable])
    pair.closeFar()
    loop.turn(timeout: 0)
    #expect(seen.values == [.readable, [.readable, .hangUp]])
    loop.unwatch(token)
    loop.turn(timeout: 0)
    #expect(seen.values.count == 2)
    #expect(loop.watchCount == 0)
  }

  @Test func `a stale token changes nothing, even when its number and slot are used again`() throws
  {
    let loop = try EventLoop()
    let seen = Record<String>()
    let first = try Pair()
    let old = try loop.watch(first.near, .readable) { _ in seen.values.append("old") }
    loop.unwatch(old)
    let number = first.near
    let next = try Pair()
    // After a close another test, which runs beside this one, could get the number.
    try #require(dup2(next.near, number) == number)
    let new = try loop.watch(number, .readable) { _ in seen.values.append("new") }
    #expect(new != old)
    loop.unwatch(old)
    loop.update(old, [])
    _ = Descriptor.sendFrame(next.far, [1], from: 0)
    loop.turn(timeout: 0)
    #expect(seen.values == ["new"])
  }

  @Test func `an event of something unwatched in the same turn is dropped`() throws {
    let loop = try EventLoop()
    let pairs = [try Pair(), try Pair()]
    let tokens = Record<EventLoop.Token>()
    let seen = Record<Int>()
    for (index, pair) in pairs.enumerated() {
      tokens.values.append(
        try loop.watch(pair.near, .readable) { [weak loop] _ in
          seen.values.append(index)
          loop?.unwatch(tokens.values[1 - index])
        }
      )
      _ = Descriptor.sendFrame(pair.far, [1], from: 0)
    }
    loop.turn(timeout: 0)
    #expect(seen.values.count == 1)
  }

  @Test func `hang-ups come before writable, writable before readable, then timers, then hooks`()
    throws
  {
    let loop = try EventLoop()
    let seen = Record<String>()
    let (readable, writable, dead) = (try Pair(), try Pair(), try Pair())
    _ = try loop.watch(readable.near, .readable) { _ in seen.values.append("readable") }
    _ = try loop.watch(writable.near, .writable) { _ in seen.values.append("writable") }
    _ = try loop.watch(dead.near, .readable) { _ in seen.values.append("hangUp") }
    _ = loop.schedule(at: 0) { seen.values.append("timer") }
    loop.beforeSleep.append { seen.values.append("hook") }
    _ = Descriptor.sendFrame(readable.far, [1], from: 0)
    dead.closeFar()
    loop.turn(timeout: 0)
    #expect(seen.values == ["hangUp", "writable", "readable", "timer", "hook"])
  }

  @Test func `an interest narrowed by a handler holds within the turn`() throws {
    let loop = try EventLoop()
    let (first, second) = (try Pair(), try Pair())
    let seen = Record<String>()
    let tokens = Record<EventLoop.Token>()
    tokens.values.append(try loop.watch(second.near, .readable) { _ in seen.values.append("read") })
    _ = try loop.watch(first.near, .writable) { [weak loop] _ in
      loop?.update(tokens.values[0], [])
    }
    _ = Descriptor.sendFrame(second.far, [1], from: 0)
    loop.turn(timeout: 0)
    #expect(seen.values == [])
  }

  @Test func `timers fire in order of deadline, then of scheduling, never early`() throws {
    var time = LoopTime(monotonic: 1_000, utc: 0)
    let loop = try EventLoop(clock: { time })
    let seen = Record<String>()
    _ = loop.schedule(at: 3_000) { seen.values.append("c") }
    _ = loop.schedule(at: 2_000) { seen.values.append("a") }
    _ = loop.schedule(at: 2_000) { seen.values.append("b") }
    let cancelled = loop.schedule(at: 2_500) { seen.values.append("x") }
    loop.cancel(cancelled)
    loop.cancel(cancelled)
    time.monotonic = 1_999
    loop.turn(timeout: 0)
    #expect(seen.values == [])
    time.monotonic = 2_000
    loop.turn(timeout: 0)
    #expect(seen.values == ["a", "b"])
    time.monotonic = 9_000
    loop.turn(timeout: 0)
    #expect(seen.values == ["a", "b", "c"])
    #expect(loop.timerCount == 0)
  }

  @Test func `a real timer ends an endless wait, not before its time`() throws {
    let loop = try EventLoop()
    let seen = Record<Int64>()
    let deadline = loop.now.monotonic + 20_000_000
    _ = loop.schedule(at: deadline + second) { seen.values.append(0) }
    let near = loop.schedule(at: deadline) {
      seen.values.append(loop.now.monotonic)
      loop.stop()
    }
    loop.run()
    let fired = try #require(seen.values.first)
    #expect(fired >= deadline)
    #expect(seen.values.count == 1)
    loop.cancel(near)
    #expect(loop.timerCount == 1)
  }

  @Test(arguments: [0, 1, 9])
  func `a timer that schedules itself again at once does not hold the turn`(others: Int) throws {
    let loop = try EventLoop()
    // What is scheduled still at the end must not keep the loop.
    weak let scheduler = loop
    let seen = Record<Int>()
    for _ in 0..<others { _ = loop.schedule(at: .max) {} }
    func again() {
      seen.values.append(1)
      if seen.values.count < 100 { _ = scheduler?.schedule(at: 0, handler: again) }
    }
    _ = loop.schedule(at: 0, handler: again)
    _ = loop.schedule(at: 1) { seen.values.append(2) }
    loop.turn(timeout: 0)
    #expect(seen.values == [1, 2])
    loop.turn(timeout: 0)
    #expect(seen.values == [1, 2, 1])
  }

  @Test func `a closed number cannot be watched`() throws {
    let loop = try EventLoop()
    #expect(throws: SystemError("epoll_ctl", 9)) {
      _ = try loop.watch(999_999, .readable) { _ in }
    }
    #expect(loop.watchCount == 0)
  }

  @Test func `a wake calls the handler once for many signals, and not when it is closed`() throws {
    let loop = try EventLoop()
    let seen = Record<Int>()
    let wake = try Wake(loop) { seen.values.append(1) }
    Wake.signal(wake.descriptor)
    Wake.signal(wake.descriptor)
    loop.turn(timeout: 0)
    loop.turn(timeout: 0)
    #expect(seen.values == [1])
    Wake.signal(wake.descriptor)
    wake.close()
    wake.close()
    loop.turn(timeout: 0)
    #expect(seen.values == [1])
  }
}
