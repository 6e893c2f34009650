// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Testing

@testable import LocationCore

/// Every row of the table that turns what gpsd said into what CoreLocation means.
@Suite struct FixMappingTests {
  private static let day = 86_400.0
  private static let rollover = 1024 * 7 * day

  private func fix(
    driver: String? = "NMEA0183",
    settings: SourceSettings = SourceSettings(),
    mode: FixReport.Mode = .threeD,
    sky: SkyView? = nil,
    errors: ErrorReport? = nil,
    now: Now = moment(0),
    _ change: (inout FixReport) -> Void = { _ in }
  ) -> Fix {
    var report = FixReport(device: "/dev/a", mode: mode)
    report.time = moment(0).utc
    change(&report)
    return FixMapping(settings: settings).fix(
      from: report,
      coordinate: coordinate(10, 20),
      driver: driver,
      rule: .rule(forDriver: driver),
      sky: sky,
      errors: errors,
      now: now
    )
  }

  private func near(_ value: Double?, _ expected: Double) -> Bool {
    value.map { abs($0 - expected) < 1e-9 } ?? false
  }

  // MARK: - Values that no receiver can mean

  @Test(arguments: [1e308, -1, 0, 1e-10, 3e7])
  func `an impossible error counts as absent`(error: Double) {
    let fix = fix {
      $0.eph = error
      $0.epv = error
      $0.altitudeMSL = 30
      $0.speed = 2
      $0.eps = error
    }
    #expect(fix.horizontalAccuracy == 50 && fix.verticalAccuracy == 75)
    #expect(fix.speedAccuracy == nil)
    #expect(fix.estimated == ["horizontalAccuracy", "verticalAccuracy"])
  }

  @Test(arguments: [1e308, -1e308, -13_000, 6e7])
  func `an impossible altitude or speed counts as absent`(value: Double) {
    let fix = fix {
      $0.altitudeMSL = value
      $0.altitudeHAE = value
      $0.speed = abs(value)
      $0.climb = value
    }
    #expect(fix.altitude == nil && fix.ellipsoidalAltitude == nil && fix.verticalAccuracy == nil)
    #expect(fix.speed == nil && fix.climb == nil)
  }

  @Test(arguments: [0.0, -1, 99.99, 1e308])
  func `a dilution that means none counts as absent`(value: Double) {
    var sky = SkyView(device: "/dev/a")
    sky.hdop = value
    sky.vdop = value
    sky.pdop = value
    let fix = fix(sky: sky)
    #expect(fix.hdop == nil && fix.vdop == nil && fix.pdop == nil)
    #expect(fix.horizontalAccuracy == 50)
  }

  // MARK: - Accuracy

  @Test(
    arguments: [
      ("u-blox", AccuracyRule.oneSigma), ("Allystar", .oneSigma), ("SiRF", .oneSigma),
      ("Javad", .oneSigma), ("GREIS", .oneSigma), ("Trimble TSIP", .oneSigma),
      ("NMEA0183", .percentile95), ("Garmin Serial binary", .percentile95),
      ("Zodiac", .percentile95),
      ("Navcom", .percentile95), ("", .percentile95), (nil, .percentile95),
    ] as [(String?, AccuracyRule)]
  )
  func `each driver has its rule`(driver: String?, rule: AccuracyRule) {
    #expect(AccuracyRule.rule(forDriver: driver) == rule)
    let fix = fix(driver: driver) {
      $0.eph = 17.3
      $0.epv = 19.6
      $0.altitudeMSL = 30
    }
    #expect(near(fix.horizontalAccuracy, rule == .oneSigma ? 17.3 : 10))
    #expect(near(fix.verticalAccuracy, rule == .oneSigma ? 19.6 : 10))
    #expect(fix.estimated == [])
  }

  @Test func `the configured rule overrides the driver's`() {
    var settings = SourceSettings()
    settings.accuracyRule = .oneSigma
    #expect(near(fix(settings: settings) { $0.eph = 17.3 }.horizontalAccuracy, 17.3))
    settings.accuracyRule = .percentile95
    let other = fix(driver: "u-blox", settings: settings) { $0.eph = 17.3 }
    #expect(near(other.horizontalAccuracy, 10))
  }

