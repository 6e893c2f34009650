// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LocationTestSupport
internal import Testing

/// The units of systemd/, for the system's and for a user's service manager.
@Suite(
  .enabled(if: Project.systemProgram("systemd-analyze") != nil, "systemd-analyze is missing")
)
struct UnitTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(Project.root)/\(path)", encoding: .utf8)
  }

  @Test(arguments: [("systemd", "--system"), ("systemd/user", "--user")])
  func `systemd-analyze finds nothing wrong with the units`(
    source: String,
    scope: String
  ) throws {
    let folder = try TemporaryFolder()
    let units = try FileManager.default.contentsOfDirectory(atPath: "\(Project.root)/\(source)")
      .filter { $0.hasSuffix(".service") || $0.hasSuffix(".socket") }.sorted()
    #expect(units.contains("locationd.service") && units.contains("locationd-control.socket"))
    let program = try Project.program("locationd")
    let publisher = try Project.program("location-mqtt")
    for unit in units {
      // It looks for the programs, which are not installed here.
      let text = try Self.text("\(source)/\(unit)")
        .replacing("/usr/sbin/locationd", with: program)
        .replacing("/usr/bin/location-mqtt", with: publisher)
      try folder.write(text, to: unit)
    }
    let process = try ChildProcess(
      try Project.requiredProgram("systemd-analyze"),
      ["verify", scope, "--man=no"] + units.map(folder.path(_:)),
      environment: ["XDG_RUNTIME_DIR": folder.path]
    )
    #expect(try process.errors.remainingLines(before: Deadline(in: 20)) == [])
    #expect(try process.waitForExit(before: Deadline(in: 5)) == .code(0))
  }

  @Test(arguments: ["locationd.service", "location-mqtt@.service"])
  func `the service's exposure is at most 1.5`(unit: String) throws {
    let process = try ChildProcess(
      try Project.requiredProgram("systemd-analyze"),
      [
        "security", "--offline=true", "--no-pager", "--threshold=15",
        "\(Project.root)/systemd/\(unit)",
      ]
    )
    let lines = try process.output.remainingLines(before: Deadline(in: 20))
    let verdict = try #require(lines.last { $0.contains("Overall exposure level") })
    let level = try #require(verdict.firstMatch(of: #/: ([0-9.]+) /#)).1
    #expect(try #require(Double(level)) <= 1.5, "\(verdict)")
    #expect(try process.waitForExit(before: Deadline(in: 5)) == .code(0))
  }

  @Test(
    arguments: ["PrivateUsers", "ProtectProc", "ProcSubset", "RuntimeDirectory", "DynamicUser"]
  )
  func `nothing hides the peers or takes the sockets away`(setting: String) throws {
    let lines = try Self.text("systemd/locationd.service").split(separator: "\n")
    #expect(!lines.contains { $0.hasPrefix("\(setting)=") })
  }
}
