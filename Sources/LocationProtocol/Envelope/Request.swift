// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// One well-formed call.
package struct Request: Hashable, Sendable {
  /// Nil for a notification, which gets no answer.
  package var id: RequestID?
  package var method: String
  package var parameters: Parameters

  package init(id: RequestID?, method: String, parameters: Parameters = Parameters()) {
    self.id = id
    self.method = method
    self.parameters = parameters
  }
}

/// A call that is refused before its method is looked at.
package struct Rejection: Error, Hashable, Sendable {
  /// Nil if a notification was wrong: that is not answered either.
  package var id: RequestID?
  package var error: RPCError
}

/// What one line asks for: a call, or a batch of them to be answered by one line.
package struct RequestLine: Hashable, Sendable {
  package var calls: [Result<Request, Rejection>]
  package var isBatch: Bool

  /// Reads one line; whatever it is, the result says what to answer.
  package init(_ line: [UInt8]) {
    do {
      self = try JSONText.decode(RequestLine.self, from: line, maximumValues: Limits.values)
    } catch let failure as JSONSyntax.Failure {
      self.init(rejecting: .parseError("\(failure)"))
    } catch {
      self.init(rejecting: .parseError("a string holds half a surrogate pair"))
    }
  }

  private init(rejecting error: RPCError) {
    self.init(call: .failure(Rejection(id: .null, error: error)))
  }

  private init(call: Result<Request, Rejection>) {
    calls = [call]
    isBatch = false
  }

  private init(batch calls: [Result<Request, Rejection>]) {
    self.calls = calls
    isBatch = true
  }
}

extension RequestLine: Decodable {
  package init(from decoder: any Decoder) throws {
    guard var elements = try? decoder.unkeyedContainer() else {
      self.init(call: try CallEnvelope(from: decoder).call)
      return
    }
    let count = elements.count ?? 0
    guard count > 0 else {
      self.init(rejecting: .invalidRequest("an empty batch"))
      return
    }
    guard count <= Limits.batch else {
      let reason = "a batch of \(count) requests; at most \(Limits.batch) are allowed"
      self.init(rejecting: .invalidRequest(reason))
      return
    }
    var calls: [Result<Request, Rejection>] = []
    while !elements.isAtEnd {
      calls.append(try elements.decode(CallEnvelope.self).call)
    }
    self.init(batch: calls)
  }
}

/// Decodes any JSON value into a call or its rejection; throws only for strings that are broken.
private struct CallEnvelope: Decodable {
  private enum Key: String, CodingKey {
    case jsonrpc
    case id
    case method
    case params
  }

  let call: Result<Request, Rejection>

  init(from decoder: any Decoder) throws {
    guard let container = try? decoder.container(keyedBy: Key.self) else {
      call = Self.reject(.null, .invalidRequest("a request is an object"))
      return
    }
    var id: RequestID?
    if container.contains(.id) {
      guard let known = try? container.decode(RequestID.self, forKey: .id) else {
        let reason = "id is not a string, null or a number of at most 37 digits"
        call = Self.reject(.null, .invalidRequest(reason))
        return
      }
      id = known
    }
    guard (try? container.decode(String.self, forKey: .jsonrpc)) == "2.0" else {
      call = Self.reject(id ?? .null, .invalidRequest("jsonrpc is not \"2.0\""))
      return
    }
    guard let method = try? container.decode(String.self, forKey: .method) else {
      call = Self.reject(id ?? .null, .invalidRequest("method is not a string"))
      return
    }
    guard container.contains(.params) else {
      call = .success(Request(id: id, method: method))
      return
    }
    switch try container.decode(JSONValue.self, forKey: .params) {
    case .object(let members):
      call = .success(Request(id: id, method: method, parameters: Parameters(members)))
    case let other:
      call = Self.reject(id, .invalidParams("params: \(other) is not an object"))
    }
  }

  private static func reject(_ id: RequestID?, _ error: RPCError) -> Result<Request, Rejection> {
    .failure(Rejection(id: id, error: error))
  }
}