  @Test func `the best source of the horizontal accuracy is taken, in order`() {
    var errors = ErrorReport(device: "/dev/a")
    errors.latitudeDeviation = 3
    errors.longitudeDeviation = 4
    var sky = SkyView(device: "/dev/a")
    sky.hdop = 1.5
    let all: (inout FixReport) -> Void = {
      $0.epx = 1.96 * 6
      $0.epy = 1.96 * 8
      $0.eph = 17.3
    }
    #expect(near(fix(sky: sky, errors: errors, all).horizontalAccuracy, 5))
    #expect(near(fix(sky: sky, all).horizontalAccuracy, 10))
    let radius = fix(sky: sky) { $0.eph = 34.6 }
    #expect(near(radius.horizontalAccuracy, 20) && radius.estimated == [])
    let dilution = fix(sky: sky)
    #expect(near(dilution.horizontalAccuracy, 7.5))
    #expect(dilution.estimated == ["horizontalAccuracy"])
    let none = fix()
    #expect(none.horizontalAccuracy == 50 && none.estimated == ["horizontalAccuracy"])
    // One axis alone says nothing, and 0 is no accuracy.
    let odd = fix {
      $0.epx = 5
      $0.eph = 0
    }
    #expect(odd.horizontalAccuracy == 50)
  }

  @Test func `vertical accuracy comes from GST, epv, the dilution, or the horizontal one`() {
    var errors = ErrorReport(device: "/dev/a")
    errors.altitudeDeviation = 3
    var sky = SkyView(device: "/dev/a")
    sky.vdop = 2
    func vertical(_ sky: SkyView?, _ errors: ErrorReport?, _ epv: Double?) -> Fix {
      fix(sky: sky, errors: errors) {
        $0.altitudeMSL = 1
        $0.eph = 17.3
        $0.epv = epv
      }
    }
    #expect(near(vertical(sky, errors, 9.8).verticalAccuracy, 3))
    #expect(near(vertical(sky, nil, 9.8).verticalAccuracy, 5))
    let dilution = vertical(sky, nil, nil)
    #expect(near(dilution.verticalAccuracy, 15) && dilution.estimated == ["verticalAccuracy"])
    #expect(near(vertical(nil, nil, nil).verticalAccuracy, 15))
  }

  // MARK: - Altitude

