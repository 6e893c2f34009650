// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CLinux
internal import Glibc

/// The process at the other end of a Unix socket: its systemd units and its program.
package struct PeerProcess: Hashable, Sendable {
  /// A unit of the system's manager, as in `gpsd.service`; nil outside any.
  package let unit: String?

  /// A unit of a user's own manager: that user's word.
  package let userUnit: String?

  /// The path of the program; EACCES when we may not look, ESRCH when the process has gone.
  package let executable: Result<String, SystemError>

  /// Reads them from `/proc`, and discards them when the process ended meanwhile.
  ///
  /// A process number can be used again by another process, so what was read counts only if the
  /// process is still there afterwards, by its pidfd. The peer may still have handed the
  /// connection to another process or run another program since.
  package init(_ descriptor: Int32, _ credentials: PeerCredentials) {
    let gone = SystemError("pidfd", ESRCH)
    guard credentials.pid > 0, let pidfd = openPeerHandle(descriptor, credentials.pid) else {
      unit = nil
      userUnit = nil
      executable = .failure(gone)
      return
    }
    let group = controlGroup(ofProcess: credentials.pid)
    let program = LinuxIO.executable(ofProcess: credentials.pid)
    let isAlive = !hasEnded(pidfd.raw)
    unit = isAlive ? group.unit : nil
    userUnit = isAlive ? group.userUnit : nil
    self.executable = isAlive ? program : .failure(gone)
  }
}

/// The control group of a process, and where this system's groups begin.
private func controlGroup(ofProcess pid: Int32) -> ControlGroup {
  ControlGroup(readSmallFile("/proc/\(pid)/cgroup") ?? "", root: groupRoot)
}

private let groupRoot = ControlGroup.root(ofFirstProcess: readSmallFile("/proc/1/cgroup") ?? "")

/// The path of the program that a process runs.
package func executable(ofProcess pid: Int32) -> Result<String, SystemError> {
  var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
  let count = unsafe clinux_read_link("/proc/\(pid)/exe", &path, path.count)
  guard count >= 0 else { return .failure(.last("readlink /proc/\(pid)/exe")) }
  return .success(programPath(String(decoding: path[..<Int(count)], as: UTF8.self)))
}

/// Whether the kernel shows this process the programs of other users' processes.
package var seesAllPrograms: Bool {
  guard let status = readSmallFile("/proc/self/status"),
    let line = status.split(separator: "\n").first(where: { $0.hasPrefix("CapEff:") }),
    let rights = UInt64(line.dropFirst(7).drop { $0 == "\t" || $0 == " " }, radix: 16)
  else { return false }
  // CAP_SYS_PTRACE.
  return rights & 1 << 19 != 0
}

/// The path by which the program was started: the kernel marks one that was replaced or removed
/// since, and a rule for it holds on.
func programPath(_ link: String) -> String {
  let mark = " (deleted)"
  guard link.hasSuffix(mark), unsafe access(link, F_OK) != 0 else { return link }
  return String(link.dropLast(mark.count))
}

private func openPeerHandle(_ descriptor: Int32, _ pid: Int32) -> OwnedDescriptor? {
  var raw = clinux_peer_pidfd(descriptor)
  // Before Linux 6.5: opened by number, which may already be another process's.
  if raw < 0, errno == ENOPROTOOPT || errno == EINVAL { raw = clinux_pidfd_open(pid) }
  return raw >= 0 ? OwnedDescriptor(raw) : nil
}

private func hasEnded(_ pidfd: Int32) -> Bool {
  var entry = pollfd(fd: pidfd, events: Int16(POLLIN), revents: 0)
  return unsafe poll(&entry, 1, 0) != 0
}

private func readSmallFile(_ path: String) -> String? {
  let raw = unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard raw >= 0 else { return nil }
  let owned = OwnedDescriptor(raw)
  var buffer = [UInt8](repeating: 0, count: 16_384)
  let count = unsafe buffer.withUnsafeMutableBytes { bytes in
    unsafe read(owned.raw, bytes.baseAddress, bytes.count)
  }
  return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
}
