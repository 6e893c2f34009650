// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import Testing

@testable import TrackFiles

struct TextTests {
  private func parse(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    return DecimalText.parse(bytes.span)
  }

  private func parseTime(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    return TimeText.parse(bytes.span)?.text
  }

  @Test(arguments: [
    ("10", 10), ("+10.5", 10.5), ("20.", 20), (".5", 0.5), ("-0.0", 0), (" \t10.25\r\n", 10.25),
    ("5.6e-05", 0.000056), ("-2e-7", -0.0000002), ("1E2", 100), ("1e+2", 100), ("007", 7),
    ("0.1234567890123456789", 0.1234567890123456789), ("179.99999999999999", 179.99999999999999),
    ("1e23", 1e23), ("9007199254740993", 9_007_199_254_740_992), ("1e-400", 0),
    ("123456789012345678901234567890", 123_456_789_012_345_677_877_719_597_056),
    ("2.2250738585072014e-308", 2.2250738585072014e-308),
  ])
  func `a decimal number is read to the nearest double`(text: String, value: Double) {
    #expect(parse(text) == value)
  }

  @Test(arguments: [
    "", " ", "10,5", "nan", "NaN", "inf", "-infinity", "0x10", "0x1p3", "1e400", "-1e400", "1e",
    "1e+", ".", "+", "-", "--1", "1 2", "10.1.2", "١٠", "10°", "1_0", "1e1.5", "e5", "10N",
    String(repeating: "1", count: 129),
  ])
  func `whatever is not a finite decimal number is refused`(text: String) {
    #expect(parse(text) == nil)
  }

  @Test(arguments: [
    ("2025-03-01T12:00:00Z", "2025-03-01T12:00:00.000Z"),
    ("2025-03-01T12:00:01.001Z", "2025-03-01T12:00:01.001Z"),
    ("2025-03-01T14:00:03+02:00", "2025-03-01T12:00:03.000Z"),
    ("2025-03-01T14:00:03+0200", "2025-03-01T12:00:03.000Z"),
    ("2025-03-01T06:30:00-05:30", "2025-03-01T12:00:00.000Z"),
    ("2025-03-01T12:00:11", "2025-03-01T12:00:11.000Z"),
    ("2025-03-01 12:00:11z", "2025-03-01T12:00:11.000Z"),
    ("2025-03-01T12:00:12.123456789Z", "2025-03-01T12:00:12.123Z"),
    ("2025-03-01T12:00:12.9996Z", "2025-03-01T12:00:13.000Z"),
    ("2025-12-31T24:00:00Z", "2026-01-01T00:00:00.000Z"),
    ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"),
    ("2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"),
    ("\n  2025-03-01T12:00:09Z\t", "2025-03-01T12:00:09.000Z"),
    ("1980-01-06T00:00:00Z", "1980-01-06T00:00:00.000Z"),
  ])
  func `a time is read and written in UTC`(text: String, expected: String) {
    #expect(parseTime(text) == expected)
  }

  @Test(arguments: [
    "", "2025-03-00T12:00:07Z", "2025-02-29T00:00:00Z", "2025-13-01T00:00:00Z", "2025-03-01",
    "2025-03-01T12:00Z", "2025-03-01T25:00:00Z", "2025-03-01T12:60:00Z", "2025-03-01T12:00:61Z",
    "2025-03-01T24:00:01Z", "2025-03-01T12:00:00.Z", "2025-03-01T12:00:00+15:00",
    "2025-03-01T12:00:00ZZ", "1970-01-01T00:00:00Z", "1980-01-05T23:59:59Z", "25-03-01T12:00:00Z",
    "-2025-03-01T12:00:00Z", "2025-3-1T12:00:00Z", "now",
  ])
  func `an impossible or partial time is refused`(text: String) {
    #expect(parseTime(text) == nil)
  }

  @Test func `every day of four centuries is converted there and back`() throws {
    var previous: CivilDate?
    for day in Int64(3650)..<150_000 {
      let date = try #require(CivilDate(daysSince1970: day))
      #expect(date.daysSince1970 == day)
      #expect(date != previous)
      previous = date
    }
  }

  @Test(arguments: [
    (0.000056, "0.000056"), (-0.0000002, "-0.0000002"), (-0.0, "0"), (-1e-12, "0"), (180, "180"),
    (48.85837, "48.85837"), (0.1 + 0.2, "0.3"), (1e15, "9000000000"), (-33.8568, "-33.8568"),
  ])
  func `numbers are written without exponent or negative zero`(value: Double, text: String) {
    var bytes: [UInt8] = []
    bytes.append(decimal: value)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }
}
