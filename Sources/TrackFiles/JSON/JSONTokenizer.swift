// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Receives the tokens of a JSON text in order.
protocol JSONHandler: AnyObject {
  func beginObject() throws(TrackFailure)
  func beginArray() throws(TrackFailure)
  /// The innermost object or array is complete.
  func endContainer() throws(TrackFailure)
  func key(_ bytes: [UInt8]) throws(TrackFailure)
  func string(_ bytes: [UInt8]) throws(TrackFailure)
  /// Infinite if the number does not fit a double.
  func number(_ value: Double) throws(TrackFailure)
  /// `true`, `false` or `null`.
  func literal(_ value: Bool?) throws(TrackFailure)
}

/// A strict JSON reader that is fed piece by piece and holds one token at most.
///
/// The decoder of Foundation wants the whole text in memory, several times over. Any number of
/// values may follow each other, with or without the record separator of RFC 8142.
struct JSONTokenizer {
  /// Arrays in GeoJSON are five deep, in objects another five.
  static let deepest = 64
  /// Longer strings are cut: nothing a track needs is near as long.
  private static let longestString = 65_536

  private enum State {
    case value
    case valueOrEnd
    case keyOrEnd
    case key
    case colon
    case commaOrEnd
    case string
    case escape
    case number
    case literal
  }

  private(set) var line = 1
  private(set) var byte = 0
  private var state = State.value
  private var isKey = false
  /// One entry per open container; true for an object.
  private var containers: [Bool] = []
  private var scratch: [UInt8] = []
  private var escapes = JSONEscape()

  mutating func feed(
    _ bytes: Span<UInt8>,
    to handler: some JSONHandler,
    position: ((line: Int, byte: Int)) -> Void = { _ in }
  ) throws(TrackFailure) {
    for index in 0..<bytes.count {
      let character = bytes[index]
      if character == UInt8(ascii: "]") { position((line, byte)) }
      try take(character, handler)
      byte += 1
      if character == 0x0A { line += 1 }
    }
  }

  /// The end of the text.
  mutating func finish(_ handler: some JSONHandler) throws(TrackFailure) {
    if state == .number { try endNumber(handler) }
    if state == .literal { try endLiteral(handler) }
    guard containers.isEmpty, state == .value else { throw failure("the file is truncated") }
  }

  func failure(_ reason: String) -> TrackFailure {
    TrackFailure(line: line, byte: byte, reason: reason)
  }

  private mutating func take(
    _ character: UInt8,
    _ handler: some JSONHandler
  ) throws(TrackFailure) {
    switch state {
    case .string: try takeString(character, handler)
    case .escape: try takeEscape(character)
    case .number:
      if character.isNumberPart {
        try append(character)
      } else {
        try endNumber(handler)
        try take(character, handler)
      }
    case .literal:
      if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(character) {
        try append(character)
      } else {
        try endLiteral(handler)
        try take(character, handler)
      }
    default: try takeStructure(character, handler)
    }
  }

  private mutating func takeStructure(
    _ character: UInt8,
    _ handler: some JSONHandler
  ) throws(TrackFailure) {
    if character.isBlank { return }
    switch (state, character) {
    case (.value, 0x1E) where containers.isEmpty: break
    // A byte order mark in front of the first value.
    case (.value, 0xEF) where byte == 0, (.value, 0xBB) where byte == 1,
      (.value, 0xBF) where byte == 2:
      break
    case (.valueOrEnd, UInt8(ascii: "]")), (.keyOrEnd, UInt8(ascii: "}")): try close(handler)
    case (.value, _), (.valueOrEnd, _): try startValue(character, handler)
    case (.keyOrEnd, UInt8(ascii: "\"")), (.key, UInt8(ascii: "\"")): startString(isKey: true)
    case (.colon, UInt8(ascii: ":")): state = .value
    case (.commaOrEnd, UInt8(ascii: ",")): state = containers.last == true ? .key : .value
    case (.commaOrEnd, UInt8(ascii: "]")) where containers.last == false: try close(handler)
    case (.commaOrEnd, UInt8(ascii: "}")) where containers.last == true: try close(handler)
    default: throw failure("not JSON: unexpected \(character.printable)")
    }
  }

