// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// Starts a program that the `PATH` finds, with our streams and no signal blocked; for clients.
///
/// Nobody waits for it. Returns 0, or the number of the error.
package func startProgram(_ name: String, _ arguments: [String]) -> Int32 {
  spawn(name, arguments, nil).failure
}

/// Runs a program in place of this one; returns only if it cannot, with the reason.
package func replaceProgram(_ path: String, _ arguments: [String]) -> SystemError {
  var signals = sigset_t()
  unsafe sigemptyset(&signals)
  unsafe sigprocmask(SIG_SETMASK, &signals, nil)
  unsafe withPointers([path] + arguments) { pointers in _ = unsafe execv(path, pointers) }
  return .last("exec \(path)")
}

/// Starts a program with no signal blocked; a name without a slash is looked for in the `PATH`.
///
/// The failure is 0, or the number of the error.
func spawn(
  _ name: String,
  _ arguments: [String],
  _ actions: UnsafePointer<posix_spawn_file_actions_t>?
) -> (process: pid_t, failure: Int32) {
  var attributes = posix_spawnattr_t()
  unsafe posix_spawnattr_init(&attributes)
  defer { unsafe posix_spawnattr_destroy(&attributes) }
  var signals = sigset_t()
  unsafe sigemptyset(&signals)
  unsafe posix_spawnattr_setsigmask(&attributes, &signals)
  unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
  var process: pid_t = 0
  let failure = unsafe withPointers([name] + arguments) { pointers in
    unsafe posix_spawnp(&process, name, actions, &attributes, pointers, environ)
  }
  return (process, failure)
}

/// The words as C takes a program's arguments.
private func withPointers<Result>(
  _ words: [String],
  _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers = unsafe words.map { unsafe strdup($0) } + [nil]
  defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
  return unsafe body(&pointers)
}

/// Makes a new file that only this user can read; an existing one is refused.
package func writePrivateFile(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
  let raw = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
  guard raw >= 0 else { throw .last("open \(path)") }
  let owned = OwnedDescriptor(raw)
  try Terminal.writeAll(owned.raw, bytes)
}
