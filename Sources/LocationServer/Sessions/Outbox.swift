// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationProtocol

/// All that waits to be sent to one peer, bounded by construction.
///
/// Sent in this order: answers, callbacks that are never replaced, then the latest location,
/// heading and satellites, each of which a newer one replaces. A frame that was sent in part is
/// always finished first.
struct Outbox {
  enum Flushed: Equatable {
    case all
    case blocked
    case failed
  }

  private var partial: [UInt8]?
  private var sent = 0
  private var replies = FrameQueue()
  private var events = FrameQueue()
  private var location: LocationFrame?
  private var heading: [UInt8]?
  private var satellites: [UInt8]?
  private var conflated = 0
  /// Locations that were replaced undelivered in the life of the session.
  private(set) var conflatedTotal: UInt64 = 0

  /// Whether a frame that is sent now overtakes nothing.
  var isEmpty: Bool {
    partial == nil && location == nil && replies.isEmpty && events.isEmpty && heading == nil
      && satellites == nil
  }

  var replyBytes: Int { replies.byteCount }
  var eventCount: Int { events.count }

  mutating func addReply(_ frame: [UInt8]) {
    replies.append(frame)
  }

  mutating func addEvent(_ frame: [UInt8]) {
    events.append(frame)
  }

  mutating func setHeading(_ frame: [UInt8]) {
    heading = frame
  }

  mutating func setSatellites(_ frame: [UInt8]) {
    satellites = frame
  }

  /// Puts a location in the place of the one that waits, if one does.
  mutating func setLocation(_ frame: LocationFrame) {
    if location != nil {
      conflated += 1
      conflatedTotal += 1
    }
    location = frame
  }

  /// Drops what waits and says where the device is, because it does not hold any more.
  mutating func dropLocation() {
    location = nil
    satellites = nil
    conflated = 0
  }

  /// Sends one location at once if nothing waits, else leaves it as the latest.
  ///
  /// The path of nearly every delivery: one system call and no allocation.
  mutating func sendLocation(_ frame: LocationFrame, to descriptor: Int32) -> Flushed {
    guard isEmpty else {
      setLocation(frame)
      return .blocked
    }
    switch Descriptor.sendFrame(descriptor, frame.bytes, from: 0) {
    case .bytes(let count) where count == frame.bytes.count:
      return .all
    case .bytes(let count):
      partial = frame.bytes
      sent = count
      return .blocked
    case .wouldBlock:
      location = frame
      return .blocked
    case .failed:
      return .failed
    }
  }

  /// Sends what waits until it is sent or the peer's buffer is full.
  ///
  /// - Parameters:
  ///   - descriptor: The peer's socket.
  ///   - progressed: Set when the peer took at least one byte.
  /// - Returns: Whether all is sent, the peer's buffer is full, or the peer is gone.
  mutating func flush(to descriptor: Int32, progressed: inout Bool) -> Flushed {
    while true {
      let isPartial = partial != nil
      guard let frame = partial ?? front else { return .all }
      switch Descriptor.sendFrame(descriptor, frame, from: sent) {
      case .bytes(let count):
        progressed = true
        // Only what was begun leaves its queue, so that a newer location can still replace it.
        if !isPartial { dropFront() }
        sent += count
        partial = sent == frame.count ? nil : frame
        if partial == nil { sent = 0 }
      case .wouldBlock:
        return .blocked
      case .failed:
        return .failed
      }
    }
  }

  private var front: [UInt8]? {
    replies.first ?? events.first ?? location?.bytes(conflated: conflated) ?? heading ?? satellites
  }

  private mutating func dropFront() {
    if replies.dropFirst() || events.dropFirst() { return }
    if location != nil {
      location = nil
      conflated = 0
    } else if heading != nil {
      heading = nil
    } else {
      satellites = nil
    }
  }
}

/// A first-in, first-out queue of frames that knows its size.
struct FrameQueue {
  private var frames: [[UInt8]] = []
  private var head = 0
  private(set) var byteCount = 0

  var count: Int { frames.count - head }
  var isEmpty: Bool { head == frames.count }

  mutating func append(_ frame: [UInt8]) {
    frames.append(frame)
    byteCount += frame.count
  }

  var first: [UInt8]? {
    head < frames.count ? frames[head] : nil
  }

  /// Drops the first frame; false if there is none.
  mutating func dropFirst() -> Bool {
    guard head < frames.count else { return false }
    byteCount -= frames[head].count
    frames[head] = []
    head += 1
    if head == frames.count {
      frames.removeAll(keepingCapacity: false)
      head = 0
    } else if head > 32, head * 2 > frames.count {
      // Keeps removal cheap without letting the dead front grow.
      frames.removeFirst(head)
      head = 0
    }
    return true
  }
}
