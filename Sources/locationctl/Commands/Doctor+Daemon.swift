// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationClient
internal import LocationCore
internal import LocationProtocol

/// The links that the daemon knows of: itself, gpsd, receivers, fix and overrides.
extension Doctor {
  /// How long the daemon may take to try gpsd again, in seconds: its longest pause, and a bit.
  private static let gpsdPatience = 9.0
  /// How long a receiver may take to show life, in seconds.
  private static let patience = 8.0

  func examineDaemon(
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
      isSame ? nil : "restart the daemon after an upgrade: \(units.systemctl("restart locationd"))"
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
    if let fault = units.configurationFault {
      try say(
        "configuration",
        false,
        "the daemon goes on with what it read before: \(fault)",
        "correct it, then: locationctl reload"
      )
      failure = failure ?? .badData("the configuration is bad")
    }
    try examineGPSD(status, isWatching)
    try examineOverrides(status, control)
  }

  private func examineGPSD(_ status: JSONValue, _ isWatching: Bool) throws(Failure) {
    let gpsd = status["gpsd"]
    let endpoint = gpsd?["endpoint"]?.text ?? "?"
    let isConnected = gpsd?["state"]?.text == "connected"
    // Left alone because nobody may know the location: nothing is known of it, and nothing wrong.
    let isIdle = !isWatching && gpsd?["state"]?.text == "idle"
    let reason = gpsd?["reason"]?.text.map { ": \($0)" } ?? ""
    let release = gpsd?["release"]?.text.map { ", release \($0)" } ?? ""
    let local = LocalGPSD.isLocal(endpoint) ? LocalGPSD() : nil
    // One that was reached and has fallen silent since.
    let hanging = isConnected ? problem(status, "gpsd") : nil
    let isFine = isIdle || isConnected && hanging == nil
    let isMute =
      hanging != nil || gpsd?["state"]?.text == "idle" || gpsd?["reason"]?.text == "no answer"
    let process =
      isFine ? nil : local?.process(port: LocalGPSD.port(endpoint), isMute: isMute)
    try say(
      "gpsd",
      isFine,
      hanging?["problem"]?.text
        ?? (isWatching && gpsd?["state"]?.text == "idle"
          ? "\(endpoint) has not answered so far"
          : "\(endpoint) is \(gpsd?["state"]?.text ?? "unknown")"
            + (isConnected ? release : isIdle ? ", nobody needs fixes" : reason)),
      isFine
        ? nil
        : process?.next ?? next(status, "gpsd")
          ?? "check that gpsd runs there: systemctl status gpsd"
    )
    if isConnected, isFine {
      // Of a receiver that nobody listens to nothing can be said.
      if isWatching { try examineReceivers(status, local) }
    } else if !isIdle {
      failure = failure ?? .unreachable("the chain is broken at gpsd")
      if let process { try say("gpsd's process", false, process.text) }
    }
  }

  private func examineOverrides(
    _ status: JSONValue,
    _ control: LocationConnection
  ) throws(Failure) {
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

  /// What the daemon says is wrong with one link; one before this has a single word for all.
  private func problem(_ status: JSONValue, _ link: String) -> JSONValue? {
    status["problems"]?.elements.first { $0["link"]?.text == link }
  }

  private func next(_ status: JSONValue, _ link: String) -> String? {
    guard status["problems"] == nil else { return problem(status, link)?["next"]?.text }
    return status["next"]?.text
  }

  /// The status when there is a fix, when an attempt to reach gpsd has failed since, or as it is
  /// when patience ends.
  private func settledStatus(_ control: LocationConnection) throws(Failure) -> JSONValue {
    var deadline = LocationConnection.deadline(after: Self.gpsdPatience)
    var isConnected = false
    var attempt: Int64?
    while true {
      let status = try context.call(control, "status")
      let hasFix = ["2D", "3D"].contains(status["fix"]?["state"]?.text ?? "")
      let now = LocationConnection.deadline(after: 0)
      guard !hasFix, now < deadline else { return status }
      if !isConnected, status["gpsd"]?["state"]?.text == "connected" {
        isConnected = true
        deadline = LocationConnection.deadline(after: Self.patience)
      }
      if status["gpsd"]?["state"]?.text == "disconnected", status["gpsd"]?["reason"] != nil {
        // What failed before somebody looked says nothing of now.
        let wait = status["gpsd"]?["nextAttempt"]?.double
        if let attempt, now > attempt, wait != nil { return status }
        if let wait, attempt == nil { attempt = LocationConnection.deadline(after: wait) }
      }
      _ = try context.next(control, until: LocationConnection.deadline(after: 0.2))
    }
  }

  private func examineReceivers(_ status: JSONValue, _ local: LocalGPSD?) throws(Failure) {
    let devices = status["devices"]?.elements ?? []
    // It is another one than the configuration names, so that none of those here matters.
    if let problem = problem(status, "receiver"), let next = problem["next"]?.text,
      next.hasPrefix("correct ")
    {
      try say("receiver", false, problem["problem"]?.text ?? "another one is wanted", next)
      failure = failure ?? .unreachable("gpsd has not the receiver that the configuration names")
      return
    }
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
      try say(
        "receiver",
        isHeard,
        "\(name)\(driver)\(state)",
        isHeard ? nil : next(status, "receiver")
      )
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
    let next = isFixed ? nil : next(status, "fix") ?? next(status, "receiver")
    try say("fix", isFixed, text, next)
    if !isFixed { failure = failure ?? .timedOut("the receiver has no fix") }
  }
}
