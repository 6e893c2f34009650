// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import GPSDSource
internal import LinuxIO
internal import LocationCore
internal import LocationServer

/// Everything that locationd.conf can say, with the defaults that hold without it.
struct Configuration {
  /// A user's service manager names a folder of that user.
  static var defaultPath: String {
    "\(ServiceManager.configurationDirectory ?? "/etc/locationd")/locationd.conf"
  }

  var endpoint = GPSDEndpoint.local
  var service = ServiceSettings()
  var surfaces = SurfaceSettings()
  var logLevel = Log.Level.info
  /// What is allowed and hardly meant.
  private(set) var warnings: [String] = []
  /// Where they come from, if from a file.
  private var sharesEntry: INIEntry?
  /// Seconds without need after which the daemon ends; nil stays.
  var idleExit: Double?

  /// The configuration of the files, with the command line on top.
  ///
  /// The default file may be missing; one that was named must be there.
  init(_ options: Options) throws {
    let path = options.configuration ?? Self.defaultPath
    if options.configuration != nil || INIFile.exists(path) {
      for entry in try INIFile.readWithDropIns(path) { try apply(entry) }
    }
    checkShares()
    if let gpsd = options.gpsd {
      endpoint = try GPSDEndpoint(parsing: gpsd)
    }
    try surfaces.apply(options)
    try surfaces.check()
    let library = GPSDLibrary.release
    service.gpsdRelease.release = library.name
    service.gpsdRelease.major = library.major
    service.gpsdRelease.minor = library.minor
    service.stateDirectory = ServiceManager.stateDirectory ?? options.runtimeDirectory
    if let level = options.logLevel {
      guard let known = Log.Level(named: level) else {
        throw UsageError(description: "--log-level \(level) is not \(Self.logLevels)")
      }
      logLevel = known
    }
  }

  /// Not refused: who lowers the one in a drop-in must find the daemon running.
  private mutating func checkShares() {
    let (all, share) = (service.limits.sessions, service.limits.sessionsPerUser)
    guard share >= all else { return }
    let reason = "\(share) is not below sessions = \(all), so that one user can keep the others out"
    warnings.append(
      sharesEntry.map { "\($0.refused(reason))" } ?? "[limits] sessions-per-user: \(reason)"
    )
  }

  private static let logLevels = "error, warning, notice, info or debug"

  private mutating func apply(_ entry: INIEntry) throws(INIError) {
    switch (entry.section, entry.key) {
    case ("gpsd", "address"):
      do {
        endpoint = try GPSDEndpoint(parsing: entry.value)
      } catch {
        throw entry.refused("\(error)")
      }
    case ("source", "device"):
      service.source.device = entry.value.isEmpty ? nil : entry.value
    case ("source", "stale-after"):
      service.source.staleAfter = try entry.number(in: 0.5...3600)
    case ("source", "default-accuracy"):
      service.source.defaultAccuracy = try entry.number(in: 0.1...100_000)
    case ("source", "accuracy-rule"):
      service.source.accuracyRule = try entry.accuracyRule()
    case ("source", "minimum-course-speed"):
      service.source.minimumCourseSpeed = try entry.number(in: 0...100)
    case ("access", "default"):
      service.access.fallback = try entry.decision(entry.value)
    case ("access", "rule"):
      if !entry.value.isEmpty { service.access.rules.append(try entry.rule()) }
    case ("limits", "sessions"):
      service.limits.sessions = try entry.integer(in: 1...1_000_000)
    case ("limits", "sessions-per-user"):
      service.limits.sessionsPerUser = try entry.integer(in: 1...1_000_000)
      sharesEntry = entry
    case ("limits", "events"):
      service.limits.events = try entry.integer(in: 8...65_536)
    case ("limits", "reply-bytes"):
      service.limits.replyBytes = try entry.integer(in: 4096...16_777_216)
    case ("limits", "stall-timeout"):
      service.limits.stallTimeout = try entry.number(in: 1...86_400)
    case ("limits", "regions"):
      service.limits.regions = try entry.integer(in: 1...100_000)
    case ("service", "idle-exit"):
      idleExit = try entry.idleExit()
    case ("gpsd-server", _), ("nmea-server", _):
      try surfaces.apply(entry, &service.nmea)
    case ("log", "level"):
      guard let level = Log.Level(named: entry.value) else {
        throw entry.refused("\(entry.value) is not \(Self.logLevels)")
      }
      logLevel = level
    default:
      throw entry.refused("there is no such key")
    }
  }
}

extension INIEntry {
  fileprivate func decision(_ word: some StringProtocol) throws(INIError) -> AccessDecision {
    guard let decision = AccessDecision(rawValue: String(word)) else {
      throw refused("\"\(word)\" is not allow, reduced, deny or ask")
    }
    return decision
  }

  /// A decision and whom it is for: `ask user=alice`.
  fileprivate func rule() throws(INIError) -> AccessRule {
    let words = value.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else {
      throw refused("\"\(value)\" is not a decision and a selector, as in deny unit=app.service")
    }
    let decision = try decision(words[0])
    do throws(SelectorError) {
      let selector = try Selector(
        parsing: words[1].trimmed,
        uid: UserDatabase.uid(named:),
        gid: UserDatabase.gid(named:)
      )
      return AccessRule(decision, selector)
    } catch {
      throw refused("\(error)")
    }
  }

  /// Nil for 0; less than five seconds would make a start of nearly every connection.
  fileprivate func idleExit() throws(INIError) -> Double? {
    let seconds = try number(in: 0...86_400)
    guard seconds == 0 || seconds >= 5 else { throw refused("\(value) is not 0 or 5 … 86400") }
    return seconds == 0 ? nil : seconds
  }

  fileprivate func accuracyRule() throws(INIError) -> AccuracyRule? {
    if value == "auto" { return nil }
    guard let rule = AccuracyRule(rawValue: value) else {
      throw refused("\(value) is not auto, 95 or 1-sigma")
    }
    return rule
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0 == " " || $0 == "\t" })
  }
}
