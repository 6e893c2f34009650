// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationProtocol

/// One client of the gpsd protocol: cuts its bytes into commands, keeps its policy.
final class GPSDDialogue: Dialogue {
  /// How much of the truth the client's view shows.
  enum Sight {
    /// What the receiver says, byte for byte.
    case live
    /// What overrides made of it.
    case changed
    /// What overrides made of it, which is that the receiver has gone.
    case unplugged
    /// Nothing of the receiver.
    case replaced
  }

  /// Answers a command; false if it must wait for the upstream gpsd.
  typealias Handler = (GPSDRequest, Session) -> Bool

  /// A command without its end is taken as it is after this time, as gpsd takes each packet.
  private static let patience: Int64 = 250_000_000

  var policy = GPSDWatchPolicy()
  /// As the client was last told.
  var sight = Sight.live
  private(set) var waiting: GPSDRequest?

  private let loop: EventLoop
  private let handler: Handler
  private var framer = GPSDRequestFramer()
  private var timer: EventLoop.Timer?

  init(loop: EventLoop, _ handler: @escaping Handler) {
    self.loop = loop
    self.handler = handler
  }

  deinit {
    if let timer { loop.cancel(timer) }
  }

  var isHeld: Bool { waiting != nil }

  func append(_ bytes: ArraySlice<UInt8>) {
    framer.append(bytes)
    if let timer { loop.cancel(timer) }
    timer = nil
  }

  func handleNext(of session: Session) -> Bool {
    guard let event = framer.next() else {
      waitForEnd(of: session)
      return false
    }
    handle(event, of: session)
    return true
  }

  func handleRemainder(of session: Session) {
    if let event = framer.takeRemainder() { handle(event, of: session) }
  }

  /// As gpsd does: over TCP a peer that has gone looks like one that will ask no more.
  func outlivesRequests(of session: Session) -> Bool { false }

  func refusal(_ reason: String) -> [UInt8] {
    GPSDReply.error("no room for another connection: \(reason)") + lineEnd
  }

  /// Answers the command that waited, and goes on.
  func release(_ session: Session) {
    guard let request = waiting else { return }
    waiting = nil
    _ = handler(request, session)
    session.resume()
  }

  private func handle(_ event: GPSDRequestFramer.Event, of session: Session) {
    switch event {
    case .request(let request):
      if !handler(request, session) {
        waiting = request
        session.settle()
      }
    case .tooLong:
      session.addReply(
        GPSDReply.error("a request is at most \(GPSDRequestFramer.maximumLength) bytes") + lineEnd
      )
    }
  }

  private func waitForEnd(of session: Session) {
    guard framer.hasPartialRequest, timer == nil else { return }
    timer = loop.schedule(at: loop.now.monotonic + Self.patience) { [weak self, weak session] in
      guard let self, let session, !session.isClosed else { return }
      timer = nil
      handleRemainder(of: session)
      session.resume()
    }
  }
}

/// The end of gpsd's lines.
let lineEnd: [UInt8] = [0x0D, 0x0A]

/// A reader of NMEA: whatever it sends is of no interest.
final class NMEADialogue: Dialogue {
  /// No epoch before this.
  var nextAt = Int64.min

  var isHeld: Bool { false }

  func append(_ bytes: ArraySlice<UInt8>) {}

  func handleNext(of session: Session) -> Bool { false }

  func handleRemainder(of session: Session) {}

  /// A reader may close its sending side; one that has gone shows when it is next sent something.
  func outlivesRequests(of session: Session) -> Bool { true }

  func refusal(_ reason: String) -> [UInt8] { [] }
}
