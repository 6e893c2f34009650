// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Fills one node with whatever a value encodes.
struct JSONTextEncoder: Encoder {
  let node: JSONNode
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The node of a value; throws `EncodingError` if a number in it is not finite.
  static func node(of value: some Encodable, at path: [any CodingKey]) throws -> JSONNode {
    switch value {
    case let json as JSONValue: return try node(of: json, path)
    case let string as String: return .string(string)
    case let bool as Bool: return node(of: bool)
    case let number as Double: return try node(of: number, path)
    case let number as Float: return try node(of: Double(number), path)
    case let integer as any BinaryInteger: return .number(integer)
    case let numeral as JSONNumeral: return JSONNode(.scalar(Array(numeral.text.utf8)))
    default:
      let node = JSONNode()
      try value.encode(to: JSONTextEncoder(node: node, codingPath: path))
      return node
    }
  }

  private static func node(of bool: Bool) -> JSONNode { bool ? .word("true") : .word("false") }

  /// What is JSON already needs none of the containers below, which cost several times as much.
  private static func node(of value: JSONValue, _ path: [any CodingKey]) throws -> JSONNode {
    switch value {
    case .null: return .word("null")
    case .bool(let bool): return node(of: bool)
    case .integer(let integer): return .number(integer)
    case .number(let number): return try node(of: number, path)
    case .unrepresentableNumber: throw JSONValue.outOfRange(at: path)
    case .string(let string): return .string(string)
    case .array(let elements):
      var nodes: [JSONNode] = []
      for (index, element) in elements.enumerated() {
        nodes.append(try node(of: element, path + [JSONPlace(intValue: index)]))
      }
      return JSONNode(.array(nodes))
    case .object(let members):
      var nodes: [String: JSONNode] = [:]
      for (name, member) in members {
        nodes[name] = try node(of: member, path + [JSONPlace(stringValue: name)])
      }
      return JSONNode(.object(nodes))
    }
  }

  private static func node(of number: Double, _ path: [any CodingKey]) throws -> JSONNode {
    guard let node = JSONNode.number(number) else {
      let context = EncodingError.Context(
        codingPath: path,
        debugDescription: "\(number) has no JSON text"
      )
      throw EncodingError.invalidValue(number, context)
    }
    return node
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(JSONMembersEncoder(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    JSONElementsEncoder(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

/// A well-formed number, written as it is.
struct JSONNumeral: Encodable {
  let text: String

  /// Other encoders than ours take numerals as text.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension JSONTextEncoder: SingleValueEncodingContainer {
  func encodeNil() { node.content = JSONNode.word("null").content }

  func encode<Value: Encodable>(_ value: Value) throws {
    node.content = try Self.node(of: value, at: codingPath).content
  }
}

private struct JSONMembersEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: JSONNode
  let codingPath: [any CodingKey]

  init(node: JSONNode, codingPath: [any CodingKey]) {
    self.node = node
    self.codingPath = codingPath
    if case .object = node.content { return }
    node.content = .object([:])
  }

  private func set(_ key: any CodingKey, _ member: JSONNode) {
    guard case .object(var members) = node.content else { return }
    // While two hold the members, changing them would copy them.
    node.content = nil
    members[key.stringValue] = member
    node.content = .object(members)
  }

  private func encoder(_ key: any CodingKey) -> JSONTextEncoder {
    let member = JSONNode()
    set(key, member)
    return JSONTextEncoder(node: member, codingPath: codingPath + [key])
  }

  func encodeNil(forKey key: Key) { set(key, .word("null")) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    set(key, try JSONTextEncoder.node(of: value, at: codingPath + [key]))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder(key).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder(JSONPlace(stringValue: "super")) }

  func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
}

private struct JSONElementsEncoder: UnkeyedEncodingContainer {
  let node: JSONNode
  let codingPath: [any CodingKey]
  private(set) var count = 0

  init(node: JSONNode, codingPath: [any CodingKey]) {
    self.node = node
    self.codingPath = codingPath
    node.content = .array([])
  }

  private mutating func append(_ element: JSONNode) {
    guard case .array(var elements) = node.content else { return }
    // While two hold the elements, changing them would copy them.
    node.content = nil
    elements.append(element)
    node.content = .array(elements)
    count += 1
  }

  private mutating func encoder() -> JSONTextEncoder {
    let path = codingPath + [JSONPlace(intValue: count)]
    let element = JSONNode()
    append(element)
    return JSONTextEncoder(node: element, codingPath: path)
  }

  mutating func encodeNil() { append(.word("null")) }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    append(try JSONTextEncoder.node(of: value, at: codingPath + [JSONPlace(intValue: count)]))
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder().container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { encoder() }
}
