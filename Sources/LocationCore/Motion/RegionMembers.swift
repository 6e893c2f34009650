// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// The members of all shapes of a `RegionIndex`, in chains.
struct RegionMembers {
  private struct Member {
    var tracker = RegionTracker()
    var generation: UInt32 = 0
    var shape: UInt32 = 0
    var next: Int32 = -1
    var previous: Int32 = -1
    var isUsed = false
    var notifyOnEntry = true
    var notifyOnExit = true
  }

  private var members: [Member] = []
  private var free: [UInt32] = []

  var count: Int { members.count - free.count }

  /// Puts a member in front of the chain that starts at `next`.
  mutating func insert(
    _ region: Region,
    state: RegionState,
    shape: Int,
    next: Int32
  ) -> RegionHandle {
    var slot = UInt32(members.count)
    if let reused = free.popLast() {
      slot = reused
    } else {
      members.append(Member())
    }
    let index = Int(slot)
    members[index].tracker = RegionTracker(assuming: state)
    members[index].shape = UInt32(shape)
    members[index].next = next
    members[index].previous = -1
    members[index].isUsed = true
    members[index].notifyOnEntry = region.notifyOnEntry
    members[index].notifyOnExit = region.notifyOnExit
    if next >= 0 { members[Int(next)].previous = Int32(slot) }
    return RegionHandle(slot: slot, generation: members[index].generation)
  }

  /// Takes a member out of the chain that starts at `first`; returns the new start.
  mutating func remove(_ handle: RegionHandle, first: Int32) -> Int32 {
    let index = Int(handle.slot)
    let next = members[index].next
    let previous = members[index].previous
    if next >= 0 { members[Int(next)].previous = previous }
    if previous >= 0 { members[Int(previous)].next = next }
    members[index].isUsed = false
    members[index].generation &+= 1
    free.append(handle.slot)
    return previous >= 0 ? first : next
  }

  /// The shape of a member; nil if the handle is not good any more.
  func shape(of handle: RegionHandle) -> Int? {
    let index = Int(handle.slot)
    guard members.indices.contains(index), members[index].isUsed,
      members[index].generation == handle.generation
    else { return nil }
    return Int(members[index].shape)
  }

  func state(of handle: RegionHandle) -> RegionState {
    shape(of: handle) == nil ? .unknown : members[Int(handle.slot)].tracker.state
  }

  /// The next member of a chain, −1 at its end.
  func next(_ slot: Int) -> Int {
    Int(members[slot].next)
  }

  /// The member's state if nothing is under way, unknown otherwise.
  func settledState(_ slot: Int) -> RegionState {
    let tracker = members[slot].tracker
    return tracker.isSettled ? tracker.state : .unknown
  }

  mutating func interrupt(from first: Int32) {
    var next = first
    while next >= 0 {
      members[Int(next)].tracker.interrupt()
      next = members[Int(next)].next
    }
  }

  /// Takes in one location; returns an event if the member wants to hear of it.
  mutating func step(
    _ slot: Int,
    _ evidence: RegionEvidence,
    _ sighting: RegionSighting,
    dwell: Double
  ) -> RegionEvent? {
    let happened = members[slot].tracker.step(
      evidence,
      now: sighting.now,
      time: sighting.time,
      dwell: dwell
    )
    guard let happened else { return nil }
    let wanted =
      switch happened.transition {
      case .determined: true
      case .entered: members[slot].notifyOnEntry
      case .exited: members[slot].notifyOnExit
      }
    guard wanted else { return nil }
    return RegionEvent(
      handle: RegionHandle(slot: UInt32(slot), generation: members[slot].generation),
      transition: happened.transition,
      since: happened.since
    )
  }
}
