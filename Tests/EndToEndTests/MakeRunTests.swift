// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import Glibc
internal import LocationTestSupport
internal import Testing

/// What a newcomer sees first.
struct MakeRunTests {
  @Test(.timeLimit(.minutes(10)))
  func `make run shows fixes, says what to try, and takes everything with it`() throws {
    let deadline = Deadline(in: 60)
    let programs = URL(fileURLWithPath: try Project.program("locationd"))
      .deletingLastPathComponent().path
    // The build that runs this test holds the lock of the next one.
    let run = try ChildProcess(
      "\(Project.root)/scripts/run",
      environment: ["LOCATIOND_BUILT": programs],
      leadsGroup: true
    )
    var lines: [String] = []
    while let line = try run.nextLine(from: run.output, before: deadline) {
      lines.append(line)
      let shown = lines.filter { $0.contains("34.9") }
      if shown.count >= 3 { break }
    }
    for word in ["socat -t60 - UNIX:", "locationctl set 48.8584,2.2945", "locationctl clear"] {
      #expect(lines.contains { $0.contains(word) }, "\(word)")
    }
    #expect(!lines.contains { $0.contains("\(Project.root)/") }, "short paths, as in the README")
    let subscribe = try #require(lines.first { $0.contains("UNIX:") })
    let socket = try #require(subscribe.split(separator: "UNIX:").last.map(String.init))
    #expect(FileManager.default.fileExists(atPath: socket))

    run.signal(SIGINT)
    #expect(try run.waitForExit(before: Deadline(in: 10)) == .code(0))
    // The pipes close only when the last of all the programs has gone.
    _ = try run.output.remainingLines(before: Deadline(in: 5))
    _ = try run.errors.remainingLines(before: Deadline(in: 5))
    #expect(kill(-run.pid, 0) == -1)
    let folder = URL(fileURLWithPath: socket).deletingLastPathComponent().path
    #expect(!FileManager.default.fileExists(atPath: folder))
  }
}
