// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Writes one object of gpsd's protocol: class first, no null, absent members left out.
struct GPSDObject {
  private(set) var bytes: [UInt8]

  init(_ className: String) {
    bytes = Array("{\"class\":\"\(className)\"".utf8)
  }

  mutating func string(_ name: String, _ value: String?) {
    guard let value else { return }
    begin(name)
    bytes.append(UInt8(ascii: "\""))
    for byte in value.utf8 { appendEscaped(byte) }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func number(_ name: String, _ value: Double?, _ decimals: Int) {
    guard let value, value.isFinite, abs(value) < 1e12 else { return }
    begin(name)
    bytes.append(value, decimals: decimals)
  }

  mutating func integer(_ name: String, _ value: Int?) {
    guard let value else { return }
    begin(name)
    bytes += Array("\(value)".utf8)
  }

  mutating func flag(_ name: String, _ value: Bool) {
    begin(name)
    bytes += Array((value ? "true" : "false").utf8)
  }

  /// Objects that are JSON texts already.
  mutating func array(_ name: String, _ objects: [[UInt8]]) {
    begin(name)
    bytes.append(UInt8(ascii: "["))
    for (index, object) in objects.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += object
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// The text without a line end.
  consuming func finish() -> [UInt8] {
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  private mutating func begin(_ name: String) {
    bytes += Array(",\"\(name)\":".utf8)
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes += [UInt8(ascii: "\\"), byte]
    case UInt8(ascii: "\n"): bytes += Array("\\n".utf8)
    case UInt8(ascii: "\r"): bytes += Array("\\r".utf8)
    case 0..<0x20:
      let hex = Array("0123456789abcdef".utf8)
      bytes += Array("\\u00".utf8) + [hex[Int(byte >> 4)], hex[Int(byte & 15)]]
    default: bytes.append(byte)
    }
  }
}
