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
      var reader = try JSONReader(line, maximumValues: Limits.values)
      if reader.isAtArray {
        var calls: [Result<Request, Rejection>] = []
        try reader.array { (reader) throws(JSONReader.Failure) in
          calls.append(try CallEnvelope(from: &reader).call)
        }
        try reader.end()
        self.init(batch: calls)
      } else {
        let envelope = try CallEnvelope(from: &reader)
        try reader.end()
        self.init(call: envelope.call)
      }
    } catch {
      self.init(rejecting: .parseError("\(error)"))
    }
  }

  private init(rejecting error: RPCError) {
    self.init(call: .failure(Rejection(id: .null, error: error)))
  }

  private init(call: Result<Request, Rejection>) {
    self.init(calls: [call], isBatch: false)
  }

  private init(batch calls: [Result<Request, Rejection>]) {
    if calls.isEmpty {
      self.init(rejecting: .invalidRequest("an empty batch"))
    } else if calls.count > Limits.batch {
      let reason = "a batch of \(calls.count) requests; at most \(Limits.batch) are allowed"
      self.init(rejecting: .invalidRequest(reason))
    } else {
      self.init(calls: calls, isBatch: true)
    }
  }

  private init(calls: [Result<Request, Rejection>], isBatch: Bool) {
    self.calls = calls
    self.isBatch = isBatch
  }
}

/// What a request's object says, read member by member so that an id keeps all its digits.
private struct CallEnvelope {
  private var isObject = true
  private var version: JSONValue?
  private var method: JSONValue?
  private var params: JSONValue?
  /// Nil in the outer optional if there is none; in the inner if it cannot be given back.
  private var id: RequestID??

  /// Reads any value; only a text that is not JSON throws.
  init(from reader: inout JSONReader) throws(JSONReader.Failure) {
    guard reader.isAtObject else {
      _ = try reader.value()
      isObject = false
      return
    }
    try reader.object { (name, reader) throws(JSONReader.Failure) in
      // Of two members of one name the first counts.
      switch name {
      case "jsonrpc" where version == nil: version = try reader.value()
      case "method" where method == nil: method = try reader.value()
      case "params" where params == nil: params = try reader.value()
      case "id" where id == nil: id = .some(RequestID(try reader.valueAndText()))
      default: _ = try reader.value()
      }
    }
  }

  /// The call, or why it is none.
  var call: Result<Request, Rejection> {
    guard isObject else { return reject(.null, .invalidRequest("a request is an object")) }
    let id: RequestID?
    switch self.id {
    case .none:
      id = nil
    case .some(.some(let known)):
      id = known
    case .some(.none):
      let reason = "id is not a string, null or a number of at most 37 digits"
      return reject(.null, .invalidRequest(reason))
    }
    guard version == .string("2.0") else {
      return reject(id ?? .null, .invalidRequest("jsonrpc is not \"2.0\""))
    }
    guard case .string(let method) = method else {
      return reject(id ?? .null, .invalidRequest("method is not a string"))
    }
    switch params {
    case .none:
      return .success(Request(id: id, method: method))
    case .object(let members):
      return .success(Request(id: id, method: method, parameters: Parameters(members)))
    case .some(let other):
      return reject(id, .invalidParams("params: \(other) is not an object"))
    }
  }

  private func reject(_ id: RequestID?, _ error: RPCError) -> Result<Request, Rejection> {
    .failure(Rejection(id: id, error: error))
  }
}
