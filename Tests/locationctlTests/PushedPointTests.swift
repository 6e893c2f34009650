// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationProtocol
import Testing

@testable import locationctl

/// The lines of `set -`.
@Suite struct PushedPointTests {
  private func read(_ text: String) throws(Failure) -> JSONValue? {
    try PushedPoint.read(StandardInput.Line(number: 7, text: text))
  }

  private func encoded(_ text: String) throws -> String? {
    try read(text).map { String(decoding: try JSONText.encode($0), as: UTF8.self) }
  }

  @Test(arguments: [
    ("48.5,-2.25", #"{"latitude":48.5,"longitude":-2.25}"#),
    ("  48.5, 2.25 ,35.5", #"{"altitude":35.5,"latitude":48.5,"longitude":2.25}"#),
    (#"{"latitude":1,"longitude":2,"color":"red"}"#, #"{"latitude":1,"longitude":2}"#),
    (
      #"{"latitude":1,"longitude":2,"speed":3,"timestamp":"2026-11-30T01:22:20.120Z"}"#,
      #"{"latitude":1,"longitude":2,"speed":3,"time":"2026-11-30T01:22:20.120Z"}"#
    ),
  ])
  func `a point is numbers or an object`(line: String, expected: String) throws {
    #expect(try encoded(line) == expected)
  }

  @Test(arguments: ["", "   ", "# a comment"])
  func `empty lines and comments are no points`(line: String) throws {
    #expect(try encoded(line) == nil)
  }

  @Test(arguments: [
    ("48.5", "'48.5' is not LAT,LON or LAT,LON,ALT"),
    ("91,2", "latitude: 91 is not in -90 … 90 degrees"),
    ("0x10,2", "latitude: 0x10 is not in -90 … 90 degrees"),
    ("1,nan", "longitude: nan is not in -180 … 180 degrees"),
    ("1,1e400", "longitude: 1e400 is not in -180 … 180 degrees"),
    ("1,2,3,4", "'1,2,3,4' is not LAT,LON or LAT,LON,ALT"), ("{", "not a JSON object"),
    (#"{"latitude":1}"#, "no longitude"),
    (#"{"latitude":1,"longitude":"2"}"#, "longitude: not a number"),
    (#"{"latitude":1,"longitude":2,"speed":-1}"#, "speed: -1 is not in 0 … 100000 m/s"),
    (
      #"{"latitude":1,"longitude":2,"verticalAccuracy":1}"#,
      "verticalAccuracy needs altitude beside it"
    ),
    (
      #"{"latitude":1,"longitude":2,"time":"noon"}"#,
      "time: not a time as in 2026-11-30T01:22:20.120Z"
    ),
  ])
  func `a bad line is refused with its number`(line: String, reason: String) {
    #expect(throws: Failure.badData("standard input, line 7: \(reason)")) { try read(line) }
  }
}
