// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// What a program said that was run for its answer.
package struct ProgramAnswer: Hashable, Sendable {
  package let code: Int32
  /// Standard output and error together, `limit` bytes at most.
  package let text: String

  private static let limit = 65_536

  package init(code: Int32, text: String) {
    self.code = code
    self.text = text
  }

  /// Runs a program with its input at `/dev/null`; for clients without other threads.
  ///
  /// Nil if it cannot be started or is killed, as it is when so many seconds have passed.
  package init?(running path: String, _ arguments: [String], seconds: Double = 5) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    let reading = OwnedDescriptor(ends[0])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let process = Self.start(path, arguments, output: ends[1])
    _ = close(ends[1])
    guard let process else { return nil }
    let deadline = LoopTime.read().monotonic + Int64(seconds * 1e9)
    let bytes = Self.read(reading.raw, before: deadline)
    guard let code = Self.end(of: process, before: deadline) else { return nil }
    self.init(code: code, text: String(decoding: bytes, as: UTF8.self))
  }

  private static func start(_ path: String, _ arguments: [String], output: Int32) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 2)
    let started = unsafe spawn(path, arguments, &actions)
    return started.failure == 0 ? started.process : nil
  }

  /// What comes before the end or the deadline; beyond the limit it is thrown away.
  private static func read(_ descriptor: Int32, before deadline: Int64) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let rest = (deadline - LoopTime.read().monotonic) / 1_000_000
      guard rest > 0 else { return bytes }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&entry, 1, Int32(clamping: rest)) > 0 else { continue }
      let count = unsafe piece.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      }
      guard count > 0 else { return bytes }
      bytes += piece.prefix(min(count, max(0, limit - bytes.count)))
    }
  }

  private static func end(of process: pid_t, before deadline: Int64) -> Int32? {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, WNOHANG) == 0 {
      guard LoopTime.read().monotonic < deadline else {
        _ = kill(process, SIGKILL)
        _ = unsafe waitpid(process, &status, 0)
        return nil
      }
      _ = poll(nil, 0, 2)
    }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
  }
}
