// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Any value as one JSON text and back; the one door of the whole program.
///
/// In place of Foundation's encoder and decoder, which cost the daemon a third of its memory. See
/// docs/decisions/0012-read-and-write-json-by-hand.md.
package enum JSONText {
  /// One JSON text without blanks or newline, its names sorted; throws `EncodingError` if a number
  /// in it is not finite.
  package static func encode(_ value: some Encodable) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try JSONTextEncoder.node(of: value, at: []).write(to: &bytes)
    return bytes
  }

  /// Reads one JSON text strictly; throws `JSONReader.Failure` if it is none and `DecodingError` if
  /// it holds something else.
  package static func decode<Value: Decodable>(
    _ type: Value.Type,
    from bytes: [UInt8]
  ) throws -> Value {
    try JSONValueDecoder(value: JSONReader.value(of: bytes)).decode(type)
  }
}
