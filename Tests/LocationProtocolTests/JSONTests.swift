// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationProtocol
import Testing

private func failure(_ bytes: [UInt8]) -> JSONReader.Failure? {
  do {
    _ = try JSONReader.value(of: bytes)
    return nil
  } catch {
    return error
  }
}

@Suite struct JSONTests {
  @Test(arguments: [
    "{}", "[]", "null", "true", "false", "\"\"", "0", "-0", "10", "-1.5", "1e5", "1E+5", "0.1e-10",
    " { \"a\" : [ 1 , 2 ] , \"b\" : { } } ", #""\"\\\/\b\f\n\r\t\u00e9""#, "1e400", "\"é€😀\"",
    "[[[[[[[[[[1]]]]]]]]]]",
  ])
  func `well-formed text is accepted`(json: String) {
    #expect(failure(Array(json.utf8)) == nil)
  }

  @Test(arguments: [
    ("", 0, "unexpected end"), (" ", 1, "unexpected end"), ("{", 1, "unexpected end"),
    ("{\"a\":1,}", 7, "expected a member's name"), ("[1,]", 3, "expected a value"),
    ("{a:1}", 1, "expected a member's name"), ("{'a':1}", 1, "expected a member's name"),
    ("{\"a\" 1}", 5, "expected :"), ("{\"a\":1 \"b\":2}", 7, "expected , or }"),
    ("[1 2]", 3, "expected , or ]"), ("[1", 2, "unexpected end"), ("]", 0, "expected a value"),
    ("01", 1, "text after the end of the value"), ("1.", 2, "unexpected end"),
    (".5", 0, "expected a value"), ("+1", 0, "expected a value"), ("-", 1, "unexpected end"),
    ("--1", 1, "expected a digit"), ("[1.]", 3, "expected a digit"), ("1e", 2, "unexpected end"),
    ("0x10", 1, "text after the end of the value"), ("NaN", 0, "expected a value"),
    ("nul", 3, "unexpected end"), ("Infinity", 0, "expected a value"),
    ("1,5", 1, "text after the end of the value"), ("\"a", 2, "unexpected end"),
    ("\"a\tb\"", 2, "control character in a string"), ("\"\\x\"", 2, "unknown escape"),
    ("\"\\u12g4\"", 5, "expected four hexadecimal digits"),
    ("{} {}", 3, "text after the end of the value"),
    ("{}\u{0}", 2, "text after the end of the value"), ("\u{FEFF}{}", 0, "expected a value"),
    ("{} // note", 3, "text after the end of the value"),
    (
      "[[[[[[[[[[[1]]]]]]]]]]]", 10,
      "nested deeper than 10"
    ),
  ])
  func `anything else is refused at its place`(json: String, offset: Int, reason: String) {
    #expect(failure(Array(json.utf8))?.description == "byte \(offset): \(reason)")
  }

  @Test(
    arguments: [
      ([0x22, 0xFF, 0x22], 1), ([0x22, 0xC3, 0x22], 1), ([0x22, 0xED, 0xA0, 0x80, 0x22], 1),
      ([0x7B, 0x00, 0x7D, 0x00], 1), ([0xFF, 0xFE, 0x7B, 0x00], 0), ([0x22, 0xC0, 0x80, 0x22], 1),
    ] as [([UInt8], Int)]
  )
  func `bytes that are not UTF-8 text are refused`(bytes: [UInt8], offset: Int) {
    #expect(failure(bytes)?.offset == offset)
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
  func `a hundred thousand brackets are an error`(piece: String) {
    let bomb = Array(String(repeating: piece, count: 100_000).utf8)
    #expect(failure(bomb)?.reason == "nested deeper than 10")
    #expect(throws: JSONReader.Failure.self) { try JSONText.decode(JSONValue.self, from: bomb) }
  }

  @Test(
    arguments: [
      ("null", .null), ("true", .bool(true)), ("false", .bool(false)), ("0", .integer(0)),
      ("-0", .integer(0)), ("1.0", .integer(1)), ("1e2", .integer(100)), ("1.5", .number(1.5)),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("1e300", .number(1e300)),
      ("1e400", .unrepresentableNumber), ("-1e400", .unrepresentableNumber),
      ("1e-400", .unrepresentableNumber), ("5e-324", .number(.leastNonzeroMagnitude)),
      ("\"\"", .string("")),
      ("\"a\\u00e9\\ud83d\\ude00\"", .string("aé😀")), ("[]", .array([])), ("{}", .object([:])),
      ("[1,[null]]", .array([.integer(1), .array([.null])])),
      ("{\"a\":{\"b\":\"c\"},\"a\":1}", .object(["a": .object(["b": .string("c")])])),
    ] as [(String, JSONValue)]
  )
  func `a value is read exactly`(json: String, value: JSONValue) throws {
    #expect(try JSONText.decode(JSONValue.self, from: Array(json.utf8)) == value)
  }

  @Test func `a value is written as it was read`() throws {
    let json = #"{"a":[1,2.5,"x/y",null,true],"b":{"c":-7},"d":9223372036854775807}"#
    let value = try JSONText.decode(JSONValue.self, from: Array(json.utf8))
    #expect(text(try JSONText.encode(value)) == json)
    #expect(throws: EncodingError.self) { try JSONText.encode([JSONValue.unrepresentableNumber]) }
    #expect(throws: EncodingError.self) { try JSONText.encode([Double.nan]) }
  }

  @Test func `what is wrong with a value is told with its place`() {
    let json = Array(#"{"a":[1,"x"]}"#.utf8)
    #expect {
      try JSONText.decode([String: [Int]].self, from: json)
    } throws: { error in
      guard case DecodingError.typeMismatch(_, let context) = error else { return false }
      return context.codingPath.map(\.stringValue) == ["a", "1"]
    }
    #expect {
      try JSONText.encode(JSONValue.object(["a": .array([.null, .unrepresentableNumber])]))
    } throws: { error in
      guard case EncodingError.invalidValue(_, let context) = error else { return false }
      return context.codingPath.map(\.stringValue) == ["a", "1"]
    }
  }

