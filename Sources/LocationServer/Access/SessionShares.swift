// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// How many sessions each user holds, so that none can keep the others out.
struct SessionShares {
  /// By the user; absent over TCP, whose peers share one count.
  private var counts: [UInt32?: Int] = [:]
  /// Who could do anything to the daemon anyway: root, and the user it runs as.
  private let exempt: Set<UInt32>

  init(exempt: Set<UInt32>) {
    self.exempt = exempt
  }

  /// Whether one more session would be within the limit.
  func hasRoom(for uid: UInt32?, limit: Int) -> Bool {
    if let uid, exempt.contains(uid) { return true }
    return counts[uid, default: 0] < limit
  }

  /// What one user may hold, where so many sessions are open of so many.
  ///
  /// The last quarter is for users with few: else four of them at their limit would be all.
  static func allowance(_ limit: Int, open: Int, of room: Int) -> Int {
    isCrowded(open, of: room) ? min(limit, max(1, room / 256)) : limit
  }

  static func isCrowded(_ open: Int, of room: Int) -> Bool {
    open >= room - room / 4
  }

  /// Whoever holds the most.
  var largest: (uid: UInt32?, count: Int)? {
    counts.max { $0.value < $1.value }.map { ($0.key, $0.value) }
  }

  mutating func add(_ uid: UInt32?) {
    counts[uid, default: 0] += 1
  }

  /// A count that falls to nothing is forgotten: users come and go.
  mutating func remove(_ uid: UInt32?) {
    guard let count = counts[uid] else { return }
    counts[uid] = count > 1 ? count - 1 : nil
  }
}
