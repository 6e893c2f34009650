// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Makes any decodable value from a JSON value that was read before.
struct JSONValueDecoder: Decoder {
  let value: JSONValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Throws `DecodingError` with the path of what is of another type, out of range or missing.
  static func decode<Value: Decodable>(
    _ type: Value.Type,
    from value: JSONValue,
    at path: [any CodingKey]
  ) throws -> Value {
    let decoder = JSONValueDecoder(value: value, codingPath: path)
    let scalar: Any? =
      switch type {
      case is String.Type: decoder.string
      case is Bool.Type: decoder.bool
      case is Double.Type: decoder.number
      case is Float.Type: decoder.number.map { Float($0) }
      case let integer as any FixedWidthInteger.Type: decoder.integer(integer)
      default: try Value(from: decoder)
      }
    guard let decoded = scalar as? Value else { throw decoder.mismatch(type) }
    return decoded
  }

  private var string: String? {
    guard case .string(let string) = value else { return nil }
    return string
  }

  private var bool: Bool? {
    guard case .bool(let bool) = value else { return nil }
    return bool
  }

  private var number: Double? {
    switch value {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  private func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
    guard case .integer(let wide) = value else { return nil }
    return Integer(exactly: wide)
  }

  fileprivate func mismatch(_ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath,
      debugDescription: "\(value) is not of type \(type)"
    )
    return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value else { throw mismatch([String: JSONValue].self) }
    return KeyedDecodingContainer(JSONMembersDecoder(members: members, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([JSONValue].self) }
    return JSONElementsDecoder(elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value == .null }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try Self.decode(type, from: value, at: codingPath)
  }
}

private struct JSONMembersDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [String: JSONValue]
  let codingPath: [any CodingKey]

  var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  private func decoder(_ key: any CodingKey) throws -> JSONValueDecoder {
    guard let value = members[key.stringValue] else {
      let context = DecodingError.Context(
        codingPath: codingPath,
        debugDescription: "no member \(key.stringValue)"
      )
      throw DecodingError.keyNotFound(key, context)
    }
    return JSONValueDecoder(value: value, codingPath: codingPath + [key])
  }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder(key).decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try decoder(JSONPlace(stringValue: "super")) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

private struct JSONElementsDecoder: UnkeyedDecodingContainer {
  let elements: [JSONValue]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  init(elements: [JSONValue], codingPath: [any CodingKey]) {
    self.elements = elements
    self.codingPath = codingPath
  }

  private func decoder() throws -> JSONValueDecoder {
    let path = codingPath + [JSONPlace(intValue: currentIndex)]
    guard !isAtEnd else {
      let context = DecodingError.Context(codingPath: path, debugDescription: "no more elements")
      throw DecodingError.valueNotFound(JSONValue.self, context)
    }
    return JSONValueDecoder(value: elements[currentIndex], codingPath: path)
  }

  mutating func decodeNil() throws -> Bool {
    guard try decoder().decodeNil() else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try decoder().decode(type)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try decoder().container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try decoder().unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try decoder()
    currentIndex += 1
    return decoder
  }
}
