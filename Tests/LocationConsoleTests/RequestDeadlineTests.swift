// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationConsole
import Testing

/// How long a connection may take to say what it wants.
@Suite struct RequestDeadlineTests {
  private static func at(_ seconds: Double) -> Int64 { Int64(seconds * 1e9) }

  @Test func `headers have ten seconds, bodies of those let in five minutes`() {
    var deadlines = RequestDeadlines()
    deadlines.open(1, at: Self.at(0))
    deadlines.open(2, at: Self.at(3))
    deadlines.admit(2, at: Self.at(4))
    #expect(deadlines.earliest == Self.at(10))
    #expect(deadlines.takeOverdue(at: Self.at(9.9)) == [])
    #expect(deadlines.takeOverdue(at: Self.at(10)) == [1])
    #expect(deadlines.takeOverdue(at: Self.at(10)) == [])
    #expect(deadlines.takeOverdue(at: Self.at(303.9)) == [])
    #expect(deadlines.takeOverdue(at: Self.at(304)) == [2])
    #expect(deadlines.earliest == nil)
  }

  @Test func `an answer takes its time, and the next request has its own`() {
    var deadlines = RequestDeadlines()
    deadlines.open(1, at: Self.at(0))
    deadlines.admit(1, at: Self.at(1))
    deadlines.complete(1)
    #expect(deadlines.earliest == nil)
    deadlines.answered(1, at: Self.at(1000))
    #expect(deadlines.takeOverdue(at: Self.at(1019)) == [])
    #expect(deadlines.takeOverdue(at: Self.at(1020)) == [1])
  }

  @Test func `what is closed has no deadline`() {
    var deadlines = RequestDeadlines()
    deadlines.open(1, at: 0)
    deadlines.close(1)
    #expect(deadlines.takeOverdue(at: Self.at(1000)) == [])
  }
}
