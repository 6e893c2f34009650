// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import FoundationEssentials
internal import LinuxIO
internal import LocationClient

/// The daemon's units: what the service manager says of them, and the commands for them.
struct ServiceUnits {
  /// The service manager is the user's own.
  let isUsers: Bool
  /// Sockets of another place are not these units'.
  private let areInstalled: Bool
  private let environment: [String: String]

  init(socket: String, environment: [String: String]) {
    let runtime = environment["XDG_RUNTIME_DIR"] ?? ""
    isUsers = socket.hasPrefix("/run/user/") || !runtime.isEmpty && socket.hasPrefix("\(runtime)/")
    areInstalled = isUsers || [SocketPath.subscriber, SocketPath.control].contains(socket)
    self.environment = environment
  }

  /// A command for people to type.
  func systemctl(_ words: String) -> String { "systemctl \(isUsers ? "--user " : "")\(words)" }

  private var journal: String { "journalctl \(isUsers ? "--user " : "")-u locationd -e" }

  /// In one transaction the sockets come before their service, which could not open them again.
  private var repair: String {
    let sockets = "locationd.socket locationd-control.socket"
    return systemctl("reset-failed locationd.service \(sockets)") + "; "
      + systemctl("restart \(sockets) locationd.service")
  }

  /// Why nobody serves the sockets, if the service manager or the daemon itself can say it.
  var failure: Finding? {
    guard areInstalled else { return nil }
    let unit = properties
    if unit["LoadState"] == "masked" {
      return .bad(
        "locationd.service is masked",
        next: systemctl("unmask locationd.service") + "; \(repair)"
      )
    }
    if let fault = configurationFault(unit) {
      return .bad(fault, next: "correct it, then: \(repair)")
    }
    guard unit["ActiveState"] == "failed" else { return nil }
    let code = unit["ExecMainStatus"].map { ", exit code \($0)" } ?? ""
    return .bad(
      "locationd.service has failed: \(unit["Result"] ?? "unknown")\(code)",
      next: "see why: \(journal); then: \(repair)"
    )
  }

  /// What a daemon that runs would not take from its files.
  var configurationFault: String? { areInstalled ? configurationFault(properties) : nil }

  /// As the unit starts the daemon, so that the same files are read.
  private func configurationFault(_ unit: [String: String]) -> String? {
    let start = unit["ExecStart"]?.components(separatedBy: "argv[]=").dropFirst().first
    let words = start?.components(separatedBy: " ;").first?.split(separator: " ").map(String.init)
    let command = words.flatMap { $0.first?.hasSuffix("/locationd") == true ? $0 : nil }
    guard let path = command?.first ?? program("locationd"),
      let answer = ProgramAnswer(
        running: path,
        Array((command ?? []).dropFirst()) + ["--check-config"]
      )
    else { return nil }
    let lines = answer.text.split(separator: "\n").map(String.init)
    let line: String?
    switch answer.code {
    // Of a bad command line and of a bad configuration.
    case 64, 78: line = lines.last ?? ""
    // Good for root, who asks, and not for the user of the service.
    case 0: line = lines.first { $0.contains(" cannot read it: ") }
    default: line = nil
    }
    return line?.components(separatedBy: "locationd: ").dropFirst().joined(separator: "locationd: ")
  }

  private var properties: [String: String] {
    let names = "LoadState,ActiveState,Result,ExecMainStatus,ExecStart"
    guard let path = program("systemctl"),
      let answer = ProgramAnswer(
        running: path,
        (isUsers ? ["--user"] : []) + ["show", "-p", names, "locationd.service"]
      ), answer.code == 0
    else { return [:] }
    var properties: [String: String] = [:]
    for line in answer.text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { properties[String(parts[0])] = String(parts[1]) }
    }
    return properties
  }

  private func program(_ name: String) -> String? {
    let path = environment["PATH"] ?? ""
    let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin"]
    return folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }
}

/// Whom a socket lets in, for somebody whom it does not.
func joinAdvice(_ path: String) -> String {
  let folder = path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
  // A folder that is closed hides what is in it.
  let file = (try? DeviceFile(path: path)) ?? (try? DeviceFile(path: folder))
  guard let file else { return "join its group and log in again: sudo usermod -aG locationd $USER" }
  guard file.group != 0, file.mode & 0o010 != 0 || file.mode & 0o020 != 0 else {
    return "its mode lets in only user \(UserDatabase.userName(file.owner) ?? "\(file.owner)"): "
      + "see SocketMode= and SocketGroup= of its unit"
  }
  let group = UserDatabase.groupName(file.group) ?? "\(file.group)"
  return "join its group and log in again: sudo usermod -aG \(group) $USER"
}
