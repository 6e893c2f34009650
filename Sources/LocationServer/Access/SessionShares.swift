// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// How many sessions each user holds, so that none can keep the others out.
struct SessionShares {
  /// Whose sessions are counted together: a user's, apart on the control socket.
  struct Holder: Hashable {
    /// Absent over TCP, whose peers share one count.
    let uid: UInt32?
    let isController: Bool
  }

  private var counts: [Holder: Int] = [:]
  /// Who could do anything to the daemon anyway: root, and the user it runs as.
  private let exempt: Set<UInt32>

  init(exempt: Set<UInt32>) {
    self.exempt = exempt
  }

  /// Whether one more session would be within the limit.
  func hasRoom(for holder: Holder, limit: Int) -> Bool {
    if let uid = holder.uid, exempt.contains(uid) { return true }
    return counts[holder, default: 0] < limit
  }

  mutating func add(_ holder: Holder) {
    counts[holder, default: 0] += 1
  }

  /// A count that falls to nothing is forgotten: users come and go.
  mutating func remove(_ holder: Holder) {
    guard let count = counts[holder] else { return }
    counts[holder] = count > 1 ? count - 1 : nil
  }
}
