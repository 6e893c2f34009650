// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationProtocol

/// One peer of a socket: reads requests in order, answers each, sends what it is told.
///
/// Loop thread only. The session owns its descriptor and its bounded outbox; its dialogue
/// understands its bytes, and what it may ask and is told is decided by its owner.
final class Session {
  /// What its owner does with it; one for all sessions.
  final class Owner {
    /// Requests are answered; deliveries they caused may go out now.
    let settle: (Session) -> Void
    let didBlock: (Session) -> Void
    let didClose: (Session) -> Void

    init(
      settle: @escaping (Session) -> Void,
      didBlock: @escaping (Session) -> Void,
      didClose: @escaping (Session) -> Void
    ) {
      self.settle = settle
      self.didBlock = didBlock
      self.didClose = didClose
    }
  }

  let id: String
  var identity: PeerIdentity
  /// The version the peer gave itself; untrusted, as its name is.
  var clientVersion: String?
  let credentials: PeerCredentials?
  let acceptedAt: Int64
  /// The listener that took it, if that may be closed before the daemon ends.
  var entrance: Int?
  var subscriptions = Subscriptions()
  var told = Told()
  /// The view it sees, and what it may know of it.
  var view: ViewID
  var authorization = Authorization(.notDetermined)
  /// Whether it asked for authorization, so that changes are told even without a subscription.
  var watchesAuthorization = false
  /// Whether it was told its authorization as an answer; it hears of changes for as long as it stays.
  var knowsAuthorization = false
  /// Callbacks that a request caused and that follow its answer.
  var pendingEvents: [Callback<Location>] = []
  /// Whether it has asked anything, on the control socket.
  var hasAsked = false
  /// Whether it answers questions about authorization.
  var isAgent = false
  /// Whether an override ends with it.
  var holdsLease = false
  /// Whether it asked to be authorized and nobody has decided yet.
  var isWaitingForDecision = false
  /// What it asked for, on the gpsd surface.
  let gpsd: GPSDDialogue?
  /// What it is told, on the NMEA surface.
  let nmea: NMEADialogue?
  /// Where it stands in each list of its audience, −1 where it does not.
  var places = [9 of Int32](repeating: -1)
  /// Locations handed to the kernel or the outbox.
  var deliveredTotal: UInt64 = 0
  var lastDeliveredAt: Int64?
  /// When the peer stopped taking what waits for it.
  private(set) var blockedSince: Int64?
  private(set) var isClosed = false
  /// Why it was closed, for the log.
  private(set) var closeReason = ""
  private(set) var wasDropped = false

  // These, and `raw`, `outbox` and `isQuiet`, are shared with `Session+Output` and nobody else.
  let loop: EventLoop
  let limits: SessionLimits
  private let owner: Owner
  private let dialogue: any Dialogue
  private let buffer: ReadBuffer
  let raw: Int32
  private var descriptor: OwnedDescriptor?
  private var token: EventLoop.Token?
  var outbox = Outbox() { didSet { isQuiet = outbox.isQuiet } }
  /// Kept beside the outbox, which a delivery to a peer that reads then need not touch.
  private(set) var isQuiet = true
  private var hasPeerEnded = false
  /// Why it closes once everything is sent.
  private var farewell: String?

  init(
    identity: PeerIdentity,
    credentials: PeerCredentials?,
    view: ViewID,
    descriptor: consuming OwnedDescriptor,
    loop: EventLoop,
    limits: SessionLimits,
    dialogue: any Dialogue,
    buffer: ReadBuffer,
    owner: Owner
  ) throws(SystemError) {
    id = identity.session
    self.dialogue = dialogue
    gpsd = dialogue as? GPSDDialogue
    nmea = dialogue as? NMEADialogue
    self.identity = identity
    self.view = view
    self.credentials = credentials
    self.loop = loop
    self.limits = limits
    self.buffer = buffer
    self.owner = owner
    acceptedAt = loop.now.monotonic
    raw = descriptor.raw
    self.descriptor = consume descriptor
    // Not weak: a weak reference would make every later retain and release of the session a slow
    // one. It cannot dangle, because the session ends the watch before it goes.
    token = try loop.watch(raw, .readable) { [unowned self] in handle($0) }
  }

  deinit {
    if let token { loop.unwatch(token) }
  }

  /// The surface it reads, or `control`.
  var kind: String {
    id.hasPrefix("c") ? "control" : identity.surface.rawValue
  }

  /// Locations that were replaced undelivered.
  var conflatedTotal: UInt64 { outbox.conflatedTotal }

