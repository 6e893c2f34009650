// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// A date of the proleptic Gregorian calendar; only dates that exist can be made.
struct CivilDate: Hashable {
  let year: Int
  let month: Int
  let day: Int

  static let millisecondsPerDay: Int64 = 86_400_000

  /// Nil for a month or day that does not exist: nothing rolls over into the next one.
  init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month),
      (1...Self.days(in: month, of: year)).contains(day)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970-01-01, counted in years that start in March so that leap days come last.
  var daysSince1970: Int64 {
    let shifted = Int64(month <= 2 ? year - 1 : year)
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  init?(daysSince1970 days: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    self.init(
      year: Int(yearOfEra + era * 400 + (month <= 2 ? 1 : 0)),
      month: Int(month),
      day: Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    )
  }

  func time(ofDay milliseconds: Int64) -> UTCTime {
    UTCTime(milliseconds: daysSince1970 * Self.millisecondsPerDay + milliseconds)
  }
}
