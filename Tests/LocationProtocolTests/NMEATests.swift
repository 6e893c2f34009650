// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationTestSupport
import Testing

@testable import LocationProtocol

/// A reader of NMEA that shares nothing with the writer.
private struct ReadSentence {
  let address: String
  let fields: [String]

  init?(_ line: Substring) {
    guard line.count <= 80, line.first == "$", let star = line.lastIndex(of: "*") else {
      return nil
    }
    let body = line[line.index(after: line.startIndex)..<star]
    let sum = body.utf8.reduce(UInt8(0)) { $0 ^ $1 }
    guard UInt8(line[line.index(after: star)...], radix: 16) == sum, line.last?.isLowercase != true
    else { return nil }
    let parts = body.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    address = parts[0]
    fields = Array(parts.dropFirst())
  }

  /// Degrees of a value and its hemisphere; nil unless minutes are below 60 and both are padded.
  func degrees(at index: Int, digits: Int) -> Double? {
    let text = fields[index]
    guard let point = text.firstIndex(of: "."),
      text.distance(from: text.startIndex, to: point) == digits + 2,
      let degrees = Double(text.prefix(digits)), let minutes = Double(text.dropFirst(digits)),
      minutes < 60
    else { return nil }
    let sign = ["N": 1.0, "E": 1, "S": -1, "W": -1][fields[index + 1]]
    return sign.map { $0 * (degrees + minutes / 60) }
  }
}

struct NMEATests {
  private static var all: NMEASettings {
    var settings = NMEASettings()
    settings.sentences = Set(NMEASettings.Sentence.allCases)
    return settings
  }

  private static func lines(_ bytes: [UInt8]) -> [Substring] {
    text(bytes).split(separator: "\r\n", omittingEmptySubsequences: true)
  }

