// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import Glibc
import LinuxIO
import LocationTestSupport
import Testing

@testable import locationctl

/// What `doctor` learns from the service manager, for which a script stands in.
@Suite struct ServiceUnitsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func units(_ properties: String, check: (code: Int, text: String)) throws -> ServiceUnits
  {
    let start =
      "ExecStart={ path=\(folder.path("locationd")) ; argv[]=\(folder.path("locationd")) --x y ; }"
    for (name, script) in [
      ("systemctl", "[ \"$1\" = --user ] && cat <<END\n\(properties)\n\(start)\nEND"),
      (
        "locationd",
        "[ \"$*\" = '--x y --check-config' ] || exit 3\necho '\(check.text)' >&2\nexit \(check.code)"
      ),
    ] {
      try folder.writeProgram("#!/bin/sh\n\(script)\n", to: name)
    }
    return ServiceUnits(
      socket: folder.path("locationd/control.sock"),
      environment: ["XDG_RUNTIME_DIR": folder.path, "PATH": "\(folder.path):/usr/bin:/bin"]
    )
  }

  private let repair =
    "systemctl --user reset-failed locationd.service locationd.socket locationd-control.socket; "
    + "systemctl --user restart locationd.socket locationd-control.socket locationd.service"

  @Test func `a bad configuration is named by file and line, with the way back`() throws {
    let units = try units(
      "ActiveState=failed\nResult=start-limit-hit\nExecMainStatus=78",
      check: (78, "error: locationd: /etc/locationd/locationd.conf:3: there is no such key")
    )
    let fault = "/etc/locationd/locationd.conf:3: there is no such key"
    #expect(units.failure?.text == fault)
    #expect(units.failure?.next == "correct it, then: \(repair)")
    #expect(units.configurationFault == fault)
  }

  @Test func `what root may read and the service may not is a fault`() throws {
    let fault = "the user locationd, as whom the service runs, cannot read it: /a.conf: denied"
    let units = try units(
      "ActiveState=failed\nResult=exit-code\nExecMainStatus=78",
      check: (0, "warning: locationd: another one\nwarning: locationd: \(fault)\nit is good")
    )
    #expect(units.failure?.text == fault)
    #expect(units.failure?.next == "correct it, then: \(repair)")
    #expect(units.configurationFault == fault)
  }

  @Test func `a unit that failed otherwise, one that is masked and one that only stands still`()
    throws
  {
    let failed = try units(
      "ActiveState=failed\nResult=exit-code\nExecMainStatus=71",
      check: (0, "the configuration is good")
    )
    #expect(failed.failure?.text == "locationd.service has failed: exit-code, exit code 71")
    #expect(failed.failure?.next == "see why: journalctl --user -u locationd -e; then: \(repair)")
    #expect(failed.configurationFault == nil)
    let masked = try units("LoadState=masked", check: (0, ""))
    #expect(
      masked.failure?.next == "systemctl --user unmask locationd.service; \(repair)"
    )
    #expect(try units("ActiveState=inactive", check: (0, "")).failure == nil)
  }

  @Test func `commands are for the service manager that has the daemon`() {
    let own = ServiceUnits(socket: "/run/user/1000/locationd/control.sock", environment: [:])
    #expect(own.systemctl("start locationd") == "systemctl --user start locationd")
    let system = ServiceUnits(
      socket: "/run/locationd/control.sock",
      environment: ["XDG_RUNTIME_DIR": "/run/user/1000"]
    )
    #expect(system.systemctl("start locationd") == "systemctl start locationd")
  }

  @Test(.enabled(if: getuid() == 0, "only root gives a file away"))
  func `the group that a socket really has is the one to join`() throws {
    let path = try folder.write("", to: "x.sock")
    let audio = try #require(UserDatabase.gid(named: "audio"))
    try #require(chown(path, 0, audio) == 0 && chmod(path, 0o660) == 0)
    #expect(joinAdvice(path) == "join its group and log in again: sudo usermod -aG audio $USER")
    chmod(path, 0o600)
    #expect(
      joinAdvice(path)
        == "its mode lets in only user root: see SocketMode= and SocketGroup= of its unit"
    )
    #expect(joinAdvice("/nowhere/x.sock").hasSuffix("sudo usermod -aG locationd $USER"))
  }

  @Test func `a program that does not end is ended, and one that is not there gives nothing`() {
    #expect(
      ProgramAnswer(running: "/bin/sh", ["-c", "echo a; echo b >&2; exit 3"])
        == ProgramAnswer(code: 3, text: "a\nb\n")
    )
    #expect(ProgramAnswer(running: "/bin/sleep", ["60"], seconds: 0.1) == nil)
    #expect(ProgramAnswer(running: "/nowhere", []) == nil)
  }
}