  /// Ends the session because its peer does not take what it must be told; idempotent.
  func drop(_ reason: String) {
    wasDropped = wasDropped || !isClosed
    close(reason)
  }

  /// Ends the session; idempotent.
  func close(_ reason: String) {
    guard !isClosed, let token else { return }
    isClosed = true
    closeReason = reason
    loop.unwatch(token)
    descriptor = nil
    owner.didClose(self)
  }

  // MARK: - Input

  private func handle(_ readiness: EventLoop.Readiness) {
    if readiness.contains(.writable) { flush() }
    if !isClosed { read() }
    guard !isClosed, !readiness.isDisjoint(with: [.hangUp, .error]) else { return }
    // What the peer sent before it went has been carried out; nothing can reach it any more.
    // Nor can what is held, and it would be told of the end again and again.
    if hasPeerEnded || dialogue.isHeld || readiness.contains(.error) { close("peer closed") }
  }

  /// Whether requests wait, for the peer to take its answers or for something else.
  private var isPaused: Bool {
    farewell != nil || dialogue.isHeld || outbox.replyBytes > limits.replyBytes
  }

  /// Goes on with requests that were held.
  func resume() {
    guard !isClosed else { return }
    updateInterest()
    if hasPeerEnded { handleLastLine() }
    read()
  }

  private func read() {
    guard !isClosed else { return }
    handleLines()
    var budget = limits.bytesPerTurn
    while budget > 0, !isClosed, !hasPeerEnded, !isPaused {
      switch Descriptor.receive(raw, into: &buffer.bytes) {
      case .bytes(let count):
        budget -= count
        dialogue.append(buffer.bytes[..<count])
        handleLines()
      case .wouldBlock:
        budget = 0
      case .closed:
        hasPeerEnded = true
        handleLastLine()
      case .failed(let error):
        close("\(error)")
      }
    }
    guard !isClosed else { return }
    flush()
    closeIfDone()
  }

  private func handleLines() {
    while !isClosed, !isPaused, dialogue.handleNext(of: self) {}
  }

  /// A last request may lack its end.
  private func handleLastLine() {
    handleLines()
    if !isClosed, !isPaused { dialogue.handleRemainder(of: self) }
  }

  /// Tells the owner that the requests of one line are answered.
  func settle() {
    if !isClosed { owner.settle(self) }
  }

  /// A peer that will ask nothing more stays only while it still has something to be told.
  ///
  /// Shared with `Session+Output`: what is sent past the outbox may have been the last.
  func closeIfDone() {
    guard !isClosed, outbox.isEmpty else { return }
    if let farewell {
      close(farewell)
    } else if hasPeerEnded, !dialogue.isHeld, !dialogue.outlivesRequests(of: self) {
      close("peer closed")
    }
  }

  // MARK: - Output

  /// Counts a frame as delivered that is about to be sent.
  ///
  /// Not in `Session+Output`: away from what it looks at it costs a delivery 3 % more instructions.
  ///
  /// - Returns: Where it may go at once; −1 if it must wait behind others, or nobody is there.
  func beginDelivery(at monotonic: Int64) -> Int32 {
    guard !isClosed else { return -1 }
    deliveredTotal += 1
    lastDeliveredAt = monotonic
    return isQuiet ? raw : -1
  }

  /// Reads no more requests, and closes when all that waits is sent.
  func closeWhenSent(_ reason: String) {
    farewell = reason
  }

  /// Sends what waits.
  func flush() {
    guard !isClosed else { return }
    let wasPaused = isPaused
    var progressed = false
    let flushed = outbox.flush(to: raw, progressed: &progressed)
    if progressed { blockedSince = nil }
    switch flushed {
    case .all:
      blockedSince = nil
      updateInterest()
      closeIfDone()
    case .blocked: noteBlocked()
    case .failed: close("peer closed")
    }
    guard wasPaused, !isPaused, !isClosed else { return }
    // Requests that were read before the pause have no readiness of their own any more.
    _ = loop.schedule(at: loop.now.monotonic) { [weak self] in self?.read() }
  }

  /// The peer does not take what waits for it.
  func noteBlocked() {
    if blockedSince == nil { blockedSince = loop.now.monotonic }
    updateInterest()
    owner.didBlock(self)
  }

  private func updateInterest() {
    guard !isClosed, let token else { return }
    var interest: EventLoop.Interest = []
    if !hasPeerEnded, !isPaused { interest.insert(.readable) }
    if !outbox.isEmpty { interest.insert(.writable) }
    loop.update(token, interest)
  }
}
