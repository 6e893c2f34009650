// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import GPSDSource
internal import Glibc
internal import LinuxIO
internal import LocationCore
internal import LocationServer

/// The daemon's parts, wired together; reads as a table of contents.
final class Daemon {
  static let version = "0.1.0"

  private let options: Options
  private let loop: EventLoop
  private let service: LocationService
  private var configuration: Configuration
  private var log: Log
  private var source: GPSDSource?
  private var upstream: UpstreamStatus
  private var policy = WatchPolicy()
  private var refusals = RepeatLimiter(interval: 60_000_000_000)
  private var sockets: Sockets?
  private var signals: Signals?
  private var idleExit: IdleExit?
  private let names: NameLookup

  init(_ options: Options, _ configuration: Configuration) throws {
    self.options = options
    self.configuration = configuration
    log = Log(threshold: configuration.logLevel)
    loop = try EventLoop()
    names = NameLookup(loop)
    upstream = UpstreamStatus(configuration.endpoint, idleSince: loop.now.monotonic)
    service = LocationService(
      loop: loop,
      sender: Self.sender(log),
      settings: configuration.service,
      version: Self.version,
      log: log
    )
  }

  func run() throws {
    if let shortage = service.shortage { throw shortage }
    Signals.ignoreSIGPIPE()
    for warning in configuration.warnings { log.warning(warning) }
    raiseDescriptorLimit()
    service.upstream = { [unowned self] in presentUpstream }
    service.onDemand = { [unowned self] in source?.demand = $0 }
    service.onUpstreamWish = { [unowned self] in
      policy = WatchPolicy($0)
      source?.policy = policy
    }
    service.onReload = { [unowned self] in try reload($0) }
    service.namesOfConfiguration = { [unowned self] in Configuration.names(options) }
    service.lookUp = { [unowned self] in names.find($0, then: $1) }
    signals = try Signals(loop: loop, [SIGTERM, SIGINT, SIGHUP, SIGUSR1]) { [unowned self] in
      handle(signal: $0)
    }
    // What can be refused comes before it: its files are removed only in good order.
    sockets = try Sockets(options, configuration, loop: loop, service: service, log: log)
    connect()
    ServiceManager.pingWatchdog(from: loop)
    idleExit = IdleExit(
      loop,
      isIdle: { [unowned self] in service.isIdle },
      end: { [unowned self] in endIdle() }
    )
    allowIdleExit()
    log.notice("locationd \(Self.version) is ready, gpsd at \(configuration.endpoint)")
    ServiceManager.notify("READY=1")
    loop.run()
  }

  private func raiseDescriptorLimit() {
    do throws(SystemError) {
      let limit = try ResourceLimits.raiseDescriptors()
      service.descriptors = Int(clamping: limit)
      let sessions = configuration.service.limits.sessions
      guard limit < UInt64(sessions) else { return }
      log.warning("\(limit) open files are allowed, fewer than [limits] sessions = \(sessions)")
    } catch {
      log.warning("the limit on open files stays as it is: \(error)")
    }
  }

  /// Without a service manager that listens meanwhile, nobody could start it again.
  private func allowIdleExit() {
    let canReturn = sockets?.areInherited == true
    if configuration.idleExit != nil, !canReturn {
      log.warning("idle-exit has no effect: not all sockets are the service manager's")
    }
    idleExit?.limit = canReturn ? configuration.idleExit.map { Int64($0 * 1e9) } : nil
  }

  /// What cannot be sent many at a time is sent one by one.
  private static func sender(_ log: Log) -> FanOut {
    let sender = FanOut()
    log.debug("locations are sent " + (sender.refusal.map { "one by one: \($0)" } ?? "by io_uring"))
    return sender
  }

  private func connect() {
    source?.close()
    upstream = UpstreamStatus(configuration.endpoint, idleSince: loop.now.monotonic)
    let source = GPSDSource(
      loop: loop,
      endpoint: configuration.endpoint,
      policy: policy,
      onReport: { [unowned self] report, line in service.receive(report, line: line) },
      onNotice: { [unowned self] in note($0) }
    )
    source.demand = service.hasDemand
    self.source = source
  }

