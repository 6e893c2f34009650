// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// A file descriptor with one owner, closed when the owner lets it go.
package struct OwnedDescriptor: ~Copyable, Sendable {
  /// The number, for calls made while the owner lives.
  package let raw: Int32

  package init(_ raw: Int32) { self.raw = raw }

  /// Gives the number to a new owner, who closes it.
  package consuming func release() -> Int32 {
    let raw = raw
    discard self
    return raw
  }

  // Linux closes the descriptor even when close(2) reports EINTR; a retry could close another's.
  deinit { _ = close(raw) }
}
