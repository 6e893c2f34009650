// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LinuxIO
internal import LocationTestSupport
internal import Testing

/// The daemon that ends when nobody needs it, because the service manager listens meanwhile.
struct IdleExitTests {
  private static let configuration = "[service]\nidle-exit = 5\n"

  @Test func `an activated daemon that nobody needs ends, and the next connection is served`()
    throws
  {
    let folder = try TemporaryFolder()
    let subscribers = try listenUnix(path: folder.path("subscribers"), mode: 0o666)
    let controllers = try listenUnix(path: folder.path("controllers"), mode: 0o660)
    let sockets = [("locationd", subscribers.raw), ("control", controllers.raw)]
    let first = try RunningDaemon(
      gpsd: freePort(),
      configuration: Self.configuration,
      inherited: sockets,
      folder: folder
    )
    // An override that a client left behind is need enough.
    let control = ["LOCATIOND_CONTROL_SOCKET": controllers.path]
    let set = try LocationctlRun(["set", "48,2"], environment: control, before: Deadline(in: 10))
    #expect(set.exit == .code(0))
    #expect(throws: TimedOut.self) { try first.process.waitForExit(before: Deadline(in: 6)) }

    let clear = try LocationctlRun(["clear"], environment: control, before: Deadline(in: 10))
    #expect(clear.exit == .code(0))
    let start = ContinuousClock.now
    #expect(try first.process.waitForExit(before: Deadline(in: 10)) == .code(0))
    #expect(ContinuousClock.now - start > .seconds(4))

    let waiting = try SubscriberConnection(path: subscribers.path)
    try FileManager.default.removeItem(atPath: folder.path("notify"))
    let second = try RunningDaemon(
      gpsd: freePort(),
      configuration: Self.configuration,
      inherited: sockets,
      folder: folder
    )
    #expect(try waiting.call("ping", before: Deadline(in: 5)).has("result"))
    // A connection alone is need, too.
    #expect(throws: TimedOut.self) { try second.process.waitForExit(before: Deadline(in: 6)) }
    #expect(try waiting.call("ping", before: Deadline(in: 5)).has("result"))
  }

  @Test func `a daemon with sockets of its own stays and says so`() throws {
    let daemon = try RunningDaemon(gpsd: freePort(), configuration: Self.configuration)
    let line = try daemon.logLine(before: Deadline(in: 5)) { $0.contains("idle-exit") }
    #expect(line.contains("has no effect"))
    #expect(throws: TimedOut.self) { try daemon.process.waitForExit(before: Deadline(in: 6)) }
  }

  @Test(arguments: ["4.9", "-1", "86401", "nan", "soon"])
  func `a time that is neither 0 nor 5 to 86400 seconds is refused`(value: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("[service]\nidle-exit = \(value)\n", to: "locationd.conf")
    let process = try ChildProcess(
      try Project.program("locationd"),
      ["--check-config", "--config", file]
    )
    #expect(try process.waitForExit(before: Deadline(in: 5)) == .code(78))
    let line = try process.errors.remainingLines(before: Deadline(in: 5)).joined()
    #expect(line.contains("\(file):2") && line.contains("[service] idle-exit: \(value)"))
  }
}
