// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

public import Dispatch

/// Where callbacks are called.
///
/// Whatever it is, callbacks of one manager are called one after the other, in the daemon's order.
public struct CallbackQueue: Sendable {
  /// Has some work done, now or later.
  let submit: @Sendable (@escaping @Sendable () -> Void) -> Void
  /// Whether a callback may be called within another one, after it in order.
  let isNested: Bool

  /// Hands work to anything that runs it, each piece once.
  public init(_ submit: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.submit = submit
    isNested = false
  }

  private init(
    _ submit: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
    isNested: Bool
  ) {
    self.submit = submit
    self.isNested = isNested
  }

  /// One thread that may be asked to run further work while it runs some, as a run loop is.
  package static func nested(
    _ submit: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) -> CallbackQueue { CallbackQueue(submit, isNested: true) }

  /// The thread that reads from the daemon for all managers of the process: no hop, and a callback
  /// that takes long holds back the daemon, which then keeps the newest location for this program.
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
