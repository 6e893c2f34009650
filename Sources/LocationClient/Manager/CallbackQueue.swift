// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

public import Dispatch

/// Where callbacks are called.
///
/// Whatever it is, callbacks of one manager are called one after the other, in the daemon's order.
public struct CallbackQueue: Sendable {
  /// Has some work done, now or later.
  let submit: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Hands work to anything that runs it, each piece once.
  public init(_ submit: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.submit = submit
  }

  /// The thread that reads from the daemon: no hop, and a callback that takes long holds back the
  /// daemon, which then keeps the newest location for this program.
  public static let connection = CallbackQueue { $0() }

  /// The main queue, which needs `dispatchMain()`, a run loop or an asynchronous `main`.
  public static let main = dispatch(.main)

  /// A dispatch queue.
  public static func dispatch(_ queue: DispatchQueue) -> CallbackQueue {
    CallbackQueue { work in queue.async { work() } }
  }

  /// An executor of tasks.
  public static func executor(_ executor: any TaskExecutor) -> CallbackQueue {
    CallbackQueue { work in Task(executorPreference: executor) { work() } }
  }
}
