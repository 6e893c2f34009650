// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LinuxIO
package import LocationProtocol

/// Why a connection, or one request on it, came to nothing.
package enum ConnectionFailure: Error, Hashable, Sendable {
  /// Nobody listens at the path, or the path is not a socket's.
  case unreachable(path: String, reason: String)
  /// The file permissions of the socket forbid it.
  case notPermitted(path: String)
  /// The daemon hung up.
  case closed(path: String)
  case failed(SystemError)
  /// The daemon sent something that is not its protocol.
  case malformed(String)
  /// No answer to the method in time.
  case timedOut(method: String)
  /// The daemon answered with an error.
  case refused(method: String, RPCError)
  /// The caller asked to stop waiting.
  case cancelled
}

extension ConnectionFailure {
  /// The failure of a connection attempt, by what it means to the caller.
  static func connecting(to path: String, _ error: SocketPathError) -> ConnectionFailure {
    switch error {
    case .system(let system) where system.isPermissionDenied: .notPermitted(path: path)
    case .system(let system): .unreachable(path: path, reason: "\(system)")
    default: .unreachable(path: path, reason: "\(error)")
    }
  }
}
