// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Testing

@testable import LinuxIO

/// Which unit a process runs in, and that nobody below a unit can name another one.
@Suite struct ControlGroupTests {
  private static let manager = "user.slice/user-1000.slice/user@1000.service"

  @Test(
    arguments: [
      ("0::/system.slice/gpsd.service\n", "gpsd.service"),
      ("0::/system.slice/system-getty.slice/getty@tty1.service\n", "getty@tty1.service"),
      ("0::/init.scope\n", "init.scope"),
      ("0::/user.slice/user-1000.slice/session-3.scope\n", "session-3.scope"),
      ("0::/a.service\n", "a.service"), ("0::/system.slice/_cpu.service\n", "cpu.service"),
      // Groups below a unit are made by whoever runs in it: with Delegate=, or in a container.
      ("0::/system.slice/a.service/payload\n", "a.service"),
      ("0::/system.slice/a.service/system.slice/b.service\n", "a.service"),
      ("0::/system.slice/a.service/user@0.service/b.service\n", "a.service"),
      ("0::/machine.slice/machine-x.scope/payload/system.slice/b.service\n", "machine-x.scope"),
      (
        "0::/machine.slice/systemd-nspawn@x.service/payload/b.service\n", "systemd-nspawn@x.service"
      ),
      ("0::/system.slice/docker-4f.scope/user.slice/user@1.service/b.service", "docker-4f.scope"),
      // Groups that the system's manager did not make are no units of it.
      ("0::/lxc.payload.x/system.slice/b.service\n", nil), ("0::/system.slice\n", nil),
      ("0::/../system.slice/b.service\n", nil), ("0::/system.slice/.service\n", nil),
      ("4:memory:/x.service\n1:name=systemd:/system.slice/b.service\n0::/\n", "b.service"),
      ("0::/\n", nil), ("0::/../other\n", nil), ("", nil), ("garbage", nil),
    ] as [(String, String?)]
  )
  func `the unit is the outermost one of the control group`(text: String, unit: String?) {
    #expect(ControlGroup(text).unit == unit)
    #expect(ControlGroup(text).userUnit == nil)
  }

  @Test(
    arguments: [
      ("app.slice/maps.service", "maps.service"), ("app.slice/app-maps.scope", "app-maps.scope"),
      ("app.slice/a.service/system.slice/b.service", "a.service"), ("init.scope", "init.scope"),
      ("system.slice/gpsd.service", "gpsd.service"), ("app.slice", nil), ("delegated", nil),
      ("a,uid=0.service", nil), ("a b.service", nil), ("a\u{1B}.service", nil),
    ] as [(String, String?)]
  )
  func `a unit of a user's manager is none of the system's`(path: String, unit: String?) {
    let group = ControlGroup("0::/\(Self.manager)/\(path)\n")
    #expect(group.unit == "user@1000.service")
    #expect(group.userUnit == unit)
  }

  @Test(arguments: ["user@x.service", "user@.service", "user@1000.scope", "xuser@1000.service"])
  func `only a user's manager has units of its own`(unit: String) {
    let group = ControlGroup("0::/system.slice/\(unit)/app.slice/a.service\n")
    #expect(group == ControlGroup("0::/system.slice/\(unit)\n") && group.userUnit == nil)
  }

  @Test func `a container that sees the groups outside begins with its own`() {
    let outside = "/machine.slice/machine-x.scope"
    let root = ControlGroup.root(ofFirstProcess: "0::\(outside)/init.scope\n")
    #expect(root == outside)
    #expect(ControlGroup("0::\(outside)/system.slice/a.service\n", root: root).unit == "a.service")
    #expect(ControlGroup("0::/system.slice/b.service\n", root: root).unit == "b.service")
    #expect(ControlGroup.root(ofFirstProcess: "0::/init.scope\n") == "")
    #expect(ControlGroup.root(ofFirstProcess: "0::/system.slice/a.service\n") == "")
  }
}
