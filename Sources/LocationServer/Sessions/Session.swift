// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationProtocol

/// One peer of a line-oriented socket: reads requests in order, answers each, sends callbacks.
///
/// Loop thread only. The session owns its descriptor and its bounded outbox; what it may ask and
/// what it is told is decided by its owner.
final class Session {
  /// What its owner does with it; one for all sessions of a kind.
  final class Owner {
    let handle: (Session, Request) -> Result<any Encodable, RPCError>
    /// The requests of one line are answered; deliveries they caused may go out now.
    let settle: (Session) -> Void
    let didBlock: (Session) -> Void
    let didClose: (Session) -> Void

    init(
      handle: @escaping (Session, Request) -> Result<any Encodable, RPCError>,
      settle: @escaping (Session) -> Void,
      didBlock: @escaping (Session) -> Void,
      didClose: @escaping (Session) -> Void
    ) {
      self.handle = handle
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
  /// Whether it answers questions about authorization.
  var isAgent = false
  /// Whether it asked to be authorized and nobody has decided yet.
  var isWaitingForDecision = false
  /// Where it stands in each list of its audience, −1 where it does not.
  var places = [7 of Int32](repeating: -1)
  /// Locations handed to the kernel or the outbox.
  var deliveredTotal: UInt64 = 0
  var lastDeliveredAt: Int64?
  /// When the peer stopped taking what waits for it.
  private(set) var blockedSince: Int64?
  private(set) var isClosed = false
  /// Why it was closed, for the log.
  private(set) var closeReason = ""

  private let loop: EventLoop
  private let limits: SessionLimits
  private let owner: Owner
  private let buffer: ReadBuffer
  private let raw: Int32
  private var descriptor: OwnedDescriptor?
  private var token: EventLoop.Token?
  private var framer = LineFramer()
  private var outbox = Outbox()
  private var hasPeerEnded = false
  private var closesWhenSent = false

  init(
    identity: PeerIdentity,
    credentials: PeerCredentials?,
    view: ViewID,
    descriptor: consuming OwnedDescriptor,
    loop: EventLoop,
    limits: SessionLimits,
    buffer: ReadBuffer,
    owner: Owner
  ) throws(SystemError) {
    id = identity.session
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
    if hasPeerEnded || readiness.contains(.error) { close("peer closed") }
  }

  /// Whether requests wait because the peer does not take its answers.
  private var isPaused: Bool {
    closesWhenSent || outbox.replyBytes > limits.replyBytes
  }

  private func read() {
    guard !isClosed else { return }
    handleLines()
    var budget = limits.bytesPerTurn
    while budget > 0, !isClosed, !hasPeerEnded, !isPaused {
      switch Descriptor.receive(raw, into: &buffer.bytes) {
      case .bytes(let count):
        budget -= count
        framer.append(buffer.bytes[..<count])
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
    while !isClosed, !isPaused, let event = framer.next() { handle(event) }
  }

  /// A last line may lack its newline.
  private func handleLastLine() {
    handleLines()
    if !isClosed, !isPaused, let event = framer.takeRemainder() { handle(event) }
  }

  private func handle(_ event: LineFramer.Event) {
    switch event {
    case .line(let line):
      let requests = RequestLine(line)
      var reply = Reply(to: requests)
      for call in requests.calls { answer(call, in: &reply) }
      if let frame = reply.frame { outbox.addReply(frame) }
      if !isClosed { owner.settle(self) }
    case .tooLong:
      outbox.addReply(Response(id: .null, error: .lineTooLong).frame)
      closesWhenSent = true
    }
  }

  private func answer(_ call: Result<Request, Rejection>, in reply: inout Reply) {
    switch call {
    case .failure(let rejection):
      reply.append(rejection)
    case .success(let request):
      let result = owner.handle(self, request)
      guard let id = request.id else { return }
      switch result {
      case .success(let value): reply.append(Response(id: id, result: value))
      case .failure(let error): reply.append(Response(id: id, error: error))
      }
    }
  }

  /// A peer that will ask nothing more stays only while it still has something to be told.
  private func closeIfDone() {
    guard !isClosed, outbox.isEmpty else { return }
    if closesWhenSent {
      close("request line too long")
    } else if hasPeerEnded, !subscriptions.hasAny, !watchesAuthorization {
      close("peer closed")
    }
  }

  // MARK: - Output

  /// Sends a location, or keeps it as the latest while the peer does not read.
  ///
  /// An answer to a request may be replaced by a newer location, not dropped without another one.
  func sendLocation(_ frame: LocationFrame, isAnswer: Bool = false) {
    guard !isClosed else { return }
    deliveredTotal += 1
    lastDeliveredAt = loop.now.monotonic
    switch outbox.sendLocation(frame, isAnswer: isAnswer, to: raw) {
    case .all: break
    case .blocked: noteBlocked()
    case .failed: close("peer closed")
    }
  }

  /// Sends a callback that is never replaced; closes a session that has too many waiting.
  func sendEvent(_ frame: [UInt8], hasPosition: Bool = false) {
    guard !isClosed else { return }
    guard outbox.eventCount < limits.events else {
      close("more than \(limits.events) callbacks waiting")
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

  private func flush() {
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

  private func noteBlocked() {
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
