// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationProtocol

/// The daemon's own account of whether it works, and if not, why and what to try.
struct StatusReport: Encodable {
  struct Upstream: Encodable {
    let endpoint: String
    let state: String
    let since: Double
    let reason: String?
    let release: String?
    /// Seconds since it last said anything.
    let lastMessage: Double?
    /// Seconds until the next attempt to reach it.
    let nextAttempt: Double?
  }

  struct Device: Encodable {
    let device: String
    let driver: String?
    let isActive: Bool
    let age: Double?
    /// Seconds since it last said anything, with or without a fix.
    let lastMessage: Double?
  }

  struct FixState: Encodable {
    let state: String
    let age: Double?
    let device: String?
    let horizontalAccuracy: Double?
    let satellitesUsed: Int?
    let satellitesVisible: Int?
  }

  struct Sessions: Encodable {
    let native: Int
    let gpsd: Int
    let nmea: Int
    let control: Int
  }

  /// Who reads which surface.
  struct Reader: Encodable {
    let session: String
    let surface: String
    let uid: UInt32?
    let pid: Int32?
    let client: String?
    let subscriptions: [String]
  }

  let version: String
  let uptime: Double
  let gpsd: Upstream
  let devices: [Device]
  let fix: FixState
  let overrides: [String]
  let persistentOverrides: [String]
  let sessions: Sessions
  /// The oldest ones; `subscribers` has all.
  let readers: [Reader]
  let demand: Bool
  let access: AccessReport
  /// Why state is not on the disk; it is tried again.
  let unsaved: String?
  /// Absent where all that was asked for is served.
  let unserved: [UnservedSurface]?
  /// Why the last reload was refused; what it was to change is not in force.
  let refusedReload: String?
  let problem: String?
  let next: String?
  /// All that is wrong, by the link of the chain; `problem` and `next` are the first one's.
  let problems: [StatusAdvice]
}

extension LocationService {
  func statusReport() -> StatusReport {
    let live = pipeline.stage.state(of: pipeline.stage.liveView)
    let upstream = upstream()
    let problems = [
      lostDecisionsAdvice(), unsavedAdvice(), refusedReloadAdvice(), configurationAdvice(),
      crowdAdvice(), advice(upstream), unservedAdvice(), accessAdvice(), faultAdvice(),
    ].compactMap { $0 }
    return StatusReport(
      version: version,
      uptime: seconds(since: startedAt),
      gpsd: StatusReport.Upstream(
        endpoint: upstream.endpoint,
        state: upstream.state,
        since: seconds(since: upstream.since),
        reason: upstream.reason,
        release: upstream.release,
        lastMessage: age(upstreamHeardAt),
        nextAttempt: upstream.nextAttempt.map { max(0, -seconds(since: $0)) }
      ),
      devices: pipeline.source.devices.map { device in
        StatusReport.Device(
          device: device.device,
          driver: device.driver,
          isActive: device.device == pipeline.source.activeDevice,
          age: age(device.lastFixAt),
          lastMessage: age(device.lastReportAt)
        )
      },
      fix: fixState(live),
      overrides: pipeline.stage.overrides.map(\.id),
      persistentOverrides: pipeline.stage.overrides.filter(isKept).map(\.id),
      sessions: StatusReport.Sessions(
        native: sessions.values.count { $0.kind == "native" },
        gpsd: gpsdCount,
        nmea: nmeaReaders.count,
        control: sessions.keys.count { $0.hasPrefix("c") }
      ),
      readers: readers.prefix(Self.shownReaders).map { session in
        StatusReport.Reader(
          session: session.id,
          surface: session.identity.surface.rawValue,
          uid: session.identity.uid,
          pid: session.identity.pid,
          client: session.identity.client,
          subscriptions: session.subscriptionNames
        )
      },
      demand: hasDemand,
      access: accessReport(),
      unsaved: unsaved,
      unserved: unserved.isEmpty ? nil : unserved,
      refusedReload: refusedReload?.reason,
      problem: problems.first?.problem,
      next: problems.first?.next,
      problems: problems
    )
  }

  private static let shownReaders = 32

  /// All sessions but those of operators, oldest first.
  private var readers: [Session] {
    sessions.values.filter { $0.kind != "control" }.oldestFirst
  }

  /// Seconds for a message: milliseconds are all that an age is good for.
  func seconds(since instant: Int64) -> Double {
    (Double(loop.now.monotonic - instant) / 1e6).rounded() / 1000
  }

  func age(_ instant: Instant?) -> Double? {
    instant.map { seconds(since: $0.nanoseconds) }
  }

  private func fixState(_ live: ViewState) -> StatusReport.FixState {
    let fix = live.location?.fix
    let state: String =
      switch pipeline.source.state {
      case .fixed: fix?.dimension == .threeD ? "3D" : "2D"
      case .waiting: "none"
      case .lost: pipeline.source.activeDevice == nil ? "none" : "stale"
      }
    return StatusReport.FixState(
      state: state,
      age: age(live.locationAt),
      device: fix?.device ?? pipeline.source.activeDevice,
      horizontalAccuracy: fix?.horizontalAccuracy,
      satellitesUsed: fix?.satellitesUsed ?? live.sky?.usedCount,
      satellitesVisible: fix?.satellitesVisible ?? live.sky?.visibleCount
    )
  }
}

/// The sessions as `subscribers` lists them.
struct SubscribersReport: Encodable {
  struct Client: Encodable {
    let name: String
    let version: String?
  }

  struct Subscriber: Encodable {
    let session: String
    let surface: String
    let uid: UInt32?
    let pid: Int32?
    let unit: String?
    let userUnit: String?
    let exe: String?
    let client: Client?
    let authorization: AuthorizationResult
    let subscriptions: [String]
    /// How many are monitored; absent without any.
    let regions: Int?
    let overrides: [String]
    let delivered: UInt64
    let conflated: UInt64
    let lastDelivered: Double?
  }

  let subscribers: [Subscriber]
}

extension LocationService {
  func subscribersReport() -> SubscribersReport {
    SubscribersReport(subscribers: readers.map { describe($0) })
  }

  private func describe(_ session: Session) -> SubscribersReport.Subscriber {
    SubscribersReport.Subscriber(
      session: session.id,
      surface: session.identity.surface.rawValue,
      uid: session.identity.uid,
      pid: session.identity.pid,
      unit: session.identity.unit,
      userUnit: session.identity.userUnit,
      exe: session.identity.executable,
      client: session.identity.client.map {
        SubscribersReport.Client(name: $0, version: session.clientVersion)
      },
      authorization: AuthorizationResult(session.authorization),
      subscriptions: session.subscriptionNames,
      regions: session.subscriptions.hasRegions ? session.subscriptions.regionCount : nil,
      overrides: pipeline.stage.state(of: session.view).overrides,
      delivered: session.deliveredTotal,
      conflated: session.conflatedTotal,
      lastDelivered: session.lastDeliveredAt.map { seconds(since: $0) }
    )
  }
}

extension Session {
  /// What it asked for, in words.
  fileprivate var subscriptionNames: [String] {
    if nmea != nil { return ["NMEA"] }
    return gpsd?.policy.names ?? subscriptions.names
  }
}