  @Test(
    arguments: [
      (35.2, 79.9, 44.7, 35.2, 79.9), (35.2, nil, 44.7, 35.2, 79.9), (nil, 79.9, 44.7, 35.2, 79.9),
      (35.2, nil, nil, 35.2, nil), (nil, 79.9, nil, nil, 79.9), (nil, nil, 44.7, nil, nil),
    ] as [(Double?, Double?, Double?, Double?, Double?)]
  )
  func `altitudes are what the receiver said or what the geoid gives`(
    mean: Double?,
    ellipsoidal: Double?,
    separation: Double?,
    altitude: Double?,
    height: Double?
  ) {
    let fix = fix {
      $0.altitudeMSL = mean
      $0.altitudeHAE = ellipsoidal
      $0.geoidSeparation = separation
    }
    for (value, expected) in [(fix.altitude, altitude), (fix.ellipsoidalAltitude, height)] {
      if let expected { #expect(near(value, expected)) } else { #expect(value == nil) }
    }
    #expect((fix.verticalAccuracy == nil) == (altitude == nil && height == nil))
  }

  @Test func `a fix in two dimensions has no altitude`() {
    let fix = fix(mode: .twoD) {
      $0.altitudeMSL = 35
      $0.altitudeHAE = 79
      $0.geoidSeparation = 44
      $0.epv = 5
      $0.climb = 1
    }
    #expect(fix.dimension == .twoD && fix.altitude == nil && fix.ellipsoidalAltitude == nil)
    #expect(fix.verticalAccuracy == nil && fix.climb == nil && fix.geoidSeparation == nil)
  }

  // MARK: - Motion

  @Test(arguments: [(360.0, 0.0), (0, 0), (359.999, 359.999), (90, 90)])
  func `the course lies below 360`(track: Double, course: Double) {
    let fix = fix {
      $0.track = track
      $0.speed = 2
    }
    #expect(fix.course == course)
  }

  @Test(arguments: [(0.0, false), (0.49, false), (0.5, true), (nil, true)] as [(Double?, Bool)])
  func `standing still has a speed and no course from noise`(speed: Double?, hasCourse: Bool) {
    let fix = fix {
      $0.track = 90
      $0.speed = speed
      $0.epd = 19.6
    }
    #expect(fix.speed == speed)
    #expect(fix.course == (hasCourse ? 90 : nil))
    #expect(hasCourse ? near(fix.courseAccuracy, 10) : fix.courseAccuracy == nil)
  }

  @Test func `errors of speed and course are estimates where gpsd guessed them`() {
    let change: (inout FixReport) -> Void = {
      $0.speed = 2
      $0.eps = 0.98
      $0.track = 90
      $0.epd = 9.8
      $0.eph = 5
    }
    let guessed = fix(change)
    #expect(near(guessed.speedAccuracy, 0.5) && near(guessed.courseAccuracy, 5))
    #expect(guessed.estimated == ["speedAccuracy", "courseAccuracy"])
    let own = fix(driver: "u-blox", change)
    #expect(near(own.speedAccuracy, 0.98) && near(own.courseAccuracy, 9.8))
    #expect(own.estimated == [])
  }

  @Test func `what the receiver did not say is absent`() {
    let fix = fix()
    #expect(fix.speed == nil && fix.course == nil && fix.speedAccuracy == nil)
    #expect(fix.courseAccuracy == nil && fix.climb == nil && fix.altitude == nil)
    #expect(fix.satellitesUsed == nil && fix.hdop == nil && fix.status == 0)
  }

  // MARK: - Time

  @Test(arguments: [1.0, 2, -1])
  func `a date off by weeks of 1024 is repaired, either way, and marked`(eras: Double) {
    let fix = fix { $0.time = moment(-Self.rollover * eras - 3).utc }
    #expect(fix.time == moment(-3).utc)
    #expect(fix.estimated.contains("timestamp"))
  }

  @Test(arguments: [0.0, 18, -18, 3600, -rollover / 2, rollover - 13 * 3600])
  func `a time that is off otherwise is the receiver's own`(offset: Double) {
    let fix = fix { $0.time = moment(offset).utc }
    #expect(fix.time == moment(offset).utc && !fix.estimated.contains("timestamp"))
  }

  @Test(arguments: [nil, 0, -1, 315_964_799_999, .min, .max, 253_402_300_800_000] as [Int64?])
  func `a missing or impossible time is the host's, and marked`(milliseconds: Int64?) {
    let fix = fix { $0.time = milliseconds.map { UTCTime(milliseconds: $0) } }
    #expect(fix.time == moment(0).utc && fix.estimated.contains("timestamp"))
  }

  @Test(arguments: [Int64.min, -1, 0, .max])
  func `a host without a clock takes the receiver's time`(milliseconds: Int64) {
    let now = Now(instant: moment(0).instant, utc: UTCTime(milliseconds: milliseconds))
    #expect(fix(now: now).time == moment(0).utc)
  }

  @Test(
    arguments: [
      (1_796_001_740, 119_999_999, 1_796_001_740_120),
      (1_796_001_740, 119_000_000, 1_796_001_740_119),
      (1_796_001_740, 999_999_999, 1_796_001_741_000), (1_796_001_740, 499_999, 1_796_001_740_000),
    ] as [(Int64, Int64, Int64)]
  )
  func `a time one ulp low is not a millisecond low`(
    seconds: Int64,
    nanoseconds: Int64,
    expected: Int64
  ) {
    let time = UTCTime(seconds: seconds, nanoseconds: nanoseconds)
    #expect(time == UTCTime(milliseconds: expected))
  }
}
