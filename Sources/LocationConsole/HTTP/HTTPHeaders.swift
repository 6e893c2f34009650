// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// The headers of a request as they came, each with its own line.
package struct HTTPHeaders: Hashable, Sendable {
  /// Those that decide who asks, and where a request ends: two of them say two things.
  private static let single: Set<String> = [
    "host", "origin", "sec-fetch-site", "content-length", "transfer-encoding",
  ]

  private var names: [String] = []
  private var encoding: String?

  package init() {}

  package mutating func add(_ name: String, _ value: String) {
    let name = name.lowercased()
    names.append(name)
    if name == "transfer-encoding" { encoding = value.lowercased() }
  }

  /// Whether others may read the request differently, as a proxy or an ssh tunnel's other end might.
  package var isAmbiguous: Bool {
    // A name that ends with a blank is read as that name, or as none.
    guard names.allSatisfy({ $0.utf8.allSatisfy(Self.isNameByte) && !$0.isEmpty }) else {
      return true
    }
    let decisive = names.filter(Self.single.contains)
    guard Set(decisive).count == decisive.count else { return true }
    guard let encoding else { return false }
    return encoding != "chunked" || names.contains("content-length")
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
  }
}
