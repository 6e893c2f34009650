// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// What the sentences of one receiver epoch say together.
struct NMEAEpoch {
  /// Milliseconds since midnight; nil while the receiver does not know the time.
  let timeOfDay: Int64?
  var date: CivilDate?
  /// A date was given that does not exist: the calendar before it does not count either.
  var isDateRefused = false
  var coordinate: Coordinate?
  /// Types of which a talker has a fix, and of which one has none or none within its limits.
  var validTypes: Set<String> = []
  var voidTypes: Set<String> = []
  var altitude: Double?
  var geoidSeparation: Double?
  var speed: Double?
  var course: Double?
  var hdop: Double?
  var deviations: (horizontal: Double, vertical: Double?)?
  var dimension: Fix.Dimension?
  /// Some sentence says that a simulator speaks.
  var isSimulated = false
  private var sentences: Set<String> = []

  /// Some type of sentence denies the fix for every constellation.
  var isVoid: Bool { !voidTypes.isSubset(of: validTypes) }

  static let metresPerSecondPerKnot = 1852.0 / 3600.0

  init(timeOfDay: Int64?) {
    self.timeOfDay = timeOfDay
  }

  /// Whether a sentence can be of this epoch: the same time, and no second position of its kind.
  func admits(
    _ sentence: NMEASentence,
    at time: Int64?,
    position: NMEASentence.Position
  ) -> Bool {
    guard time == timeOfDay else { return false }
    guard sentences.contains(sentence.talker + sentence.type) else { return true }
    guard timeOfDay != nil, case .valid(let other) = position else { return timeOfDay != nil }
    return coordinate == nil || other == coordinate
  }

  mutating func note(_ sentence: NMEASentence) {
    sentences.insert(sentence.talker + sentence.type)
  }

  /// The best dimension of the constellations: one that was not used says "no fix" beside it.
  mutating func addDimension(of sentence: NMEASentence) {
    switch sentence.character(2) {
    case UInt8(ascii: "3"): dimension = .threeD
    case UInt8(ascii: "2"): dimension = dimension ?? .twoD
    default: break
    }
  }

  /// The point of this epoch; nil without a valid position.
  func point(on date: CivilDate?) -> TrackPoint? {
    guard let coordinate, !isVoid else { return nil }
    var point = TrackPoint(coordinate: coordinate)
    if let timeOfDay {
      point.time = date?.time(ofDay: timeOfDay)
      point.timeOfDay = date == nil ? timeOfDay : nil
    }
    point.altitude = altitude
    if let altitude, let geoidSeparation {
      point.ellipsoidalAltitude = altitude + geoidSeparation
    }
    point.speed = speed
    point.course = course
    point.horizontalAccuracy =
      deviations?.horizontal ?? hdop.map { $0 * ValueRange.metresPerHDOP }
    point.verticalAccuracy = deviations?.vertical
    point.dimension = dimension
    point.isSimulated = isSimulated
    return point
  }
}

/// The date of times of day that come without one.
struct NMEACalendar {
  private static let halfDay = CivilDate.millisecondsPerDay / 2

  private var last: (date: CivilDate, timeOfDay: Int64)?

  /// The date of the epoch: its own, or the one that brings it nearest to the epoch before.
  mutating func date(of epoch: NMEAEpoch) -> CivilDate? {
    guard let timeOfDay = epoch.timeOfDay else { return nil }
    if let date = epoch.date {
      last = (date, timeOfDay)
      return date
    }
    guard !epoch.isDateRefused, let before = last else { return nil }
    var days = before.date.daysSince1970
    if timeOfDay + Self.halfDay < before.timeOfDay { days += 1 }
    if timeOfDay > before.timeOfDay + Self.halfDay { days -= 1 }
    guard let date = CivilDate(daysSince1970: days) else { return nil }
    last = (date, timeOfDay)
    return date
  }
}
