// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Makes any decodable value from a JSON value that was read before.
struct JSONValueDecoder: Decoder {
  let value: JSONValue
  /// Of what it is a member or an element, and its place there, if it is one.
  let parent: [any CodingKey]
  let place: (any CodingKey)?
  /// Put together when it is asked for: most values are neither containers nor wrong.
  var codingPath: [any CodingKey] { place.map { parent + [$0] } ?? parent }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(value: JSONValue, parent: [any CodingKey] = [], place: (any CodingKey)? = nil) {
    self.value = value
    self.parent = parent
    self.place = place
  }

  /// Throws `DecodingError` with the path of what is of another type, out of range or missing.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let scalar: Any?
    switch type {
    case is String.Type: scalar = string
    case is Bool.Type: scalar = bool
    case is Double.Type: scalar = number
    case is Float.Type: scalar = number.map { Float($0) }
    case let integer as any FixedWidthInteger.Type: scalar = self.integer(integer)
    // Not by way of `Any`, which would copy it twice more.
    default: return try Value(from: self)
    }
    guard let decoded = scalar as? Value else { throw mismatch(type) }
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
  func decodeNil() -> Bool {
    if case .null = value { true } else { false }
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
    return JSONValueDecoder(value: value, parent: codingPath, place: key)
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
    let place = JSONPlace(intValue: currentIndex)
    guard !isAtEnd else {
      let context = DecodingError.Context(
        codingPath: codingPath + [place],
        debugDescription: "no more elements"
      )
      throw DecodingError.valueNotFound(JSONValue.self, context)
    }
    return JSONValueDecoder(value: elements[currentIndex], parent: codingPath, place: place)
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
