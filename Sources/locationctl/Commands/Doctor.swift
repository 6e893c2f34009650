// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import FoundationEssentials
internal import Glibc
internal import LocationClient
internal import LocationCore
internal import LocationProtocol

/// `doctor`: the chain from the device to a subscriber, link by link; the first broken link says
/// what to do.
final class Doctor {
  let context: Context
  let units: ServiceUnits
  private let isJSON: Bool
  /// Why nobody serves the sockets; looked up once one of them is found so.
  private lazy var serviceFailure: Finding? = {
    hasLookedAtService = true
    return units.failure
  }()
  private var hasLookedAtService = false
  /// The first link that is broken, which is what the command fails with.
  private(set) var failure: Failure?
  /// Overrides that leave this program without a location.
  var withholding: [String] = []

  private init(context: Context, isJSON: Bool) {
    self.context = context
    units = ServiceUnits(
      socket: SocketPath.control(in: context.environment),
      environment: context.environment
    )
    self.isJSON = isJSON
  }

  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) {
    let doctor = Doctor(context: context, isJSON: invocation.has(.json))
    try context.untilInterrupted { () throws(Failure) in try doctor.examine() }
    if let failure = doctor.failure { throw failure }
  }

  private func examine() throws(Failure) {
    let subscriber = try link("subscriber socket", SocketPath.subscriber(in: context.environment)) {
      [context] () throws(Failure) in try context.subscriber()
    }
    let control = try link("control socket", SocketPath.control(in: context.environment)) {
      [context] () throws(Failure) in
      let connection = try context.control()
      // The kernel takes connections for a daemon that does not run on.
      do throws(Failure) {
        _ = try context.call(connection, "status", timeout: 3)
      } catch {
        guard error.kind == .timedOut else { throw error }
        throw .timedOut("the daemon takes connections and does not answer")
      }
      return connection
    }
    if subscriber == nil || control == nil, hasLookedAtService, let serviceFailure {
      try say("service", serviceFailure)
    }
    guard let subscriber else { return }
    let permitted = try examineAuthorization(subscriber, control)
    // Without demand the daemon leaves gpsd alone, and nothing could be seen.
    if permitted {
      _ = try context.call(subscriber, SubscriberMethod.startUpdatingLocation.rawValue)
    }
    if let control { try examineDaemon(control, isWatching: permitted) }
    try examineLocation(subscriber, control, isPermitted: permitted)
  }

  private func link(
    _ name: String,
    _ path: String,
    _ open: () throws(Failure) -> LocationConnection
  ) throws(Failure) -> LocationConnection? {
    do {
      let connection = try open()
      try say(name, .good(path))
      return connection
    } catch {
      let next = advice(after: error, at: path)
      let reason = error.message ?? "interrupted"
      try say(name, .bad(reason.contains(path) ? reason : "\(path): \(reason)", next: next))
      note(error)
      return nil
    }
  }

  /// What to do about a socket that cannot be used; nil if the service has more to say of it.
  private func advice(after failure: Failure, at path: String) -> String? {
    if failure.kind == .notPermitted { return joinAdvice(path) }
    if failure == .hungUp || failure.isTurnedAway {
      return "its sessions are all taken, or those of this user: locationctl subscribers tells by "
        + "whom; sessions and sessions-per-user in [limits] of locationd.conf bound them"
    }
    guard serviceFailure == nil else { return nil }
    guard !FileManager.default.fileExists(atPath: path) else {
      return "the file is there but nobody answers: \(units.systemctl("restart locationd"))"
    }
    // Each of them brings the daemon down with it, which could keep its unit from starting.
    return "open the sockets: "
      + units.systemctl("restart locationd.socket locationd-control.socket")
  }

  private func examineAuthorization(
    _ subscriber: LocationConnection,
    _ control: LocationConnection?
  ) throws(Failure) -> Bool {
    let answer = try context.call(subscriber, SubscriberMethod.authorization.rawValue)
    let status = answer["status"]?.text ?? "unknown"
    let accuracy = answer["accuracy"]?.text ?? "unknown"
    let isPermitted = status.hasPrefix("authorized")
    guard !isPermitted else {
      try say("permission", .good("\(status), \(accuracy) accuracy"))
      return true
    }
    // No grant helps against an override that denies.
    let inForce = try control.map { connection throws(Failure) in
      try OverridesInForce(connection, context)
    }
    let seen = inForce?.seen(["fault denied"]) ?? []
    let told = answer["overrides"]?.elements.compactMap(\.text) ?? []
    let denying = seen.isEmpty ? told : seen
    let whose = inForce?.owner(of: denying).map { " of \($0)" } ?? ""
    let command =
      denying.isEmpty
      ? "locationctl privacy grant user=$USER"
      : "locationctl clear \(denying.joined(separator: " "))"
    // Who may not use the control socket may not use the command.
    let who = control == nil ? "ask an operator to type" : denying.isEmpty ? "decide" : "end it"
    let cause = denying.isEmpty ? "" : " by override \(denying.joined(separator: ", "))\(whose)"
    try say("permission", .bad(status + cause, next: "\(who): \(command)"))
    note(.notPermitted("location is not permitted: \(status)"))
    return false
  }

  /// The end of the chain: what a program gets.
  private func examineLocation(
    _ subscriber: LocationConnection,
    _ control: LocationConnection?,
    isPermitted: Bool
  ) throws(Failure) {
    guard isPermitted else {
      return try say("location", .bad("a subscriber may not know it", next: "see permission above"))
    }
    let deadline = LocationConnection.deadline(after: failure == nil ? 3 : 0.2)
    while let callback = try context.next(subscriber, until: deadline) {
      guard case .didUpdateLocations(let locations)? = callback.message?.callback,
        let location = locations.last
      else { continue }
      let origin =
        location.source.isSimulatedBySoftware
        ? LocationText.simulation(location.source) : "from \(LocationText.source(location.source))"
      let accuracy = shortNumber(location.horizontalAccuracy, 1)
      return try say("location", .good("± \(accuracy) m, \(origin)"))
    }
    let explanation =
      try control.flatMap { connection throws(Failure) in
        try ownExplanation(connection)
      } ?? ""
    try say("location", absence(explanation))
    note(.timedOut("a subscriber gets no location"))
  }

  /// Why there is no location, and what to do about it.
  private func absence(_ explanation: String) -> Finding {
    guard withholding.isEmpty else {
      return .bad(
        "kept from this program by override \(withholding.joined(separator: ", "))",
        next: "end it: locationctl clear \(withholding.joined(separator: " "))"
      )
    }
    return .bad(
      "a subscriber gets none\(explanation)",
      next: "see the links above; of another program: locationctl subscribers, and with its ID "
        + "locationctl explain ID"
    )
  }

  /// What the daemon says of this program's own session.
  private func ownExplanation(_ control: LocationConnection) throws(Failure) -> String? {
    let rows = try context.call(control, "subscribers")["subscribers"]?.elements ?? []
    guard let own = rows.last(where: { $0["pid"]?.double == Double(getpid()) }),
      let session = own["session"],
      let text = try? context.call(control, "explain", ["session": session])["text"]?.text
    else { return nil }
    return ": \(text)"
  }

  /// Keeps the first failure: what comes after a broken link follows from it.
  func note(_ failure: Failure) {
    if self.failure == nil { self.failure = failure }
  }

  func say(_ link: String, _ finding: Finding) throws(Failure) {
    guard !isJSON else {
      var object: [String: JSONValue] = [
        "link": .string(link), "ok": .bool(finding.isGood), "text": .string(finding.text),
      ]
      object["next"] = finding.next.map { .string($0) }
      return try context.output.json(JSONValue.object(object))
    }
    let mark = finding.isGood ? "ok  " : "BAD "
    let padding = String(repeating: " ", count: max(1, 19 - link.count))
    try context.output.line("\(mark) \(link)\(padding)\(printable(finding.text))")
    if let next = finding.next {
      try context.output.line("     try\(String(repeating: " ", count: 16))\(printable(next))")
    }
  }
}
