// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import Glibc
internal import LinuxIO

/// The built locationd, started in a folder of its own and ready.
package final class RunningDaemon {
  package let folder: TemporaryFolder
  package let process: ChildProcess
  /// Seconds from its start to READY.
  package private(set) var secondsToReady = 0.0
  private let notifications: NotifySocket

  /// Starts it for the gpsd on a port, with the text of a configuration file.
  ///
  /// `inherited` are listening sockets, handed over by name as systemd does.
  package init(
    gpsd: UInt16,
    configuration: String = "",
    arguments: [String] = [],
    inherited: [(name: String, descriptor: Int32)] = [],
    environment more: [String: String] = [:],
    folder: TemporaryFolder? = nil
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    // A folder that is used again still has the socket of the daemon before.
    try? FileManager.default.removeItem(atPath: folder.path("notify"))
    notifications = try NotifySocket(path: folder.path("notify"))
    let file = try folder.write(configuration, to: "locationd.conf")
    let own =
      ["--config", file, "--runtime-dir", folder.path, "--gpsd", "127.0.0.1:\(gpsd)"] + arguments
    let environment = more.merging(["NOTIFY_SOCKET": notifications.path]) { $1 }
    let program = try Project.program("locationd")
    let start = ContinuousClock.now
    // A library that is preloaded may set variables, and Swift then finds no arguments; through the
    // shell they are set when the daemon begins.
    if inherited.isEmpty, more["LD_PRELOAD"] == nil {
      process = try ChildProcess(program, own, environment: environment)
    } else {
      process = try Self.activated(program, own, environment: environment, sockets: inherited)
    }
    try waitUntilReady(before: Deadline(in: 10))
    secondsToReady = (ContinuousClock.now - start) / .seconds(1)
  }

  package var socketPath: String { folder.path("locationd.sock") }
  package var controlPath: String { folder.path("control.sock") }

  /// Opens a connection to the subscriber socket.
  package func connect() throws -> SubscriberConnection {
    try SubscriberConnection(path: socketPath)
  }

  /// Waits until gpsd has confirmed that it watches.
  ///
  /// There must be demand, for instance by a subscriber that has started updates.
  package func waitUntilWatching(before deadline: Deadline) throws {
    let control = try SubscriberConnection(path: controlPath)
    _ = try deadline.wait(for: "locationd watching its gpsd") { () -> Bool? in
      let status = try control.call("status", before: deadline).object("result")
      return status?.object("gpsd")?.text("state") == "connected" ? true : nil
    }
  }

  /// The next line of its log that suits; the ones before it are dropped.
  package func logLine(
    before deadline: Deadline,
    where suits: (String) -> Bool
  ) throws -> String {
    guard let line = try process.nextLine(from: process.errors, before: deadline, where: suits)
    else { throw SceneError("locationd ended: \(process.errors.recent)") }
    return line
  }

  /// Waits for a state that it tells its service manager, as in `STOPPING=1`.
  package func waitForNotification(_ state: String, before deadline: Deadline) throws {
    while true {
      // Asked first, because its last words may still wait when it is gone already.
      let exit = process.exitIfEnded()
      if notifications.receive(before: deadline.limited(to: 0.1)).contains(state) { return }
      if let exit {
        process.errors.pump()
        throw SceneError("locationd ended with \(exit): \(process.errors.recent)")
      }
      guard !deadline.isOver else { throw TimedOut(state, seen: process.errors.recent) }
    }
  }

  /// Runs locationctl against it.
  package func locationctl(
    _ arguments: String...,
    before deadline: Deadline = Deadline(in: 10)
  ) throws -> LocationctlRun {
    try LocationctlRun(arguments, environment: environment, before: deadline)
  }

  /// What a client needs to find it.
  package var environment: [String: String?] {
    ["LOCATIOND_SOCKET": socketPath, "LOCATIOND_CONTROL_SOCKET": controlPath]
  }

  /// Asks it to end and waits.
  package func terminate(before deadline: Deadline) throws -> ChildProcess.Exit {
    process.signal(SIGTERM)
    return try process.waitForExit(before: deadline)
  }

  private func waitUntilReady(before deadline: Deadline) throws {
    try waitForNotification("READY=1", before: deadline)
  }

  /// Starts it through a shell, because only the process itself knows its LISTEN_PID.
  package static func activated(
    _ program: String,
    _ arguments: [String],
    environment: [String: String],
    sockets: [(name: String, descriptor: Int32)]
  ) throws -> ChildProcess {
    var environment: [String: String?] = environment
    if !sockets.isEmpty {
      environment["LISTEN_FDS"] = "\(sockets.count)"
      environment["LISTEN_FDNAMES"] = sockets.map(\.name).joined(separator: ":")
    }
    var inherited: [Int32: Int32] = [:]
    for (index, socket) in sockets.enumerated() { inherited[Int32(3 + index)] = socket.descriptor }
    return try ChildProcess(
      "/bin/sh",
      ["-c", "LISTEN_PID=$$ exec \"$@\"", "sh", program] + arguments,
      environment: environment,
      inherited: inherited
    )
  }
}

extension RunningDaemon {
  /// Bytes of address space.
  package var virtualBytes: Int { memoryBytes(0) }

  /// Bytes of resident memory.
  package var residentBytes: Int { memoryBytes(1) }

  private func memoryBytes(_ field: Int) -> Int {
    let fields = read("statm").split(separator: " ")
    return fields.count > field ? (Int(fields[field]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
  }

  /// Seconds of processor time, user and system.
  package var processorSeconds: Double {
    // The name in parentheses may hold blanks; utime and stime are the 12th and 13th after it.
    let fields = read("stat").split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      return 0
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// How many descriptors are open.
  package var descriptorCount: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.pid)/fd").count) ?? 0
  }

  private func read(_ name: String) -> String {
    (try? String(contentsOfFile: "/proc/\(process.pid)/\(name)", encoding: .utf8)) ?? ""
  }
}

/// The socket on which a service manager hears of a service's state.
private final class NotifySocket {
  let path: String
  private let descriptor: OwnedDescriptor

  init(path: String) throws {
    self.path = path
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    let raw = socket(AF_UNIX, kind, 0)
    guard raw >= 0 else { throw SystemError("socket", errno) }
    descriptor = OwnedDescriptor(raw)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw SceneError("\(path) is too long for a socket")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw SystemError("bind \(path)", errno) }
  }

  /// The states of the next message; none when the deadline comes first.
  func receive(before deadline: Deadline) -> [String] {
    var entry = pollfd(fd: descriptor.raw, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, deadline.remainingMilliseconds) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 4096)
    guard case .bytes(let count) = Descriptor.receive(descriptor.raw, into: &bytes) else {
      return []
    }
    return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
