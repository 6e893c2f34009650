// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LocationCore

/// One epoch as a block of NMEA 0183 sentences, each at most 82 characters with CR LF.
package struct NMEAEpoch {
  private static let knots = 3600.0 / 1852.0

  let settings: NMEASettings

  package init(_ settings: NMEASettings) {
    self.settings = settings
  }

  /// The sentences of a location, with the satellites and the heading that go with it.
  package func sentences(
    _ location: Location,
    sky: SkyView?,
    heading: Heading?
  ) -> [UInt8] {
    let fix = location.fix
    // To the nearest hundredth; before it is split, so that the minute and the day carry too.
    let civil = CivilTime(fix.time + 0.005)
    let hdop = Self.hdop(for: fix.horizontalAccuracy, near: fix.hdop ?? sky?.hdop)
    var block: [UInt8] = []
    for sentence in NMEASettings.Sentence.allCases where settings.sentences.contains(sentence) {
      switch sentence {
      case .zda: block += zda(civil)
      case .gga: block += gga(fix, civil, sky, hdop)
      case .rmc: block += rmc(fix, civil)
      case .vtg: block += vtg(fix)
      case .gll: block += gll(fix, civil)
      case .gsa: block += gsa(fix, sky, hdop)
      case .gsv: block += sky.map { gsv($0) } ?? []
      case .gst: block += gst(fix, civil)
      case .hdt: block += hdt(heading)
      }
    }
    return block
  }

  /// The sentences that say that there is no fix: void, without a position or a time.
  package func void() -> [UInt8] {
    var block: [UInt8] = []
    for sentence in NMEASettings.Sentence.allCases where settings.sentences.contains(sentence) {
      switch sentence {
      case .gga: block += gga(nil, nil, nil, nil)
      case .rmc: block += rmc(nil, nil)
      case .vtg: block += vtg(nil)
      case .gll: block += gll(nil, nil)
      case .gsa: block += gsa(nil, nil, nil)
      case .zda, .gsv, .gst, .hdt: break
      }
    }
    return block
  }

  /// A heading by itself, if it is wanted and known.
  package func sentence(_ heading: Heading) -> [UInt8] {
    settings.sentences.contains(.hdt) ? hdt(heading) : []
  }

  /// A dilution that makes a reader who knows only GGA see our accuracy.
  ///
  /// GeoClue takes HDOP up to 1 for 0 m, 2 for 1 m, 5 for 3 m, 10 for 50 m, 20 for 100 m, more for
  /// 300 m. The borders are the geometric means of neighbours; the receiver's own value is kept
  /// where it says the same.
  static func hdop(for accuracy: Double, near own: Double?) -> Double {
    let buckets: [(accuracy: Double, hdop: ClosedRange<Double>, middle: Double)] = [
      (0.6, 0.5...1, 0.9), (1.7, 1.1...2, 1.5), (12.2, 2.1...5, 3), (70.7, 5.1...10, 7.5),
      (173, 10.1...20, 15), (.infinity, 20.1...99.9, 25),
    ]
    let bucket = buckets.first { accuracy <= $0.accuracy } ?? buckets[5]
    guard let own, bucket.hdop.contains(own) else { return bucket.middle }
    return own
  }

  /// The dilution of position that agrees with a horizontal one that is not the receiver's own.
  static func pdop(of fix: Fix, _ sky: SkyView?, _ hdop: Double?) -> Double? {
    let own = fix.pdop ?? sky?.pdop
    guard own != nil, let hdop, hdop != fix.hdop ?? sky?.hdop else { return own }
    let vertical = fix.vdop ?? sky?.vdop ?? 0
    return (hdop * hdop + vertical * vertical).squareRoot()
  }

  // MARK: - Position

  private func gga(
    _ fix: Fix?,
    _ time: CivilTime?,
    _ sky: SkyView?,
    _ hdop: Double?
  ) -> [UInt8] {
    var sentence = NMEASentence(settings.talker + "GGA")
    sentence.time(time)
    sentence.position(fix?.coordinate)
    sentence.field(Self.quality(fix))
    sentence.field(fix.map { Self.usedCount($0, sky) } ?? 0, width: 2)
    sentence.field(hdop, decimals: 1)
    let altitude = fix?.altitude.flatMap { abs($0) < 99_999.95 ? $0 : nil }
    // The longest of lines has no room for more.
    sentence.field(altitude, decimals: altitude.map { abs($0) < 9999.995 } == true ? 2 : 1)
    sentence.field(altitude == nil ? "" : "M")
    let separation = fix?.geoidSeparation.flatMap { abs($0) < 1000 ? $0 : nil }
    sentence.field(separation, decimals: 1)
    sentence.field(separation == nil ? "" : "M")
    sentence.field()
    sentence.field()
    return sentence.finish()
  }

  /// GGA's quality for gpsd's status.
  private static func quality(_ fix: Fix?) -> Int {
    guard let fix else { return 0 }
    if fix.isSimulated { return 8 }
    switch fix.status {
    case 2: return 2
    case 3: return 4
    case 4: return 5
    case 5: return 6
    case 7: return 7
    case 8: return 8
    default: return 1
    }
  }

  /// The mode letter of RMC, VTG and GLL.
  private static func mode(_ fix: Fix?) -> String {
    guard let fix else { return "N" }
    switch quality(fix) {
    case 2: return "D"
    case 4: return "R"
    case 5: return "F"
    case 6: return "E"
    case 7: return "M"
    case 8: return "S"
    default: return "A"
    }
  }

  private func rmc(_ fix: Fix?, _ time: CivilTime?) -> [UInt8] {
    var sentence = NMEASentence(settings.talker + "RMC")
    sentence.time(time)
    sentence.field(fix == nil ? "V" : "A")
    sentence.position(fix?.coordinate)
    sentence.field(fix?.speed.map { $0 * Self.knots }, decimals: 2)
    sentence.field(Self.course(fix), decimals: 2)
    sentence.field(time.map { $0.day * 10_000 + $0.month * 100 + $0.year % 100 }, width: 6)
    sentence.field()
    sentence.field()
    sentence.field(Self.mode(fix))
    return sentence.finish()
  }

  /// Below the value that would be written as 360.
  private static func course(_ fix: Fix?) -> Double? {
    fix?.course.map { $0 >= 359.995 ? 0 : $0 }
  }

  private func vtg(_ fix: Fix?) -> [UInt8] {
    var sentence = NMEASentence(settings.talker + "VTG")
    let course = Self.course(fix)
    sentence.field(course, decimals: 2)
    sentence.field(course == nil ? "" : "T")
    sentence.field()
    sentence.field()
    let speed = fix?.speed
    sentence.field(speed.map { $0 * Self.knots }, decimals: 2)
    sentence.field(speed == nil ? "" : "N")
    sentence.field(speed.map { $0 * 3.6 }, decimals: 2)
    sentence.field(speed == nil ? "" : "K")
    sentence.field(Self.mode(fix))
    return sentence.finish()
  }

  private func gll(_ fix: Fix?, _ time: CivilTime?) -> [UInt8] {
    var sentence = NMEASentence(settings.talker + "GLL")
    sentence.position(fix?.coordinate)
    sentence.time(time)
    sentence.field(fix == nil ? "V" : "A")
    sentence.field(Self.mode(fix))
    return sentence.finish()
  }

  private func zda(_ time: CivilTime?) -> [UInt8] {
    guard let time else { return [] }
    var sentence = NMEASentence(settings.talker + "ZDA")
    sentence.time(time)
    sentence.field(time.day, width: 2)
    sentence.field(time.month, width: 2)
    sentence.field(time.year, width: 4)
    sentence.field("00")
    sentence.field("00")
    return sentence.finish()
  }

  private func gst(_ fix: Fix, _ time: CivilTime?) -> [UInt8] {
    var sentence = NMEASentence(settings.talker + "GST")
    let axis = min(fix.horizontalAccuracy / 2.0.squareRoot(), 99_999)
    sentence.time(time)
    sentence.field()
    sentence.field()
    sentence.field()
    sentence.field()
    sentence.field(axis, decimals: 2)
    sentence.field(axis, decimals: 2)
    sentence.field(fix.verticalAccuracy.map { min($0, 99_999) }, decimals: 2)
    return sentence.finish()
  }

  private func hdt(_ heading: Heading?) -> [UInt8] {
    guard let degrees = heading?.trueHeading else { return [] }
    var sentence = NMEASentence(settings.talker + "HDT")
    sentence.field(degrees >= 359.95 ? 0 : degrees, decimals: 1)
    sentence.field("T")
    return sentence.finish()
  }
}
