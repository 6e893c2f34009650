// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationProtocol
import LocationTestSupport
import Testing

@Suite struct TimeTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00.000Z", 0), ("1969-12-31T23:59:59.999Z", -1),
    ("2000-02-29T00:00:00.000Z", 951_782_400_000), ("2000-03-01T00:00:00.000Z", 951_868_800_000),
    ("1900-02-28T23:59:59.000Z", -2_203_891_201_000),
    ("1900-03-01T00:00:00.000Z", -2_203_891_200_000),
    ("2024-02-29T12:34:56.789Z", 1_709_210_096_789),
    ("2026-11-30T01:22:20.120Z", 1_796_001_740_120),
    ("1980-01-06T00:00:00.000Z", 315_964_800_000), ("2038-01-19T03:14:08.000Z", 2_147_483_648_000),
    ("0001-01-01T00:00:00.000Z", -62_135_596_800_000),
    ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ("1582-10-10T00:00:00.000Z", -12_219_724_800_000),
    ("1600-12-31T00:00:00.000Z", -11_644_560_000_000),
  ])
  func `a time and its text are the same`(text: String, milliseconds: Int64) {
    #expect(UTCTime(milliseconds: milliseconds).text == text)
    #expect(UTCTime(text: text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    ("2026-11-30T01:22:20Z", "2026-11-30T01:22:20.000Z"),
    ("2026-11-30t01:22:20.12z", "2026-11-30T01:22:20.120Z"),
    ("2026-11-30T01:22:20.1204Z", "2026-11-30T01:22:20.120Z"),
    ("2026-11-30T01:22:20.1205Z", "2026-11-30T01:22:20.121Z"),
    ("2026-11-30T01:22:20.11999999999999Z", "2026-11-30T01:22:20.120Z"),
    ("2026-12-31T23:59:59.9996Z", "2027-01-01T00:00:00.000Z"),
    ("2026-11-30T01:22:20.0004Z", "2026-11-30T01:22:20.000Z"),
    ("2026-11-30T01:22:20+01:00", "2026-11-30T00:22:20.000Z"),
    ("2026-01-01T00:30:00+05:45", "2025-12-31T18:45:00.000Z"),
    ("2025-12-31T20:30:00-03:30", "2026-01-01T00:00:00.000Z"),
    ("2026-11-30T01:22:20-00:00", "2026-11-30T01:22:20.000Z"),
    ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"),
    ("2016-12-31T23:59:60.5Z", "2017-01-01T00:00:00.500Z"),
    ("2017-01-01T00:59:60+01:00", "2017-01-01T00:00:00.000Z"),
    ("2015-06-30T23:59:60Z", "2015-07-01T00:00:00.000Z"),
    ("2026-11-30T23:59:59+23:59", "2026-11-30T00:00:59.000Z"),
  ])
  func `offsets, fractions and leap seconds are read`(text: String, utc: String) {
    #expect(UTCTime(text: text)?.text == utc)
  }

  @Test(arguments: [
    "", "2026", "2026-11-30", "2026-11-30T01:22:20", "2026-11-30 01:22:20Z", "2026-11-30T01:22Z",
    "2026-02-31T00:00:00Z",
    "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-00-10T00:00:00Z",
    "2026-13-10T00:00:00Z",
    "2026-01-00T00:00:00Z", "2026-01-32T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
    "2026-01-01T00:00:61Z",
    "2026-01-01T00:00:60Z", "2026-12-30T23:59:60Z", "2016-12-31T23:58:60Z",
    "2016-12-31T23:59:60+01:00",
    "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00,5Z", "2026-01-01T00:00:00+24:00",
    "2026-01-01T00:00:00+0100",
    "2026-01-01T00:00:00+01:60", "2026-01-01T00:00:00+1:00", "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00+00:01",
    "9999-12-31T23:59:59.9995Z", "9999-12-31T23:59:59-00:01", "10000-01-01T00:00:00Z",
    "-001-01-01T00:00:00Z",
    "2026-1-1T00:00:00Z", "2026-01-01T00:00:00ZZ", " 2026-01-01T00:00:00Z",
    "2026-01-01T00:00:00Z\n",
    "２０２６-01-01T00:00:00Z", "+026-01-01T00:00:00Z", "20260101T000000Z", "2026-01-01T-1:00:00Z",
  ])
  func `a text that is no time is refused`(text: String) {
    #expect(UTCTime(text: text) == nil)
    #expect(UTCTime(text: text + String(repeating: "0", count: 100_000)) == nil)
  }

  @Test(arguments: [Int64.min, -62_135_596_800_001, 253_402_300_800_000, Int64.max])
  func `a time outside the years 1 to 9999 has no text`(milliseconds: Int64) {
    #expect(UTCTime(milliseconds: milliseconds).text == nil)
    #expect(throws: EncodingError.self) {
      try JSONText.encode([UTCTime(milliseconds: milliseconds)])
    }
  }

  @Test func `every day of a 400 year cycle follows the one before`() {
    var expected = UTCTime(milliseconds: -11_676_096_000_000)
    for year in 1600..<2000 {
      for month in 1...12 {
        for day in 1...(CivilTime.days(inMonth: month, of: year) ?? 0) {
          #expect(CivilTime.midnight(year: year, month: month, day: day) == expected)
          let civil = CivilTime(expected)
          #expect(civil?.year == year && civil?.month == month && civil?.day == day)
          expected.milliseconds += 86_400_000
        }
      }
    }
    #expect(expected.text == "2000-01-01T00:00:00.000Z")
  }

  @Test func `a thousand random times survive the way out and back`() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<1000 {
      let milliseconds = Int64.random(
        in: -62_135_596_800_000...253_402_300_799_999,
        using: &generator
      )
      let time = UTCTime(milliseconds: milliseconds)
      #expect(time.text.flatMap { UTCTime(text: $0) } == time)
    }
  }
}
