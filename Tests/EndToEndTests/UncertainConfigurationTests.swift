// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import Glibc
internal import LinuxIO
internal import LocationTestSupport
internal import Testing

/// Rules that would not do what they say: refused, or kept and told.
@Suite struct UncertainConfigurationTests {
  private static func check(
    _ text: String,
    in folder: TemporaryFolder
  ) throws -> (exit: ChildProcess.Exit, lines: [String]) {
    let file = try folder.write(text, to: "a.conf")
    let process = try ChildProcess(
      try Project.program("locationd"),
      ["--check-config", "--config", file]
    )
    let exit = try process.waitForExit(before: Deadline(in: 10))
    return (exit, try process.errors.remainingLines(before: Deadline(in: 5)))
  }

  @Test(arguments: [
    (
      "[access]\nrule = deny unit=spy.service # no spies",
      "[access] rule: deny unit=spy.service # no spies: a comment"
    ),
    (
      "[access]\nrule = deny unit=spy.timer",
      "[access] rule: unit=spy.timer: no process runs in a timer"
    ),
    ("[access]\nrule = deny unit=spy*", "[access] rule: unit=spy*: a unit's name has"),
    (
      "[access]\nrule = deny user-unit=spy",
      "[access] rule: user-unit=spy.service needs user= or uid="
    ),
    (
      "[source]\ndevice = /dev/ttyACM0\t# the good one",
      "[source] device: /dev/ttyACM0\t# the good one: a comment"
    ),
    (
      "[nmea-server]\nsocket = nmea.sock",
      "[nmea-server] socket: nmea.sock is not a path that begins with /"
    ),
    (
      "[nmea-server]\ngroup = no-such-group", "[nmea-server] group: there is no group no-such-group"
    ),
  ])
  func `what can never hold is refused`(text: String, told: String) throws {
    let folder = try TemporaryFolder()
    let run = try Self.check(text + "\n", in: folder)
    #expect(run.exit == .code(78))
    #expect(
      run.lines.contains { $0.contains("a.conf:2: " + told.replacing("\t", with: "\\x09")) },
      "\(run.lines)"
    )
  }

  @Test(arguments: ["deny user=gone-away", "allow group=gone-away", "deny uid=1,user=gone-away"])
  func `a rule for a user that there is not keeps nothing down and is told`(rule: String) throws {
    let daemon = try RunningDaemon(gpsd: freePort(), configuration: "[access]\nrule = \(rule)\n")
    let deadline = Deadline(in: 10)
    let line = try daemon.logLine(before: deadline) { $0.contains("gone-away is not known") }
    #expect(line.contains("locationd.conf:2: [access] rule: \(rule): "))
    let control = try SubscriberConnection(path: daemon.controlPath)
    let status = try control.call("status", before: deadline).object("result")
    #expect(status?.text("problem")?.contains("gone-away is not known") == true)
    try daemon.folder.write("", to: "locationd.conf")
    #expect(try daemon.locationctl("reload").exit == .code(0))
    let after = try control.call("status", before: deadline).object("result")
    #expect(after?.text("problem") == nil)
  }

  @Test(arguments: [true, false])
  func `status tells a configuration that a reload refused until one is taken over`(
    bySignal: Bool
  ) throws {
    let daemon = try RunningDaemon(gpsd: freePort(), configuration: "")
    let deadline = Deadline(in: 20)
    let control = try SubscriberConnection(path: daemon.controlPath)
    func reload(_ text: String, isGood: Bool) throws {
      let file = try daemon.folder.write(text, to: "locationd.conf")
      if bySignal {
        #expect(kill(daemon.process.pid, SIGHUP) == 0)
        let told = isGood ? "reloaded the configuration" : "stays as it was: \(file)"
        _ = try daemon.logLine(before: deadline) { $0.contains(told) }
      } else {
        #expect(try daemon.locationctl("reload").exit == .code(isGood ? 0 : 65))
      }
    }
    // Another fault takes the place of the one before.
    for (text, fault) in [
      ("[log]\nlevel = loud\n", ":2: [log] level: loud is not "),
      ("\n\n[limits]\nsessions = many\n", ":4: [limits] sessions: many is not "),
    ] {
      try reload(text, isGood: false)
      let status = try control.call("status", before: deadline).object("result")
      let problem = status?.objects("problems").first { $0.text("link") == "configuration" }
      #expect(problem?.text("problem")?.contains("bad and not in force") == true)
      #expect(problem?.text("problem")?.contains("locationd.conf\(fault)") == true, "\(status)")
      #expect(problem?.text("next")?.hasPrefix("correct it, then: locationctl reload") == true)
      #expect(status?.text("refusedReload")?.contains("locationd.conf\(fault)") == true)
      let lines = try daemon.locationctl("status").output
      #expect(lines.contains { $0.hasPrefix("problem") && $0.contains(fault) }, "\(lines)")
    }
    // Repaired, but nobody has told the daemon yet.
    try daemon.folder.write("", to: "locationd.conf")
    var status = try control.call("status", before: deadline).object("result")
    #expect(status?.text("refusedReload") != nil)
    try reload("[log]\nlevel = debug\n", isGood: true)
    status = try control.call("status", before: deadline).object("result")
    #expect(status?.text("refusedReload") == nil)
    #expect(status?.objects("problems").isEmpty == true)
    #expect(status?.text("problem") == nil)
  }

  @Test func `a folder of drop-ins that is none is refused, and a reload keeps its rules`() throws {
    let daemon = try RunningDaemon(gpsd: freePort(), configuration: "[access]\ndefault = deny\n")
    try daemon.folder.write("", to: "locationd.conf.d")
    try daemon.folder.write("", to: "locationd.conf")
    let run = try daemon.locationctl("reload")
    #expect(run.exit != .code(0))
    #expect(run.errors.joined().contains("locationd.conf.d: Not a directory"), "\(run.errors)")
    let answer = try daemon.connect().call("authorization", before: Deadline(in: 5))
    #expect(answer.object("result")?.text("status") == "denied")
  }

  @Test(.enabled(if: UserDatabase.isRoot))
  func `what the daemon may not read is not taken for absent`() throws {
    let folder = try TemporaryFolder()
    #expect(chmod(folder.path, 0o755) == 0)
    let file = try folder.write("", to: "locationd.conf")
    try FileManager.default.createDirectory(
      atPath: "\(file).d",
      withIntermediateDirectories: false
    )
    #expect(chmod("\(file).d", 0o700) == 0)
    let process = try ChildProcess(
      try Project.requiredProgram("setpriv"),
      [
        "--reuid=65534", "--regid=65534", "--clear-groups", try Project.program("locationd"),
        "--check-config", "--config", file,
      ]
    )
    #expect(try process.waitForExit(before: Deadline(in: 10)) == .code(78))
    let lines = try process.errors.remainingLines(before: Deadline(in: 5))
    #expect(lines.contains { $0.contains("\(file).d: Permission denied") }, "\(lines)")
  }

  @Test(.enabled(if: UserDatabase.isRoot))
  func `a rule for a program and a group that cannot be handed over are told without rights`()
    throws
  {
    let folder = try TemporaryFolder()
    #expect(chmod(folder.path, 0o755) == 0)
    for (text, exit, told) in [
      ("[access]\nrule = deny exe=/usr/bin/spy\n", ChildProcess.Exit.code(0), "exe= matches only"),
      (
        "[nmea-server]\nsocket = /tmp/n.sock\ngroup = adm\n", .code(78),
        "[nmea-server] group: only root, or a member of adm, can hand the socket to it"
      ),
    ] {
      let file = try folder.write(text, to: "a.conf")
      let process = try ChildProcess(
        try Project.requiredProgram("setpriv"),
        [
          "--reuid=65534", "--regid=65534", "--clear-groups", "--bounding-set=-all",
          try Project.program("locationd"), "--check-config", "--config", file,
        ]
      )
      #expect(try process.waitForExit(before: Deadline(in: 10)) == exit)
      let lines = try process.errors.remainingLines(before: Deadline(in: 5))
      #expect(lines.contains { $0.contains(told) }, "\(lines)")
    }
  }
}
