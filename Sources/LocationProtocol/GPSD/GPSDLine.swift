// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What a line of the upstream gpsd is, found by its text alone: it is forwarded as it is.
package enum GPSDLine {
  /// The class of an object, which gpsd writes first; nil for a sentence or a hex dump.
  package static func className(of line: [UInt8]) -> String? {
    let start = Array("{\"class\":\"".utf8)
    guard line.starts(with: start) else {
      return line.first == UInt8(ascii: "{") ? "" : nil
    }
    let name = line[start.count...].prefix(16).prefix { $0 != UInt8(ascii: "\"") }
    return String(decoding: name, as: UTF8.self)
  }

  /// The first value of a member that is a text without escapes.
  package static func text(_ name: String, of line: ArraySlice<UInt8>) -> String? {
    let key = Array("\"\(name)\":\"".utf8)
    guard let start = firstIndex(of: key, in: line) else { return nil }
    let value = line[(start + key.count)...].prefix { $0 != UInt8(ascii: "\"") }
    return String(decoding: value, as: UTF8.self)
  }

  /// The objects of the list of receivers, as they stand in the line.
  package static func devices(of line: [UInt8]) -> [[UInt8]] {
    let key = Array("\"devices\":[".utf8)
    guard let start = firstIndex(of: key, in: line[...]) else { return [] }
    var objects: [[UInt8]] = []
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    var begin = start
    for index in (start + key.count)..<line.count {
      let byte = line[index]
      if isQuoted {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isQuoted = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isQuoted = true
      case UInt8(ascii: "{"):
        if depth == 0 { begin = index }
        depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { objects.append(Array(line[begin...index])) }
      case UInt8(ascii: "]") where depth <= 0: return objects
      default: break
      }
    }
    return objects
  }

  /// The line without its line end.
  package static func text(of line: [UInt8]) -> [UInt8] {
    var text = line
    while let last = text.last, last == 0x0D || last == 0x0A { text.removeLast() }
    return text
  }

  /// Whether it comes from a gpsd behind the upstream one, which passes on what it is told there.
  package static func isRemote(_ line: [UInt8]) -> Bool {
    firstIndex(of: Array(",\"remote\":\"".utf8), in: line[...]) != nil
  }

  /// The binary packet that gpsd dumped as a line of hexadecimal digits; nil for any other line.
  package static func packet(ofDump line: [UInt8]) -> [UInt8]? {
    let digits = text(of: line)
    guard !digits.isEmpty, digits.count % 2 == 0 else { return nil }
    var packet: [UInt8] = []
    packet.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = nibble(digits[index]), let low = nibble(digits[index + 1]) else {
        return nil
      }
      packet.append(high << 4 | low)
    }
    return packet
  }

  private static func nibble(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// The object with the sequence of the location that it became, before its closing brace.
  package static func adding(sequence: UInt64, to line: [UInt8]) -> [UInt8] {
    guard let brace = line.lastIndex(of: UInt8(ascii: "}")) else { return line }
    return line[..<brace] + Array(",\"sequence\":\(sequence)".utf8) + line[brace...]
  }

  private static func firstIndex(of key: [UInt8], in line: ArraySlice<UInt8>) -> Int? {
    guard line.count >= key.count else { return nil }
    return (line.startIndex...(line.endIndex - key.count)).first { index in
      line[index] == key[0] && line[index...].starts(with: key)
    }
  }
}