  @Test func `an epoch of software says so in every sentence that can`() {
    var fix = Samples.fullFix
    fix.isSimulated = true
    let heading = Heading(trueHeading: 359.97, time: Samples.time)
    let block = NMEAEpoch(Self.all)
      .sentences(Samples.location(fix), sky: Samples.sky, heading: heading)
    #expect(
      Self.lines(block) == [
        "$GPZDA,012220.12,30,11,2026,00,00*63",
        "$GPGGA,012220.12,4851.502200,N,00217.668860,E,8,01,3.0,35.20,M,44.7,M,,*6B",
        "$GPRMC,012220.12,A,4851.502200,N,00217.668860,E,2.72,271.00,301126,,,S*47",
        "$GPVTG,271.00,T,,,2.72,N,5.04,K,S*60",
        "$GPGLL,4851.502200,N,00217.668860,E,012220.12,A,S*74",
        "$GPGSA,A,3,05,,,,,,,,,,,,3.3,3.0,1.4*31",
        "$GPGSV,1,1,01,05,45,271,42*4E", "$GLGSV,1,1,01,70,,,*63",
        "$GPGST,012220.12,,,,,2.90,2.90,6.00*61",
        "$GPHDT,0.0,T*35",
      ]
    )
    #expect(text(block).hasSuffix("\r\n"))
  }

  /// 2026-12-31T23:59:00Z and so many milliseconds.
  @Test(arguments: [
    (8_124, "235908.12", "31,12,2026"), (8_126, "235908.13", "31,12,2026"),
    (8_999, "235909.00", "31,12,2026"), (59_994, "235959.99", "31,12,2026"),
    (59_995, "000000.00", "01,01,2027"), (59_999, "000000.00", "01,01,2027"),
    (60_004, "000000.00", "01,01,2027"),
  ])
  func `a time is rounded to a hundredth, over the minute and the year too`(
    milliseconds: Int64,
    time: String,
    date: String
  ) {
    var fix = Samples.fullFix
    fix.time = UTCTime(milliseconds: 1_798_761_540_000 + milliseconds)
    let block = NMEAEpoch(Self.all).sentences(Samples.location(fix), sky: nil, heading: nil)
    let lines = Self.lines(block)
    #expect(lines.filter { $0.contains(time) }.count == 5)
    #expect(lines[0].hasPrefix("$GPZDA,\(time),\(date),"))
    let parts = date.split(separator: ",")
    #expect(lines[2].contains(",\(parts[0])\(parts[1])\(parts[2].suffix(2)),"))
  }

  @Test func `without a fix every sentence is void, without a time`() {
    #expect(
      Self.lines(NMEAEpoch(Self.all).void()) == [
        "$GPGGA,,,,,,0,00,,,,,,,*66", "$GPRMC,,V,,,,,,,,,,N*53", "$GPVTG,,,,,,,,,N*30",
        "$GPGLL,,,,,,V,N*64", "$GPGSA,A,1,,,,,,,,,,,,,,,*1E",
      ]
    )
  }

  @Test(arguments: [
    (0.0, 0.0), (89.999_999_999, 179.999_999_999), (-90, -180), (90, 180), (0.999_999_999_9, 9),
    (-33.86, 151.2), (-0.000_000_1, -0.000_000_1), (59.999_999_999, 59.999_999_999),
  ])
  func `positions come back to a centimetre, minutes never 60`(
    latitude: Double,
    longitude: Double
  ) throws {
    try Self.check(latitude, longitude)
  }

  @Test func `random positions come back to a centimetre`() throws {
    var generator = SeededGenerator(seed: 10_110)
    for _ in 0..<3000 {
      try Self.check(
        Double.random(in: -90...90, using: &generator),
        Double.random(in: -180...180, using: &generator)
      )
    }
  }

  private static func check(_ latitude: Double, _ longitude: Double) throws {
    var fix = Samples.fullFix
    fix.coordinate = Samples.coordinate(latitude, longitude)
    fix.altitude = -12_345.678
    fix.geoidSeparation = -105.55
    fix.speed = 999.99
    fix.course = 359.999
    let block = NMEAEpoch(all)
      .sentences(Samples.location(fix, sequence: 1), sky: Samples.sky, heading: nil)
    for line in lines(block) {
      let sentence = try #require(ReadSentence(line), "\(line)")
      let first = ["GPGGA": 1, "GPRMC": 2, "GPGLL": 0][sentence.address]
      guard let first else { continue }
      let readLatitude = try #require(sentence.degrees(at: first, digits: 2), "\(line)")
      let readLongitude = try #require(sentence.degrees(at: first + 2, digits: 3), "\(line)")
      #expect(abs(readLatitude - latitude) < 1e-8 && abs(readLongitude - longitude) < 1e-8)
      if sentence.address == "GPRMC" {
        // The address and twelve fields: what GeoClue takes for whole.
        #expect(sentence.fields.count == 12)
        #expect(sentence.fields[6] == "1943.83" && sentence.fields[7] == "0.00")
      }
    }
  }

  @Test(arguments: [
    (0, 1, "A"), (1, 1, "A"), (2, 2, "D"), (3, 4, "R"), (4, 5, "F"), (5, 6, "E"), (6, 1, "A"),
    (7, 7, "M"), (8, 8, "S"), (9, 1, "A"),
  ])
  func `status, quality and mode go together`(status: Int, quality: Int, mode: String) throws {
    var fix = Samples.smallFix
    fix.status = status
    let block = NMEAEpoch(NMEASettings())
      .sentences(Samples.location(fix, sequence: 1), sky: nil, heading: nil)
    let sentences = Self.lines(block).compactMap(ReadSentence.init)
    #expect(sentences.first { $0.address == "GPGGA" }?.fields[5] == "\(quality)")
    #expect(sentences.first { $0.address == "GPRMC" }?.fields.last == mode)
  }

  /// GeoClue's reading of HDOP.
  private static func accuracy(seenBy hdop: Double) -> Double {
    [(1.0, 0.0), (2, 1), (5, 3), (10, 50), (20, 100)].first { hdop <= $0.0 }?.1 ?? 300
  }

  @Test(arguments: [
    (0.3, 0.0), (1, 1), (3, 3), (5, 3), (10, 3), (30, 50), (60, 50), (100, 100), (500, 300),
    (1e7, 300),
  ])
  func `a reader of HDOP alone sees our accuracy`(accuracy: Double, seen: Double) {
    for own in [nil, 0.9, 4.2, 50] as [Double?] {
      #expect(Self.accuracy(seenBy: NMEAEpoch.hdop(for: accuracy, near: own)) == seen)
    }
    #expect(NMEAEpoch.hdop(for: 4, near: 4.2) == 4.2)
  }

  @Test(arguments: ["GP", "GN", "II"])
  func `each system speaks for its own satellites, in GSA and in GSV`(talker: String) {
    var settings = NMEASettings()
    settings.talker = talker
    settings.sentences = [.gsa, .gsv]
    var sky = Samples.sky
    sky.satellites = [
      .init(system: "GPS", prn: 5, isUsed: true), .init(system: "Galileo", prn: 305, isUsed: true),
      .init(system: "BeiDou", prn: 405, isUsed: true),
      .init(system: "SBAS", prn: 133, isUsed: true), .init(system: "SBAS", prn: 152, isUsed: false),
      .init(system: "GLONASS", prn: 70, isUsed: false),
    ]
    let block = NMEAEpoch(settings)
      .sentences(Samples.location(Samples.fullFix, sequence: 1), sky: sky, heading: nil)
    #expect(
      Self.lines(block).map { $0.prefix { $0 != "*" } } == [
        "$GPGSA,A,3,05,46,,,,,,,,,,,3.3,3.0,1.4", "$GAGSA,A,3,05,,,,,,,,,,,,3.3,3.0,1.4",
        "$GBGSA,A,3,05,,,,,,,,,,,,3.3,3.0,1.4", "$GPGSV,1,1,03,05,,,,46,,,,152,,,",
        "$GLGSV,1,1,01,70,,,", "$GAGSV,1,1,01,05,,,", "$GBGSV,1,1,01,05,,,",
      ]
    )
    let none = NMEAEpoch(settings)
      .sentences(Samples.location(Samples.smallFix, sequence: 1), sky: nil, heading: nil)
    #expect(Self.lines(none).map { $0.prefix(18) } == ["$\(talker)GSA,A,2,,,,,,,,"])
  }

  @Test func `the longest sentences have at most 82 characters`() {
    var fix = Samples.fullFix
    fix.coordinate = Samples.coordinate(-89.999_999, -179.999_999)
    fix.altitude = -99_999.99
    fix.geoidSeparation = -999.9
    fix.horizontalAccuracy = 1e9
    fix.verticalAccuracy = 1e9
    fix.speed = 100_000
    fix.satellitesUsed = 99
    fix.pdop = 99.9
    fix.vdop = 99.9
    var sky = Samples.sky
    sky.satellites = (1...40).map {
      .init(system: "GPS", prn: $0, azimuth: 359.9, elevation: 90, signal: 150, isUsed: true)
    }
    for talker in ["GP", "GN"] {
      var settings = Self.all
      settings.talker = talker
      let block = NMEAEpoch(settings)
        .sentences(Samples.location(fix, sequence: 1), sky: sky, heading: nil)
      for line in Self.lines(block) {
        #expect(line.utf8.count + 2 <= 82, "\(line)")
        #expect(ReadSentence(line) != nil, "\(line)")
      }
    }
  }
}
