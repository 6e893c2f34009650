// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// NMEA 0183: GGA, RMC and, where known, GSA and GST for each point.
///
/// In this order, because gpsbabel ascribes an RMC to the GGA before it.
/// Minutes have six decimals (2 mm); a point without a time has empty time fields, and an
/// interruption, as between two tracks, is a void RMC.
struct NMEAEncoder: TrackEncoder {
  private var isUnderWay = false

  func begin(to output: inout [UInt8]) {}
  func finish(to output: inout [UInt8]) {}

  mutating func encode(_ event: TrackEvent, to output: inout [UInt8]) {
    switch event {
    case .track, .segmentBreak:
      if isUnderWay { appendVoid(time: nil, to: &output) }
      isUnderWay = false
    case .fixLost(let time):
      appendVoid(time: time, to: &output)
      isUnderWay = false
    case .point(let point):
      isUnderWay = true
      appendGGA(point, to: &output)
      appendRMC(point, to: &output)
      appendGSA(point, to: &output)
      appendGST(point, to: &output)
    }
  }

  private func appendVoid(time: UTCTime?, to output: inout [UInt8]) {
    var line = Array("GPRMC,".utf8)
    append(timeOfDay(time), to: &line)
    line.append(",V,,,,,,,")
    append(dateOf: time, to: &line)
    line.append(",,,N")
    append(sentence: line, to: &output)
  }

  private func appendRMC(_ point: TrackPoint, to output: inout [UInt8]) {
    var line = Array("GPRMC,".utf8)
    append(timeOfDay(point.time) ?? point.timeOfDay, to: &line)
    line.append(",A,")
    append(point.coordinate, to: &line)
    line.append(",")
    if let speed = point.speed {
      let knots = speed / NMEAEpoch.metresPerSecondPerKnot
      FixedDecimal.append(knots, decimals: 3, trimming: false, to: &line)
    }
    line.append(",")
    if let course = point.course { append(course: course, to: &line) }
    line.append(",")
    append(dateOf: point.time, to: &line)
    line.append(point.isSimulated ? ",,,S" : ",,,A")
    append(sentence: line, to: &output)
  }

  /// Hundredths of a degree, of which 360.00 is 0.00.
  private func append(course: Double, to line: inout [UInt8]) {
    let hundredths = UInt64(Int64(clamping: course * 100) % 36_000)
    FixedDecimal.append(hundredths, decimals: 2, paddedTo: 3, trimming: false, to: &line)
  }

  private func appendGGA(_ point: TrackPoint, to output: inout [UInt8]) {
    var line = Array("GPGGA,".utf8)
    append(timeOfDay(point.time) ?? point.timeOfDay, to: &line)
    line.append(",")
    append(point.coordinate, to: &line)
    line.append(point.isSimulated ? ",8,," : ",1,,")
    if let accuracy = point.horizontalAccuracy {
      let hdop = min(accuracy / ValueRange.metresPerHDOP, 98.9)
      FixedDecimal.append(max(hdop, 0.1), decimals: 1, trimming: false, to: &line)
    }
    line.append(",")
    if let altitude = point.altitude {
      let decimals = abs(altitude) < 10_000 ? 3 : 0
      FixedDecimal.append(altitude, decimals: decimals, trimming: false, to: &line)
    }
    line.append(",M,")
    if let altitude = point.altitude, let ellipsoidal = point.ellipsoidalAltitude,
      abs(ellipsoidal - altitude) <= 200
    {
      FixedDecimal.append(ellipsoidal - altitude, decimals: 1, trimming: false, to: &line)
    }
    line.append(",M,,")
    append(sentence: line, to: &output)
  }

  private func appendGSA(_ point: TrackPoint, to output: inout [UInt8]) {
    guard let dimension = point.dimension else { return }
    append(
      sentence: Array("GPGSA,A,\(dimension == .threeD ? 3 : 2),,,,,,,,,,,,,,,".utf8),
      to: &output
    )
  }

  private func appendGST(_ point: TrackPoint, to output: inout [UInt8]) {
    guard let radius = point.horizontalAccuracy else { return }
    var line = Array("GPGST,".utf8)
    append(timeOfDay(point.time) ?? point.timeOfDay, to: &line)
    line.append(",,,,,")
    let axis = radius / 2.0.squareRoot()
    for value in [axis, axis] {
      FixedDecimal.append(value, decimals: 3, trimming: false, to: &line)
      line.append(",")
    }
    if let vertical = point.verticalAccuracy {
      FixedDecimal.append(vertical, decimals: 3, trimming: false, to: &line)
    }
    append(sentence: line, to: &output)
  }
}

// MARK: - Fields

extension NMEAEncoder {
  private func append(sentence: [UInt8], to output: inout [UInt8]) {
    let sum = sentence.reduce(0, ^)
    output.append("$")
    output += sentence
    output.append("*")
    output.append(sum < 16 ? "0" : "")
    output.append(String(sum, radix: 16, uppercase: true))
    output.append("\r\n")
  }

  private func timeOfDay(_ time: UTCTime?) -> Int64? {
    guard let time else { return nil }
    let rest = time.milliseconds % CivilDate.millisecondsPerDay
    return rest < 0 ? rest + CivilDate.millisecondsPerDay : rest
  }

  private func append(_ timeOfDay: Int64?, to line: inout [UInt8]) {
    // A leap second before an unknown date has no other digits.
    guard let timeOfDay, (0..<CivilDate.millisecondsPerDay).contains(timeOfDay) else { return }
    let seconds = Int(timeOfDay / 1000)
    line.append(integer: seconds / 3600, digits: 2)
    line.append(integer: seconds / 60 % 60, digits: 2)
    line.append(integer: seconds % 60, digits: 2)
    line.append(".")
    line.append(integer: Int(timeOfDay % 1000), digits: 3)
  }

  private func append(dateOf time: UTCTime?, to line: inout [UInt8]) {
    guard let time, let timeOfDay = timeOfDay(time),
      let date = CivilDate(
        daysSince1970: (time.milliseconds - timeOfDay) / CivilDate.millisecondsPerDay
      )
    else { return }
    line.append(integer: date.day, digits: 2)
    line.append(integer: date.month, digits: 2)
    line.append(integer: date.year % 100, digits: 2)
  }

  private func append(_ coordinate: Coordinate, to line: inout [UInt8]) {
    append(angle: coordinate.latitude, degreeDigits: 2, to: &line)
    line.append(coordinate.latitude < 0 ? ",S," : ",N,")
    append(angle: coordinate.longitude, degreeDigits: 3, to: &line)
    line.append(coordinate.longitude < 0 ? ",W" : ",E")
  }

  /// Rounded once, in millionths of a minute, so that minutes never print as 60.000000.
  private func append(angle: Double, degreeDigits: Int, to line: inout [UInt8]) {
    let unitsPerDegree: Int64 = 60_000_000
    let units = Int64(clamping: abs(angle) * Double(unitsPerDegree))
    line.append(integer: Int(units / unitsPerDegree), digits: degreeDigits)
    FixedDecimal.append(
      UInt64(units % unitsPerDegree),
      decimals: 6,
      paddedTo: 2,
      trimming: false,
      to: &line
    )
  }
}
