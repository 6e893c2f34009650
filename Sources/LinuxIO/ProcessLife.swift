// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// Processes by their numbers.
package enum ProcessLife {
  /// The number of this one.
  package static var own: Int32 { getpid() }

  /// Whether there is a process of that number, whoever may signal it.
  package static func isAlive(_ process: Int32) -> Bool {
    guard process > 0 else { return false }
    return kill(process, 0) == 0 || errno == EPERM
  }
}
