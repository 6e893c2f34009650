// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What the source stage may be told by configuration.
package struct SourceSettings: Hashable, Sendable {
  /// Seconds without a fix after which the last one is stale.
  package var staleAfter = 5.0
  /// Metres, ~68 %, when the receiver gave nothing to derive an accuracy from.
  package var defaultAccuracy = 50.0
  /// Overrides the per-driver table where set.
  package var accuracyRule: AccuracyRule?
  /// The only device to listen to, where set.
  package var device: String?
  /// Metres per second below which a course is noise and is left out.
  package var minimumCourseSpeed = 0.5

  package init() {}
}

/// Maps one merged report of an epoch to a `Fix`; the only place where gpsd's values are converted.
struct FixMapping {
  /// One axis of 95 % in σ.
  private static let sigmas95 = 1.96
  /// gpsd's 95 % horizontal radius over the 68 % one (field: √(−ln 0.05) over 1).
  private static let radius95 = 1.73
  /// Metres of 68 % error for a dilution of 1.
  private static let metresPerHDOP = 5.0
  private static let metresPerVDOP = 7.5
  /// The epoch of GPS time; nothing before it can be a receiver's time.
  private static let gpsEpoch = UTCTime(milliseconds: 315_964_800_000)
  /// The end of the year 9999; no time after it has a wire form.
  private static let lastTime = UTCTime(milliseconds: 253_402_300_799_999)
  /// 1024 weeks in milliseconds.
  private static let rollover: Int64 = 619_315_200_000
  /// A date this close to a multiple of 1024 weeks from the host's is taken for a rollover.
  private static let rolloverTolerance: Int64 = 12 * 3_600_000

  // What lies outside of these no receiver can mean: it is a sentinel or broken, and absent.

  /// Metres of error, half the way round the Earth; the least is what no receiver resolves.
  private static let plausibleError = 0.0001...20_003_931.5
  /// Metres, as far down as the sea and as far up as the geostationary orbit.
  private static let plausibleAltitude = -12_000.0...50_000_000.0
  /// Metres per second, beyond the escape velocity.
  private static let plausibleSpeed = -12_000.0...12_000.0
  /// Dilutions; 99.99 is what NMEA receivers say for none.
  private static let plausibleDilution = 0.01..<99.0

  var settings: SourceSettings

  func fix(
    from report: FixReport,
    coordinate: Coordinate,
    driver: String?,
    rule: AccuracyRule,
    sky: SkyView?,
    errors: ErrorReport?,
    now: Now
  ) -> Fix {
    let rule = settings.accuracyRule ?? rule
    let (time, isTimeEstimated) = Self.time(of: report, now: now)
    let horizontal = horizontalAccuracy(report, rule: rule, sky: sky, errors: errors)
    var fix = Fix(
      device: report.device,
      time: time,
      coordinate: coordinate,
      horizontalAccuracy: horizontal.metres,
      dimension: report.mode == .threeD ? .threeD : .twoD,
      status: report.status
    )
    fix.driver = driver
    if isTimeEstimated { fix.estimated.append("timestamp") }
    if horizontal.isEstimated { fix.estimated.append("horizontalAccuracy") }
    setAltitude(of: &fix, from: report, rule: rule, sky: sky, errors: errors)
    setMotion(of: &fix, from: report, rule: rule)
    fix.satellitesUsed = sky?.usedCount
    fix.satellitesVisible = sky?.visibleCount
    fix.hdop = dilution(sky?.hdop)
    fix.vdop = dilution(sky?.vdop)
    fix.pdop = dilution(sky?.pdop)
    return fix
  }

  /// The receiver's time, repaired after a week rollover, or the host's.
  private static func time(of report: FixReport, now: Now) -> (UTCTime, isEstimated: Bool) {
    guard let time = report.time, time >= gpsEpoch, time <= lastTime else {
      return (now.utc, true)
    }
    guard now.utc >= gpsEpoch, now.utc <= lastTime else { return (time, false) }
    let difference = now.utc.milliseconds - time.milliseconds
    let eras = Int64(clamping: Double(difference) / Double(rollover))
    let residual = difference - eras * rollover
    guard eras != 0, abs(residual) <= rolloverTolerance else { return (time, false) }
    return (UTCTime(milliseconds: time.milliseconds + eras * rollover), true)
  }

