// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Splits the text of `<coordinates>` into tuples, one character at a time.
///
/// A line may have a million of them, so the text is never held. Blanks separate tuples, except
/// next to a comma: `20.1, 10.1, 0 20.2, 10.2, 0` is two.
struct CoordinateTokenizer {
  enum Height {
    case absent
    case malformed
    case metres(Double)
  }

  /// In the order of the text: longitude comes first.
  struct Values {
    var longitude: Double
    var latitude: Double
    var height: Height
  }

  private static let limit = 256

  /// On which the tuple began.
  private(set) var line = 0
  private var token: [UInt8] = []
  private var next: (character: UInt8, line: Int)?
  private var isBlankPending = false
  private var isTooLong = false
  private var isComplete = false

  var isReadable: Bool { !isTooLong }

  /// Takes a character; true if the tuple before it is complete and can be read now.
  mutating func take(_ character: UInt8, line: Int) -> Bool {
    startOver()
    if character.isBlank {
      isBlankPending = !token.isEmpty
      return false
    }
    let comma = UInt8(ascii: ",")
    isComplete = isBlankPending && character != comma && token.last != comma
    isBlankPending = false
    if isComplete {
      next = (character, line)
    } else {
      append(character, line: line)
    }
    return isComplete
  }

  /// True if there is a last tuple to be read.
  mutating func finish() -> Bool {
    startOver()
    return !token.isEmpty
  }

  private mutating func startOver() {
    guard isComplete else { return }
    isComplete = false
    isTooLong = false
    token.removeAll(keepingCapacity: true)
    if let next { append(next.character, line: next.line) }
    next = nil
  }

  private mutating func append(_ character: UInt8, line: Int) {
    if token.isEmpty { self.line = line }
    if token.count < Self.limit { token.append(character) } else { isTooLong = true }
  }

  func values(separator: UInt8) -> Values? {
    Self.values(of: token.span, separator: separator)
  }

  /// The values of a `gx:coord`.
  static func blankSeparated(_ text: [UInt8]) -> Values? {
    var single: [UInt8] = []
    for byte in text[text.span.trimmedRange()] {
      if !byte.isBlank {
        single.append(byte)
      } else if single.last != UInt8(ascii: " ") {
        single.append(UInt8(ascii: " "))
      }
    }
    return values(of: single.span, separator: UInt8(ascii: " "))
  }

  /// Two or three values; more mean decimal commas or lost blanks, where any choice would be wrong.
  private static func values(of text: Span<UInt8>, separator: UInt8) -> Values? {
    var starts = [0]
    for index in 0..<text.count where text[index] == separator { starts.append(index + 1) }
    guard starts.count == 2 || starts.count == 3 else { return nil }
    let second = starts.count == 3 ? starts[2] - 1 : text.count
    guard let longitude = DecimalText.parse(text.extracting(0..<(starts[1] - 1))),
      let latitude = DecimalText.parse(text.extracting(starts[1]..<second))
    else { return nil }
    var height = Height.absent
    if starts.count == 3, starts[2] < text.count {
      let value = DecimalText.parse(text.extracting(starts[2]..<text.count))
      height = value.map(Height.metres) ?? .malformed
    }
    return Values(longitude: longitude, latitude: latitude, height: height)
  }
}
