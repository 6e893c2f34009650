// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CLinux
internal import Glibc

/// Runs the body on a detached thread of its own; for clients, and for what the daemon's one thread
/// must not wait for.
///
/// Signals are blocked there, so that they reach the threads that the program chose for them.
package func startThread(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
  var attributes = pthread_attr_t()
  unsafe pthread_attr_init(&attributes)
  defer { unsafe pthread_attr_destroy(&attributes) }
  unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  let start = unsafe Unmanaged.passRetained(ThreadBody(body))
  var thread = pthread_t()
  let code = unsafe pthread_create(&thread, &attributes, runThread, start.toOpaque())
  guard code == 0 else {
    unsafe start.release()
    throw SystemError("pthread_create", code)
  }
}

private final class ThreadBody {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument = unsafe argument else { return nil }
  var signals = sigset_t()
  unsafe sigfillset(&signals)
  unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  let body = unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
  body.run()
  return nil
}
