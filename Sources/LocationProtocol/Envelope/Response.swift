// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// One answer, encoded but not yet framed.
package struct Response: Hashable, Sendable {
  /// The JSON object, without a newline.
  package let body: [UInt8]

  /// Carries a result; if it cannot be encoded the answer is an internal error, never silence.
  package init(id: RequestID, result: some Encodable) {
    let body = try? JSONText.encode(ResultMessage(id: id, result: result))
    self.body = body ?? Self.body(id: id, error: .internalFault)
  }

  /// Carries an error.
  package init(id: RequestID, error: RPCError) {
    body = Self.body(id: id, error: error)
  }

  private static func body(id: RequestID, error: RPCError) -> [UInt8] {
    (try? JSONText.encode(ErrorMessage(error: error, id: id))) ?? lastResort
  }

  /// The answer alone on its line.
  package var frame: [UInt8] { body + [UInt8(ascii: "\n")] }

  private static let lastResort = Array(
    #"{"error":{"code":-32603,"message":"internal error"},"id":null,"jsonrpc":"2.0"}"#.utf8
  )
}

/// The result of a method that has nothing to tell: `{}`.
package struct EmptyResult: Codable, Hashable, Sendable {
  package init() {}
}

/// Collects the answers to one line, in the order of its calls.
package struct Reply: Sendable {
  private let isBatch: Bool
  private var responses: [Response] = []

  package init(to line: RequestLine) {
    isBatch = line.isBatch
  }

  /// Adds the answer to the next call that wants one.
  package mutating func append(_ response: Response) {
    responses.append(response)
  }

  /// Adds a refusal, unless a notification was refused.
  package mutating func append(_ rejection: Rejection) {
    guard let id = rejection.id else { return }
    responses.append(Response(id: id, error: rejection.error))
  }

  /// One line that answers the whole line, or nil if it held only notifications.
  package var frame: [UInt8]? {
    guard let first = responses.first else { return nil }
    guard isBatch else { return first.frame }
    var bytes = [UInt8(ascii: "[")]
    for response in responses {
      if bytes.count > 1 {
        bytes.append(UInt8(ascii: ","))
      }
      bytes += response.body
    }
    bytes += "]\n".utf8
    return bytes
  }
}

private struct ResultMessage<Value: Encodable>: Encodable {
  var id: RequestID
  var jsonrpc = "2.0"
  var result: Value
}

private struct ErrorMessage: Encodable {
  var error: RPCError
  var id: RequestID
  var jsonrpc = "2.0"
}
