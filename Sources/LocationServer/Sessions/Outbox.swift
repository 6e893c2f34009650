// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationProtocol

/// All that waits to be sent to one peer, bounded by construction.
///
/// Sent in this order: answers, callbacks that are never replaced, the stream of another surface,
/// then the latest location, heading and satellites, each of which a newer one replaces. A frame
/// that was sent in part is always finished first.
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
  private var stream = StreamQueue()
  private var location: LocationFrame?
  private var heading: [UInt8]?
  private var satellites: [UInt8]?
  private var conflated = 0
  /// Whether the waiting location is the one answer to a `requestLocation`.
  private var isAnswer = false
  /// Locations that were replaced undelivered in the life of the session.
  private(set) var conflatedTotal: UInt64 = 0

  /// Whether a frame that is sent now overtakes nothing.
  var isEmpty: Bool {
    partial == nil && location == nil && replies.isEmpty && events.isEmpty && stream.isEmpty
      && heading == nil && satellites == nil
  }

  /// Whether a location may be sent past it: nothing waits, and nothing was replaced that the next
  /// frame must tell of.
  var isQuiet: Bool { isEmpty && conflated == 0 }

  var replyBytes: Int { replies.byteCount }
  var eventCount: Int { events.count }

  mutating func addReply(_ frame: [UInt8]) {
    replies.append(frame)
  }

  /// Adds a callback that is never replaced; `hasPosition` if it says where the device is.
  mutating func addEvent(_ frame: [UInt8], hasPosition: Bool) {
    events.append(frame, hasPosition: hasPosition)
  }

  mutating func setHeading(_ frame: [UInt8]) {
    heading = frame
  }

  mutating func setSatellites(_ frame: [UInt8]) {
    satellites = frame
  }

  /// Puts a location in the place of the one that waits, if one does.
  mutating func setLocation(_ frame: LocationFrame, isAnswer: Bool) {
    noteReplaced()
    location = frame
    self.isAnswer = self.isAnswer || isAnswer
  }

  /// Drops the latest location and satellites, because they do not hold any more.
  ///
  /// The next delivery counts the location as replaced.
  ///
  /// - Returns: Whether it was the answer to a request, which is owed another one then.
  mutating func dropLocation() -> Bool {
    defer { isAnswer = false }
    stream.removeAll()
    noteReplaced()
    location = nil
    satellites = nil
    return isAnswer
  }

  /// Drops the latest location that nobody asks for any more; an answer to a request stays.
  mutating func withdrawLocation() {
    guard !isAnswer else { return }
    location = nil
    conflated = 0
  }

  /// Drops the callbacks that wait and say where the device was; tells whether there were any.
  mutating func dropPositions() -> Bool {
    events.dropPositions()
  }

  private mutating func noteReplaced() {
    guard location != nil else { return }
    conflated += 1
    conflatedTotal += 1
  }

  /// Leaves a location as the latest, and sends it with its count if nothing else waits.
  mutating func queueLocation(
    _ frame: LocationFrame,
    isAnswer: Bool,
    to descriptor: Int32
  ) -> Flushed {
    let mustWait = !isEmpty
    setLocation(frame, isAnswer: isAnswer)
    guard !mustWait else { return .blocked }
    var progressed = false
    return flush(to: descriptor, progressed: &progressed)
  }

  /// Keeps what the kernel did not take of a location that was sent past the quiet outbox.
  mutating func keepLocation(
    _ frame: LocationFrame,
    after result: WriteResult,
    isAnswer: Bool
  ) -> Flushed {
    guard result != .wouldBlock else {
      setLocation(frame, isAnswer: isAnswer)
      return .blocked
    }
    return keep(frame.bytes, after: result)
  }

  /// Queues an object of a stream behind what waits.
  mutating func queueStream(_ frame: [UInt8], _ key: StreamKey?) -> Flushed {
    conflatedTotal += UInt64(stream.append(frame, key))
    return .blocked
  }

  /// Keeps what the kernel did not take of an object that was sent past the quiet outbox.
  mutating func keepStream(
    _ frame: [UInt8],
    _ key: StreamKey?,
    after result: WriteResult
  ) -> Flushed {
    guard result != .wouldBlock else { return queueStream(frame, key) }
    return keep(frame, after: result)
  }

  private mutating func keep(_ frame: [UInt8], after result: WriteResult) -> Flushed {
    guard case .bytes(let count) = result else { return .failed }
    guard count < frame.count else { return .all }
    partial = frame
    sent = count
    return .blocked
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
    replies.first ?? events.first ?? stream.first ?? location?.bytes(conflated: conflated)
      ?? heading ?? satellites
  }

  private mutating func dropFront() {
    if replies.dropFirst() || events.dropFirst() || stream.dropFirst() { return }
    if location != nil {
      location = nil
      conflated = 0
      isAnswer = false
    } else if heading != nil {
      heading = nil
    } else {
      satellites = nil
    }
  }
}

/// A first-in, first-out queue of frames that knows its size.
struct FrameQueue {
  private struct Entry {
    var bytes: [UInt8]
    var hasPosition: Bool
  }

  private var frames: [Entry] = []
  private var head = 0
  private(set) var byteCount = 0

  var count: Int { frames.count - head }
  var isEmpty: Bool { head == frames.count }

  mutating func append(_ frame: [UInt8], hasPosition: Bool = false) {
    frames.append(Entry(bytes: frame, hasPosition: hasPosition))
    byteCount += frame.count
  }

  /// Drops the frames that say where the device was; tells whether there were any.
  mutating func dropPositions() -> Bool {
    let kept = frames[head...].filter { !$0.hasPosition }
    guard kept.count < count else { return false }
    frames = kept
    head = 0
    byteCount = kept.reduce(0) { $0 + $1.bytes.count }
    return true
  }

  var first: [UInt8]? {
    head < frames.count ? frames[head].bytes : nil
  }

  /// Drops the first frame; false if there is none.
  mutating func dropFirst() -> Bool {
    guard head < frames.count else { return false }
    byteCount -= frames[head].bytes.count
    frames[head].bytes = []
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