  @Test(arguments: [
    ("1", "1"), ("-7", "-7"), ("\"1\"", "\"1\""), ("\"\"", "\"\""), ("null", "null"),
    ("9223372036854775807", "9223372036854775807"),
    ("18446744073709551615", "18446744073709551615"),
    ("1.5", "1.5"), ("0.1", "0.1"), ("1.0", "1"), ("1e3", "1000"), ("\"a\\n/\"", "\"a\\n/\""),
    ("1234567890123456789012345678901234567", "1234567890123456789012345678901234567"),
  ])
  func `an id is given back exactly`(json: String, written: String) throws {
    let line = #"{"jsonrpc":"2.0","id":\#(json),"method":"m"}"#
    #expect(answer(line) == #"{"id":\#(written),"jsonrpc":"2.0","result":{}}"# + "\n")
  }

  @Test(arguments: [
    "true", "[1]", "{}", "1e400", "1e-400", "12345678901234567890123456789012345678901234",
  ])
  func `an id that cannot be given back is refused`(json: String) throws {
    let line = #"{"jsonrpc":"2.0","id":\#(json),"method":"m"}"#
    #expect(try #require(answer(line)).contains("id is not a string, null or a number"))
  }

  @Test(arguments: [
    ("\"7\"", "a string"), ("7.5", "a fraction"), ("300", "out of range"), ("null", "null"),
    ("{}", "an object"), ("[]", "an array"), ("true", "a bool"), ("-1", "negative"),
  ])
  func `a small whole number is decoded from nothing else`(json: String, what: String) throws {
    let bytes = Array(json.utf8)
    #expect(throws: DecodingError.self) { try JSONText.decode(UInt8.self, from: bytes) }
    #expect(throws: DecodingError.self) {
      try JSONText.decode([String: [UInt8]].self, from: Array(#"{"a":[\#(json)]}"#.utf8))
    }
  }

  private struct Sample: Codable, Equatable {
    var text = "\u{0}\u{1F}\"\\/\u{7F}é\u{2028}😀\r\n\t\u{8}\u{C}"
    var flag = true
    var real = -0.1
    var tiny = Double.leastNonzeroMagnitude
    var huge = 1.7976931348623157e308
    var single: Float = 0.5
    var bytes: [UInt8] = [0, 255]
    var least = Int64.min
    var table = [["b": 1], ["a": 2, "A": 3]] as [[String: Int]]
    var absent: Int?
    var nothing: [Int?] = [nil, 1]
  }

  @Test func `a value of every kind is written and read back`() throws {
    let bytes = try JSONText.encode(Sample())
    #expect(
      text(bytes)
        == #"{"bytes":[0,255],"flag":true,"huge":1.7976931348623157e+308,"#
        + #""least":-9223372036854775808,"nothing":[null,1],"real":-0.1,"single":0.5,"#
        + #""table":[{"b":1},{"A":3,"a":2}],"text":"\u0000\u001f\"\\/"#
        + "\u{7F}é\u{2028}😀" + #"\r\n\t\b\f","tiny":5e-324}"#
    )
    #expect(try JSONText.decode(Sample.self, from: bytes) == Sample())
  }

  @Test(
    arguments: [
      (.null, "null"), (.integer(91), "91"), (.number(1.5), "1.5"), (.string("10"), "\"10\""),
      (.string("a\nb\"\u{1B}"), #""a\nb\"\u{1B}""#), (.array([]), "an array"),
      (.object([:]), "an object"),
      (
        .string(String(repeating: "x", count: 41)), "\"" + String(repeating: "x", count: 40) + "…\""
      ),
      (.bool(true), "true"), (.unrepresentableNumber, "a number out of range"),
    ] as [(JSONValue, String)]
  )
  func `a value in a message is short and on one line`(value: JSONValue, description: String) {
    #expect(value.description == description)
  }
}