  private mutating func startValue(
    _ character: UInt8,
    _ handler: some JSONHandler
  ) throws(TrackFailure) {
    switch character {
    case UInt8(ascii: "{"):
      try open(isObject: true)
      try handler.beginObject()
    case UInt8(ascii: "["):
      try open(isObject: false)
      try handler.beginArray()
    case UInt8(ascii: "\""): startString(isKey: false)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): startScalar(.number, character)
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): startScalar(.literal, character)
    default: throw failure("not JSON: unexpected \(character.printable)")
    }
  }

  private mutating func open(isObject: Bool) throws(TrackFailure) {
    guard containers.count < Self.deepest else {
      throw failure("nested more than \(Self.deepest) deep")
    }
    containers.append(isObject)
    state = isObject ? .keyOrEnd : .valueOrEnd
  }

  private mutating func close(_ handler: some JSONHandler) throws(TrackFailure) {
    containers.removeLast()
    endValue()
    try handler.endContainer()
  }

  private mutating func endValue() {
    state = containers.isEmpty ? .value : .commaOrEnd
  }

  private mutating func startString(isKey: Bool) {
    self.isKey = isKey
    scratch.removeAll(keepingCapacity: true)
    state = .string
  }

  private mutating func startScalar(_ state: State, _ character: UInt8) {
    scratch.removeAll(keepingCapacity: true)
    scratch.append(character)
    self.state = state
  }

  private mutating func append(_ character: UInt8) throws(TrackFailure) {
    guard scratch.count < 128 else { throw failure("a number or word that is too long") }
    scratch.append(character)
  }

  private mutating func takeString(
    _ character: UInt8,
    _ handler: some JSONHandler
  ) throws(TrackFailure) {
    switch character {
    case UInt8(ascii: "\""):
      scratch += escapes.flush()
      guard scratch.count >= Self.longestString || String(validating: scratch, as: UTF8.self) != nil
      else { throw failure("invalid UTF-8") }
      if isKey {
        state = .colon
        try handler.key(scratch)
      } else {
        endValue()
        try handler.string(scratch)
      }
    case UInt8(ascii: "\\"): state = .escape
    case 0..<0x20: throw failure("not JSON: a control character inside a string")
    default:
      scratch += escapes.flush()
      appendToString(character)
    }
  }

  private mutating func appendToString(_ character: UInt8) {
    if scratch.count < Self.longestString { scratch.append(character) }
  }

  private mutating func takeEscape(_ character: UInt8) throws(TrackFailure) {
    switch escapes.take(character) {
    case .more: break
    case .invalid: throw failure("not JSON: an unknown escape")
    case .bytes(let bytes):
      for byte in bytes { appendToString(byte) }
      state = .string
    }
  }

  private mutating func endNumber(_ handler: some JSONHandler) throws(TrackFailure) {
    guard let value = DecimalText.value(of: scratch.span), scratch.last != UInt8(ascii: ".") else {
      throw failure("not JSON: a malformed number")
    }
    endValue()
    try handler.number(value)
  }

  private mutating func endLiteral(_ handler: some JSONHandler) throws(TrackFailure) {
    let value: Bool?
    switch String(decoding: scratch, as: UTF8.self) {
    case "null": value = nil
    case "true": value = true
    case "false": value = false
    default: throw failure("not JSON: an unknown word")
    }
    endValue()
    try handler.literal(value)
  }
}

extension UInt8 {
  fileprivate var isNumberPart: Bool {
    isDigit || self == UInt8(ascii: ".") || self == UInt8(ascii: "-") || self == UInt8(ascii: "+")
      || self == UInt8(ascii: "e") || self == UInt8(ascii: "E")
  }

  fileprivate var printable: String {
    (0x20..<0x7F).contains(self) ? "'\(Character(Unicode.Scalar(self)))'" : "byte \(self)"
  }
}
