// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// The encoding of an XML file, where its bytes and its declaration disagree.
enum XMLEncoding {
  /// The encoding to impose on Expat, nil if it may trust the file.
  ///
  /// The bytes decide: a mark at the start is certain, and a declaration that can be read byte by
  /// byte is not UTF-16 whatever it says.
  static func override(for opening: Span<UInt8>) -> String? {
    if opening.count >= 3, opening[0] == 0xEF, opening[1] == 0xBB, opening[2] == 0xBF {
      return "UTF-8"
    }
    guard opening.starts(with: "<?xml"), let declared = declaredEncoding(in: opening) else {
      return nil
    }
    let name = declared.lowercased()
    let isWide = ["utf-16", "utf16", "utf-32", "utf32", "ucs-", "ucs2", "ucs4", "iso-10646-ucs"]
      .contains { name.hasPrefix($0) }
    return isWide ? "UTF-8" : nil
  }

  /// The value of `encoding` in the declaration.
  private static func declaredEncoding(in opening: Span<UInt8>) -> String? {
    let end = min(opening.count, 256)
    for index in 0..<end {
      if opening[index] == UInt8(ascii: ">") { return nil }
      guard opening.extracting(index..<end).starts(with: "encoding") else { continue }
      return quotedText(in: opening.extracting((index + 8)..<end))
    }
    return nil
  }

  private static func quotedText(in text: Span<UInt8>) -> String? {
    var value: [UInt8] = []
    var quote: UInt8?
    for index in 0..<text.count {
      let byte = text[index]
      if let open = quote {
        if byte == open { return String(decoding: value, as: UTF8.self) }
        value.append(byte)
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
    }
    return nil
  }
}
