// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Tells the formats apart by their first bytes.
enum FormatDetector {
  /// Receivers' logs may open with this much of binary messages or comments.
  static let opening = 65_536
  static let unknown = "not GPX, KML, GeoJSON, NMEA or gpsd JSON"

  /// The format; nil if more bytes are needed, or, with `isWhole`, if it is none of ours.
  ///
  /// `.gpx` stands for either XML format: the root element decides between them. A pipe, `isLive`,
  /// is told by its first whole sentence, because more may be long in coming.
  static func format(
    of bytes: Span<UInt8>,
    isWhole: Bool,
    isLive: Bool = false
  ) -> TrackFormat? {
    guard isWhole || bytes.count >= 4 else { return nil }
    let isComplete = isWhole || bytes.count >= opening
    guard let start = firstMeaningful(in: bytes) else { return nil }
    if isXML(bytes, at: start) { return .gpx }
    if bytes[start] == UInt8(ascii: "{") || bytes[start] == 0x1E {
      if let format = jsonFormat(of: bytes, from: start) { return format }
      return isComplete ? .geoJSON : nil
    }
    if bytes[start] == UInt8(ascii: "[") { return .geoJSON }
    return lineFormat(of: bytes, isComplete: isComplete, isLive: isLive)
  }

  /// Says what an unknown file seems to be.
  static func refusal(of bytes: Span<UInt8>) -> String {
    if bytes.count > 1, bytes[0] == 0x1F, bytes[1] == 0x8B {
      return "compressed by gzip; decompress it first"
    }
    if bytes.count > 1, bytes[0] == UInt8(ascii: "P"), bytes[1] == UInt8(ascii: "K") {
      return "a zip archive (KMZ?); unpack it first"
    }
    if bytes.count > 1, bytes[0] ^ bytes[1] == 0xFE ^ 0xFF, bytes[0] >= 0xFE {
      return "UTF-16, which only XML may be"
    }
    return unknown
  }

  private static func firstMeaningful(in bytes: Span<UInt8>) -> Int? {
    var index = 0
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { index = 3 }
    while index < bytes.count, bytes[index].isBlank { index += 1 }
    return index < bytes.count ? index : nil
  }

  /// Also UTF-16, with and without its mark.
  private static func isXML(_ bytes: Span<UInt8>, at start: Int) -> Bool {
    if bytes[start] == UInt8(ascii: "<") { return true }
    guard bytes.count >= 2 else { return false }
    switch (bytes[0], bytes[1]) {
    case (0xFE, 0xFF), (0xFF, 0xFE):
      // JSON is never UTF-16, and the XML parser would call it broken XML.
      let first = bytes.count < 4 ? 0 : max(bytes[2], bytes[3])
      return first != UInt8(ascii: "{") && first != UInt8(ascii: "[")
    case (0, UInt8(ascii: "<")): return true
    default: return false
    }
  }

  /// gpsd's objects name their class, GeoJSON's their type; the first of the two decides.
  private static func jsonFormat(of bytes: Span<UInt8>, from start: Int) -> TrackFormat? {
    for index in start..<bytes.count where bytes[index] == UInt8(ascii: "\"") {
      let rest = bytes.extracting(index...)
      if rest.starts(with: "\"class\"") { return .gpsd }
      if rest.starts(with: "\"type\"") || rest.starts(with: "\"features\"") { return .geoJSON }
    }
    return nil
  }

  /// Logs are recognised by their first sentence or object; comments may quote the other kind.
  private static func lineFormat(
    of bytes: Span<UInt8>,
    isComplete: Bool,
    isLive: Bool
  ) -> TrackFormat? {
    var sawSentence = false
    var sawWholeSentence = false
    var isComment = false
    var isLineStart = true
    for index in 0..<bytes.count {
      let byte = bytes[index]
      if isLineStart { isComment = byte == UInt8(ascii: "#") }
      isLineStart = byte == 0x0A || byte == 0x0D
      if isLineStart, sawSentence { sawWholeSentence = true }
      guard !isComment else { continue }
      if byte == UInt8(ascii: "{") {
        if bytes.extracting(index...).starts(with: "{\"class\":") { return .gpsd }
      } else if byte == UInt8(ascii: "$"), !sawSentence {
        sawSentence = isSentence(bytes.extracting(index...))
      }
    }
    // A log of both kinds (gpspipe -rw) is read by its JSON, so all that is there must be seen.
    return sawSentence && isComplete || sawWholeSentence && isLive ? .nmea : nil
  }

  /// A dollar sign, five or more capitals or digits, a comma.
  private static func isSentence(_ bytes: Span<UInt8>) -> Bool {
    var index = 1
    while index < min(bytes.count, 12) {
      switch bytes[index] {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): index += 1
      case UInt8(ascii: ","): return index >= 5
      default: return false
      }
    }
    return false
  }
}
