// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// One-shot timers ordered by deadline; equal deadlines fire in the order they were scheduled.
///
/// A binary heap whose entries know their place, so that cancelling leaves nothing behind.
struct TimerQueue {
  struct Token: Hashable, Sendable {
    var slot: Int
    var generation: UInt64
  }

  private struct Slot {
    var generation: UInt64 = 0
    /// The place in `heap`; meaningful only while `handler` is set.
    var place = 0
    var handler: (() -> Void)?
  }

  private struct Entry {
    var deadline: Int64
    var sequence: UInt64
    var slot: Int

    static func < (left: Entry, right: Entry) -> Bool {
      (left.deadline, left.sequence) < (right.deadline, right.sequence)
    }
  }

  private var slots: [Slot] = []
  private var free: [Int] = []
  private var heap: [Entry] = []
  /// That of the next timer to be scheduled.
  private(set) var nextSequence: UInt64 = 0

  var count: Int { heap.count }
  var earliest: Int64? { heap.first?.deadline }

  mutating func insert(_ deadline: Int64, _ handler: @escaping () -> Void) -> Token {
    let slot = free.popLast() ?? slots.count
    if slot == slots.count { slots.append(Slot()) }
    slots[slot].handler = handler
    heap.append(Entry(deadline: deadline, sequence: nextSequence, slot: slot))
    nextSequence &+= 1
    slots[slot].place = heap.count - 1
    rise(heap.count - 1)
    return Token(slot: slot, generation: slots[slot].generation)
  }

  /// Forgets a timer; does nothing when it has fired or was cancelled before.
  mutating func remove(_ token: Token) {
    guard slots.indices.contains(token.slot),
      slots[token.slot].generation == token.generation, slots[token.slot].handler != nil
    else { return }
    _ = take(at: slots[token.slot].place)
  }

  /// Takes out the first timer whose deadline is not after `now`, if it was scheduled before `end`.
  mutating func popDue(_ now: Int64, before end: UInt64) -> (() -> Void)? {
    guard let first = heap.first, first.deadline <= now, first.sequence < end else { return nil }
    return take(at: 0)
  }

  private mutating func take(at place: Int) -> (() -> Void)? {
    let slot = heap[place].slot
    let handler = slots[slot].handler
    slots[slot].handler = nil
    slots[slot].generation &+= 1
    free.append(slot)
    let last = heap.removeLast()
    guard place < heap.count else { return handler }
    heap[place] = last
    slots[last.slot].place = place
    rise(place)
    sink(slots[last.slot].place)
    return handler
  }

  private mutating func rise(_ start: Int) {
    var place = start
    while place > 0, heap[place] < heap[(place - 1) / 2] {
      exchange(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func sink(_ start: Int) {
    var place = start
    while true {
      var least = place
      for child in (2 * place + 1)...(2 * place + 2)
      where child < heap.count && heap[child] < heap[least] {
        least = child
      }
      guard least != place else { return }
      exchange(place, least)
      place = least
    }
  }

  private mutating func exchange(_ left: Int, _ right: Int) {
    heap.swapAt(left, right)
    slots[heap[left].slot].place = left
    slots[heap[right].slot].place = right
  }
}
