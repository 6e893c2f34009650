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

extension JSONValue: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let string = try Self.attempt({ try container.decode(String.self) }) {
      self = .string(string)
    } else if container.decodeNil() {
      self = .null
    } else if let number = try Self.decodeNumber(from: container) {
      self = number
    } else if let bool = try Self.attempt({ try container.decode(Bool.self) }) {
      self = .bool(bool)
    } else if let members = try Self.attempt({ try container.decode([String: JSONValue].self) }) {
      self = .object(members)
    } else {
      self = .array(try container.decode([JSONValue].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .unrepresentableNumber:
      let context = EncodingError.Context(
        codingPath: encoder.codingPath,
        debugDescription: "a number out of range has no JSON text"
      )
      throw EncodingError.invalidValue(self, context)
    case .string(let string): try container.encode(string)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }

  /// Nil if the value is of another type; a value that is broken in itself throws.
  private static func attempt<Value>(_ decode: () throws -> Value) throws -> Value? {
    do {
      return try decode()
    } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
      return nil
    }
  }

  private static func decodeNumber(
    from container: any SingleValueDecodingContainer
  ) throws -> JSONValue? {
    let number: Double
    do {
      number = try container.decode(Double.self)
    } catch DecodingError.typeMismatch {
      return nil
    } catch {
      // The syntax was checked before, so only the range can be wrong.
      return .unrepresentableNumber
    }
    guard number == number.rounded(), abs(number) <= 0x1p63,
      let integer = try? container.decode(Int64.self)
    else { return .number(number) }
    return .integer(integer)
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
