// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationProtocol
import Testing

private enum Activity: String, CaseIterable {
  case other
  case fitness
}

private typealias Reading = @Sendable (Parameter) throws(RPCError) -> Any

private func message(_ value: JSONValue?, _ read: Reading) -> String? {
  let parameters = Parameters(value.map { ["p": $0] } ?? [:])
  do {
    _ = try read(parameters.required("p"))
    return nil
  } catch {
    #expect(error.code == -32602)
    return error.message
  }
}

@Suite struct ParameterTests {
  @Test(
    arguments: [
      (.integer(91), "p: 91 is not in −90 … 90"), (.number(-90.5), "p: -90.5 is not in −90 … 90"),
      (.string("10"), "p: \"10\" is not a number in −90 … 90"),
      (.null, "p: null is not a number in −90 … 90"),
      (.unrepresentableNumber, "p: a number out of range is not a number in −90 … 90"),
      (.bool(true), "p: true is not a number in −90 … 90"),
      (.array([]), "p: an array is not a number in −90 … 90"),
      (nil, "p: missing, must be a number in −90 … 90"), (.integer(90), nil), (.number(-90), nil),
      (.integer(0), nil),
    ] as [(JSONValue?, String?)]
  )
  func `a number lies in its range`(value: JSONValue?, expected: String?) {
    #expect(
      message(value) { parameter throws(RPCError) in try parameter.number(in: -90...90) }
        == expected
    )
  }

  @Test(
    arguments: [
      (.integer(0), "p: 0 is not in 0 < value ≤ 0.5"), (.number(0.5), nil),
      (.integer(1), "p: 1 is not in 0 < value ≤ 0.5"),
    ] as [(JSONValue?, String?)]
  )
  func `a rate is greater than zero`(value: JSONValue?, expected: String?) {
    #expect(
      message(value) { parameter throws(RPCError) in try parameter.number(above: 0, atMost: 0.5) }
        == expected
    )
  }

  @Test(
    arguments: [
      (.integer(3), nil), (.number(2.5), "p: 2.5 is not a whole number in −1 … 10"),
      (.integer(11), "p: 11 is not in −1 … 10"),
      (.integer(.max), "p: 9223372036854775807 is not in −1 … 10"),
      (.number(1e300), "p: 1e+300 is not a whole number in −1 … 10"),
    ] as [(JSONValue?, String?)]
  )
  func `an integer is whole and in range`(value: JSONValue?, expected: String?) {
    #expect(
      message(value) { parameter throws(RPCError) in try parameter.integer(in: -1...10) }
        == expected
    )
  }

  @Test(
    arguments: [
      (.string("home"), nil), (.string("éé"), nil),
      (.string("ééé"), "p: \"ééé\" is not a string of 1 … 5 bytes without control characters"),
      (.string(""), "p: \"\" is not a string of 1 … 5 bytes without control characters"),
      (.string("a\nb"), #"p: "a\nb" is not a string of 1 … 5 bytes without control characters"#),
      (
        .string("a\u{85}b"),
        #"p: "a\u{0085}b" is not a string of 1 … 5 bytes without control characters"#
      ),
      (.integer(5), "p: 5 is not a string of 1 … 5 bytes without control characters"),
    ] as [(JSONValue?, String?)]
  )
  func `a string is short and printable`(value: JSONValue?, expected: String?) {
    #expect(
      message(value) { parameter throws(RPCError) in try parameter.string(maximumLength: 5) }
        == expected
    )
  }

  @Test(
    arguments: [
      (.string("fitness"), nil),
      (.string("Fitness"), "p: \"Fitness\" is not one of other, fitness"),
      (.integer(0), "p: 0 is not one of other, fitness"),
    ] as [(JSONValue?, String?)]
  )
  func `a word is one of its enumeration`(value: JSONValue?, expected: String?) {
    #expect(
      message(value) { parameter throws(RPCError) in try parameter.enumeration(Activity.self) }
        == expected
    )
  }

  @Test(
    arguments: [
      (.bool(false), nil), (.integer(1), "p: 1 is not true or false"),
      (.string("true"), "p: \"true\" is not true or false"),
    ] as [(JSONValue?, String?)]
  )
  func `a switch is true or false`(value: JSONValue?, expected: String?) {
    #expect(message(value) { parameter throws(RPCError) in try parameter.bool() } == expected)
  }

  @Test func `an optional member that is absent is nil`() throws {
    let parameters = Parameters(["a": .integer(4)])
    #expect(try parameters["a"]?.number(in: 0...9) == 4)
    #expect(try parameters["b"]?.number(in: 0...9) == nil)
    #expect(throws: RPCError(code: -32602, message: "a: 4 is not true or false")) {
      try parameters["a"]?.bool()
    }
  }

  @Test func `a place inside is named by its path`() throws {
    let point = JSONValue.array([.integer(91), .integer(0)])
    let parameters = Parameters(["region": .object(["polygon": .array([point, .null])])])
    let region = try parameters.required("region").object()
    let polygon = try region.required("polygon").array(count: 1...3)
    let first = try #require(polygon.first).array(count: 2...2)
    #expect(throws: RPCError(code: -32602, message: "region.polygon[0][0]: 91 is not in −90 … 90"))
    {
      try first[0].number(in: -90...90)
    }
    #expect(
      throws: RPCError(
        code: -32602,
        message: "region.polygon[1]: null is not an array of 2 … 2 elements"
      )
    ) {
      try polygon[1].array(count: 2...2)
    }
    #expect(
      throws: RPCError(
        code: -32602,
        message: "region.polygon: an array of 2 is not an array of 3 … 9 elements"
      )
    ) {
      try region.required("polygon").array(count: 3...9)
    }
    #expect(throws: RPCError(code: -32602, message: "region.center: missing, must be an object")) {
      try region.required("center").object()
    }
  }
}
