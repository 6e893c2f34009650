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
  private static let receiverPatience = 8.0

  func examineDaemon(
    _ control: LocationConnection,
    isWatching: Bool
  ) throws(Failure) {
    let status =
      isWatching ? try settledStatus(control) : try context.call(control, "status")
    try say("daemon", version(status))
    if let reason = status["unsaved"]?.text {
      try say(
        "saved state",
        .bad(
          "a restart would undo changes: \(reason)",
          next: "make room in the state folder, or let the daemon write there, then: "
            + "locationctl reload"
        )
      )
      note(.outputFailed("the daemon cannot save its state"))
    }
    for surface in status["unserved"]?.elements ?? [] {
      let name = "\(surface["surface"]?.text ?? "?") surface"
      try say(name, .bad(Status.unserved(surface), next: surface["next"]?.text))
      note(.unreachable("the \(name) is not served"))
    }
    try examineConfiguration(status)
    try examineGPSD(status, isWatching)
    try examineOverrides(status, control)
  }

  /// What the files say now comes before what the daemon found in them when it read them.
  private func examineConfiguration(_ status: JSONValue) throws(Failure) {
    let problems = status["problems"]?.elements.filter { $0["link"]?.text == "configuration" } ?? []
    let fault = units.configurationFault
    if let fault {
      try say(
        "configuration",
        .bad(
          "the daemon goes on with what it read before: \(fault)",
          next: "correct it, then: locationctl reload"
        )
      )
    }
    let isRefused = status["refusedReload"] != nil
    for problem in problems.dropFirst(fault != nil && isRefused ? 1 : 0) {
      try say(
        "configuration",
        .bad(problem["problem"]?.text ?? "?", next: problem["next"]?.text)
      )
    }
    if fault != nil || isRefused { note(.badData("the configuration is bad")) }
  }

  /// The status when there is a fix, when an attempt to reach gpsd has failed since, or as it is
  /// when patience ends.
  private func settledStatus(_ control: LocationConnection) throws(Failure) -> JSONValue {
    var deadline = LocationConnection.deadline(after: Self.gpsdPatience)
    var isConnected = false
    var attempt: Int64?
    while true {
      let status = try context.call(control, "status")
      let now = LocationConnection.deadline(after: 0)
      guard !hasFix(status), now < deadline else { return status }
      let gpsd = status["gpsd"]
      let state = gpsd?["state"]?.text
      if !isConnected, state == "connected" {
        isConnected = true
        deadline = LocationConnection.deadline(after: Self.receiverPatience)
      }
      if state == "disconnected", gpsd?["reason"] != nil {
        // What failed before somebody looked says nothing of now.
        let wait = gpsd?["nextAttempt"]?.double
        if let attempt, now > attempt, wait != nil { return status }
        if let wait, attempt == nil { attempt = LocationConnection.deadline(after: wait) }
      }
      _ = try context.next(control, until: LocationConnection.deadline(after: 0.2))
    }
  }

  private func version(_ status: JSONValue) -> Finding {
    let version = status["version"]?.text ?? "unknown"
    guard version == Program.version else {
      return .bad(
        "version \(version), but this locationctl is \(Program.version)",
        next: "restart the daemon after an upgrade: \(units.systemctl("restart locationd"))"
      )
    }
    return .good("version \(version), up \(spanText(status["uptime"]?.double ?? 0))")
  }

  private func examineGPSD(_ status: JSONValue, _ isWatching: Bool) throws(Failure) {
    let gpsd = status["gpsd"]
    let endpoint = gpsd?["endpoint"]?.text ?? "?"
    let state = gpsd?["state"]?.text ?? "unknown"
    let isConnected = state == "connected"
    // Left alone because nobody may know the location: nothing is known of it, and nothing wrong.
    let isIdle = !isWatching && state == "idle"
    let local = LocalGPSD.isLocal(endpoint) ? LocalGPSD() : nil
    // One that was reached and has fallen silent since.
    let hanging = isConnected ? problem(status, "gpsd") : nil
    if isIdle || isConnected && hanging == nil {
      let release = gpsd?["release"]?.text.map { ", release \($0)" } ?? ""
      try say("gpsd", .good("\(endpoint) is \(state)\(isIdle ? ", nobody needs fixes" : release)"))
      // Of a receiver that nobody listens to nothing can be said.
      if isConnected, isWatching { try examineReceivers(status, local) }
      return
    }
    let reason = gpsd?["reason"]?.text
    let isMute = hanging != nil || state == "idle" || reason == "no answer"
    let process = local?.process(port: LocalGPSD.port(endpoint), isMute: isMute)
    let text =
      state == "idle"
      ? "\(endpoint) has not answered so far"
      : "\(endpoint) is \(state)" + (reason.map { ": \($0)" } ?? "")
    try say(
      "gpsd",
      .bad(
        hanging?["problem"]?.text ?? text,
        next: process?.next ?? next(status, "gpsd")
          ?? "check that gpsd runs there: systemctl status gpsd"
      )
    )
    note(.unreachable("the chain is broken at gpsd"))
    if let process { try say("gpsd's process", .bad(process.text)) }
  }

  private func examineReceivers(_ status: JSONValue, _ local: LocalGPSD?) throws(Failure) {
    let devices = status["devices"]?.elements ?? []
    // It is another one than the configuration names, so that none of those here matters.
    if let problem = problem(status, "receiver"), let next = problem["next"]?.text,
      next.hasPrefix("correct ")
    {
      try say("receiver", .bad(problem["problem"]?.text ?? "another one is wanted", next: next))
      return note(.unreachable("gpsd has not the receiver that the configuration names"))
    }
    guard !devices.isEmpty else {
      try say("receiver", .bad("gpsd has none", next: "give it one: gpsdctl add /dev/ttyACM0"))
      if let local { try say("device", local.candidates) }
      return note(.unreachable("gpsd has no receiver"))
    }
    let isHeard = devices.contains { $0["lastMessage"] != nil && Status.silence($0) == nil }
    for device in devices {
      let text = receiver(device)
      try say("receiver", isHeard ? .good(text) : .bad(text, next: next(status, "receiver")))
    }
    guard isHeard else {
      for device in devices {
        guard let finding = local?.device(device["device"]?.text ?? "") else { continue }
        try say("device", finding)
      }
      return note(.timedOut("the receiver is silent"))
    }
    try examineFix(status)
  }

  private func receiver(_ device: JSONValue) -> String {
    let name = device["device"]?.text ?? "?"
    let driver = device["driver"]?.text.map { ", \($0)" } ?? ""
    let isActive = device["isActive"]?.flag == true ? ", active" : ""
    let silence = device["lastMessage"] == nil ? "not heard yet" : Status.silence(device)
    return name + driver + (silence.map { ", \($0)" } ?? isActive)
  }

  private func examineFix(_ status: JSONValue) throws(Failure) {
    let fix = status["fix"]
    var text = fix?["state"]?.text ?? "unknown"
    if let used = fix?["satellitesUsed"]?.double {
      text += ", \(shortNumber(used)) satellites used"
      if let seen = fix?["satellitesVisible"]?.double { text += " of \(shortNumber(seen)) in view" }
    }
    if let accuracy = fix?["horizontalAccuracy"]?.double {
      text += ", ± \(shortNumber(accuracy, 1)) m"
    }
    guard !hasFix(status) else { return try say("fix", .good(text)) }
    try say("fix", .bad(text, next: next(status, "fix") ?? next(status, "receiver")))
    note(.timedOut("the receiver has no fix"))
  }

  private func examineOverrides(
    _ status: JSONValue,
    _ control: LocationConnection
  ) throws(Failure) {
    guard status["overrides"]?.elements.isEmpty == false else {
      return try say("overrides", .good("none in force"))
    }
    let overrides = try OverridesInForce(control, context)
    let seen = overrides.seen().joined(separator: " ")
    withholding = overrides.seen(OverridesInForce.withholding)
    let text = "in force: \(overrides.text)"
    try say(
      "overrides",
      seen.isEmpty
        ? .good("\(text); this program sees none of them")
        : .good(text, next: "to see the truth: locationctl clear \(seen)")
    )
  }

  private func hasFix(_ status: JSONValue) -> Bool {
    ["2D", "3D"].contains(status["fix"]?["state"]?.text ?? "")
  }

  /// What the daemon says is wrong with one link.
  private func problem(_ status: JSONValue, _ link: String) -> JSONValue? {
    status["problems"]?.elements.first { $0["link"]?.text == link }
  }

  /// What to do about one link; a daemon that tells no problems has one word for all links.
  private func next(_ status: JSONValue, _ link: String) -> String? {
    guard status["problems"] == nil else { return problem(status, link)?["next"]?.text }
    return status["next"]?.text
  }
}
