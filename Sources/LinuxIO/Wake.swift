// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CLinux
internal import Glibc

/// Lets another thread wake the loop.
///
/// Loop thread only, except for its signals.
package final class Wake {
  /// An eventfd; adding 1 to it wakes the loop.
  package let descriptor: Int32

  private let loop: EventLoop
  private var owner: OwnedDescriptor?
  private var token: EventLoop.Token?

  /// Calls the handler in the loop after one or more signals.
  package init(_ loop: EventLoop, handler: @escaping () -> Void) throws(SystemError) {
    let raw = clinux_eventfd()
    guard raw >= 0 else { throw .last("eventfd") }
    self.loop = loop
    descriptor = raw
    owner = OwnedDescriptor(raw)
    token = try loop.watch(raw, .readable) { _ in
      Wake.drain(raw)
      handler()
    }
  }

  deinit { close() }

  /// Wakes the loop that waits on the eventfd.
  ///
  /// Any thread.
  package static func signal(_ descriptor: Int32) {
    var one: UInt64 = 1
    // EAGAIN means a count near 2^64: the loop has a wake-up to come anyway.
    while unsafe write(descriptor, &one, 8) < 0, errno == EINTR {}
  }

  /// Ends the calls; idempotent.
  package func close() {
    guard let token else { return }
    loop.unwatch(token)
    self.token = nil
    owner = nil
  }

  private static func drain(_ descriptor: Int32) {
    var count: UInt64 = 0
    while unsafe read(descriptor, &count, 8) < 0, errno == EINTR {}
  }
}
