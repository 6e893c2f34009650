// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// Logs of NMEA 0183 sentences of any talker; one point per receiver epoch.
///
/// Used: GGA, GNS, RMC, GLL, VTG, GSA, GST and ZDA. Years 80 to 99 are 1980 to 1999; a date is
/// taken as given, and `Timeline` repairs one that is 1024 weeks off.
final class NMEADecoder: TrackDecoder {
  private let output: DecoderOutput
  private var scanner = SentenceScanner()
  private var epoch: NMEAEpoch?
  private var calendar = NMEACalendar()

  init(output: DecoderOutput) {
    self.output = output
  }

  func decode(_ bytes: Span<UInt8>) throws(TrackFailure) {
    for index in 0..<bytes.count { handle(scanner.take(bytes[index])) }
  }

  var line: Int? { scanner.line }

  func finish() throws(TrackFailure) {
    handle(scanner.finish())
    endEpoch()
  }

  private func handle(_ outcome: SentenceScanner.Outcome) {
    switch outcome {
    case .none: break
    case .sentence: handle(NMEASentence(scanner.sentence))
    case .wrongChecksum: output.summary.skip(.wrongChecksum, line: scanner.sentenceLine)
    case .malformed: output.summary.skip(.malformedLine, line: scanner.sentenceLine)
    }
  }

  /// Fields up to the last one that a fix is told by, the address among them; a line without a
  /// checksum may have been cut off before it, and says nothing then.
  private static let leastFields = [
    "GGA": 7, "GNS": 7, "RMC": 10, "GLL": 5, "ZDA": 5, "GST": 8,
  ]

  private func handle(_ sentence: NMEASentence) {
    guard sentence.count >= Self.leastFields[sentence.type] ?? 0 else {
      return output.summary.skip(.malformedLine, line: scanner.sentenceLine)
    }
    switch sentence.type {
    case "GGA": addGGA(sentence)
    case "GNS": addGNS(sentence)
    case "RMC": addRMC(sentence)
    case "GLL": addGLL(sentence)
    case "ZDA": addZDA(sentence)
    case "GST": addGST(sentence)
    case "VTG": addVTG(sentence)
    case "GSA": addGSA(sentence)
    default: break
    }
  }

  /// Opens the epoch that the sentence belongs to; false if its time is malformed.
  private func begin(
    _ sentence: NMEASentence,
    time field: Int,
    position: NMEASentence.Position = .empty
  ) -> Bool {
    let time = sentence.timeOfDay(field)
    guard time != nil || sentence.isEmpty(field) else {
      output.summary.skip(.malformedLine, line: scanner.sentenceLine)
      return false
    }
    if epoch?.admits(sentence, at: time, position: position) != true {
      endEpoch()
      epoch = NMEAEpoch(timeOfDay: time)
    }
    epoch?.note(sentence)
    return true
  }

  /// The coordinate of a sentence that claims a fix; others only mark the loss.
  private func add(_ sentence: NMEASentence, _ position: NMEASentence.Position, isValid: Bool) {
    guard isValid else {
      epoch?.voidTypes.insert(sentence.type)
      return
    }
    epoch?.validTypes.insert(sentence.type)
    switch position {
    case .valid(let coordinate):
      if epoch?.coordinate == nil { epoch?.coordinate = coordinate }
    case .outOfRange: output.summary.skip(.outOfRange, line: scanner.sentenceLine)
    case .malformed: output.summary.skip(.malformedCoordinate, line: scanner.sentenceLine)
    case .empty: output.summary.skip(.missingCoordinate, line: scanner.sentenceLine)
    }
  }

  private func addGGA(_ sentence: NMEASentence) {
    let position = sentence.position(2)
    guard begin(sentence, time: 1, position: position) else { return }
    guard let quality = sentence.isEmpty(6) ? 0 : sentence.integer(6) else {
      return output.summary.skip(.malformedLine, line: scanner.sentenceLine)
    }
    add(sentence, position, isValid: quality > 0)
    guard quality > 0 else { return }
    if quality == 8 { epoch?.isSimulated = true }
    addHeights(sentence, separation: 11, hasUnits: true)
  }

  private func addGNS(_ sentence: NMEASentence) {
    let position = sentence.position(2)
    guard begin(sentence, time: 1, position: position) else { return }
    let isValid = sentence.text(6).contains { $0 != UInt8(ascii: "N") && !$0.isBlank }
    add(sentence, position, isValid: isValid)
    guard isValid else { return }
    noteSimulation(sentence, mode: 6)
    addHeights(sentence, separation: 10, hasUnits: false)
  }

  /// HDOP and altitude stand at the same place in both sentences that have them; a height counts
  /// only in metres where a unit is named.
  private func addHeights(_ sentence: NMEASentence, separation: Int, hasUnits: Bool) {
    func height(_ field: Int, in range: ClosedRange<Double>) -> Double? {
      guard !hasUnits || sentence.isGiven(field, unit: "M") else { return nil }
      return value(sentence, field, in: range, .altitude)
    }
    if let altitude = height(9, in: ValueRange.altitude) { epoch?.altitude = altitude }
    if let separation = height(separation, in: -200...200) { epoch?.geoidSeparation = separation }
    // Receivers without an idea of their precision say 99.99.
    if let hdop = value(sentence, 8, in: 0.01...1000, .accuracy), hdop < 99 { epoch?.hdop = hdop }
  }