  private func horizontalAccuracy(
    _ report: FixReport,
    rule: AccuracyRule,
    sky: SkyView?,
    errors: ErrorReport?
  ) -> (metres: Double, isEstimated: Bool) {
    if let north = errors?.latitudeDeviation, let east = errors?.longitudeDeviation,
      let radius = positive((north * north + east * east).squareRoot())
    {
      return (hundredths(radius), false)
    }
    // Where the receiver's own radius is handed through, gpsd's axis values are its model's guess.
    if rule == .oneSigma, let eph = positive(report.eph) { return (eph, false) }
    if let epx = positive(report.epx), let epy = positive(report.epy),
      let radius = positive((epx * epx + epy * epy).squareRoot() / Self.sigmas95)
    {
      return (hundredths(radius), false)
    }
    if let eph = positive(report.eph) { return (hundredths(eph / Self.radius95), false) }
    if let hdop = dilution(sky?.hdop) { return (hundredths(hdop * Self.metresPerHDOP), true) }
    return (settings.defaultAccuracy, true)
  }

  /// Altitudes exist only in a 3D fix; `alt` alone is never used, because its datum is ambiguous.
  private func setAltitude(
    of fix: inout Fix,
    from report: FixReport,
    rule: AccuracyRule,
    sky: SkyView?,
    errors: ErrorReport?
  ) {
    guard report.mode == .threeD else { return }
    let separation = report.geoidSeparation
    fix.geoidSeparation = separation
    fix.climb = report.climb.flatMap { Self.plausibleSpeed.contains($0) ? $0 : nil }
    let aboveSea = altitude(report.altitudeMSL)
    let aboveEllipsoid = altitude(report.altitudeHAE)
    fix.altitude = aboveSea ?? sum(aboveEllipsoid, separation.map { -$0 })
    fix.ellipsoidalAltitude = aboveEllipsoid ?? sum(aboveSea, separation)
    guard fix.altitude != nil || fix.ellipsoidalAltitude != nil else { return }
    if let deviation = positive(errors?.altitudeDeviation) {
      fix.verticalAccuracy = deviation
    } else if let epv = positive(report.epv) {
      fix.verticalAccuracy = rule == .oneSigma ? epv : hundredths(epv / Self.sigmas95)
    } else {
      fix.verticalAccuracy =
        hundredths(
          dilution(sky?.vdop).map { $0 * Self.metresPerVDOP } ?? fix.horizontalAccuracy * 1.5
        )
      fix.estimated.append("verticalAccuracy")
    }
  }

  private func setMotion(of fix: inout Fix, from report: FixReport, rule: AccuracyRule) {
    if let speed = report.speed, speed >= 0, Self.plausibleSpeed.contains(speed) {
      fix.speed = speed
      if let eps = positive(report.eps) {
        fix.speedAccuracy = rule == .oneSigma ? eps : hundredths(eps / Self.sigmas95)
        if rule == .percentile95 { fix.estimated.append("speedAccuracy") }
      }
    }
    guard let track = report.track, (fix.speed ?? .infinity) >= settings.minimumCourseSpeed else {
      return
    }
    fix.course = normalizedCourse(track)
    if let epd = positive(report.epd), epd <= 180 {
      fix.courseAccuracy = rule == .oneSigma ? epd : hundredths(epd / Self.sigmas95)
      if rule == .percentile95 { fix.estimated.append("courseAccuracy") }
    }
  }

  /// An accuracy that is computed here, never zero: more digits would promise what nobody knows.
  private func hundredths(_ value: Double) -> Double {
    max(0.01, (value * 100).rounded() / 100)
  }

  /// An error in metres, metres per second or degrees.
  private func positive(_ value: Double?) -> Double? {
    value.flatMap { Self.plausibleError.contains($0) ? $0 : nil }
  }

  private func dilution(_ value: Double?) -> Double? {
    value.flatMap { Self.plausibleDilution.contains($0) ? $0 : nil }
  }

  private func altitude(_ value: Double?) -> Double? {
    value.flatMap { Self.plausibleAltitude.contains($0) ? $0 : nil }
  }

  private func sum(_ left: Double?, _ right: Double?) -> Double? {
    guard let left, let right else { return nil }
    return left + right
  }
}
