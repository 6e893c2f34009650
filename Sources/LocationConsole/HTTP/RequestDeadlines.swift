// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Until when each connection must have said its request, however many bytes it says meanwhile.
///
/// Pure: it is told the time, in monotonic nanoseconds. Connections are numbers to it.
package struct RequestDeadlines {
  /// Seconds for the headers, and for all of a request that is refused.
  static let headers = 10.0
  /// Seconds for the body of one that was let in: a track file over a slow tunnel.
  static let body = 300.0
  /// Seconds from one request to the headers of the next; silence is shorter.
  static let next = 20.0

  private var deadlines: [Int: Int64] = [:]

  package init() {}

  /// The earliest of them.
  package var earliest: Int64? { deadlines.values.min() }

  package mutating func open(_ connection: Int, at now: Int64) {
    set(connection, now, Self.headers)
  }

  /// Its headers are there, and it may go on.
  package mutating func admit(_ connection: Int, at now: Int64) {
    set(connection, now, Self.body)
  }

  /// All of the request is there; the answer takes the time that it takes.
  package mutating func complete(_ connection: Int) { deadlines[connection] = nil }

  /// The answer is given, and another request may come.
  package mutating func answered(_ connection: Int, at now: Int64) {
    set(connection, now, Self.next)
  }

  package mutating func close(_ connection: Int) { deadlines[connection] = nil }

  /// Those whose time is over; each is told once.
  package mutating func takeOverdue(at now: Int64) -> [Int] {
    let overdue = deadlines.filter { $0.value <= now }.map(\.key)
    for connection in overdue { deadlines[connection] = nil }
    return overdue
  }

  private mutating func set(_ connection: Int, _ now: Int64, _ seconds: Double) {
    deadlines[connection] = now + Int64(seconds * 1e9)
  }
}
