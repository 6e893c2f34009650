// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// An error of JSON-RPC 2.0: its number and a sentence for people.
package struct RPCError: Error, Hashable, Sendable, Codable {
  package var code: Int
  package var message: String

  package init(code: Int, message: String) {
    self.code = code
    self.message = message
  }

  /// The line is not JSON.
  package static func parseError(_ reason: String) -> RPCError {
    RPCError(code: -32700, message: "parse error: \(reason)")
  }

  /// JSON, but not a request.
  package static func invalidRequest(_ reason: String) -> RPCError {
    RPCError(code: -32600, message: "invalid request: \(reason)")
  }

  /// No such method on this socket.
  package static func methodNotFound(_ method: String) -> RPCError {
    RPCError(code: -32601, message: "no method \(JSONValue.string(method))")
  }

  /// The reason begins with the parameter's name.
  package static func invalidParams(_ reason: String) -> RPCError {
    RPCError(code: -32602, message: reason)
  }

  /// Our fault; the log says more.
  package static let internalFault = RPCError(code: -32603, message: "internal error")

  /// The only line to a peer beyond a limit, before the connection closes.
  package static func noRoom(_ reason: String) -> RPCError {
    RPCError(code: -32000, message: "no room for another connection: \(reason)")
  }

  /// The answer to a line beyond the limit, before the connection closes.
  package static let lineTooLong = invalidRequest(
    "a line has at most \(Limits.requestLine) bytes, its newline included"
  )
}
