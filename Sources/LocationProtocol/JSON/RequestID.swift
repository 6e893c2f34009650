// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// The `id` of a request, answered as it came.
package enum RequestID: Hashable, Sendable {
  /// A null id is an id: the request is answered. Errors without a known id carry it too.
  case null
  case string(String)
  case integer(Int64)
  /// Any other number of at most 37 digits, as it was written.
  case number(String)
}

extension RequestID {
  /// Nil unless the value is null, a string, or a number that can be given back exactly.
  init?(_ read: (value: JSONValue, text: String)) {
    switch read.value {
    case .null:
      self = .null
    case .string(let string):
      self = .string(string)
    case .integer(let integer):
      self = .integer(integer)
    case .number:
      guard read.text.utf8.count(where: { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) <= 37
      else { return nil }
      self = .number(read.text)
    case .unrepresentableNumber, .bool, .array, .object:
      return nil
    }
  }
}

extension RequestID: Codable {
  /// Throws unless the value is null, a string or a number.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let integer = try? container.decode(Int64.self) {
      self = .integer(integer)
    } else {
      self = .number("\(try container.decode(Double.self))")
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .string(let string): try container.encode(string)
    case .integer(let integer): try container.encode(integer)
    case .number(let text): try container.encode(JSONNumeral(text: text))
    }
  }
}
