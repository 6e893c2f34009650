// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationProtocol
import Testing

private func incoming(_ line: String) throws -> Incoming {
  try Incoming(Array(line.utf8))
}

@Suite struct IncomingTests {
  @Test(arguments: Samples.callbacks)
  func `a client reads back what the daemon wrote`(callback: Callback<Location>) throws {
    let frame = try Frame.encode(callback)
    #expect(frame.last == UInt8(ascii: "\n"))
    #expect(frame.count { $0 == UInt8(ascii: "\n") } == 1)
    let expected = CallbackMessage(callback.map { LocationMessage($0) })
    #expect(try Incoming(frame) == .callback(expected))
  }

  @Test func `the samples hold every callback`() {
    #expect(Set(Samples.callbacks.map(\.method)) == Set(CallbackMethod.allCases))
  }

  @Test func `the count of conflated locations is read back`() throws {
    let location = Samples.location(Samples.fullFix)
    let bytes = try LocationFrame([location]).bytes(conflated: 7)
    let callback = Callback.didUpdateLocations([LocationMessage(location)])
    #expect(try Incoming(bytes) == .callback(CallbackMessage(callback, conflated: 7)))
  }

  @Test func `a result is decoded as the type the client expects`() throws {
    let message = LocationMessage(Samples.location(Samples.fullFix))
    let frame = Response(id: .integer(4), result: ["location": message]).frame
    guard case .answer(let answer) = try Incoming(frame) else {
      Issue.record("not an answer")
      return
    }
    #expect(answer.id == .integer(4))
    #expect(try answer.result(as: [String: LocationMessage].self) == ["location": message])
    #expect(throws: DecodingError.self) { try answer.result(as: [String: Int].self) }
  }

  @Test func `an error is thrown where the result is asked for`() throws {
    let error = RPCError.invalidParams("latitude: 91 is not in −90 … 90")
    guard case .answer(let answer) = try Incoming(Response(id: .null, error: error).frame) else {
      Issue.record("not an answer")
      return
    }
    #expect(answer.id == .null)
    #expect(answer.error == error)
    #expect(throws: error) { try answer.result(as: EmptyResult.self) }
  }

  @Test func `a notification of a later version is known by its name`() throws {
    let line = #"{"jsonrpc":"2.0","method":"didDreamOfLocation","params":[1]}"#
    #expect(try incoming(line) == .unknown(method: "didDreamOfLocation"))
  }

  @Test func `unknown members are ignored`() throws {
    let line =
      #"{"jsonrpc":"2.0","x":1,"method":"didDetermineState","#
      + #""params":{"identifier":"a","state":"inside","since":null}}"#
    let expected = CallbackMessage(.didDetermineState(identifier: "a", .inside))
    #expect(try incoming(line) == .callback(expected))
  }

  @Test(arguments: [
    "", "5", "[]", "{}", "{\"id\":1}", "{\"id\":1,\"result\":{},\"error\":{}}", "{\"result\":{}}",
    #"{"method":"didDetermineState"}"#, #"{"method":"didVisit","params":{"visit":{}}}"#,
    #"{"method":"didDetermineState","params":{"identifier":"a","state":"near"}}"#,
    #"{"method":"didFailWithError","params":{"error":{"code":99,"message":"","name":""}}}"#,
    #"{"method":"didVisit","params":{"visit":"#
      + #"{"latitude":91,"longitude":0,"horizontalAccuracy":1}}}"#,
    #"{"method":"didUpdateHeading","params":{"heading":{"timestamp":"2026-02-31T00:00:00Z"}}}"#,
  ])
  func `a line that is neither is an error`(line: String) {
    #expect(throws: (any Error).self) { try incoming(line) }
  }

  @Test func `a client's request is one the server understands`() throws {
    let params = ["region": ["identifier": JSONValue.string("a/b")]]
    let request = OutgoingRequest(id: .integer(3), method: "startMonitoring", params: params)
    #expect(
      text(try request.frame())
        == #"{"id":3,"jsonrpc":"2.0","method":"startMonitoring","#
        + #""params":{"region":{"identifier":"a/b"}}}"# + "\n"
    )
    let expected = Request(
      id: .integer(3),
      method: "startMonitoring",
      parameters: Parameters(["region": .object(["identifier": .string("a/b")])])
    )
    #expect(RequestLine(try request.frame()).calls == [.success(expected)])
    let ping = OutgoingRequest(id: nil, method: "ping")
    #expect(text(try ping.frame()) == #"{"jsonrpc":"2.0","method":"ping"}"# + "\n")
  }
}
