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
  /// The default file may be missing; one that was named must be there. `look` knows users and
  /// groups; at the start it may wait for their database.
  init(
    _ options: Options,
    look: @escaping (AccountName) -> AccountAnswer = UserDatabase.look
  ) throws {
    let database = Database(look)
    try take(try Self.read(options), database)
    if let gpsd = options.gpsd {
      endpoint = try GPSDEndpoint(parsing: gpsd)
    }
    try surfaces.apply(options)
    try surfaces.check()
    warnings += surfaces.warnings
    service.problems = warnings
    checkShares()
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

  private mutating func take(_ entries: [INIEntry], _ database: Database) throws {
    do throws(INIError) {
      for entry in entries { try apply(entry, database) }
    } catch {
      guard database.hasFailed else { throw error }
      throw UserDatabaseError(description: "\(error)")
    }
  }

  /// What the files say.
  static func read(_ options: Options) throws(INIError) -> [INIEntry] {
    try INIFile.readWithDropIns(
      options.configuration ?? defaultPath,
      isOptional: options.configuration == nil
    )
  }

  /// The users and groups that the files name, none where they cannot be read.
  static func names(_ options: Options) -> Set<AccountName> {
    let entries = (try? read(options)) ?? []
    return entries.reduce(into: Set<AccountName>()) { $0.formUnion($1.names) }
  }

  private static let logLevels = "error, warning, notice, info or debug"

  private mutating func apply(_ entry: INIEntry, _ database: Database) throws(INIError) {
    // What follows a blank and such a mark would silently become part of the value.
    guard !entry.value.contains(" #"), !entry.value.contains("\t#") else {
      throw entry.refused("\(entry.value): a comment that begins with # needs a line of its own")
    }
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
      if !entry.value.isEmpty { try add(try entry.rule(database.look), entry) }
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
      try surfaces.apply(entry, &service.nmea, database.look)
    case ("log", "level"):
      guard let level = Log.Level(named: entry.value) else {
        throw entry.refused("\(entry.value) is not \(Self.logLevels)")
      }
      logLevel = level
    default:
      throw entry.refused("there is no such key")
    }
  }

  /// A rule that cannot match is kept, so that the others go on; but it is told.
  private mutating func add(_ rule: AccessRule, _ entry: INIEntry) throws(INIError) {
    service.access.rules.append(rule)
    for term in rule.selector.terms {
      switch term {
      case .nobody(let text):
        warn(
          entry,
          "\(text) is not known, so that nobody is meant; it is looked up again on a reload"
        )
      case .executable where !seesAllPrograms:
        warn(
          entry,
          "exe= matches only programs of the daemon's own user, as the kernel shows no others"
        )
      default: break
      }
    }
  }

  private mutating func warn(_ entry: INIEntry, _ reason: String) {
    warnings.append("\(entry.refused("\(entry.value): \(reason)"))")
  }
}

/// A configuration that may be good once the user database answers.
struct UserDatabaseError: Error, CustomStringConvertible {
  let description: String
}

private final class Database {
  private(set) var hasFailed = false
  private let ask: (AccountName) -> AccountAnswer

  init(_ ask: @escaping (AccountName) -> AccountAnswer) { self.ask = ask }

  func look(_ name: AccountName) -> AccountAnswer {
    let answer = ask(name)
    if answer == .failed { hasFailed = true }
    return answer
  }
}

extension INIEntry {
  /// The users and groups that the value names.
  fileprivate var names: Set<AccountName> {
    switch (section, key) {
    case ("access", "rule"):
      let words = value.split(separator: " ", maxSplits: 1)
      return words.count == 2 ? Selector.names(in: words[1].trimmed) : []
    case ("nmea-server", "group"): return value.isEmpty ? [] : [.group(value)]
    default: return []
    }
  }

  fileprivate func decision(_ word: some StringProtocol) throws(INIError) -> AccessDecision {
    guard let decision = AccessDecision(rawValue: String(word)) else {
      throw refused("\"\(word)\" is not allow, reduced, deny or ask")
    }
    return decision
  }

  /// A decision and whom it is for: `ask user=alice`.
  fileprivate func rule(_ look: (AccountName) -> AccountAnswer) throws(INIError) -> AccessRule {
    let words = value.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else {
      throw refused("\"\(value)\" is not a decision and a selector, as in deny unit=app.service")
    }
    let decision = try decision(words[0])
    do throws(SelectorError) {
      let selector = try Selector(
        parsing: words[1].trimmed,
        look: look,
        keepsUnknown: true
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