  /// With what changes while the state stays.
  private var presentUpstream: UpstreamStatus {
    var status = upstream
    status.refusal = source?.refusal
    status.nextAttempt = source?.nextAttempt
    if status.state == "disconnected", let failure = source?.failure {
      status.reason = failure
      status.isHanging = failure == GPSDNotice.noAnswer
    }
    return status
  }

  private func note(_ notice: GPSDNotice) {
    switch notice {
    case .connected(let release):
      setUpstream("connected", release: release)
      log.notice("connected to gpsd at \(configuration.endpoint)")
    case .disconnected(let reason):
      setUpstream("disconnected", reason: reason)
      log.warning("gpsd at \(configuration.endpoint) is lost: \(reason)")
    case .idle:
      setUpstream("idle")
      log.info("nobody needs fixes; gpsd is let go")
    case .refused(let message):
      // Its words may be other ones each time; status has the last ones.
      guard case .write(let heldBack) = refusals.judge("", at: loop.now.monotonic) else { break }
      let others = heldBack > 0 ? " (\(heldBack) other answers since it was told)" : ""
      log.warning("gpsd refuses: \(message)\(others)")
    case .unusableLine:
      log.warning("gpsd sent a line that is not its protocol; it was dropped")
    }
  }

  private func setUpstream(_ state: String, reason: String? = nil, release: String? = nil) {
    upstream.state = state
    upstream.since = loop.now.monotonic
    upstream.reason = reason
    upstream.isHanging = reason == GPSDNotice.noAnswer
    if let release { upstream.release = release }
  }

  // MARK: - Signals

  private func handle(signal: Int32) {
    switch signal {
    case SIGHUP:
      reloadOnSignal()
    case SIGUSR1:
      log.notice(service.summary)
    default:
      stop()
    }
  }

  private func reloadOnSignal() {
    let finish = { [unowned self] (answers: NameLookup.Answers) in
      do {
        try reload(answers)
      } catch {
        log.warning("the configuration stays as it was: \(error)")
      }
    }
    let asked = Configuration.names(options)
    guard !asked.isEmpty else { return finish([:]) }
    names.find(asked, then: finish)
  }

  private func reload(_ answers: NameLookup.Answers) throws {
    ServiceManager.notify(ServiceManager.reloading)
    defer { ServiceManager.notify("READY=1") }
    let fresh = try read(answers)
    let isElsewhere = fresh.endpoint != configuration.endpoint
    configuration = fresh
    log.threshold = fresh.logLevel
    for warning in fresh.warnings { log.warning(warning) }
    service.apply(fresh.service, log: log)
    sockets?.surfaces.apply(fresh.surfaces)
    if isElsewhere {
      // The receivers of one gpsd are none of another.
      service.receive(.devices([]))
      service.receive(.connection(.disconnected(reason: "gpsd is elsewhere now")))
      connect()
    }
    allowIdleExit()
    log.notice("reloaded the configuration")
  }

  private func read(_ answers: NameLookup.Answers) throws -> Configuration {
    do {
      let fresh = try Configuration(options) { answers[$0] ?? .failed }
      service.refusedReload = nil
      return fresh
    } catch {
      service.refusedReload = RefusedReload(
        reason: "\(error)",
        at: loop.now.monotonic,
        isUncertain: error is UserDatabaseError
      )
      throw error
    }
  }

  private func endIdle() {
    log.notice("nobody needs the daemon; the next connection starts it again")
    stop()
  }

  private func stop() {
    log.notice("stopping")
    ServiceManager.notify("STOPPING=1")
    sockets?.close()
    source?.close()
    service.closeAll()
    loop.stop()
  }
}

extension UpstreamStatus {
  /// Of a gpsd that nobody has asked for yet.
  fileprivate init(_ endpoint: GPSDEndpoint, idleSince instant: Int64) {
    self.init(endpoint: "\(endpoint)", state: "idle", since: instant)
    host = endpoint.host
    device = endpoint.device
  }
}

extension WatchPolicy {
  /// What the clients of the gpsd surface want.
  fileprivate init(_ wish: UpstreamWish) {
    self.init()
    pps = wish.pps
    nmea = wish.nmea
    raw = Raw(rawValue: Int32(clamping: wish.raw)) ?? .none
    scaled = wish.scaled
    split24 = wish.split24
    timing = wish.timing
  }
}
