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
  private lazy var serviceFailure: LocalGPSD.Finding? = {
    hasLookedAtService = true
    return units.failure
  }()
  private var hasLookedAtService = false
  var failure: Failure?
  /// Overrides that leave this program without a location.
  var withholding: [String] = []

  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) {
    let doctor = Doctor(context: context, isJSON: invocation.has(.json))
    try context.untilInterrupted { () throws(Failure) in try doctor.examine() }
    if let failure = doctor.failure { throw failure }
  }

  private init(context: Context, isJSON: Bool) {
    self.context = context
    units = ServiceUnits(
      socket: SocketPath.control(in: context.environment),
      environment: context.environment
    )
    self.isJSON = isJSON
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
        guard error.exitCode == Failure.timedOut("").exitCode else { throw error }
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
      try say(name, true, path)
      return connection
    } catch {
      let next: String?
      if error.exitCode == 77 {
        next = joinAdvice(path)
      } else if error == .hungUp {
        next =
          "its sessions are all taken, or those of this user: locationctl subscribers tells by whom; "
          + "sessions and sessions-per-user in [limits] of locationd.conf bound them"
      } else if FileManager.default.fileExists(atPath: path) {
        next =
          serviceFailure == nil
          ? "the file is there but nobody answers: \(units.systemctl("restart locationd"))" : nil
      } else {
        // Each of them brings the daemon down with it, which could keep its unit from starting.
        next =
          serviceFailure == nil
          ? "open the sockets: "
            + units.systemctl("restart locationd.socket locationd-control.socket") : nil
      }
      let reason = error.message ?? "interrupted"
      try say(name, false, reason.contains(path) ? reason : "\(path): \(reason)", next)
      failure = failure ?? error
      return nil
    }
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
      try say("permission", true, "\(status), \(accuracy) accuracy")
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
    try say(
      "permission",
      false,
      denying.isEmpty
        ? status : "\(status) by override \(denying.joined(separator: ", "))\(whose)",
      "\(who): \(command)"
    )
    failure = failure ?? .notPermitted("location is not permitted: \(status)")
    return false
  }

  /// The end of the chain: what a program gets.
  private func examineLocation(
    _ subscriber: LocationConnection,
    _ control: LocationConnection?,
    isPermitted: Bool
  ) throws(Failure) {
    guard isPermitted else {
      return try say("location", false, "a subscriber may not know it", "see permission above")
    }
    let deadline = LocationConnection.deadline(after: failure == nil ? 3 : 0.2)
    while let callback = try context.next(subscriber, until: deadline) {
      guard case .didUpdateLocations(let locations)? = callback.message?.callback,
        let location = locations.last
      else { continue }
      let simulated = location.source.isSimulatedBySoftware
      let origin =
        simulated
        ? LocationText.simulation(location.source) : "from \(LocationText.source(location.source))"
      return try say(
        "location",
        true,
        "± \(shortNumber(location.horizontalAccuracy, 1)) m, \(origin)"
      )
    }
    let names = withholding.joined(separator: ", ")
    let explanation =
      try control.flatMap { connection throws(Failure) in
        try ownExplanation(connection)
      } ?? ""
    try say(
      "location",
      false,
      names.isEmpty
        ? "a subscriber gets none" + explanation : "kept from this program by override \(names)",
      names.isEmpty
        ? "see the links above; of another program: locationctl subscribers, and with its ID "
          + "locationctl explain ID"
        : "end it: locationctl clear \(withholding.joined(separator: " "))"
    )
    failure = failure ?? .timedOut("a subscriber gets no location")
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

  func say(_ link: String, _ finding: LocalGPSD.Finding) throws(Failure) {
    try say(link, finding.isGood, finding.text, finding.next)
  }

  func say(
    _ link: String,
    _ isGood: Bool,
    _ text: String,
    _ next: String? = nil
  ) throws(Failure) {
    guard !isJSON else {
      var object: [String: JSONValue] = [
        "link": .string(link), "ok": .bool(isGood), "text": .string(text),
      ]
      object["next"] = next.map { .string($0) }
      return try context.output.json(JSONValue.object(object))
    }
    let mark = isGood ? "ok  " : "BAD "
    let padding = String(repeating: " ", count: max(1, 19 - link.count))
    try context.output.line("\(mark) \(link)\(padding)\(printable(text))")
    if let next {
      try context.output.line("     try\(String(repeating: " ", count: 16))\(printable(next))")
    }
  }
}
