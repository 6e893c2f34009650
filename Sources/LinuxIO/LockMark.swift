// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CLinux

/// Tells the thread sanitizer of a lock whose waiting it cannot see; otherwise nothing.
package struct LockMark: ~Copyable, Sendable {
  private let raw: UInt

  package init() { raw = clinux_mark_create() }

  /// To be called right after the lock was taken.
  package borrowing func acquired() { clinux_mark_acquired(raw) }

  /// To be called right before the lock is given back.
  package borrowing func releasing() { clinux_mark_releasing(raw) }

  deinit { clinux_mark_free(raw) }
}
