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

  /// Why a text was not read, with the place in it and without what stands there, which may be a
  /// coordinate.
  package static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.typeMismatch(let type, let context):
      "\(place(context.codingPath)) is not \(kind(type))"
    case DecodingError.valueNotFound(let type, let context):
      "\(place(context.codingPath)) is null, not \(kind(type))"
    case DecodingError.keyNotFound(let key, let context):
      "\(place(context.codingPath)) has no member \"\(key.stringValue)\""
    case DecodingError.dataCorrupted(let context):
      "\(place(context.codingPath)) has no value that is allowed there"
    default: "\(error)"
    }
  }

  private static func kind(_ type: any Any.Type) -> String {
    switch type {
    case is String.Type: "text"
    case is Bool.Type: "true or false"
    case is any FixedWidthInteger.Type: "a whole number in the range of \(type)"
    case is any BinaryFloatingPoint.Type: "a number"
    default: "what it should be (\(type))"
    }
  }

  /// As in `overrides[2].uid`.
  private static func place(_ path: [any CodingKey]) -> String {
    var text = ""
    for key in path {
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return text.isEmpty ? "the whole" : text
  }
}
