// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import LocationTestSupport
import Testing

@testable import LocationCore
@testable import LocationProtocol

/// The sentences of an epoch and the SKY beside it say the same of the satellites.
struct NMEASatelliteTests {
  /// What a reader that knows only talkers and numbers makes of an epoch.
  private struct Reading {
    var counted: Int?
    var dimensions: Set<String> = []
    var used: [String] = []
    var seen: [String] = []
    var talkers: [String] = []

    init(_ block: [UInt8]) {
      for line in text(block).split(separator: "\r\n") {
        let fields = line.prefix { $0 != "*" }
          .split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let talker = String(fields[0].dropFirst().prefix(2))
        switch fields[0].suffix(3) {
        case "GGA": counted = Int(fields[7])
        case "GSA":
          dimensions.insert(fields[2])
          talkers.append(talker)
          used += fields[3..<15].filter { !$0.isEmpty }.map { "\(talker)\($0)" }
        case "GSV":
          for index in stride(from: 4, to: fields.count, by: 4) where !fields[index].isEmpty {
            seen.append("\(talker)\(fields[index])")
          }
        default: break
        }
      }
    }
  }

  /// The count and the flags of a SKY; without systems, so that it counts each one once.
  private static func told(_ sky: SkyView) -> (count: Int?, flags: Int) {
    let object = text(GPSDLocation.sky(sky, device: ""))
    let count = object.range(of: "\"uSat\":").flatMap { range in
      Int(object[range.upperBound...].prefix(while: \.isNumber))
    }
    return (count, object.components(separatedBy: "\"used\":true").count - 1)
  }

  private static func check(
    _ fix: Fix,
    _ sky: SkyView,
    talker: String,
    distinct: Bool = true
  ) throws {
    var settings = NMEASettings()
    settings.talker = talker
    settings.sentences = Set(NMEASettings.Sentence.allCases)
    let block = NMEAEpoch(settings)
      .sentences(Samples.location(fix, sequence: 1), sky: sky, heading: nil)
    let reading = Reading(block)
    let told = told(sky)
    #expect(reading.counted == reading.used.count && told.count == reading.used.count)
    #expect(!distinct || told.flags == reading.used.count)
    #expect(Set(reading.used).count == reading.used.count)
    #expect(Set(reading.seen).count == reading.seen.count)
    #expect(Set(reading.used).isSubset(of: reading.seen))
    #expect(reading.dimensions == [fix.dimension == .threeD ? "3" : "2"])
    // gpsd forgets what it has of a talker that begins again at once.
    #expect(!zip(reading.talkers, reading.talkers.dropFirst()).contains { $0 == $1 && $0 != "GN" })
  }

  private static let kinds: [(system: String, first: Int, count: Int)] = [
    ("GPS", 1, 32), ("SBAS", 120, 39), ("GLONASS", 65, 32), ("Galileo", 301, 36),
    ("BeiDou", 401, 63), ("QZSS", 193, 10), ("NavIC", 501, 14),
  ]

  @Test(arguments: ["GP", "GN", "II"])
  func `real satellites, however many and of which bands, are the same everywhere`(talker: String)
    throws
  {
    var generator = SeededGenerator(seed: 4_11)
    for round in 0..<300 {
      var sky = SkyView(device: "/dev/ttyACM0")
      for kind in Self.kinds where Bool.random(using: &generator) {
        let share = Double.random(in: 0...1, using: &generator)
        for prn in kind.first..<(kind.first + kind.count)
        where Double.random(in: 0...1, using: &generator) < share {
          // NMEA has room for 36 of a system.
          guard sky.satellites.count(where: { $0.system == kind.system }) < 18 else { break }
          let isUsed = Bool.random(using: &generator)
          for _ in 0..<(round % 3 == 0 ? 2 : 1) {
            sky.satellites.append(
              .init(
                system: kind.system,
                prn: prn,
                azimuth: 7,
                elevation: 40,
                signal: 30,
                isUsed: isUsed
              )
            )
          }
        }
      }
      guard sky.satellites.contains(where: \.isUsed) else { continue }
      sky.visibleCount = sky.satellites.count
      sky.usedCount = Int.random(in: 0...30, using: &generator)
      var fix = round % 2 == 0 ? Samples.fullFix : Samples.smallFix
      fix.satellitesUsed = Int.random(in: 0...30, using: &generator)
      try Self.check(fix, sky, talker: talker, distinct: round % 3 != 0)
    }
  }

  @Test(arguments: ["GP", "GN"])
  func `the satellites of a simulated fix of any accuracy are the same everywhere`(talker: String)
    throws
  {
    for (latitude, longitude) in [(10.0, 20.0), (48.5, 2.5), (-89.9, 0), (0, -179.9)] {
      for accuracy in [0.5, 3, 5, 9, 15, 30, 60, 5000] {
        for altitude in [nil, 5, 30] as [Double?] {
          var point = PointSpec(coordinate: Samples.coordinate(latitude, longitude))
          point.horizontalAccuracy = accuracy
          point.altitude = altitude
          let (fix, sky) = try #require(Self.simulate(point))
          #expect(fix.satellitesUsed == sky.usedCount)
          try Self.check(fix, sky, talker: talker)
        }
      }
    }
  }

  /// The first fix of a point that is set, and its sky.
  private static func simulate(_ point: PointSpec) -> (Fix, SkyView)? {
    let now = Now(instant: Instant(nanoseconds: 1_000_000_000), utc: Samples.time)
    guard var generator = OverrideSpec.set(point).makeGenerator(at: now) else { return nil }
    var fix: Fix?
    var sky: SkyView?
    for callback in generator.advance(to: now) {
      if case .didUpdateLocations(let fixes) = callback { fix = fixes.last }
      if case .didUpdateSatellites(let view) = callback { sky = view }
    }
    guard let fix, let sky else { return nil }
    return (fix, sky)
  }

  @Test func `one of several bands is used if one of them is, with its strongest signal`() {
    var sky = SkyView(device: "")
    sky.satellites = [
      .init(system: "GPS", prn: 5, signal: 20, isUsed: false),
      .init(system: "GPS", prn: 5, signal: 40, isUsed: true),
      .init(system: "GPS", prn: 5, isUsed: false),
    ]
    #expect(
      sky.constellations.map(\.satellites) == [
        [.init(system: "GPS", prn: 5, signal: 40, isUsed: true)]
      ]
    )
    #expect(sky.namedUse == 1)
  }

  @Test func `without a list the count is the receiver's`() {
    var sky = SkyView(device: "")
    sky.usedCount = 7
    #expect(NMEAEpoch.usedCount(Samples.smallFix, sky) == 7)
    #expect(NMEAEpoch.usedCount(Samples.fullFix, nil) == 9)
    #expect(NMEAEpoch.usedCount(Samples.smallFix, nil) == 0)
    sky.usedCount = 200
    #expect(NMEAEpoch.usedCount(Samples.smallFix, sky) == 99)
  }
}
