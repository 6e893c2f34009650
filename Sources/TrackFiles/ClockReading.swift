// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// What the clock of a recording said: a date and time, or only a time of day.
enum ClockReading: Hashable {
  case utc(UTCTime)
  /// Milliseconds since midnight of an unknown day.
  case timeOfDay(Int64)

  init?(_ point: TrackPoint) {
    if let time = point.time {
      self = .utc(time)
    } else if let timeOfDay = point.timeOfDay {
      self = .timeOfDay(timeOfDay)
    } else {
      return nil
    }
  }

  private var millisecondsOfDay: Int64 {
    switch self {
    case .utc(let time): time.milliseconds % CivilDate.millisecondsPerDay
    case .timeOfDay(let milliseconds): milliseconds % CivilDate.millisecondsPerDay
    }
  }

  /// Seconds from `earlier` to this; without dates, within half a day to either side.
  func seconds(since earlier: ClockReading) -> Double {
    if case .utc(let time) = self, case .utc(let other) = earlier { return time - other }
    let day = CivilDate.millisecondsPerDay
    var difference = (millisecondsOfDay - earlier.millisecondsOfDay) % day
    if difference > day / 2 { difference -= day }
    if difference <= -day / 2 { difference += day }
    return Double(difference) / 1000
  }

  func advanced(by seconds: Double) -> ClockReading {
    switch self {
    case .utc(let time): return .utc(time + seconds)
    case .timeOfDay(let milliseconds):
      let day = CivilDate.millisecondsPerDay
      let sum = (milliseconds + Int64(clamping: seconds.rounded() * 1000)) % day
      return .timeOfDay(sum < 0 ? sum + day : sum)
    }
  }
}
