// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Finds NMEA 0183 sentences in a stream of bytes, whatever stands between them.
///
/// Lines may end in CR, LF, both or, after a checksum, not at all; TAG blocks, timestamps of
/// gpspipe, comments and binary messages are passed over.
struct SentenceScanner {
  enum Outcome {
    /// No sentence ended here.
    case none
    /// `sentence` is complete and its checksum, if it has one, is right.
    case sentence
    case wrongChecksum
    case malformed
  }

  /// Three times what the standard allows: some receivers do not care.
  private static let longest = 255

  /// Between the dollar sign and the checksum.
  private(set) var sentence: [UInt8] = []
  /// On which `sentence` began, the first line being 1.
  private(set) var sentenceLine = 1
  private var current: [UInt8] = []
  private var currentLine = 1
  private(set) var line = 1
  private var isInside = false
  private var isLineStart = true
  /// A line that begins with a number sign may quote sentences.
  private var isComment = false
  private var wasCarriageReturn = false
  private var sawChecksum = false

  mutating func take(_ byte: UInt8) -> Outcome {
    defer { countLine(byte) }
    if isLineStart, !isInside { isComment = byte == UInt8(ascii: "#") }
    isLineStart = byte == 0x0D || byte == 0x0A
    guard !isComment else { return .none }
    switch byte {
    case UInt8(ascii: "$"):
      let outcome = isInside ? end(isCut: true) : .none
      current.removeAll(keepingCapacity: true)
      currentLine = line
      isInside = true
      return outcome
    case 0x0D, 0x0A: return isInside ? end(isCut: false) : .none
    case 0x20...0x7E where current.count < Self.longest:
      if isInside { current.append(byte) }
      return .none
    default: return isInside ? end(isCut: true) : .none
    }
  }

  /// The stream has ended, perhaps in the middle of a sentence.
  mutating func finish() -> Outcome {
    isInside ? end(isCut: sawChecksum) : .none
  }

  private mutating func countLine(_ byte: UInt8) {
    if byte == 0x0D || byte == 0x0A && !wasCarriageReturn { line += 1 }
    wasCarriageReturn = byte == 0x0D
  }

  /// Gives up on what was begun; it counts only if it looked like a sentence.
  private mutating func abandon() -> Outcome {
    isInside = false
    swap(&sentence, &current)
    sentenceLine = currentLine
    return sentence.count > 6 && sentence[5] == UInt8(ascii: ",") ? .malformed : .none
  }

  /// A sentence may lack its checksum, but not if it was also cut off.
  private mutating func end(isCut: Bool) -> Outcome {
    guard let star = current.firstIndex(of: UInt8(ascii: "*")) else {
      let outcome = abandon()
      return isCut ? outcome : (sentence.isEmpty ? .none : .sentence)
    }
    _ = abandon()
    sawChecksum = true
    let sum = sentence[..<star].reduce(0, ^)
    guard sentence.count >= star + 3, let high = hexadecimal(sentence[star + 1]),
      let low = hexadecimal(sentence[star + 2]), high << 4 | low == sum
    else { return .wrongChecksum }
    sentence.removeSubrange(star...)
    return .sentence
  }

  private func hexadecimal(_ character: UInt8) -> UInt8? {
    Character(Unicode.Scalar(character)).hexDigitValue.map { UInt8($0) }
  }
}
