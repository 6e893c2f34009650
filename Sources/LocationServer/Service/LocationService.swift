// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LinuxIO
package import LocationCore
internal import LocationProtocol

/// The hub: reports in, callbacks out to sessions, commands in between.
///
/// Loop thread only. Split by duty over several files: this one holds the state, the turn of the
/// loop and the sessions' life; `LocationService+Admission` lets them in, `+Delivery` carries
/// publications to them, with what `+Movement`, `+ReducedAccuracy` and `+Regions` make of them, and
/// `+Changes` tells what overrides and decisions change.
package final class LocationService {
  package let version: String
  package var upstream: () -> UpstreamStatus = { UpstreamStatus(endpoint: "", state: "", since: 0) }
  /// Called when somebody begins or ceases to need fixes.
  package var onDemand: (Bool) -> Void = { _ in }
  /// Called when clients of the gpsd protocol want other things of the upstream.
  package var onUpstreamWish: (UpstreamWish) -> Void = { _ in }
  /// Reads the configuration again; throws what to tell the operator.
  package var onReload: (NameLookup.Answers) throws -> Void = { _ in }
  /// The names that a reload has to look up.
  package var namesOfConfiguration: () -> Set<AccountName> = { [] }
  /// Looks names up, which the daemon does on another thread.
  package var lookUp: (Set<AccountName>, @escaping (NameLookup.Answers) -> Void) -> Void = {
    $1(Dictionary(uniqueKeysWithValues: $0.map { ($0, UserDatabase.look($0)) }))
  }
  /// Those of the line at hand.
  var answers: NameLookup.Answers = [:]
  package internal(set) var settings: ServiceSettings
  package internal(set) var counters = Counters()
  /// Descriptors that the system lets the process have, if that is known.
  package var descriptors: Int?
  /// What the daemon was to serve and cannot.
  package var unserved: [UnservedSurface] = []
  /// Until a reload is taken over.
  package var refusedReload: RefusedReload?
  /// Whether somebody needs fixes, as `onDemand` was told last.
  package private(set) var hasDemand = false

  let loop: EventLoop
  let sender: FanOut
  private(set) var log: Log
  let startedAt: Int64
  var pipeline: LocationPipeline
  var audiences = Audiences()
  var sessions: [String: Session] = [:]
  var state: StateFolder
  var saving = SavingRetry()
  var decisions = PrivacyDecisions()
  /// Each override's request as it came, for the read-back and the state file.
  var overrideParameters: [String: JSONValue] = [:]
  var hasOverridesFile = false
  /// Of the overrides those in the file, where it could not be replaced.
  var savedOverrides: Set<String> = []
  /// When gpsd last said anything on the connection that stands.
  private(set) var upstreamHeardAt: Instant?
  var reception = Reception()
  var receiverNews = ReceiverNews()
  var gpsdUpstream = GPSDUpstream()
  var gpsdCount = 0
  var nmeaReaders: [String: Session] = [:]
  var voidTimer: EventLoop.Timer?
  var upstreamWish = UpstreamWish()
  var isWishDue = false
  var coarse: [CoarseKey: ReducedAccuracy] = [:]
  /// Of this installation, for the grids of reduced accuracy.
  private(set) lazy var secret = loadSecret()
  var operators = OperatorPlaces()
  var shares = SessionShares(exempt: [0, UserDatabase.ownUser])
  var refusals = RepeatLimiter(interval: 60_000_000_000)
  let buffer = ReadBuffer()
  // One for all sessions of a kind, so that a session costs no closures of its own.
  private(set) lazy var owner = makeOwner()
  private(set) lazy var subscriberHandler = handler { $0.handleSubscriber($2, of: $1) }
  private(set) lazy var controllerHandler = handler {
    $1.hasAsked = true
    return $0.handleControl($2, of: $1)
  }
  private(set) lazy var preparation: RPCDialogue.Preparation = { [weak self] line, goOn in
    self?.prepare(line, goOn) ?? true
  }
  var lastSession = 0
  private var timer: EventLoop.Timer?
  private var timerDeadline: Instant?
  private var blocked: [String: Session] = [:]
  private var stallTimer: EventLoop.Timer?
  private var onSessionClosed: [() -> Void] = []

  package init(
    loop: EventLoop,
    sender: FanOut,
    settings: ServiceSettings,
    version: String,
    log: Log
  ) {
    self.loop = loop
    self.sender = sender
    self.settings = settings
    self.version = version
    self.log = log
    state = StateFolder(path: settings.stateDirectory, limit: settings.stateLimit)
    startedAt = loop.now.monotonic
    pipeline = LocationPipeline(settings: settings.source, now: Now(loop.now))
    pipeline.endDemand()
    loop.beforeSleep.append { [weak self] in self?.prepareToSleep() }
    loadDecisions()
    loadOverrides()
  }

  /// Why state of an earlier run could not be read for now.
  ///
  /// Nobody must be served without it: it may say who is not to know the location.
  package var shortage: SystemError? { state.shortage }

  var now: Now { Now(loop.now) }

  /// Takes a configuration that was read again.
  package func apply(_ settings: ServiceSettings, log: Log) {
    self.log = log
    self.settings = settings
    retrySaving()
    pipeline.apply(settings.source)
    refresh(Array(sessions.values))
  }

  /// One line on what goes on, for the log.
  package var summary: String {
    let overrides = pipeline.stage.overrides.map(\.id).joined(separator: " ")
    return "\(sessions.count) sessions, demand \(hasDemand), fix \(statusReport().fix.state), "
      + "overrides [\(overrides)], \(counters.locations) locations, "
      + "\(counters.deliveries) deliveries"
  }

  // MARK: - The flow

  /// Takes one report from upstream, with the line that it was.
  package func receive(_ report: Report, line: [UInt8] = []) {
    counters.reports += 1
    upstreamHeardAt = now.instant
    switch report {
    case .fix: counters.fixes += 1
    case .connection(.connected):
      counters.connections += 1
      reception.connectedAt = now.instant
    case .connection(.disconnected): upstreamHeardAt = nil
    default: break
    }
    let publications = pipeline.receive(report, at: now)
    deliver(publications)
    forward(report, line, publications)
  }

  /// Does what is due in the pipeline.
  private func advance() {
    timer = nil
    timerDeadline = nil
    let expired = pipeline.removeExpired(at: now)
    for override in expired {
      logChange("expired", override, by: "its time")
      tellOwner(override, ended: "expired")
    }
    if !expired.isEmpty { overridesChanged() }
    deliver(pipeline.advance(to: now))
  }

  /// The last thing in each turn: demand, and the one timer of the pipeline.
  private func prepareToSleep() {
    updateWish()
    updateDemand()
    watchReceivers()
    watchReception()
    let deadline = pipeline.deadline
    // One that moved away, as it does with every fix, leaves an early call that finds nothing to do.
    if let deadline, let timerDeadline, timerDeadline <= deadline { return }
    if let timer { loop.cancel(timer) }
    timer = nil
    timerDeadline = deadline
    guard let deadline else { return }
    timer = loop.schedule(at: deadline.nanoseconds) { [weak self] in self?.advance() }
  }

  /// Also before a session is told what holds: what was lost while nobody listened does not.
  func updateDemand() {
    let isWanted = audiences.all.contains { !$0.audience.isEmpty }
    guard isWanted != hasDemand else { return }
    hasDemand = isWanted
    if isWanted {
      pipeline.beginDemand(at: now)
      if gpsdUpstream.link == .idle { gpsdUpstream.link = .opening }
    } else {
      pipeline.endDemand()
      // A gpsd that was lost for those who have left may be there for those who come.
      if gpsdUpstream.link == .lost { gpsdUpstream.link = .idle }
    }
    onDemand(isWanted)
  }

  /// Whether nobody would notice if the daemon ended: no session, and no override that would too.
  package var isIdle: Bool {
    sessions.isEmpty && pipeline.stage.overrides.isEmpty && state.failures.isEmpty
  }

  // MARK: - Sessions

  private func handler(
    _ handle: @escaping (LocationService, Session, Request) -> Result<any Encodable, RPCError>
  ) -> RPCDialogue.Handler {
    { [weak self] session, request in
      guard let self else { return .failure(.internalFault) }
      counters.requests += 1
      return handle(self, session, request)
    }
  }

  private func makeOwner() -> Session.Owner {
    Session.Owner(
      settle: { [weak self] in self?.settle($0) },
      didBlock: { [weak self] in self?.noteBlocked($0) },
      didClose: { [weak self] in self?.forget($0) }
    )
  }

  /// Calls back whenever a session has closed, so that a listener may accept again.
  package func whenSessionCloses(_ callback: @escaping () -> Void) {
    onSessionClosed.append(callback)
  }

  private func forget(_ session: Session) {
    sessions[session.id] = nil
    blocked[session.id] = nil
    decisions.forget(session: session.id)
    forgetRegions(of: session)
    forgetStream(session)
    audiences[session.view]?.remove(session)
    if let timer = session.subscriptions.requestTimer { loop.cancel(timer) }
    giveBack(session)
    counters.sessionsClosed += 1
    if session.wasDropped { counters.dropped += 1 }
    counters.conflatedByClosed += session.conflatedTotal
    log.debug("session \(session.id) closed: \(session.closeReason)")
    endLeases(of: session)
    for callback in onSessionClosed { callback() }
  }

  /// Ends all sessions, for a shutdown.
  package func closeAll() {
    retrySaving()
    for session in sessions.values { session.close("the daemon stops") }
  }

  // MARK: - Peers that do not read

  private func noteBlocked(_ session: Session) {
    blocked[session.id] = session
    guard stallTimer == nil else { return }
    let period = Int64(settings.limits.stallTimeout * 1e9 / 4)
    stallTimer = loop.schedule(at: loop.now.monotonic + period) { [weak self] in
      self?.closeStalled()
    }
  }

  private func closeStalled() {
    stallTimer = nil
    let limit = Int64(settings.limits.stallTimeout * 1e9)
    for session in Array(blocked.values) {
      guard let since = session.blockedSince else {
        blocked[session.id] = nil
        continue
      }
      guard loop.now.monotonic - since >= limit else { continue }
      session.drop("took nothing for \(spanText(settings.limits.stallTimeout))")
    }
    if let any = blocked.values.first { noteBlocked(any) }
  }
}

extension Now {
  /// The loop's two clocks as the domain's.
  init(_ time: LoopTime) {
    self.init(
      instant: Instant(nanoseconds: time.monotonic),
      utc: UTCTime(milliseconds: time.utc)
    )
  }
}
