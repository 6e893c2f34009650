// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import Synchronization

/// A value behind a `Mutex` that the thread sanitizer understands too.
///
/// The mutex waits in a library that is not instrumented: without the mark, whatever follows a
/// wait is reported as a race.
package struct Guarded<Value: Sendable>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>
  private let mark = LockMark()

  package init(_ value: Value) { mutex = Mutex(value) }

  /// Calls the body while nobody else has the value.
  package borrowing func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try mutex.withLock { (value: inout sending Value) throws(Failure) -> Result in
      mark.acquired()
      defer { mark.releasing() }
      return try body(&value)
    }
  }
}
