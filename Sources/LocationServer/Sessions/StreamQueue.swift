// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What an object of a stream tells of: a newer object with the same key makes it old news.
struct StreamKey: Hashable {
  enum Kind: UInt8 {
    case fix
    case sky
    case errors
    case attitude
    case receiver
    case sentences
  }

  let kind: Kind
  let device: String
}

/// The objects of a stream that wait for one slow peer, in order and bounded.
///
/// A short hold-up loses nothing. Beyond `softLimit` a newer object replaces older ones of its key;
/// beyond `hardLimit` the oldest go, whatever they are.
struct StreamQueue {
  /// Bytes: about a minute of one receiver.
  static let softLimit = 32 * 1024
  static let hardLimit = 64 * 1024

  private struct Entry {
    let frame: [UInt8]
    let key: StreamKey?
  }

  private var entries: [Entry] = []
  private var head = 0
  private(set) var byteCount = 0

  var isEmpty: Bool { head == entries.count }

  var first: [UInt8]? { isEmpty ? nil : entries[head].frame }

  /// Adds an object and returns how many older ones it displaced.
  mutating func append(_ frame: [UInt8], _ key: StreamKey?) -> Int {
    var dropped = 0
    if byteCount + frame.count > Self.softLimit, let key {
      entries.removeFirst(head)
      head = 0
      let before = entries.count
      entries.removeAll { $0.key == key }
      dropped = before - entries.count
      byteCount = entries.reduce(0) { $0 + $1.frame.count }
    }
    while byteCount + frame.count > Self.hardLimit, dropFirst() { dropped += 1 }
    entries.append(Entry(frame: frame, key: key))
    byteCount += frame.count
    return dropped
  }

  /// Drops the first object; false if there is none.
  mutating func dropFirst() -> Bool {
    guard !isEmpty else { return false }
    byteCount -= entries[head].frame.count
    head += 1
    if isEmpty {
      removeAll()
    } else if head > 32, head * 2 > entries.count {
      entries.removeFirst(head)
      head = 0
    }
    return true
  }

  mutating func removeAll() {
    entries = []
    head = 0
    byteCount = 0
  }
}
