// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// Writes one NMEA 0183 sentence field by field; the checksum and the line end come last.
struct NMEASentence {
  private var bytes: [UInt8]

  /// `address` is the talker and the formatter, as in `GPGGA`.
  init(_ address: String) {
    bytes = Array("$\(address)".utf8)
  }

  mutating func field(_ text: String = "") {
    bytes.append(UInt8(ascii: ","))
    bytes += Array(text.utf8)
  }

  mutating func field(_ value: Double?, decimals: Int, width: Int = 1) {
    field()
    if let value { bytes.append(value, decimals: decimals, width: width) }
  }

  mutating func field(_ value: Int?, width: Int = 1) {
    field()
    if let value, value >= 0 { bytes.append(digits: UInt64(value), width: width) }
  }

  /// Time of day, `hhmmss.ss`; what is below a hundredth is cut.
  mutating func time(_ time: CivilTime?) {
    field()
    guard let time else { return }
    bytes.append(digits: UInt64(time.hour), width: 2)
    bytes.append(digits: UInt64(time.minute), width: 2)
    bytes.append(digits: UInt64(time.second), width: 2)
    bytes.append(UInt8(ascii: "."))
    bytes.append(digits: UInt64(time.millisecond / 10), width: 2)
  }

  /// Latitude, hemisphere, longitude, hemisphere; minutes with six decimals, 2 mm.
  mutating func position(_ coordinate: Coordinate?) {
    angle(coordinate?.latitude, degreeDigits: 2, hemispheres: ("N", "S"))
    angle(coordinate?.longitude, degreeDigits: 3, hemispheres: ("E", "W"))
  }

  /// The sentence with its checksum and CR LF.
  consuming func finish() -> [UInt8] {
    let sum = bytes.dropFirst().reduce(0, ^)
    let hex = Array("0123456789ABCDEF".utf8)
    bytes += [UInt8(ascii: "*"), hex[Int(sum >> 4)], hex[Int(sum & 15)], 0x0D, 0x0A]
    return bytes
  }

  private mutating func angle(
    _ degrees: Double?,
    degreeDigits: Int,
    hemispheres: (String, String)
  ) {
    guard let degrees, degrees.isFinite, abs(degrees) <= 180 else {
      field()
      return field()
    }
    // In whole millionths of a minute, so that no minute is ever written as 60.
    let total = UInt64((abs(degrees) * 60_000_000).rounded())
    let millionths = total % 60_000_000
    field()
    bytes.append(digits: total / 60_000_000, width: degreeDigits)
    bytes.append(digits: millionths / 1_000_000, width: 2)
    bytes.append(UInt8(ascii: "."))
    bytes.append(digits: millionths % 1_000_000, width: 6)
    field(degrees < 0 ? hemispheres.1 : hemispheres.0)
  }
}
