// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Why a command ends early: the process's exit code and the one line on standard error.
struct Failure: Error, Hashable, Sendable {
  var exitCode: Int32
  /// Nil where nothing is to be said.
  var message: String?

  private init(_ exitCode: Int32, _ message: String?) {
    self.exitCode = exitCode
    self.message = message
  }

  /// The command line has the wrong form.
  static func usage(_ message: String) -> Failure { Failure(64, message) }
  /// A value is not allowed, here or by the daemon.
  static func badData(_ message: String) -> Failure { Failure(65, message) }
  static func noSuchFile(_ message: String) -> Failure { Failure(66, message) }
  /// The daemon cannot be reached, hung up, or does not know the request.
  static func unreachable(_ message: String) -> Failure { Failure(69, message) }
  /// The daemon took the connection and ended it.
  static let hungUp = unreachable("locationd closed the connection")
  /// Standard output or a file cannot be written.
  static func outputFailed(_ message: String) -> Failure { Failure(74, message) }
  static func timedOut(_ message: String) -> Failure { Failure(75, message) }
  static func notPermitted(_ message: String) -> Failure { Failure(77, message) }
  /// A signal ended the wait before there was a result; the code is the shells' 128 + n.
  static func interrupted(by signal: Int32) -> Failure { Failure(128 + signal, nil) }
  /// The reader of standard output has gone; that is its right, and no error.
  static let outputClosed = Failure(0, nil)
}
