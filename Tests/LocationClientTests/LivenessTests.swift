// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Testing

@testable import LocationClient

private let second: Int64 = 1_000_000_000

@Suite struct LivenessTests {
  @Test func `an answer that is owed for four seconds makes the daemon silent, for 34 gone`() {
    var liveness = Liveness(at: 0)
    liveness.ask(at: 0)
    liveness.ask(at: 2 * second)
    #expect(liveness.due(owesCallbacks: false) == 4 * second)
    #expect(liveness.look(owesCallbacks: false, at: 4 * second - 1) == .alive)
    #expect(liveness.look(owesCallbacks: false, at: 4 * second) == .silent)
    #expect(liveness.isSilent && liveness.due(owesCallbacks: true) == 34 * second)
    #expect(liveness.look(owesCallbacks: true, at: 34 * second - 1) == .alive)
    #expect(liveness.look(owesCallbacks: true, at: 34 * second) == .gone)
  }

  @Test func `a daemon that says anything is alive, and has four seconds for the rest`() {
    var liveness = Liveness(at: 0)
    liveness.ask(at: 0)
    liveness.hear(isCallback: false, owesAnswers: true, at: 3 * second)
    #expect(liveness.look(owesCallbacks: false, at: 4 * second) == .alive)
    #expect(liveness.look(owesCallbacks: false, at: 7 * second) == .silent)
    liveness.hear(isCallback: false, owesAnswers: false, at: 12 * second)
    #expect(!liveness.isSilent && liveness.due(owesCallbacks: false) == nil)
  }

  @Test func `a stream that ceases is asked after five seconds, then less and less often`() {
    var liveness = Liveness(at: 0)
    var asked: [Int64] = []
    while asked.count < 6, let due = liveness.due(owesCallbacks: true) {
      #expect(liveness.look(owesCallbacks: true, at: due) == .quiet)
      asked.append(due / second)
      liveness.ask(at: due)
      liveness.hear(isCallback: false, owesAnswers: false, at: due)
    }
    #expect(asked == [5, 15, 35, 75, 135, 195])
    liveness.hear(isCallback: true, owesAnswers: false, at: 200 * second)
    #expect(liveness.due(owesCallbacks: true) == 205 * second)
    #expect(liveness.due(owesCallbacks: false) == nil)
  }

  @Test func `a client that slept itself gives the daemon its time again`() {
    var liveness = Liveness(at: 0)
    liveness.ask(at: 0)
    #expect(liveness.look(owesCallbacks: true, at: 3600 * second) == .alive)
    #expect(liveness.due(owesCallbacks: true) == 3604 * second)
    #expect(liveness.look(owesCallbacks: true, at: 3604 * second) == .silent)
  }
}
