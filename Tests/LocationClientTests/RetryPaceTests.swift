// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Testing

@testable import LocationClient

@Suite struct RetryPaceTests {
  private static let millisecond: Int64 = 1_000_000

  /// The pauses in milliseconds while there is no daemon, up to a time.
  private func pauses(_ pace: inout RetryPace, until end: Int64) -> [(at: Int64, pause: Int64)] {
    var now: Int64 = 0
    var all: [(at: Int64, pause: Int64)] = []
    while now < end * Self.millisecond {
      let pause = pace.pause(after: .absent, at: now)
      all.append((now / Self.millisecond, pause / Self.millisecond))
      now += pause
    }
    return all
  }

  @Test func `an absent daemon is looked for every 50 ms for ten seconds, then every 250 ms`() {
    var pace = RetryPace()
    let all = pauses(&pace, until: 20_000)
    #expect(all.prefix(4).map(\.pause) == [10, 20, 40, 50])
    #expect(all.filter { $0.at < 10_000 }.allSatisfy { $0.pause <= 50 })
    #expect(all.last?.pause == 250 && all.allSatisfy { $0.pause <= 250 })
  }

  @Test func `a daemon that hangs up at once is pressed less and less, up to 400 ms`() {
    var pace = RetryPace()
    let all = (0..<8).map { pace.pause(after: .hungUp(after: 5), at: $0) / Self.millisecond }
    #expect(all == [10, 20, 40, 80, 160, 320, 400, 400])
    #expect(pace.pause(after: .absent, at: 9) / Self.millisecond == 50)
  }

  @Test func `after a connection that worked everything begins anew`() {
    var pace = RetryPace()
    _ = pauses(&pace, until: 20_000)
    let now = 100_000 * Self.millisecond
    let lasted = 101 * Self.millisecond
    #expect(pace.pause(after: .hungUp(after: lasted), at: now) == 10 * Self.millisecond)
    #expect(pace.pause(after: .absent, at: now) == 20 * Self.millisecond)
    #expect(pace.pause(after: .absent, at: now + 9000 * Self.millisecond) == 40 * Self.millisecond)
    #expect(pace.pause(after: .absent, at: now + 9100 * Self.millisecond) == 50 * Self.millisecond)
  }
}
