// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationTestSupport
import Testing

/// Programs with a main thread of their own, which a test has not.
@Suite struct CLRunLoopTests {
  private func run(
    _ way: String,
    _ path: String,
    _ more: [String: String?] = [:]
  ) throws -> String? {
    let process = try ChildProcess(
      try Project.program("run-loop-program"),
      [way],
      environment: more.merging(["LOCATIOND_SOCKET": path]) { $1 }
    )
    defer { process.stop() }
    return try process.nextLine(from: process.output, before: Deadline(in: 15))
  }

  @Test(
    arguments: [
      "direct", "timer", "perform", "queue", "task", "thread", "blockedMain", "worker",
      "dispatchMain", "pool",
    ]
  )
  func `callbacks come to the thread that made the manager, however it waits`(way: String) throws {
    let daemon = try RunningDaemon(gpsd: try FakeGPSD().port)
    let set = try LocationctlRun(
      ["set", "48.8584,2.2945"],
      environment: daemon.environment,
      before: Deadline(in: 10)
    )
    #expect(set.exit == .code(0), "\(set.errors)")
    #expect(try run(way, daemon.socketPath) == "authorization location")
  }

  @Test func `within a callback a run loop gets what follows, in order`() throws {
    let daemon = try FloodingDaemon(flood(200), answers: true)
    #expect(try run("nested", daemon.path) == "true 3 true")
    withExtendedLifetime(daemon) {}
  }

  @Test(.disabled(if: Project.isSanitized, "keeps what is freed, tells leaks itself"))
  func `twenty thousand callbacks by a run loop leave memory where it was`() throws {
    let mebibytes = try #require(Int(try run("many", "none") ?? ""))
    #expect(mebibytes < 4)
  }

  @Test(arguments: ["direct", "dispatchMain", "authorized"])
  func `with a place to pretend the usual program needs no daemon`(way: String) throws {
    let folder = try TemporaryFolder()
    let mock = ["LOCATION_MOCK": "48.8584,2.2945" as String?]
    #expect(try run(way, folder.path("none.sock"), mock) == "authorization location")
  }

  @Test(
    arguments: [
      ("en_US.UTF-8", "11/30/26, 1:03:13 PM Coordinated Universal Time"),
      ("de_DE.UTF-8", "30.11.26, 13:03:13 Koordinierte Weltzeit"),
    ]
  )
  func `a description has the date of the user's language`(language: String, date: String) throws {
    let environment: [String: String?] = ["LANG": language, "LC_ALL": nil, "LC_TIME": nil]
    let text = try run("description", "none", environment.merging(["TZ": "UTC"]) { $1 })
    // Unicode's data has a narrow space before AM and PM.
    let plain = text?.replacing("\u{202F}", with: " ")
    #expect(plain?.hasSuffix("@ \(date)") == true, "\(text ?? "")")
  }
}
