// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationTestSupport
import Testing

@testable import LocationProtocol

/// The hand-written text of a location against the encoder's, which is the reference.
@Suite struct LocationTextTests {
  @Test(arguments: 0..<10 as Range<UInt64>)
  func `a thousand random locations have the bytes of the JSON encoder`(seed: UInt64) throws {
    var random = Randomness(generator: SeededGenerator(seed: seed))
    for _ in 0..<1000 {
      let location = random.location()
      var text = LocationText(after: [])
      try text.append(location)
      let expected = try JSONText.encode(location)
      try #require(text.bytes == expected, "\(location)")
    }
  }

  @Test(arguments: [
    0.0, -0.0, 1, -1, 0.1, 0.001, 0.000_999_999_999, 0.001_000_001, 999_999.999_999_999, 1e6,
    -48.858_370_123,
    999_999.999_999_999_9, 100.000_000_000_1, 2.294_480_999_999_999_8, 0.3, 1e15, 1e16,
    123_456_789_012_345_680, 1e22, 1e-5, 1e-4,
    .leastNonzeroMagnitude,
    .greatestFiniteMagnitude, .leastNormalMagnitude, 1 / 3.0, 179.999_999_999_999_97, 100, 1.5e300,
  ])
  func `a number has the text of the JSON encoder`(number: Double) throws {
    var location = LocationMessage(Samples.location(Samples.smallFix))
    location.altitude = number
    var text = LocationText(after: [])
    try text.append(location)
    #expect(text.bytes == (try JSONText.encode(location)))
  }

  @Test(arguments: 0..<0x80 as Range<UInt8>)
  func `a character has the text of the JSON encoder`(byte: UInt8) throws {
    var location = LocationMessage(Samples.location(Samples.smallFix))
    location.source.device = "a\(Character(Unicode.Scalar(byte)))é😀/"
    location.source.driver = "a\(Character(Unicode.Scalar(byte)))"
    var text = LocationText(after: [])
    try text.append(location)
    #expect(text.bytes == (try JSONText.encode(location)))
  }

  @Test func `what the JSON encoder refuses is refused`() throws {
    var location = LocationMessage(Samples.location(Samples.smallFix))
    var text = LocationText(after: [])
    location.speed = .nan
    #expect(throws: (any Error).self) { try text.append(location) }
    location.speed = .infinity
    #expect(throws: (any Error).self) { try text.append(location) }
    location.speed = nil
    location.timestamp = UTCTime(milliseconds: .max)
    #expect(throws: (any Error).self) { try text.append(location) }
  }
}

/// Random values of every member, each of them absent at times.
private struct Randomness {
  var generator: SeededGenerator

  mutating func location() -> LocationMessage {
    var location = LocationMessage(Samples.location(Samples.smallFix))
    location.latitude = number()
    location.longitude = number()
    location.horizontalAccuracy = number()
    location.altitude = perhaps { $0.number() }
    location.ellipsoidalAltitude = perhaps { $0.number() }
    location.verticalAccuracy = perhaps { $0.number() }
    location.speed = perhaps { $0.number() }
    location.speedAccuracy = perhaps { $0.number() }
    location.course = perhaps { $0.number() }
    location.courseAccuracy = perhaps { $0.number() }
    location.timestamp = UTCTime(
      milliseconds: Int64.random(in: -62_135_596_800_000..<253_402_300_800_000, using: &generator)
    )
    location.sequence = UInt64.random(in: 0...(.max), using: &generator)
    location.source = LocationMessage.Source(
      isSimulatedBySoftware: Bool.random(using: &generator),
      isProducedByAccessory: Bool.random(using: &generator),
      device: perhaps { $0.string() },
      driver: perhaps { $0.string() },
      overrides: perhaps { $0.strings() },
      estimated: perhaps { $0.strings() }
    )
    location.gnss = perhaps { $0.gnss() }
    return location
  }

  private mutating func gnss() -> LocationMessage.GNSS {
    LocationMessage.GNSS(
      mode: Bool.random(using: &generator) ? .twoD : .threeD,
      status: perhaps { LocationMessage.Status.allCases.randomElement(using: &$0.generator) }
        ?? nil,
      satellitesUsed: perhaps { Int.random(in: -5...500, using: &$0.generator) },
      satellitesVisible: perhaps { Int.random(in: .min...(.max), using: &$0.generator) },
      hdop: perhaps { $0.number() },
      vdop: perhaps { $0.number() },
      pdop: perhaps { $0.number() },
      climb: perhaps { $0.number() },
      geoidSeparation: perhaps { $0.number() }
    )
  }

  private mutating func perhaps<Value>(_ value: (inout Randomness) -> Value) -> Value? {
    Bool.random(using: &generator) ? value(&self) : nil
  }

  /// Of every magnitude: whole, rounded as receivers do, or any bits at all.
  private mutating func number() -> Double {
    switch Int.random(in: 0..<5, using: &generator) {
    case 3:
      let digits = Double(Int.random(in: -1_000_000_000_000...1_000_000_000_000, using: &generator))
      return [1e3, 1e7, 1e8, 1e9, 1e10, 1e12].map { digits / $0 }.randomElement(using: &generator)
        ?? 0
    case 0: return Double(Int.random(in: -1_000_000...1_000_000, using: &generator))
    case 1: return Double(Int.random(in: -180_000_000...180_000_000, using: &generator)) / 1e6
    case 2: return Double.random(in: -180...180, using: &generator)
    default:
      let value = Double(bitPattern: UInt64.random(in: 0...(.max), using: &generator))
      return value.isFinite ? value : 0
    }
  }

  private mutating func string() -> String {
    let scalars: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0x00...0x7F, 0x80...0x7FF, 0x1_F600...0x1_F64F,
    ]
    let range = scalars[Int.random(in: 0..<4, using: &generator)]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0..<30, using: &generator) {
      if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &generator)) {
        text.append(scalar)
      }
    }
    return String(text)
  }

  private mutating func strings() -> [String] {
    var all: [String] = []
    for _ in 0..<Int.random(in: 0..<4, using: &generator) { all.append(string()) }
    return all
  }
}
