// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LocationCore

/// A date and a time of day in UTC, proleptic Gregorian calendar, years 1 … 9999.
package struct CivilTime: Hashable, Sendable {
  package let year: Int
  package let month: Int
  package let day: Int
  package let hour: Int
  package let minute: Int
  package let second: Int
  package let millisecond: Int

  /// Milliseconds of 0001-01-01T00:00:00Z up to those of 10000-01-01T00:00:00Z.
  private static let range: Range<Int64> = -62_135_596_800_000..<253_402_300_800_000
  private static let millisecondsPerDay: Int64 = 86_400_000

  /// Nil outside the years 1 … 9999.
  package init?(_ time: UTCTime) {
    guard Self.range.contains(time.milliseconds) else { return nil }
    // Counted from 0000-03-01, so that the leap day ends its year (H. Hinnant's civil_from_days).
    let sinceEpoch = Self.floorDivide(time.milliseconds, Self.millisecondsPerDay)
    let days = Int(sinceEpoch.quotient) + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let ofDay = Int(sinceEpoch.remainder)
    hour = ofDay / 3_600_000
    minute = ofDay / 60_000 % 60
    second = ofDay / 1000 % 60
    millisecond = ofDay % 1000
  }

  private static func floorDivide(
    _ value: Int64,
    _ divisor: Int64
  ) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  /// Days in that month, or nil if there is no such year or month.
  package static func days(inMonth month: Int, of year: Int) -> Int? {
    guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
    guard month == 2 else { return [4, 6, 9, 11].contains(month) ? 30 : 31 }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return isLeap ? 29 : 28
  }

  /// Midnight at the start of a day, or nil if there is no such day.
  package static func midnight(year: Int, month: Int, day: Int) -> UTCTime? {
    guard let days = days(inMonth: month, of: year), (1...days).contains(day) else { return nil }
    let shiftedYear = month <= 2 ? year - 1 : year
    let shiftedMonth = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
    let sinceMarch = 365 * shiftedYear + shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400
    return UTCTime(
      milliseconds: Int64(sinceMarch + dayOfYear - 719_468) * millisecondsPerDay
    )
  }
}
