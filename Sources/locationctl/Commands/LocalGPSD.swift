// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import FoundationEssentials
internal import LinuxIO

/// What this machine shows of gpsd and of receivers, where gpsd runs on it.
struct LocalGPSD {
  private struct Process {
    let pid: Int
    let uid: UInt32
    let groups: [UInt32]
    let isStopped: Bool
  }

  /// Before `/proc`, `/dev` and `/usr`; empty but in tests.
  let root: String
  private let running: Process?
  private let isInstalled: Bool

  init(root: String = "") {
    self.root = root
    running = Self.process(root)
    isInstalled = ["/usr/sbin/gpsd", "/usr/local/sbin/gpsd", "/sbin/gpsd"].contains { path in
      FileManager.default.fileExists(atPath: root + path)
    }
  }

  /// Whether an endpoint is on this machine.
  static func isLocal(_ endpoint: String) -> Bool {
    ["localhost:", "127.", "[::1]:", "::1"].contains { endpoint.hasPrefix($0) }
  }

  /// The port of an endpoint.
  static func port(_ endpoint: String) -> Int? {
    endpoint.split(separator: "]").last?.split(separator: ":").lazy.compactMap { Int($0) }.first
  }

  // MARK: - The process

  private static func process(_ root: String) -> Process? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/proc")) ?? []
    for pid in names.compactMap({ Int($0) }).sorted() {
      guard let data = FileManager.default.contents(atPath: "\(root)/proc/\(pid)/status"),
        let process = process(pid, String(decoding: data, as: UTF8.self))
      else { continue }
      return process
    }
    return nil
  }

  /// From `/proc/PID/status`, if it is gpsd's: its effective user, and its groups.
  private static func process(_ pid: Int, _ status: String) -> Process? {
    var fields: [Substring: [Substring]] = [:]
    for line in status.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      fields[parts[0]] = parts[1].split { $0 == "\t" || $0 == " " }
    }
    guard fields["Name"] == ["gpsd"], let users = fields["Uid"], let groups = fields["Gid"],
      users.count == 4, groups.count == 4, let uid = UInt32(users[1]), let gid = UInt32(groups[1])
    else { return nil }
    return Process(
      pid: pid,
      uid: uid,
      groups: [gid] + (fields["Groups"] ?? []).compactMap { UInt32($0) },
      isStopped: fields["State"]?.first == "T"
    )
  }

  /// Why a gpsd that should be here is not reached; a mute one takes connections and says nothing.
  func process(port: Int? = nil, isMute: Bool = false) -> Finding {
    let holder = port.flatMap { PortHolder(port: $0, root: root) }
    if let holder, holder.pid != running?.pid, !["gpsd", "systemd"].contains(holder.name) {
      return .bad(
        "port \(holder.port) is held by \(holder.name), process \(holder.pid), which is no gpsd",
        next: "end it or give it another port, then: systemctl restart gpsd.socket gpsd"
      )
    }
    if let running, isMute || running.isStopped {
      return .bad(
        "gpsd runs as process \(running.pid) and \(running.isStopped ? "is stopped" : "hangs")",
        next: "restart it: systemctl restart gpsd"
      )
    }
    if running == nil, isMute {
      return .bad(
        "something takes connections at gpsd's port and says nothing; gpsd does not run",
        next: "see who it is: sudo ss -ltnp 'sport = :\(port ?? 2947)'; "
          + "if it is systemd, why gpsd does not start: systemctl status gpsd"
      )
    }
    if running == nil, isMasked {
      return .bad(
        "gpsd does not run here, and its units are masked",
        next: "systemctl unmask gpsd.socket gpsd.service; systemctl start gpsd.socket gpsd"
      )
    }
    if let running {
      return .bad(
        "gpsd runs as process \(running.pid) and does not answer at this address",
        next: "compare its -S and gpsd.socket with [gpsd] address in locationd.conf"
      )
    }
    return isInstalled
      ? .bad("gpsd does not run here", next: "start it: systemctl start gpsd.socket gpsd")
      : .bad("gpsd is not installed here", next: "install it: apt install gpsd")
  }

  private var isMasked: Bool {
    let units = ["gpsd.service", "gpsd.socket"]
    let paths = ["etc", "run"].flatMap { top in units.map { "\(root)/\(top)/systemd/system/\($0)" }
    }
    return paths.contains { path in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == "/dev/null"
    }
  }

  // MARK: - The devices

  /// Whether gpsd can open a device; nil for what is no file of this machine.
  func device(_ path: String) -> Finding? {
    guard path.hasPrefix("/dev/") else { return nil }
    let file: DeviceFile
    do {
      file = try DeviceFile(path: root + path)
    } catch {
      return .bad(
        "\(path) is not there\(others(than: path))",
        next: "plug the receiver in; dmesg tells its name, gpsdctl add takes it"
      )
    }
    guard file.isCharacterDevice else {
      return .bad(
        "\(path) is no device",
        next: "give gpsd the receiver's: gpsdctl add /dev/ttyACM0"
      )
    }
    guard let running else { return .good(path) }
    let user = UserDatabase.userName(running.uid) ?? "\(running.uid)"
    guard file.isOpen(toUser: running.uid, groups: running.groups) else {
      // Nobody becomes a member of root's group for a receiver; dialout is there for them.
      let group = file.group == 0 ? "dialout" : UserDatabase.groupName(file.group)
      let name = group ?? "\(file.group)"
      let change = file.group == 0 ? "chgrp \(name) \(path), " : ""
      return .bad(
        "\(path) is closed to gpsd's user \(user)",
        next: "let it in: \(change)usermod -aG \(name) \(user), chmod g+rw \(path), "
          + "systemctl restart gpsd"
      )
    }
    return .good("\(path), open to gpsd's user \(user)")
  }

  /// What could be a receiver, for a gpsd that has none.
  var candidates: Finding {
    let found = ports
    guard let first = found.first else {
      return .bad(
        "no serial device is plugged in",
        next: "plug a receiver in; dmesg tells its name, gpsdctl add takes it"
      )
    }
    // gpsd lets go of a device that it could not open, and would not take it again.
    let findings = found.map { (path: $0, finding: device($0)) }
    guard let open = findings.first(where: { $0.finding?.isGood ?? true }) else {
      return device(first) ?? .bad(first)
    }
    return .bad(
      "here \(found.count == 1 ? "is" : "are") \(found.joined(separator: ", "))",
      next: "give it one: gpsdctl add \(open.path)"
    )
  }

  private func others(than path: String) -> String {
    let found = ports.filter { $0 != path }
    return found.isEmpty ? "" : ", but \(found.joined(separator: ", "))"
  }

  /// Serial devices by the names that receivers get.
  private var ports: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/dev")) ?? []
    let kinds = ["gps", "ttyACM", "ttyUSB", "ttyAMA"]
    return names.filter { name in kinds.contains { name.hasPrefix($0) } }
      .sorted().prefix(8).map { "/dev/\($0)" }
  }
}
