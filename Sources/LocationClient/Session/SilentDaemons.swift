// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO

/// Sockets on which somebody just waited in vain, so that a program does not wait at every look.
enum SilentDaemons {
  /// Nanoseconds.
  private static let memory: Int64 = 5_000_000_000
  /// By the path: until when.
  private static let paths = Guarded<[String: Int64]>([:])

  static func add(_ path: String) {
    let now = LoopTime.read().monotonic
    paths.withLock { paths in
      paths = paths.filter { $0.value > now }
      // Who looks again and again does not make it longer.
      if paths[path] == nil { paths[path] = now + memory }
    }
  }

  static func contain(_ path: String) -> Bool {
    paths.withLock { paths in paths[path].map { $0 > LoopTime.read().monotonic } ?? false }
  }

  /// It has said something.
  static func remove(_ path: String) { _ = paths.withLock { $0.removeValue(forKey: path) } }
}
