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
/// beyond `hardLimit` the oldest go, whatever they are. An object costs its bytes and what it takes
/// to keep it, so that a flood of tiny ones is bounded, too.
struct StreamQueue {
  /// Bytes: about a minute of one receiver.
  static let softLimit = 32 * 1024
  static let hardLimit = 64 * 1024
  /// Of an entry, its key and the array's header.
  static let overhead = 96

  private struct Entry {
    let frame: [UInt8]
    let key: StreamKey?

    var cost: Int { frame.count + StreamQueue.overhead }
  }

  private var entries: [Entry] = []
  private var head = 0
  /// What the waiting objects cost together, in bytes.
  private(set) var cost = 0

  var isEmpty: Bool { head == entries.count }

  var first: [UInt8]? { isEmpty ? nil : entries[head].frame }

  /// Adds an object and returns how many older ones it displaced.
  mutating func append(_ frame: [UInt8], _ key: StreamKey?) -> Int {
    let entry = Entry(frame: frame, key: key)
    var dropped = 0
    if cost + entry.cost > Self.softLimit, let key {
      entries.removeFirst(head)
      head = 0
      let before = entries.count
      entries.removeAll { $0.key == key }
      dropped = before - entries.count
      cost = entries.reduce(0) { $0 + $1.cost }
    }
    while cost + entry.cost > Self.hardLimit, dropFirst() { dropped += 1 }
    entries.append(entry)
    cost += entry.cost
    return dropped
  }

  /// Drops the first object; false if there is none.
  mutating func dropFirst() -> Bool {
    guard !isEmpty else { return false }
    cost -= entries[head].cost
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
    cost = 0
  }
}
