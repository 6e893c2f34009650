// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Dispatch
internal import Glibc
internal import LinuxIO

/// The one thread that waits for the daemon on behalf of all managers of the process.
///
/// It costs three descriptors, and each manager one. It begins with the first manager that needs
/// a connection and then waits without end.
final class SessionThread: Sendable {
  static let shared = SessionThread()

  private struct Inbox: Sendable {
    var calls: [Session] = []
    var isRunning = false
    /// The eventfd that the thread waits on; it is never closed.
    var wake: Int32?
  }

  private let inbox = Guarded(Inbox())

  private init() {}

  /// Has the thread look after a session, now.
  func call(_ session: Session) {
    inbox.withLock { inbox in
      inbox.calls.append(session)
      if let wake = inbox.wake { return Wake.signal(wake) }
      guard !inbox.isRunning else { return }
      // Without a thread left the next call tries again.
      inbox.isRunning = (try? startThread { self.run() }) != nil
    }
  }

  private func takeCalls() -> [Session] {
    inbox.withLock { inbox in
      defer { inbox.calls = [] }
      return inbox.calls
    }
  }

  private func run() {
    var waiting: [Session] = []
    while true {
      waiting += takeCalls()
      do throws(SystemError) {
        let desk = try SessionDesk()
        inbox.withLock { $0.wake = desk.wake }
        desk.attend(waiting)
        desk.run { self.takeCalls() }
      } catch {
        // The process has no descriptor left: each session is told, and it is tried again.
        let now = LoopTime.read().monotonic
        waiting.removeAll(where: \.isStopped)
        for session in waiting {
          session.tell(session.withState { $0.disconnected("\(error)", at: now) })
          session.tell(session.withState { $0.check(at: now).events })
        }
        usleep(250_000)
      }
    }
  }
}

/// What belongs to that thread alone: the loop, and the conversations by their sessions.
private final class SessionDesk {
  private let loop: EventLoop
  private let signal: Wake
  private let piece = ReceiveBuffer()
  private var conversations: [ObjectIdentifier: Conversation] = [:]

  var wake: Int32 { signal.descriptor }

  init() throws(SystemError) {
    loop = try EventLoop()
    signal = try Wake(loop) {}
    try prepareDispatch()
  }

  /// Waits and works without end.
  func run(_ takeCalls: () -> [Session]) {
    while true {
      attend(takeCalls())
      loop.turn(timeout: nil)
    }
  }

  func attend(_ sessions: [Session]) {
    for session in sessions {
      session.answerCall()
      let identity = ObjectIdentifier(session)
      if session.isStopped {
        conversations.removeValue(forKey: identity)?.end()
        continue
      }
      let conversation = conversations[identity] ?? Conversation(session, loop, piece)
      conversations[identity] = conversation
      conversation.attend()
    }
  }
}

/// Has libdispatch make the descriptors that it cannot do without, while there are some: at the
/// limit it would end the process when a program first waits for a time.
private func prepareDispatch() throws(SystemError) {
  try requireDescriptors(8)
  let done = DispatchSemaphore(value: 0)
  let queue = DispatchQueue.global()
  // A descriptor for each of the three clocks.
  queue.asyncAfter(deadline: .now() + .milliseconds(1)) { done.signal() }
  queue.asyncAfter(wallDeadline: .now() + .milliseconds(1)) { done.signal() }
  Task {
    try? await Task.sleep(for: .milliseconds(1))
    done.signal()
  }
  for _ in 0..<3 { _ = done.wait(timeout: .now() + 1) }
}
