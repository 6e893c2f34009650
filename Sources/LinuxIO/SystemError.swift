// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// A system call that failed: its name and the `errno` value.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The call, and where it helps what it was called on, as in `bind /run/a.sock`.
  package let call: String
  package let code: Int32

  package init(_ call: String, _ code: Int32) {
    self.call = call
    self.code = code
  }

  /// The failure of the call that was made last on this thread.
  static func last(_ call: String) -> SystemError { SystemError(call, errno) }

  /// Whether the same call may succeed a moment later, because something is used up just now.
  package var isShortage: Bool { [EMFILE, ENFILE, ENOMEM].contains(code) }

  package var description: String {
    var text = [CChar](repeating: 0, count: 128)
    let reason = unsafe text.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return "" }
      return unsafe strerror_r(code, start, buffer.count) == 0 ? String(cString: start) : ""
    }
    return "\(call): \(reason.isEmpty ? "unknown error" : reason) (\(code))"
  }
}
