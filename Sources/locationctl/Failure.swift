// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Why a command ends early: the process's exit code and the one line on standard error.
struct Failure: Error, Hashable, Sendable {
  /// The codes of sysexits.h that failures have.
  enum Kind: Int32 {
    case usage = 64
    case badData = 65
    case noSuchFile = 66
    case unreachable = 69
    case outputFailed = 74
    case timedOut = 75
    case notPermitted = 77
  }

  var exitCode: Int32
  /// Nil where nothing is to be said.
  var message: String?

  private init(_ exitCode: Int32, _ message: String?) {
    self.exitCode = exitCode
    self.message = message
  }

  private init(_ kind: Kind, _ message: String) {
    self.init(kind.rawValue, message)
  }

  /// Nil where the exit code is a signal's, or 0.
  var kind: Kind? { Kind(rawValue: exitCode) }

  /// The command line has the wrong form.
  static func usage(_ message: String) -> Failure { Failure(.usage, message) }
  /// A value is not allowed, here or by the daemon.
  static func badData(_ message: String) -> Failure { Failure(.badData, message) }
  static func noSuchFile(_ message: String) -> Failure { Failure(.noSuchFile, message) }
  /// The daemon cannot be reached, hung up, or does not know the request.
  static func unreachable(_ message: String) -> Failure { Failure(.unreachable, message) }
  /// The daemon took the connection and ended it.
  static let hungUp = unreachable("locationd closed the connection")
  /// The daemon has no place for another connection, and says why.
  static func turnedAway(_ reason: String) -> Failure { unreachable(turnedAway + reason) }
  var isTurnedAway: Bool { message?.hasPrefix(Self.turnedAway) == true }
  private static let turnedAway = "locationd refused the connection: "
  /// Standard output or a file cannot be written.
  static func outputFailed(_ message: String) -> Failure { Failure(.outputFailed, message) }
  static func timedOut(_ message: String) -> Failure { Failure(.timedOut, message) }
  static func notPermitted(_ message: String) -> Failure { Failure(.notPermitted, message) }
  /// A signal ended the wait before there was a result; the code is the shells' 128 + n.
  static func interrupted(by signal: Int32) -> Failure { Failure(128 + signal, nil) }
  /// The reader of standard output has gone; that is its right, and no error.
  static let outputClosed = Failure(0, nil)
}
