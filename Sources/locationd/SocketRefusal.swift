// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
internal import LinuxIO

/// Why a socket that was asked for is not served.
struct SocketRefusal: Error, CustomStringConvertible {
  let description: String
  /// Whether another try would end in the same way until somebody changes something.
  let isPermanent: Bool

  /// Opens a socket; what is wrong with it is told with the line that asked for it.
  static func naming<Socket: ~Copyable>(
    _ entry: INIEntry?,
    _ open: () throws -> Socket
  ) throws(SocketRefusal) -> Socket {
    do {
      return try open()
    } catch {
      throw SocketRefusal(error, entry)
    }
  }

  private init(_ error: any Error, _ entry: INIEntry?) {
    description = entry.map { "\($0.refused("\(error)"))" } ?? "\(error)"
    isPermanent =
      switch error {
      case let error as SocketPathError: error.isPermanent
      // An address that is in use, or not there yet, may be had later; a right to it may not.
      case let error as SystemError: [EACCES, EPERM, EAFNOSUPPORT].contains(error.code)
      default: false
      }
  }
}

/// A socket of the service manager that cannot be what its name says.
struct InheritedSocketError: Error, CustomStringConvertible {
  let name: String
  let reason: String

  var description: String { "the inherited socket \(name) \(reason)" }
}
