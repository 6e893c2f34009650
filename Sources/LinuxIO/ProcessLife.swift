// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// Processes by their numbers.
package enum ProcessLife {
  /// The number of this one.
  package static var own: Int32 { getpid() }

  /// The namespace in which numbers mean what they mean here; nil where the kernel does not say.
  package static var namespace: UInt64? {
    var status = stat()
    return unsafe stat("/proc/self/ns/pid", &status) == 0 ? UInt64(status.st_ino) : nil
  }

  /// Whether there is a process of that number, whoever may signal it.
  package static func isAlive(_ process: Int32) -> Bool {
    guard process > 0 else { return false }
    return kill(process, 0) == 0 || errno == EPERM
  }
}
