// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// Writes location objects with the very bytes of the JSON encoder, at a twentieth of its cost.
///
/// For this one message, which is encoded for every fix; everything else goes through `JSONText`.
/// A test holds the two together. See docs/decisions/0011-write-the-location-by-hand.md.
struct LocationText {
  var bytes: [UInt8]

  /// Goes on after what is there already.
  init(after bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Throws, as the encoder does, if a number is not finite or the time outside years 1 … 9999.
  mutating func append(_ location: LocationMessage) throws {
    guard let timestamp = CivilTime(location.timestamp) else {
      // The encoder knows how to say what is wrong.
      bytes += try JSONText.encode(location)
      return
    }
    bytes.append(UInt8(ascii: "{"))
    try append(#""altitude":"#, location.altitude)
    try append(#""course":"#, location.course)
    try append(#""courseAccuracy":"#, location.courseAccuracy)
    try append(#""ellipsoidalAltitude":"#, location.ellipsoidalAltitude)
    if let gnss = location.gnss {
      bytes += #""gnss":"#.utf8
      try append(gnss)
    }
    try append(#""horizontalAccuracy":"#, location.horizontalAccuracy)
    try append(#""latitude":"#, location.latitude)
    try append(#""longitude":"#, location.longitude)
    append(#""sequence":"#, location.sequence)
    bytes += #""source":"#.utf8
    try append(location.source)
    try append(#""speed":"#, location.speed)
    try append(#""speedAccuracy":"#, location.speedAccuracy)
    append(#""timestamp":"#, timestamp)
    try append(#""verticalAccuracy":"#, location.verticalAccuracy)
    end()
    bytes.removeLast()
  }

  private mutating func append(_ gnss: LocationMessage.GNSS) throws {
    bytes.append(UInt8(ascii: "{"))
    try append(#""climb":"#, gnss.climb)
    try append(#""geoidSeparation":"#, gnss.geoidSeparation)
    try append(#""hdop":"#, gnss.hdop)
    append(#""mode":"#, word: gnss.mode.rawValue)
    try append(#""pdop":"#, gnss.pdop)
    append(#""satellitesUsed":"#, gnss.satellitesUsed)
    append(#""satellitesVisible":"#, gnss.satellitesVisible)
    append(#""status":"#, word: gnss.status?.rawValue)
    try append(#""vdop":"#, gnss.vdop)
    end()
  }

  private mutating func append(_ source: LocationMessage.Source) throws {
    bytes.append(UInt8(ascii: "{"))
    try append(#""device":"#, source.device)
    try append(#""driver":"#, source.driver)
    try append(#""estimated":"#, source.estimated)
    append(#""isProducedByAccessory":"#, source.isProducedByAccessory)
    append(#""isSimulatedBySoftware":"#, source.isSimulatedBySoftware)
    try append(#""overrides":"#, source.overrides)
    end()
  }

  // MARK: - Members, in the order of their names, each with its comma

  /// The comma of the last member becomes the end of the object, which has at least one member.
  private mutating func end() {
    bytes[bytes.count - 1] = UInt8(ascii: "}")
    bytes.append(UInt8(ascii: ","))
  }

  private mutating func append(_ key: String, _ value: Double?) throws {
    guard let value else { return }
    bytes += key.utf8
    if value.isFinite {
      append(number: value)
    } else {
      // Nobody but the encoder itself says what it does with such a number.
      bytes += try JSONText.encode(value)
    }
    bytes.append(UInt8(ascii: ","))
  }

  /// The shortest text that reads back as the number, without `.0`.
  private mutating func append(number value: Double) {
    // Receivers round. Of at most 15 digits no two decimals are the same number, so the decimal
    // that is found here is the shortest text already.
    let size = abs(value)
    let billionths = (1e-3..<1e6).contains(size) ? UInt64(size * 1e9 + 0.5) : 0
    guard Double(billionths) / 1e9 == size, size != 0 else {
      bytes += value.description.utf8
      if bytes.last == UInt8(ascii: "0"), bytes[bytes.count - 2] == UInt8(ascii: ".") {
        bytes.removeLast(2)
      }
      return
    }
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, part) = billionths.quotientAndRemainder(dividingBy: 1_000_000_000)
    bytes.append(digits: whole, width: 1)
    guard part > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var (rest, divisor): (UInt64, UInt64) = (part, 100_000_000)
    while rest > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / divisor))
      rest %= divisor
      divisor /= 10
    }
  }

  private mutating func append(_ key: String, _ value: Int?) {
    guard let value else { return }
    bytes += key.utf8
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes.append(digits: UInt64(value.magnitude), width: 1)
    bytes.append(UInt8(ascii: ","))
  }

  private mutating func append(_ key: String, _ value: UInt64) {
    bytes += key.utf8
    bytes.append(digits: value, width: 1)
    bytes.append(UInt8(ascii: ","))
  }

  private mutating func append(_ key: String, _ time: CivilTime) {
    bytes += key.utf8
    bytes.append(UInt8(ascii: "\""))
    bytes.append(time)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ","))
  }

  private mutating func append(_ key: String, _ value: Bool) {
    bytes += key.utf8
    bytes += (value ? "true," : "false,").utf8
  }

  /// A text of ours that needs no escape.
  private mutating func append(_ key: String, word: String?) {
    guard let word else { return }
    bytes += key.utf8
    quote(word)
    bytes.append(UInt8(ascii: ","))
  }

  private mutating func append(_ key: String, _ value: String?) throws {
    guard let value else { return }
    bytes += key.utf8
    try append(value)
    bytes.append(UInt8(ascii: ","))
  }

  private mutating func append(_ key: String, _ values: [String]?) throws {
    guard let values else { return }
    bytes += key.utf8
    bytes.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      try append(value)
    }
    bytes.append(UInt8(ascii: "]"))
    bytes.append(UInt8(ascii: ","))
  }

  private mutating func append(_ value: String) throws {
    guard value.utf8.allSatisfy(Self.isPlain) else {
      bytes += try JSONText.encode(value)
      return
    }
    quote(value)
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    bytes += text.utf8
    bytes.append(UInt8(ascii: "\""))
  }

  /// Printable ASCII that no JSON text escapes.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}
