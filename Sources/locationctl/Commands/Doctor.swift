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
  /// How long gpsd and the receiver may take to show life, in seconds.
  private static let patience = 8.0

  private let context: Context
  private let isJSON: Bool
  private var failure: Failure?
  /// Overrides that leave this program without a location.
  private var withholding: [String] = []

  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) {
    let doctor = Doctor(context: context, isJSON: invocation.has(.json))
    try context.untilInterrupted { () throws(Failure) in try doctor.examine() }
    if let failure = doctor.failure { throw failure }
  }

  private init(context: Context, isJSON: Bool) {
    self.context = context
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
    guard let subscriber else { return }
    let permitted = try examineAuthorization(subscriber, control)
    // Without demand the daemon leaves gpsd alone, and nothing could be seen.
    if permitted {
      _ = try context.call(subscriber, SubscriberMethod.startUpdatingLocation.rawValue)
    }
    if let control { try examineDaemon(control, isWatching: permitted) }
    try examineLocation(subscriber, isPermitted: permitted)
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
      let next: String
      if error.exitCode == 77 {
        next = "join its group and log in again: sudo usermod -aG locationd $USER"
      } else if FileManager.default.fileExists(atPath: path) {
        next = "the file is there but nobody answers: \(systemctl(path)) restart locationd"
      } else {
        // Each of them brings the daemon down with it, which could keep its unit from starting.
        next =
          "open the sockets: \(systemctl(path)) restart locationd.socket locationd-control.socket"
      }
      let reason = error.message ?? "interrupted"
      try say(name, false, reason.contains(path) ? reason : "\(path): \(reason)", next)
      failure = failure ?? error
      return nil
    }
  }

  /// How to speak to the service manager that has the socket: a user's own has its folder.
  private func systemctl(_ path: String) -> String {
    guard let folder = context.environment["XDG_RUNTIME_DIR"], !folder.isEmpty,
      path.hasPrefix("\(folder)/")
    else { return "systemctl" }
    return "systemctl --user"
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
    let overrides =
      try control.map { connection throws(Failure) in
        try OverridesInForce(connection, context).seen(["fault denied"])
      } ?? []
    let names = overrides.joined(separator: ", ")
    try say(
      "permission",
      false,
      overrides.isEmpty ? status : "\(status) by override \(names)",
      overrides.isEmpty
        ? "decide: locationctl privacy grant user=$USER"
        : "end it: locationctl clear \(overrides.joined(separator: " "))"
    )
    failure = failure ?? .notPermitted("location is not permitted: \(status)")
    return false
  }

  private func examineDaemon(
    _ control: LocationConnection,
    isWatching: Bool
  ) throws(Failure) {
    let status =
      isWatching ? try settledStatus(control) : try context.call(control, "status")
    let version = status["version"]?.text ?? "unknown"
    let isSame = version == Program.version
    try say(
      "daemon",
      isSame,
      isSame
        ? "version \(version), up \(spanText(status["uptime"]?.double ?? 0))"
        : "version \(version), but this locationctl is \(Program.version)",
      isSame
        ? nil
        : "restart the daemon after an upgrade: "
          + "\(systemctl(SocketPath.control(in: context.environment))) restart locationd"
    )
    if let reason = status["unsaved"]?.text {
      try say(
        "saved state",
        false,
        "a restart would undo changes: \(reason)",
        "make room in the state folder, or let the daemon write there, then: locationctl reload"
      )
      failure = failure ?? .outputFailed("the daemon cannot save its state")
    }
    for surface in status["unserved"]?.elements ?? [] {
      let name = "\(surface["surface"]?.text ?? "?") surface"
      try say(name, false, Status.unserved(surface), surface["next"]?.text)
      failure = failure ?? .unreachable("the \(name) is not served")
    }
    let gpsd = status["gpsd"]
    let endpoint = gpsd?["endpoint"]?.text ?? "?"
    let isConnected = gpsd?["state"]?.text == "connected"
    // Left alone because nobody may know the location: nothing is known of it, and nothing wrong.
    let isIdle = !isWatching && gpsd?["state"]?.text == "idle"
    let reason = gpsd?["reason"]?.text.map { ": \($0)" } ?? ""
    let release = gpsd?["release"]?.text.map { ", release \($0)" } ?? ""
    try say(
      "gpsd",
      isConnected || isIdle,
      isWatching && gpsd?["state"]?.text == "idle"
        ? "\(endpoint) has not answered so far"
        : "\(endpoint) is \(gpsd?["state"]?.text ?? "unknown")"
          + (isConnected ? release : isIdle ? ", nobody needs fixes" : reason),
      isConnected || isIdle
        ? nil : status["next"]?.text ?? "check that gpsd runs there: systemctl status gpsd"
    )
    let local = LocalGPSD.isLocal(endpoint) ? LocalGPSD() : nil
    if isConnected {
      // Of a receiver that nobody listens to nothing can be said.
      if isWatching { try examineReceivers(status, local) }
    } else if !isIdle {
      failure = failure ?? .unreachable("the chain is broken at gpsd")
      if let local { try say("gpsd's process", local.process) }
    }
    guard status["overrides"]?.elements.isEmpty == false else {
      return try say("overrides", true, "none in force")
    }
    let overrides = try OverridesInForce(control, context)
    let seen = overrides.seen().joined(separator: " ")
    withholding = overrides.seen(OverridesInForce.withholding)
    try say(
      "overrides",
      true,
      "in force: \(overrides.text)" + (seen.isEmpty ? "; this program sees none of them" : ""),
      seen.isEmpty ? nil : "to see the truth: locationctl clear \(seen)"
    )
  }

  /// The status when gpsd is connected and has a fix, or as it is when patience ends.
  private func settledStatus(_ control: LocationConnection) throws(Failure) -> JSONValue {
    let deadline = LocationConnection.deadline(after: Self.patience)
    while true {
      let status = try context.call(control, "status")
      let hasFix = ["2D", "3D"].contains(status["fix"]?["state"]?.text ?? "")
      guard !hasFix, LocationConnection.deadline(after: 0) < deadline else { return status }
      // The connection is refused at once; only a working gpsd is worth a wait.
      if status["gpsd"]?["state"]?.text == "disconnected", status["gpsd"]?["reason"] != nil {
        return status
      }
      _ = try context.next(control, until: LocationConnection.deadline(after: 0.2))
    }
  }

  private func examineReceivers(_ status: JSONValue, _ local: LocalGPSD?) throws(Failure) {
    let devices = status["devices"]?.elements ?? []
    guard !devices.isEmpty else {
      try say("receiver", false, "gpsd has none", "give it one: gpsdctl add /dev/ttyACM0")
      if let local { try say("device", local.candidates) }
      failure = failure ?? .unreachable("gpsd has no receiver")
      return
    }
    let isHeard = devices.contains { $0["lastMessage"] != nil && Status.silence($0) == nil }
    for device in devices {
      let name = device["device"]?.text ?? "?"
      let driver = device["driver"]?.text.map { ", \($0)" } ?? ""
      let isActive = device["isActive"]?.flag == true ? ", active" : ""
      let silence = device["lastMessage"] == nil ? "not heard yet" : Status.silence(device)
      let state = silence.map { ", \($0)" } ?? isActive
      try say("receiver", isHeard, "\(name)\(driver)\(state)", isHeard ? nil : status["next"]?.text)
    }
    guard isHeard else {
      for device in devices {
        guard let finding = local?.device(device["device"]?.text ?? "") else { continue }
        try say("device", finding)
      }
      failure = failure ?? .timedOut("the receiver is silent")
      return
    }
    let fix = status["fix"]
    let state = fix?["state"]?.text ?? "unknown"
    let isFixed = state == "2D" || state == "3D"
    var text = state
    if let used = fix?["satellitesUsed"]?.double {
      text += ", \(shortNumber(used)) satellites used"
      if let seen = fix?["satellitesVisible"]?.double { text += " of \(shortNumber(seen)) in view" }
    }
    if let accuracy = fix?["horizontalAccuracy"]?.double {
      text += ", ± \(shortNumber(accuracy, 1)) m"
    }
    let next = isFixed ? nil : status["next"]?.text
    try say("fix", isFixed, text, next)
    if !isFixed { failure = failure ?? .timedOut("the receiver has no fix") }
  }

  /// The end of the chain: what a program gets.
  private func examineLocation(
    _ subscriber: LocationConnection,
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
    try say(
      "location",
      false,
      names.isEmpty ? "a subscriber gets none" : "kept from this program by override \(names)",
      names.isEmpty
        ? "see the links above, and locationctl explain"
        : "end it: locationctl clear \(withholding.joined(separator: " "))"
    )
    failure = failure ?? .timedOut("a subscriber gets no location")
  }

  private func say(_ link: String, _ finding: LocalGPSD.Finding) throws(Failure) {
    try say(link, finding.isGood, finding.text, finding.next)
  }

  private func say(
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
