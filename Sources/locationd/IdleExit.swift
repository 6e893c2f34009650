// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO

/// Ends a daemon that nobody has needed for a while, where the next connection starts it again.
///
/// A connection that comes meanwhile waits in the service manager's sockets, so none is lost.
final class IdleExit {
  /// Nanoseconds without need; nil stays for ever.
  var limit: Int64? {
    didSet { if limit != oldValue { rest() } }
  }
  private let loop: EventLoop
  private let isIdle: () -> Bool
  private let end: () -> Void
  private var timer: EventLoop.Timer?

  init(_ loop: EventLoop, isIdle: @escaping () -> Bool, end: @escaping () -> Void) {
    self.loop = loop
    self.isIdle = isIdle
    self.end = end
    loop.beforeSleep.append { [weak self] in self?.watch() }
  }

  private func watch() {
    guard let limit, isIdle() else { return rest() }
    guard timer == nil else { return }
    timer = loop.schedule(at: loop.now.monotonic + limit) { [weak self] in
      guard let self else { return }
      timer = nil
      // A connection may have come in this very turn.
      if isIdle() { end() }
    }
  }

  private func rest() {
    if let timer { loop.cancel(timer) }
    timer = nil
  }
}
