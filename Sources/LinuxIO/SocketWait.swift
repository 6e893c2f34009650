// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CLinux
internal import Glibc

/// An eventfd by which other threads end one thread's wait.
package final class WakeSignal: Sendable {
  private let descriptor: OwnedDescriptor

  package init() throws(SystemError) {
    let raw = clinux_eventfd()
    guard raw >= 0 else { throw .last("eventfd") }
    descriptor = OwnedDescriptor(raw)
  }

  /// Ends the present wait, or the next one.
  ///
  /// Any thread.
  package func signal() { Wake.signal(descriptor.raw) }

  /// Waits for the signal, the socket or the end of the time, whichever comes first.
  ///
  /// One thread at a time. The signal is taken; the socket may be readable when it is not said to
  /// be, as after an interrupted call. Without a time in milliseconds it waits without end.
  package func wait(
    for socket: Int32?,
    writable: Bool = false,
    milliseconds: Int64?
  ) -> (isReadable: Bool, isWritable: Bool) {
    let interest = Int16(writable ? POLLIN | POLLOUT : POLLIN)
    var entries = [
      pollfd(fd: descriptor.raw, events: Int16(POLLIN), revents: 0),
      // poll ignores a negative descriptor.
      pollfd(fd: socket ?? -1, events: interest, revents: 0),
    ]
    let timeout = milliseconds.map { Int32(clamping: max($0, 0)) } ?? -1
    guard unsafe poll(&entries, 2, timeout) > 0 else { return (false, false) }
    if entries[0].revents != 0 {
      var count: UInt64 = 0
      while unsafe read(descriptor.raw, &count, 8) < 0, errno == EINTR {}
    }
    let happened = Int32(entries[1].revents)
    return (happened & ~POLLOUT != 0, happened & POLLOUT != 0)
  }
}
