// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationTestSupport
import Testing

/// A thousand vehicles at one broker, each its own client with its own session and queue.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct FleetTests {
  @Test func `each number of a thousand vehicles arrives in order over two deaths of the broker`()
    throws
  {
    let load = try ChildProcess(
      try Project.program("mqtt-load"),
      ["fleet", "1000", "1", "8", "2"]
    )
    let lines = try load.output.remainingLines(before: Deadline(in: 170))
    #expect(try load.waitForExit(before: Deadline(in: 10)) == .code(0), "\(lines)")
    let census = lines.last { $0.hasPrefix("sent 8000, arrived ") } ?? ""
    #expect(census.contains(": all of them, "), "\(lines)")
    #expect(census.hasSuffix(" 0 out of order"), "\(lines)")
  }
}
