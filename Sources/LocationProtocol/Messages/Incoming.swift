// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// One line from the daemon, as a client reads it.
package enum Incoming: Hashable, Sendable {
  case callback(CallbackMessage)
  case answer(Answer)
  /// A notification this version does not know; to be ignored.
  case unknown(method: String)

  /// Throws if the line is neither a notification nor an answer.
  package init(_ line: [UInt8]) throws {
    self =
      switch try JSONText.decode(IncomingLine.self, from: line) {
      case .callback(let message): .callback(message)
      case .unknown(let method): .unknown(method: method)
      case .answer(let id, let error): .answer(Answer(id: id, error: error, line: line))
      }
  }

  /// The answer to one request; its result is decoded when its type is known.
  package struct Answer: Hashable, Sendable {
    package let id: RequestID
    package let error: RPCError?
    fileprivate let line: [UInt8]

    /// The result, or the error that came instead of it.
    package func result<Result: Decodable>(as type: Result.Type = Result.self) throws -> Result {
      if let error { throw error }
      return try JSONText.decode(ResultEnvelope<Result>.self, from: line).result
    }
  }
}

private struct ResultEnvelope<Result: Decodable>: Decodable {
  var result: Result
}

private enum IncomingLine: Decodable {
  case callback(CallbackMessage)
  case unknown(method: String)
  case answer(id: RequestID, error: RPCError?)

  private enum AnswerKey: String, CodingKey {
    case id
    case error
    case result
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CallbackMessage.Key.self)
    if container.contains(.method) {
      let name = try container.decode(String.self, forKey: .method)
      guard let method = CallbackMethod(rawValue: name) else {
        self = .unknown(method: name)
        return
      }
      self = .callback(try CallbackMessage(method, from: container))
      return
    }
    let answer = try decoder.container(keyedBy: AnswerKey.self)
    guard answer.contains(.result) != answer.contains(.error) else {
      throw DecodingError.dataCorruptedError(
        forKey: .result,
        in: answer,
        debugDescription: "an answer has either a result or an error"
      )
    }
    self = .answer(
      id: try answer.decode(RequestID.self, forKey: .id),
      error: answer.contains(.error) ? try answer.decode(RPCError.self, forKey: .error) : nil
    )
  }
}