  /// What a field says; nil if it is empty, and counted if it is no number of that range.
  private func value(
    _ sentence: NMEASentence,
    _ field: Int,
    in range: ClosedRange<Double>,
    _ kind: ReadSummary.RefusedValue,
    scale: Double = 1
  ) -> Double? {
    guard !sentence.isEmpty(field) else { return nil }
    if let number = sentence.number(field), range.contains(number * scale) { return number * scale }
    output.summary.refuse(kind)
    return nil
  }

  private func noteSimulation(_ sentence: NMEASentence, mode field: Int) {
    if sentence.text(field).contains(UInt8(ascii: "S")) { epoch?.isSimulated = true }
  }

  private func addRMC(_ sentence: NMEASentence) {
    let position = sentence.position(3)
    guard begin(sentence, time: 1, position: position) else { return }
    addDate(sentence.date(9), isGiven: !sentence.isEmpty(9))
    let isValid =
      sentence.character(2) == UInt8(ascii: "A") && sentence.character(12) != UInt8(ascii: "N")
    add(sentence, position, isValid: isValid)
    guard isValid else { return }
    noteSimulation(sentence, mode: 12)
    addMovement(sentence, speed: (7, NMEAEpoch.metresPerSecondPerKnot), course: 8)
  }

  private func addGLL(_ sentence: NMEASentence) {
    let position = sentence.position(1)
    guard begin(sentence, time: 5, position: position) else { return }
    let isValid =
      sentence.character(6) != UInt8(ascii: "V") && sentence.character(7) != UInt8(ascii: "N")
    add(sentence, position, isValid: isValid)
    if isValid { noteSimulation(sentence, mode: 7) }
  }

  private func addVTG(_ sentence: NMEASentence) {
    guard epoch != nil, sentence.character(9) != UInt8(ascii: "N") else { return }
    let isInKnots = sentence.isGiven(5, unit: "N")
    let speed = isInKnots ? (5, NMEAEpoch.metresPerSecondPerKnot) : (7, 1 / 3.6)
    addMovement(
      sentence,
      speed: isInKnots || sentence.isGiven(7, unit: "K") ? speed : nil,
      course: sentence.isGiven(1, unit: "T") ? 1 : nil
    )
  }

  /// Takes the speed and the course of one sentence together: a standstill has no course, not even
  /// that of a sentence before it.
  private func addMovement(
    _ sentence: NMEASentence,
    speed: (field: Int, scale: Double)?,
    course: Int?
  ) {
    let course = course.flatMap { value(sentence, $0, in: 0...360, .course) }
    if let course { epoch?.course = normalizedCourse(course) }
    guard let speed,
      let speed = value(sentence, speed.field, in: ValueRange.speed, .speed, scale: speed.scale)
    else { return }
    epoch?.speed = speed
    if speed == 0, course == nil { epoch?.course = nil }
  }

  private func addGSA(_ sentence: NMEASentence) {
    epoch?.addDimension(of: sentence)
  }

  private func addGST(_ sentence: NMEASentence) {
    guard begin(sentence, time: 1), !sentence.isEmpty(6), !sentence.isEmpty(7) else { return }
    let vertical = value(sentence, 8, in: ValueRange.accuracy, .accuracy)
    guard let latitude = sentence.number(6), let longitude = sentence.number(7),
      case let horizontal = (latitude * latitude + longitude * longitude).squareRoot(),
      ValueRange.accuracy.contains(horizontal)
    else { return output.summary.refuse(.accuracy) }
    epoch?.deviations = (horizontal, vertical)
  }

  private func addZDA(_ sentence: NMEASentence) {
    guard begin(sentence, time: 1) else { return }
    let isGiven = !(2...4).allSatisfy(sentence.isEmpty)
    guard let day = sentence.integer(2), let month = sentence.integer(3),
      let year = sentence.integer(4)
    else { return addDate(nil, isGiven: isGiven) }
    addDate(CivilDate(year: year, month: month, day: day), isGiven: isGiven)
  }

  private func addDate(_ date: CivilDate?, isGiven: Bool) {
    guard isGiven else { return }
    // Before the first GPS week a receiver counts from nowhere.
    if let date, date.time(ofDay: 0) >= TimeText.earliest {
      epoch?.date = date
    } else {
      epoch?.isDateRefused = true
      output.summary.refuse(.time)
    }
  }

  private func endEpoch() {
    guard let ended = epoch else { return }
    epoch = nil
    let date = calendar.date(of: ended)
    if let point = ended.point(on: date) {
      output.point(point)
    } else if ended.isVoid {
      output.fixLost(time: ended.timeOfDay.flatMap { date?.time(ofDay: $0) })
    }
  }
}
