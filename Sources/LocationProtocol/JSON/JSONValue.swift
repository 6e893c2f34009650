// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Any JSON value, for parameters whose types are not known before they are looked at.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number without a fraction that 64 bits hold exactly.
  case integer(Int64)
  /// Always finite.
  case number(Double)
  /// A well-formed number beyond the range of a double, such as 1e400 or 1e-400.
  case unrepresentableNumber
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])
}

extension JSONValue {
  /// The number that a JSON text writes so.
  init(number text: String) {
    if let integer = Int64(text) {
      self = .integer(integer)
      return
    }
    guard let number = Double(text), number.isFinite, number != 0 || Self.isZero(text) else {
      self = .unrepresentableNumber
      return
    }
    self = Int64(exactly: number).map { .integer($0) } ?? .number(number)
  }

  /// Whether all digits before the exponent are 0; else a 0 is a number too small for a double.
  private static func isZero(_ text: String) -> Bool {
    text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.allSatisfy {
      !(UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0)
    }
  }
}

extension JSONValue: Codable {
  /// Takes the value as it was read; only our own decoder has one.
  package init(from decoder: any Decoder) throws {
    guard let decoder = decoder as? JSONValueDecoder else {
      let context = DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: "a JSON value is read from JSON text alone"
      )
      throw DecodingError.dataCorrupted(context)
    }
    self = decoder.value
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .unrepresentableNumber: throw Self.outOfRange(at: encoder.codingPath)
    case .string(let string): try container.encode(string)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }

  static func outOfRange(at path: [any CodingKey]) -> EncodingError {
    let context = EncodingError.Context(
      codingPath: path,
      debugDescription: "a number out of range has no JSON text"
    )
    return .invalidValue(JSONValue.unrepresentableNumber, context)
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as an error message shows it: short, on one line, never the inside of a container.
  package var description: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .integer(let integer): "\(integer)"
    case .number(let number): "\(number)"
    case .unrepresentableNumber: "a number out of range"
    case .string(let string): Self.quoted(string)
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// Cut after 40 scalars: a grapheme may be as long as the line.
  private static func quoted(_ string: String) -> String {
    let limit = 40
    var text = "\""
    for scalar in string.unicodeScalars.prefix(limit) {
      text += scalar.escaped(asASCII: isInvisible(scalar))
    }
    return text + (string.unicodeScalars.count > limit ? "…\"" : "\"")
  }

  /// Controls, line ends and marks that turn the direction of text would disguise a log line.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
