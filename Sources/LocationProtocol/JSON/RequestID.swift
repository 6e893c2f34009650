// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import FoundationEssentials

/// The `id` of a request, answered as it came.
package enum RequestID: Hashable, Sendable {
  /// A null id is an id: the request is answered. Errors without a known id carry it too.
  case null
  case string(String)
  case integer(Int64)
  /// Any other number of at most 37 digits.
  case number(Decimal)
}

extension RequestID: Codable {
  /// Throws unless the value is null, a string, or a number that can be given back exactly.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else {
      // A decimal comes first: as an integer the decoder takes 1e-400 for 0.
      let decimal = try container.decode(Decimal.self)
      if let integer = try? container.decode(Int64.self) {
        self = .integer(integer)
      } else {
        // A decimal holds 38 digits and drops the rest silently.
        guard decimal.significand < Decimal(sign: .plus, exponent: 37, significand: 1) else {
          throw DecodingError.dataCorruptedError(
            in: container,
            debugDescription: "an id has at most 37 digits"
          )
        }
        self = .number(decimal)
      }
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .string(let string): try container.encode(string)
    case .integer(let integer): try container.encode(integer)
    case .number(let decimal): try container.encode(decimal)
    }
  }
}
