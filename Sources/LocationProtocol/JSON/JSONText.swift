// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import FoundationEssentials

/// The one door to the JSON encoder and decoder.
package enum JSONText {
  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    // Unsorted keys change their order from process to process.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()
  private static let decoder = JSONDecoder()

  /// One JSON text without a newline; throws if a number in it is not finite.
  package static func encode(_ value: some Encodable) throws -> [UInt8] {
    Array(try encoder.encode(value))
  }

  /// Decodes one JSON text after checking its syntax and depth.
  package static func decode<Value: Decodable>(
    _ type: Value.Type,
    from bytes: [UInt8],
    maximumValues: Int = .max
  ) throws -> Value {
    try JSONSyntax.check(bytes, maximumValues: maximumValues)
    return try decoder.decode(type, from: Data(bytes))
  }
}
