// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// For each slot the distance travelled, in millimetres, at which it is due; finds those that are.
///
/// A tree of least values with 64 branches, in flat arrays: a slot that is not due costs nothing,
/// one that is costs its branch on each of the three or four levels, and when all are due, as
/// after a jump, they are visited in the order of memory.
struct TravelTree {
  /// The value of a slot that is to be visited every time.
  static let always: UInt64 = 0
  /// The value of a slot that is not in use.
  static let never = UInt64.max

  private static let branches = 64
  /// The slots themselves; then for each 64 of a level their least value, or less.
  private var levels: [[UInt64]] = [[]]

  var count: Int { levels[0].count }

  /// Adds a slot.
  mutating func append(_ value: UInt64) {
    var index = levels[0].count
    levels[0].append(value)
    var level = 0
    while levels[level].count > 1 {
      level += 1
      index /= Self.branches
      if level == levels.count {
        levels.append([])
        // What the slots before this one have become is found out by visiting them.
        levels[level].append(Self.always)
      }
      if index == levels[level].count {
        levels[level].append(value)
      } else {
        levels[level][index] = min(levels[level][index], value)
      }
    }
  }

  /// The value of one slot.
  subscript(slot: Int) -> UInt64 { levels[0][slot] }

  /// Sets the value of one slot.
  mutating func set(_ slot: Int, to value: UInt64) {
    levels[0][slot] = value
    var index = slot
    for level in levels.indices.dropFirst() {
      index /= Self.branches
      levels[level][index] = min(levels[level][index], value)
    }
  }

  /// Calls `body` for each slot due at `travelled`; what it returns is the slot's new value.
  mutating func visit(dueAt travelled: UInt64, _ body: (Int) -> UInt64) {
    guard count > 0 else { return }
    _ = visit(level: levels.count - 1, from: 0, dueAt: travelled, body)
  }

  /// Visits one block of a level and returns its least value; each level goes one deeper.
  private mutating func visit(
    level: Int,
    from start: Int,
    dueAt travelled: UInt64,
    _ body: (Int) -> UInt64
  ) -> UInt64 {
    var least = Self.never
    for index in start..<min(start + Self.branches, levels[level].count) {
      var value = levels[level][index]
      if value <= travelled {
        value =
          level == 0
          ? body(index)
          : visit(level: level - 1, from: index * Self.branches, dueAt: travelled, body)
        levels[level][index] = value
      }
      least = min(least, value)
    }
    return least
  }
}
