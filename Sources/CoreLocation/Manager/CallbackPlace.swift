// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LocationClient

/// Where the callbacks of the managers that one thread made are called, in order: on that thread.
///
/// They wait in one line. A source of the thread's run loop takes them out and, for the main thread,
/// its queue as well, whichever comes first; so they come under a run loop, also one that runs
/// within a callback or a piece of the queue, under `dispatchMain()` and under an asynchronous `main`.
/// A source it is because `run(mode:before:)` returns after one, as programs expect after a callback.
final class CallbackPlace {
  static let main = CallbackPlace(of: nil)

  private struct WeakPlace {
    weak var place: CallbackPlace?
  }

  private static let key = "locationd.callbacks"

  /// The calling thread's, if it is one of Foundation's or has a run loop that runs; others, as
  /// those of queues and tasks, come and go, and their managers belong to the main thread.
  static var ofThread: CallbackPlace {
    let thread = Thread.current
    guard !Thread.isMainThread, thread.isExecuting || RunLoop.current.currentMode != nil else {
      return main
    }
    if let place = (thread.threadDictionary[key] as? WeakPlace)?.place { return place }
    let place = CallbackPlace(of: thread)
    thread.threadDictionary[key] = WeakPlace(place: place)
    return place
  }

  /// Nil for the main thread.
  private let thread: Thread?
  private let lock = NSLock()
  private var works: [() -> Void] = []
  /// How many of them were taken.
  private var taken = 0
  private let source: RunLoopSource
  /// The main queue will come.
  private var isQueued = false

  private init(of thread: Thread?) {
    self.thread = thread
    source = RunLoopSource(of: thread == nil ? .main : .current)
    source.perform = { [weak self] in self?.empty() }
  }

  /// For a manager of the client.
  var queue: CallbackQueue { .nested { [self] in submit($0) } }

  /// Has something called after all that waits; any thread.
  func submit(_ work: @escaping () -> Void) {
    // A thread that has ended cannot be called on, and nothing of it runs beside the main one.
    if let thread, thread.isFinished { return Self.main.adopt(takeAll() + [work]) }
    let isToBeQueued = lock.withLock {
      works.append(work)
      source.signal()
      guard thread == nil, !isQueued else { return false }
      isQueued = true
      return true
    }
    guard isToBeQueued else { return }
    DispatchQueue.main.async {
      self.lock.withLock { self.isQueued = false }
      self.empty()
    }
  }

  private func adopt(_ works: [() -> Void]) {
    for work in works { submit(work) }
  }

  /// On the thread itself; called within a callback, it goes on with the next one.
  private func empty() {
    while let work = next() { work() }
  }

  /// The loop is to come again for what still waits: the work may run the run loop.
  private func next() -> (() -> Void)? {
    lock.withLock {
      guard taken < works.count else { return nil }
      let work = works[taken]
      works[taken] = {}
      taken += 1
      if taken == works.count || taken > 4096 {
        works.removeFirst(taken)
        taken = 0
      }
      if !works.isEmpty { source.signal() }
      return work
    }
  }

  private func takeAll() -> [() -> Void] {
    lock.withLock {
      defer { (works, taken) = ([], 0) }
      return Array(works[taken...])
    }
  }
}
