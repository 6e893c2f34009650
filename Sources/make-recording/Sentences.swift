// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// A second of UTC in the parts that NMEA wants.
struct SentenceTime {
  var year: Int
  var month: Int
  var day: Int
  var hour: Int
  var minute: Int
  var second: Int

  /// As hhmmss.ss.
  var clock: String {
    "\(padded(hour, 2))\(padded(minute, 2))\(padded(second, 2)).00"
  }

  /// As ddmmyy.
  var shortDate: String {
    "\(padded(day, 2))\(padded(month, 2))\(padded(year % 100, 2))"
  }
}

/// Writes one epoch in the order in which common receivers send it.
struct SentenceWriter {
  /// Metres from the ellipsoid up to mean sea level at the place of the drive.
  private static let geoidSeparation = 14.6
  private static let knotsPerMetreAndSecond = 3600 / 1852.0
  private static let satellitesPerGSV = 4
  private static let satellitesPerGSA = 12

  func epoch(_ sample: DriveSample, time: SentenceTime) -> [String] {
    let sky = Sky(second: sample.second)
    var bodies = [recommendedMinimum(sample, time: time), velocity(sample)]
    bodies.append(fixData(sample, sky: sky, time: time))
    bodies += sky.constellations.map { activeSatellites($0, sky: sky) }
    bodies += sky.constellations.flatMap { satellitesInView($0) }
    bodies.append(
      "GNZDA,\(time.clock),\(padded(time.day, 2)),\(padded(time.month, 2)),\(time.year),00,00"
    )
    return bodies.map(sentence)
  }

  private func recommendedMinimum(_ sample: DriveSample, time: SentenceTime) -> String {
    let knots = fixed(sample.speed * Self.knotsPerMetreAndSecond, decimals: 3)
    let course = sample.course.map { fixed($0, decimals: 2) } ?? ""
    return "GNRMC,\(time.clock),A,\(position(sample.coordinate)),\(knots),\(course),"
      + "\(time.shortDate),,,A,V"
  }

  private func velocity(_ sample: DriveSample) -> String {
    let knots = fixed(sample.speed * Self.knotsPerMetreAndSecond, decimals: 3)
    let course = sample.course.map { fixed($0, decimals: 2) } ?? ""
    return "GNVTG,\(course),T,,M,\(knots),N,\(fixed(sample.speed * 3.6, decimals: 3)),K,A"
  }

  private func fixData(_ sample: DriveSample, sky: Sky, time: SentenceTime) -> String {
    "GNGGA,\(time.clock),\(position(sample.coordinate)),1,\(padded(sky.usedCount, 2)),"
      + "\(fixed(sky.hdop, decimals: 2)),\(fixed(sample.altitude, decimals: 1)),M,"
      + "\(fixed(Self.geoidSeparation, decimals: 1)),M,,"
  }

  private func activeSatellites(_ constellation: Constellation, sky: Sky) -> String {
    let used = constellation.satellites.filter(\.isUsed).map { padded($0.number, 2) }
    let slots = (0..<Self.satellitesPerGSA).map { $0 < used.count ? used[$0] : "" }
    let dilutions = [sky.pdop, sky.hdop, sky.vdop].map { fixed($0, decimals: 2) }
    return "GNGSA,A,3,\(slots.joined(separator: ",")),\(dilutions.joined(separator: ",")),"
      + "\(constellation.systemID)"
  }

  private func satellitesInView(_ constellation: Constellation) -> [String] {
    let satellites = constellation.satellites
    let starts = stride(from: 0, to: satellites.count, by: Self.satellitesPerGSV)
    let total = (satellites.count + Self.satellitesPerGSV - 1) / Self.satellitesPerGSV
    return starts.enumerated().map { index, start in
      let part = satellites[start..<min(start + Self.satellitesPerGSV, satellites.count)]
      let fields = part.map { satellite in
        "\(padded(satellite.number, 2)),\(padded(satellite.elevation, 2)),"
          + "\(padded(satellite.azimuth, 3)),\(satellite.signal.map { padded($0, 2) } ?? "")"
      }
      return "\(constellation.talker)GSV,\(total),\(index + 1),\(padded(satellites.count, 2)),"
        + "\(fields.joined(separator: ",")),1"
    }
  }

  /// Degrees and minutes from one whole number, so that minutes never round to 60.
  private func position(_ coordinate: Coordinate) -> String {
    func degreesAndMinutes(_ value: Double, width: Int) -> String {
      let total = Int((abs(value) * 6_000_000).rounded())
      let minutes = total % 6_000_000
      return padded(total / 6_000_000, width) + padded(minutes / 100_000, 2) + "."
        + padded(minutes % 100_000, 5)
    }
    return degreesAndMinutes(coordinate.latitude, width: 2)
      + (coordinate.latitude < 0 ? ",S," : ",N,")
      + degreesAndMinutes(coordinate.longitude, width: 3)
      + (coordinate.longitude < 0 ? ",W" : ",E")
  }
}

/// A whole sentence: dollar sign, body, checksum; without its line end.
func sentence(_ body: String) -> String {
  let checksum = body.utf8.reduce(0) { $0 ^ $1 }
  let digits = String(checksum, radix: 16, uppercase: true)
  return "$\(body)*\(digits.count < 2 ? "0" : "")\(digits)"
}

/// Decimal digits of a number that is not negative, with leading zeros.
func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// A number with a fixed count of decimals, rounded to nearest.
func fixed(_ value: Double, decimals: Int) -> String {
  var scale = 1
  for _ in 0..<decimals { scale *= 10 }
  let total = Int((value * Double(scale)).rounded())
  let sign = total < 0 ? "-" : ""
  return "\(sign)\(abs(total) / scale).\(padded(abs(total) % scale, decimals))"
}
