// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CLinux
internal import Glibc

/// Signals as events of the loop.
///
/// Loop thread only.
package final class Signals {
  private let loop: EventLoop
  private var owner: OwnedDescriptor?
  private var token: EventLoop.Token?

  /// Blocks the signals in this thread and calls the handler with each one's number.
  ///
  /// To be made before any other thread starts: threads inherit the mask, and a signal that one
  /// thread leaves unblocked takes its default action there.
  package init(
    loop: EventLoop,
    _ signals: [Int32],
    handler: @escaping (Int32) -> Void
  ) throws(SystemError) {
    let raw = unsafe clinux_signalfd(signals, Int32(signals.count))
    guard raw >= 0 else { throw .last("signalfd") }
    self.loop = loop
    owner = OwnedDescriptor(raw)
    token = try loop.watch(raw, .readable) { [weak self] _ in
      while self?.token != nil {
        let number = clinux_signalfd_next(raw)
        guard number > 0 else { return }
        handler(number)
      }
    }
  }

  deinit { close() }

  /// Ends the calls and leaves the signals blocked; idempotent.
  package func close() {
    guard let token else { return }
    loop.unwatch(token)
    self.token = nil
    owner = nil
  }

  /// Makes a write to a closed peer an error instead of the process's end, in libraries too.
  package static func ignoreSIGPIPE() {
    _ = signal(SIGPIPE, SIG_IGN)
  }

  /// Makes a file that would exceed the process's limit an error instead of the process's end.
  package static func ignoreSIGXFSZ() {
    _ = signal(SIGXFSZ, SIG_IGN)
  }
}
