// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LocationCore

extension UTCTime {
  /// RFC 3339 in UTC with milliseconds, `2026-11-30T01:22:20.120Z`; nil outside years 1 … 9999.
  package var text: String? {
    guard let civil = CivilTime(self) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    bytes.append(civil)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads RFC 3339 strictly: full date, `T`, seconds, an offset; nil for anything else.
  ///
  /// A fraction of any length is rounded to the nearest millisecond. Second 60 is taken only for
  /// 23:59:60 UTC on the last day of a month, and is the second that follows it, because this
  /// time scale does not count leap seconds. Nil outside the years 1 … 9999 in UTC.
  package init?(text: some StringProtocol) {
    var reader = TimeReader(bytes: Array(text.utf8.prefix(TimeReader.longest + 1)))
    guard let time = reader.read() else { return nil }
    self = time
  }
}

extension [UInt8] {
  /// RFC 3339 with milliseconds, in UTC.
  mutating func append(_ time: CivilTime) {
    func add(_ value: Int, _ width: Int, _ end: Unicode.Scalar) {
      append(digits: UInt64(value), width: width)
      append(UInt8(ascii: end))
    }
    add(time.year, 4, "-")
    add(time.month, 2, "-")
    add(time.day, 2, "T")
    add(time.hour, 2, ":")
    add(time.minute, 2, ":")
    add(time.second, 2, ".")
    add(time.millisecond, 3, "Z")
  }
}

/// Reads the fields of one RFC 3339 text from left to right.
private struct TimeReader {
  /// Bytes; more digits of a fraction than this leaves room for are nobody's clock.
  static let longest = 64

  let bytes: [UInt8]
  var index = 0

  mutating func read() -> UTCTime? {
    guard bytes.count <= Self.longest,
      let year = digits(4), skip("-"), let month = digits(2), skip("-"), let day = digits(2),
      let midnight = CivilTime.midnight(year: year, month: month, day: day),
      skip("T") || skip("t"),
      let hour = digits(2), hour < 24, skip(":"),
      let minute = digits(2), minute < 60, skip(":"),
      let second = digits(2), second <= 60,
      let milliseconds = fraction(),
      let offset = offsetMinutes(),
      index == bytes.count
    else { return nil }
    let seconds = Int64((hour * 60 + minute - offset) * 60 + second)
    let time = UTCTime(milliseconds: midnight.milliseconds + seconds * 1000 + milliseconds)
    guard let civil = CivilTime(time) else { return nil }
    if second == 60 {
      // 23:59:60 has become midnight of the first day of the next month.
      guard civil.day == 1, civil.hour == 0, civil.minute == 0 else { return nil }
    }
    return time
  }

  private mutating func skip(_ character: Character) -> Bool {
    guard index < bytes.count, bytes[index] == character.asciiValue else { return false }
    index += 1
    return true
  }

  private mutating func digit() -> Int? {
    guard index < bytes.count, (0x30...0x39).contains(bytes[index]) else { return nil }
    defer { index += 1 }
    return Int(bytes[index] - 0x30)
  }

  private mutating func digits(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// Milliseconds of an optional fraction, 0 … 1000, or nil if a point has no digits after it.
  private mutating func fraction() -> Int64? {
    guard skip(".") else { return 0 }
    guard var value = digit() else { return nil }
    var scale = 10
    // The fourth digit decides the rounding; those after it are only skipped.
    while let next = digit() {
      if scale < 10_000 {
        value = value * 10 + next
        scale *= 10
      }
    }
    return Int64((value * 10_000 / scale + 5) / 10)
  }

  /// Minutes east of UTC; `-00:00` is UTC too.
  private mutating func offsetMinutes() -> Int? {
    if skip("Z") || skip("z") { return 0 }
    let isNegative = skip("-")
    guard isNegative || skip("+"),
      let hours = digits(2), hours < 24, skip(":"),
      let minutes = digits(2), minutes < 60
    else { return nil }
    return (isNegative ? -1 : 1) * (hours * 60 + minutes)
  }
}

extension UTCTime: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let time = UTCTime(text: text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "\(JSONValue.string(text)) is not an RFC 3339 time"
      )
    }
    self = time
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    guard let text else {
      let context = EncodingError.Context(
        codingPath: encoder.codingPath,
        debugDescription: "\(milliseconds) ms is outside the years 1 … 9999"
      )
      throw EncodingError.invalidValue(self, context)
    }
    try container.encode(text)
  }
}
