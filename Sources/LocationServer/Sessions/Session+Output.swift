// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationProtocol

/// What a peer is told: past a quiet outbox at once, else in its turn; each kind has its own rule
/// for what a newer one may replace.
extension Session {
  /// Queues an answer; it goes out when the requests at hand are handled.
  func addReply(_ frame: [UInt8]) {
    outbox.addReply(frame)
  }

  /// Sends one object of a stream in its turn; `key` names what a newer one may replace.
  func sendStream(_ frame: [UInt8], _ key: StreamKey?) {
    guard !isClosed else { return }
    let open = beginDelivery(at: loop.now.monotonic)
    let result = open < 0 ? .wouldBlock : Descriptor.sendFrame(open, frame, from: 0)
    if case .bytes(frame.count) = result { return }
    conclude(keepStream(frame, key, after: result))
  }

  /// Keeps what the peer did not take of an object, or what must wait its turn, for `conclude`.
  func keepStream(
    _ frame: [UInt8],
    _ key: StreamKey?,
    after result: WriteResult
  ) -> Outbox.Flushed {
    guard !isClosed else { return .failed }
    guard isQuiet else { return outbox.queueStream(frame, key) }
    return outbox.keepStream(frame, key, after: result)
  }

  /// Sends a location, or keeps it as the latest while the peer does not read.
  ///
  /// An answer to a request may be replaced by a newer location, not dropped without another one.
  func sendLocation(_ frame: LocationFrame, isAnswer: Bool = false) {
    guard !isClosed else { return }
    let open = beginDelivery(at: loop.now.monotonic)
    let result = open < 0 ? .wouldBlock : Descriptor.sendFrame(open, frame.bytes, from: 0)
    if case .bytes(frame.bytes.count) = result { return closeIfDone() }
    conclude(keepLocation(frame, after: result, isAnswer: isAnswer))
  }

  /// Keeps what the peer did not take of a location, or what must wait its turn, for `conclude`.
  func keepLocation(
    _ frame: LocationFrame,
    after result: WriteResult,
    isAnswer: Bool = false
  ) -> Outbox.Flushed {
    guard !isClosed else { return .failed }
    guard isQuiet else { return outbox.queueLocation(frame, isAnswer: isAnswer, to: raw) }
    return outbox.keepLocation(frame, after: result, isAnswer: isAnswer)
  }

  /// Draws the consequences of what was kept, which may be the end of the session.
  func conclude(_ sent: Outbox.Flushed) {
    guard !isClosed else { return }
    switch sent {
    case .all: closeIfDone()
    case .blocked: noteBlocked()
    case .failed: close("peer closed")
    }
  }

  /// Sends a callback that is never replaced; closes a session that has too many waiting.
  func sendEvent(_ frame: [UInt8], hasPosition: Bool = false) {
    guard !isClosed else { return }
    guard outbox.eventCount < limits.events else {
      drop("more than \(limits.events) callbacks waiting")
      return
    }
    outbox.addEvent(frame, hasPosition: hasPosition)
    flush()
  }

  /// Sends a heading, in place of one that waits.
  func sendHeading(_ frame: [UInt8]) {
    guard !isClosed else { return }
    outbox.setHeading(frame)
    flush()
  }

  /// Sends satellites, in place of those that wait.
  func sendSatellites(_ frame: [UInt8]) {
    guard !isClosed else { return }
    outbox.setSatellites(frame)
    flush()
  }

  /// Drops a location that holds no more; tells whether an answer is owed for it.
  @discardableResult
  func dropLocation() -> Bool {
    outbox.dropLocation()
  }

  /// Drops a location that waits for a subscription that has ended, unless another one wants it.
  func withdrawLocation() {
    guard subscriptions.location == nil, subscriptions.significant == nil else { return }
    outbox.withdrawLocation()
  }

  /// Drops region and visit callbacks that wait; tells whether there were any.
  func dropPositions() -> Bool {
    outbox.dropPositions()
  }
}
