// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import Glibc
import LinuxIO
import LocationTestSupport
import Testing

@testable import locationctl

/// What `doctor` sees of gpsd and of devices on a machine that a folder stands for.
@Suite struct LocalGPSDTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["proc", "dev", "usr/sbin"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name),
        withIntermediateDirectories: true
      )
    }
  }

  private var local: LocalGPSD { LocalGPSD(root: folder.path) }

  /// A process of gpsd with an effective user, and its groups.
  private func run(uid: UInt32, groups: String = "20 27") throws {
    for (pid, name) in [(7, "init"), (42, "gpsd")] {
      let process = folder.path("proc/\(pid)")
      try FileManager.default.createDirectory(
        atPath: process,
        withIntermediateDirectories: true
      )
      let status = "Name:\t\(name)\nUid:\t0\t\(uid)\t0\t0\nGid:\t9\t9\t9\t9\nGroups:\t\(groups) \n"
      try status.write(toFile: "\(process)/status", atomically: false, encoding: .utf8)
    }
  }

  private func plug(_ name: String, _ target: String = "/dev/null") throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("dev/\(name)"),
      withDestinationPath: target
    )
  }

  @Test(arguments: [
    ("localhost:2947", true), ("127.0.0.1:2947", true), ("[::1]:2947", true),
    ("gps.example.org:2947", false), ("192.0.2.7:2947", false),
  ])
  func `only a gpsd of this machine is looked for`(endpoint: String, isLocal: Bool) {
    #expect(LocalGPSD.isLocal(endpoint) == isLocal)
  }

  @Test func `a gpsd that is not installed, not started and elsewhere are three things`() throws {
    #expect(local.process().next == "install it: apt install gpsd")
    try "".write(toFile: folder.path("usr/sbin/gpsd"), atomically: false, encoding: .utf8)
    #expect(local.process().text == "gpsd does not run here")
    #expect(local.process().next == "start it: systemctl start gpsd.socket gpsd")
    try run(uid: 0)
    #expect(
      local.process().text == "gpsd runs as process 42 and does not answer at this address"
    )
  }

  @Test func `a gpsd that hangs, is stopped, is masked or whose port another one has`() throws {
    #expect(
      local.process(port: 2947, isMute: true).next?.hasPrefix("see who it is: sudo ss -ltnp")
        == true
    )
    try "".write(toFile: folder.path("usr/sbin/gpsd"), atomically: false, encoding: .utf8)
    let units = folder.path("etc/systemd/system")
    try FileManager.default.createDirectory(atPath: units, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(units)/gpsd.service",
      withDestinationPath: "/dev/null"
    )
    #expect(
      local.process().next
        == "systemctl unmask gpsd.socket gpsd.service; systemctl start gpsd.socket gpsd"
    )
    try run(uid: 0)
    #expect(local.process(isMute: true).text == "gpsd runs as process 42 and hangs")
    #expect(local.process(isMute: true).next == "restart it: systemctl restart gpsd")
    let path = folder.path("proc/42/status")
    let status = try String(contentsOfFile: path, encoding: .utf8)
    try (status + "State:\tT (stopped)\n").write(toFile: path, atomically: false, encoding: .utf8)
    #expect(local.process().text == "gpsd runs as process 42 and is stopped")
  }

  @Test func `whoever holds gpsd's port is named`() throws {
    try run(uid: 0)
    for folder in ["proc/net", "proc/50/fd"] {
      try FileManager.default.createDirectory(
        atPath: self.folder.path(folder),
        withIntermediateDirectories: true
      )
    }
    let row = "0: 0100007F:0B83 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 777 1"
    try row.write(toFile: folder.path("proc/net/tcp"), atomically: false, encoding: .utf8)
    try "nc\n".write(toFile: folder.path("proc/50/comm"), atomically: false, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("proc/50/fd/3"),
      withDestinationPath: "socket:[777]"
    )
    let finding = local.process(port: 2947, isMute: true)
    #expect(finding.text == "port 2947 is held by nc, process 50, which is no gpsd")
    #expect(local.process(port: 2948, isMute: true).text == "gpsd runs as process 42 and hangs")
  }

  @Test(arguments: [
    ("localhost:2947", 2947), ("[::1]:2948:/dev/ttyACM0", 2948), ("127.0.0.1:2949:/dev/x", 2949),
  ])
  func `an endpoint has a port`(endpoint: String, port: Int) {
    #expect(LocalGPSD.port(endpoint) == port)
  }

  @Test func `a gpsd without a receiver is told of what is plugged in`() throws {
    #expect(local.candidates.text == "no serial device is plugged in")
    try plug("ttyUSB3")
    try plug("tty7")
    #expect(local.candidates.text == "here is /dev/ttyUSB3")
    #expect(local.candidates.next == "give it one: gpsdctl add /dev/ttyUSB3")
    try plug("ttyACM0")
    #expect(local.candidates.text == "here are /dev/ttyACM0, /dev/ttyUSB3")
  }

  /// gpsd 3.22 forgets a device that it could not open, so that it seems to have none.
  @Test(.enabled(if: getuid() == 0, "only root makes a device"))
  func `a gpsd without a receiver is told of one that is closed to it`() throws {
    let device = folder.path("dev/ttyACM0")
    try #require(mknod(device, S_IFCHR | 0o600, 0x0103) == 0)
    try run(uid: 4_000_000)
    #expect(local.candidates.text == "/dev/ttyACM0 is closed to gpsd's user 4000000")
    #expect(
      local.candidates.next
        == "let it in: chgrp dialout /dev/ttyACM0, usermod -aG dialout 4000000, "
        + "chmod g+rw /dev/ttyACM0, systemctl restart gpsd"
    )
    // Another one that it may open is the better advice.
    try plug("ttyUSB3")
    #expect(local.candidates.text == "here are /dev/ttyACM0, /dev/ttyUSB3")
    #expect(local.candidates.next == "give it one: gpsdctl add /dev/ttyUSB3")
  }

  @Test func `a device is there, is one, and is open to gpsd's user`() throws {
    #expect(local.device("tcp://localhost:4000") == nil)
    try plug("ttyUSB3")
    let absent = try #require(local.device("/dev/ttyACM0"))
    #expect(!absent.isGood && absent.text == "/dev/ttyACM0 is not there, but /dev/ttyUSB3")
    #expect(local.device("/dev/ttyUSB3")?.text == "/dev/ttyUSB3")
    try run(uid: 0)
    let open = try #require(local.device("/dev/ttyUSB3"))
    #expect(open.isGood && open.text == "/dev/ttyUSB3, open to gpsd's user root")
    try "".write(toFile: folder.path("dev/ttyACM0"), atomically: false, encoding: .utf8)
    #expect(local.device("/dev/ttyACM0")?.text == "/dev/ttyACM0 is no device")
  }

  @Test(
    arguments: [
      (0, "", 0o000, true), (4_000_000, "20", 0o660, true), (4_000_000, "27", 0o660, false),
      (4_000_000, "", 0o666, true), (4_000_000, "20", 0o606, false), (5, "", 0o600, true),
      (5, "20", 0o066, false), (4_000_000, "20", 0o640, false),
    ] as [(UInt32, String, UInt32, Bool)]
  )
  func `who may open a device is decided by the class that fits`(
    uid: UInt32,
    groups: String,
    mode: UInt32,
    isOpen: Bool
  ) {
    let file = DeviceFile(isCharacterDevice: true, owner: 5, group: 20, mode: mode)
    let list = groups.split(separator: " ").compactMap { UInt32($0) }
    #expect(file.isOpen(toUser: uid, groups: list) == isOpen)
  }
}
