// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
internal import LinuxIO

/// Why a socket that was asked for is not served.
struct SocketRefusal: Error, CustomStringConvertible {
  let description: String
  /// Whether another try would end in the same way until somebody changes something.
  let isPermanent: Bool
  /// What whoever wants the socket can do.
  let next: String

  /// Opens a socket; what is wrong with it is told as a refusal.
  static func naming<Socket: ~Copyable>(
    _ open: () throws -> Socket
  ) throws(SocketRefusal) -> Socket {
    do {
      return try open()
    } catch {
      throw SocketRefusal(error, nil)
    }
  }

  /// What is wrong is told with the line that asked for the socket.
  init(_ error: any Error, _ entry: INIEntry?) {
    description = entry.map { "\($0.refused("\(error)"))" } ?? "\(error)"
    switch error {
    case let error as SocketPathError:
      isPermanent = error.isPermanent
      next = "make its folder one that this user may write to, and free its path"
    case let error as SystemError:
      // An address that is in use, or not there yet, may be had later; a right to it may not.
      isPermanent = [EACCES, EPERM, EAFNOSUPPORT].contains(error.code)
      next = Self.advice(error.code)
    default:
      isPermanent = false
      next = Self.advice(0)
    }
  }

  private static func advice(_ code: Int32) -> String {
    switch code {
    case EADDRINUSE: "find who has the port with ss -ltnp, and let one of the two have another"
    case EADDRNOTAVAIL, EAFNOSUPPORT: "give this machine the address, or name another one"
    case EACCES, EPERM: "name a port from 1024 on, or let a socket unit open it"
    default: "name another place for it"
    }
  }
}

/// A socket of the service manager that cannot be what its name says.
struct InheritedSocketError: Error, CustomStringConvertible {
  let name: String
  let reason: String

  var description: String { "the inherited socket \(name) \(reason)" }
}
