// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// Dates and times as XML Schema, RFC 3339 and gpsd write them.
enum TimeText {
  /// GPS time starts here; a receiver that says less does not know the time.
  static let earliest = UTCTime(milliseconds: 315_964_800_000)

  /// The time, nil if any part is missing, malformed or impossible.
  ///
  /// A time without a zone is UTC, as GPX demands; never local time. 24:00:00 and a 60th second
  /// are the first instant of what follows.
  static func parse(_ text: Span<UInt8>) -> UTCTime? {
    var cursor = Cursor(text.trimmedRange())
    guard let year = cursor.digits(4, in: text), cursor.skip("-", in: text),
      let month = cursor.digits(2, in: text), cursor.skip("-", in: text),
      let day = cursor.digits(2, in: text),
      let date = CivilDate(year: year, month: month, day: day),
      cursor.skip("T", in: text) || cursor.skip("t", in: text) || cursor.skip(" ", in: text),
      let hour = cursor.digits(2, in: text), hour <= 24, cursor.skip(":", in: text),
      let minute = cursor.digits(2, in: text), minute < 60, cursor.skip(":", in: text),
      let second = cursor.digits(2, in: text), second <= 60
    else { return nil }
    var milliseconds = Int64((hour * 60 + minute) * 60 + second) * 1000
    if cursor.skip(".", in: text) || cursor.skip(",", in: text) {
      guard let fraction = cursor.fraction(in: text) else { return nil }
      milliseconds += fraction
    }
    guard milliseconds <= CivilDate.millisecondsPerDay + 1000,
      hour < 24 || milliseconds == CivilDate.millisecondsPerDay,
      let offset = cursor.zone(in: text), cursor.isAtEnd
    else { return nil }
    let time = date.time(ofDay: milliseconds - offset)
    return time < earliest ? nil : time
  }

  /// The time that a number in a JSON file means: seconds since 1970, or milliseconds if it would
  /// lie past the year 5138 as seconds.
  static func time(fromEpoch value: Double) -> UTCTime? {
    let milliseconds = value >= 1e11 ? value : value * 1000
    guard milliseconds >= Double(earliest.milliseconds), milliseconds < 2.5e14 else { return nil }
    return UTCTime(milliseconds: Int64(clamping: milliseconds))
  }

  /// Appends `2025-03-01T12:00:01.001Z`.
  static func append(_ time: UTCTime, to output: inout [UInt8]) {
    let day = CivilDate.millisecondsPerDay
    let rest = time.milliseconds % day
    let ofDay = rest < 0 ? rest + day : rest
    guard let date = CivilDate(daysSince1970: (time.milliseconds - ofDay) / day) else { return }
    output.append(integer: date.year, digits: 4)
    output.append(UInt8(ascii: "-"))
    output.append(integer: date.month, digits: 2)
    output.append(UInt8(ascii: "-"))
    output.append(integer: date.day, digits: 2)
    output.append(UInt8(ascii: "T"))
    let seconds = Int(ofDay / 1000)
    output.append(integer: seconds / 3600, digits: 2)
    output.append(UInt8(ascii: ":"))
    output.append(integer: seconds / 60 % 60, digits: 2)
    output.append(UInt8(ascii: ":"))
    output.append(integer: seconds % 60, digits: 2)
    output.append(UInt8(ascii: "."))
    output.append(integer: Int(ofDay % 1000), digits: 3)
    output.append(UInt8(ascii: "Z"))
  }
}

private struct Cursor {
  private var index: Int
  private let end: Int

  init(_ range: Range<Int>) {
    index = range.lowerBound
    end = range.upperBound
  }

  var isAtEnd: Bool { index == end }

  mutating func digits(_ count: Int, in text: Span<UInt8>) -> Int? {
    guard end - index >= count else { return nil }
    var value = 0
    for offset in index..<(index + count) {
      guard text[offset].isDigit else { return nil }
      value = value * 10 + Int(text[offset] - UInt8(ascii: "0"))
    }
    index += count
    return value
  }

  mutating func skip(_ character: Unicode.Scalar, in text: Span<UInt8>) -> Bool {
    guard index < end, text[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  /// Milliseconds, rounded to the nearest; any number of digits, at least one.
  mutating func fraction(in text: Span<UInt8>) -> Int64? {
    var microseconds: Int64 = 0
    var weight: Int64 = 100_000
    let start = index
    while index < end, text[index].isDigit {
      microseconds += Int64(text[index] - UInt8(ascii: "0")) * weight
      weight /= 10
      index += 1
    }
    return index > start ? (microseconds + 500) / 1000 : nil
  }

  /// Milliseconds east of UTC; 0 if no zone is given.
  mutating func zone(in text: Span<UInt8>) -> Int64? {
    guard !isAtEnd, !skip("Z", in: text), !skip("z", in: text) else { return 0 }
    let isWest = skip("-", in: text)
    guard isWest || skip("+", in: text), let hours = digits(2, in: text) else { return nil }
    var minutes = 0
    if !isAtEnd {
      _ = skip(":", in: text)
      guard let value = digits(2, in: text) else { return nil }
      minutes = value
    }
    guard hours <= 14, minutes < 60 else { return nil }
    let offset = Int64(hours * 60 + minutes) * 60_000
    return isWest ? -offset : offset
  }
}

extension [UInt8] {
  /// Appends a number from 0 up, with leading zeros.
  mutating func append(integer value: Int, digits: Int) {
    let text = String(value)
    for _ in 0..<Swift.max(0, digits - text.utf8.count) { append(UInt8(ascii: "0")) }
    self += text.utf8
  }
}
