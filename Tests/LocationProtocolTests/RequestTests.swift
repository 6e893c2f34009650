// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationProtocol
import Testing

/// What a server without methods answers to one line: every request it understands gets `{}`.
func answer(_ line: String) -> String? {
  answer(Array(line.utf8))
}

func answer(_ line: [UInt8]) -> String? {
  let requests = RequestLine(line)
  var reply = Reply(to: requests)
  for call in requests.calls {
    switch call {
    case .success(let request):
      if let id = request.id {
        reply.append(Response(id: id, result: EmptyResult()))
      }
    case .failure(let rejection):
      reply.append(rejection)
    }
  }
  return reply.frame.map { text($0) }
}

private func refusal(_ code: Int, _ message: String, id: String = "null") -> String {
  #"{"error":{"code":\#(code),"message":"\#(message)"},"id":\#(id),"jsonrpc":"2.0"}"# + "\n"
}

@Suite struct RequestTests {
  @Test func `the request typed by hand is understood`() {
    let line = RequestLine(
      Array(#"{"jsonrpc":"2.0","id":1,"method":"startUpdatingLocation"}"#.utf8)
    )
    #expect(line.calls == [.success(Request(id: .integer(1), method: "startUpdatingLocation"))])
    #expect(!line.isBatch)
  }

  @Test func `parameters arrive and unknown members are ignored`() throws {
    let line = RequestLine(
      Array(
        #"{"jsonrpc":"2.0","x":[1],"id":"a","method":"m","params":{"a":1,"b":"c"},"meta":null}"#
          .utf8
      )
    )
    let request = try #require(try line.calls.first?.get())
    #expect(request.id == .string("a"))
    #expect(request.parameters == Parameters(["a": .integer(1), "b": .string("c")]))
  }

  @Test(arguments: [
    (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, "null"),
    (#"{"jsonrpc":"2.0","id":"","method":"ping"}"#, #""""#),
    (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, "1.5"),
    (#"{"jsonrpc":"2.0","id":18446744073709551615,"method":"ping"}"#, "18446744073709551615"),
  ])
  func `an id of any kind is answered`(line: String, id: String) {
    #expect(answer(line) == #"{"id":\#(id),"jsonrpc":"2.0","result":{}}"# + "\n")
  }

  @Test(arguments: [
    "", "{", "nonsense", "{} x", "\u{0}", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",}",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"a\":nan}}",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"a\":0x10}}",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"a\":\"\\ud800\"}}",
    "[{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":1},{\"jsonrpc\":\"2.0\",\"method\"]",
  ])
  func `a line that is not JSON is a parse error without id`(line: String) throws {
    let answered = try #require(answer(line))
    #expect(answered.hasPrefix(#"{"error":{"code":-32700,"message":"parse error: "#))
    #expect(answered.hasSuffix(#"},"id":null,"jsonrpc":"2.0"}"# + "\n"))
  }

  @Test func `a parse error says where`() {
    #expect(
      answer("{\"a\":1,}") == refusal(-32700, "parse error: byte 7: expected a member's name")
    )
  }

  @Test(arguments: [
    ("5", "a request is an object", "null"),
    ("\"ping\"", "a request is an object", "null"),
    ("[]", "an empty batch", "null"),
    ("{}", #"jsonrpc is not \"2.0\""#, "null"),
    (#"{"id":7,"method":"ping"}"#, #"jsonrpc is not \"2.0\""#, "7"),
    (#"{"jsonrpc":"1.0","id":"x","method":"ping"}"#, #"jsonrpc is not \"2.0\""#, #""x""#),
    (#"{"jsonrpc":2.0,"id":7,"method":"ping"}"#, #"jsonrpc is not \"2.0\""#, "7"),
    (#"{"jsonrpc":"2.0","id":7}"#, "method is not a string", "7"),
    (#"{"jsonrpc":"2.0","method":1}"#, "method is not a string", "null"),
    (#"{"jsonrpc":"2.0","id":7,"method":null}"#, "method is not a string", "7"),
    (
      #"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#,
      "id is not a string, null or a number of at most 37 digits", "null"
    ),
    (
      #"{"jsonrpc":"2.0","id":1e400,"method":"ping"}"#,
      "id is not a string, null or a number of at most 37 digits", "null"
    ),
  ])
  func `JSON that is no request is refused with the id it has`(
    line: String,
    reason: String,
    id: String
  ) {
    #expect(answer(line) == refusal(-32600, "invalid request: \(reason)", id: id))
  }

  @Test(arguments: [
    ("[1,2]", "an array"), ("null", "null"), ("\"x\"", #"\"x\""#),
    ("1e400", "a number out of range"),
  ])
  func `parameters that are not an object are refused`(params: String, shown: String) {
    let line = #"{"jsonrpc":"2.0","id":1,"method":"m","params":\#(params)}"#
    #expect(answer(line) == refusal(-32602, "params: \(shown) is not an object", id: "1"))
    let notification = #"{"jsonrpc":"2.0","method":"m","params":\#(params)}"#
    #expect(answer(notification) == nil)
  }

  @Test func `a notification gets no answer`() {
    #expect(answer(#"{"jsonrpc":"2.0","method":"ping"}"#) == nil)
    #expect(answer(#"[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b"}]"#) == nil)
  }

  @Test func `a batch is answered by one line in its order`() {
    let batch =
      #"[{"jsonrpc":"2.0","id":2,"method":"a"},{"jsonrpc":"2.0","method":"b"},1,"#
      + #"{"jsonrpc":"2.0","id":"x","method":"c","params":[]},{"jsonrpc":"2.0","id":1,"method":"d"}]"#
    #expect(
      answer(batch)
        == #"[{"id":2,"jsonrpc":"2.0","result":{}},"#
        + #"{"error":{"code":-32600,"message":"invalid request: a request is an object"},"id":null,"jsonrpc":"2.0"},"#
        + #"{"error":{"code":-32602,"message":"params: an array is not an object"},"id":"x","jsonrpc":"2.0"},"#
        + #"{"id":1,"jsonrpc":"2.0","result":{}}]"# + "\n"
    )
    #expect(answer("[1]")?.hasPrefix("[{") == true)
  }

  @Test(arguments: [(65, -32600), (4095, -32600), (4096, -32700), (30_000, -32700)])
  func `a batch of thousands is refused by one small answer`(count: Int, code: Int) {
    let batch = "[" + Array(repeating: "1", count: count).joined(separator: ",") + "]"
    let reason =
      code == -32600
      ? "invalid request: a batch of \(count) requests; at most 64 are allowed"
      : "parse error: byte 8191: more than 4096 values"
    #expect(answer(batch) == refusal(code, reason))
  }

  @Test func `a request is read the same wherever its bytes are cut`() {
    let line = #"{"jsonrpc":"2.0","id":"é\n","method":"m","params":{"a":[1.5,"😀"]}}"#
    let bytes = Array((line + "\r\n" + "[]" + "\n").utf8)
    for cut in bytes.indices {
      var framer = LineFramer()
      var lines: [[UInt8]] = []
      for piece in [bytes[..<cut], bytes[cut...]] {
        framer.append(piece)
        while case .line(let line) = framer.next() {
          lines.append(line)
        }
      }
      #expect(
        lines.map { RequestLine($0) } == [
          RequestLine(Array(line.utf8)), RequestLine([0x5B, 0x5D]),
        ]
      )
    }
  }

  @Test func `errors have the numbers of the specification`() {
    #expect(RPCError.parseError("").code == -32700)
    #expect(RPCError.lineTooLong.code == -32600)
    #expect(
      RPCError.methodNotFound("a\nb") == RPCError(code: -32601, message: #"no method "a\nb""#)
    )
    #expect(RPCError.invalidParams("").code == -32602)
    #expect(RPCError.internalFault.code == -32603)
  }

  @Test func `a result that cannot be encoded is an internal error`() {
    let response = Response(id: .integer(1), result: [Double.nan])
    #expect(text(response.frame) == refusal(-32603, "internal error", id: "1"))
  }
}
