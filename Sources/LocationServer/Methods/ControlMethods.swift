// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationProtocol

/// The methods of the control socket.
enum ControlMethod: String, CaseIterable {
  case setOverride
  case clearOverrides
  case overrides
  case pushLocations
  case appendPoints
  case finishRoute
  case pause
  case resume
  case seek
  case scenarios
  case liveLocation
  case status
  case subscribers
  case regions
  case metrics
  case explain
  case privacyGrant
  case privacyRevoke
  case privacyReset
  case privacyList
  case attachAgent
  case reload
  case ping
}

extension LocationService {
  func handleControl(_ request: Request, of session: Session) -> Result<any Encodable, RPCError> {
    request.answer { (method: ControlMethod, parameters: Parameters) throws(RPCError) in
      try perform(method, parameters, for: session)
    }
  }

  private func perform(
    _ method: ControlMethod,
    _ parameters: Parameters,
    for session: Session
  ) throws(RPCError) -> any Encodable {
    switch method {
    case .setOverride: return try setOverride(parameters, session)
    case .clearOverrides: return try clearOverrides(parameters, session)
    case .overrides: return try overridesReport(parameters)
    case .pushLocations: return try pushLocations(parameters)
    case .appendPoints: return try appendPoints(parameters)
    case .finishRoute: return try finishRoute(parameters, session)
    case .pause: return try pause(parameters, session)
    case .resume: return try resume(parameters, session)
    case .seek: return try seek(parameters, session)
    case .scenarios: return scenarios()
    case .liveLocation: return liveLocation()
    case .status: return statusReport()
    case .subscribers: return subscribersReport()
    case .regions: return regionsReport()
    case .metrics: return metricsReport()
    case .explain: return try explain(parameters)
    case .privacyGrant: return try grant(parameters, session)
    case .privacyRevoke: return try revoke(parameters, session)
    case .privacyReset: return try resetDecisions(parameters, session)
    case .privacyList: return listDecisions()
    case .attachAgent: return attachAgent(session)
    case .reload: return try reload()
    case .ping: return EmptyResult()
    }
  }

  private func setOverride(
    _ parameters: Parameters,
    _ session: Session
  ) throws(RPCError) -> OverrideResult {
    let request = try OverrideRequest(parameters) { answers[$0] ?? .failed }
    try checkRoom(for: request, parameters.value, owner: owner(session))
    let time = now
    let result = try refusing { () throws(ParameterError) in
      try pipeline.add(request, owner: owner(session), at: time)
    }
    overrideParameters[result.added.id] = parameters.value
    session.holdsLease = session.holdsLease || request.isLeased
    for replaced in result.replaced {
      logChange("replaced", replaced, by: session.identity.whose)
      tellOwner(replaced, ended: "replaced")
    }
    logChange("set", result.added, by: session.identity.whose)
    overridesChanged()
    deliver(pipeline.advance(to: now))
    return OverrideResult(
      id: result.added.id,
      warning: warning(aboutTarget: request.target),
      unsaved: isAboutState([result.added] + result.replaced) ? overridesFailure : nil
    )
  }

  private func clearOverrides(
    _ parameters: Parameters,
    _ session: Session
  ) throws(RPCError) -> ClearedResult {
    let known = pipeline.stage.overrides.map(\.id)
    var chosen = known
    if let ids = parameters["ids"] {
      chosen = []
      for parameter in try ids.array(count: 1...256) {
        let id = try parameter.string(maximumLength: 32)
        guard known.contains(id) else {
          let list = known.isEmpty ? "none is" : "in force: \(known.joined(separator: ", "))"
          throw .invalidParams("ids: no override \(JSONValue.string(id)) is in force; \(list)")
        }
        chosen.append(id)
      }
    }
    let isRestoring = try parameters["restore"]?.bool() ?? false
    let restored = isRestoring ? restore(insteadOf: chosen, session) : []
    let removed = pipeline.remove { chosen.contains($0.id) }
    for override in removed {
      logChange("cleared", override, by: session.identity.whose)
      tellOwner(override, ended: "cleared")
    }
    if !removed.isEmpty { overridesChanged() }
    let ended = chosen.filter { id in !removed.contains { $0.id == id } } + removed.map(\.id)
    return ClearedResult(
      cleared: known.filter(ended.contains),
      restored: restored.isEmpty ? nil : restored,
      unsaved: isAboutState(removed) ? overridesFailure : nil
    )
  }

  /// Whether a change of these overrides is one of what is kept over a restart.
  private func isAboutState(_ overrides: [Override]) -> Bool {
    overrides.contains(where: \.request.isPersistent)
  }

  /// Brings back what provisional overrides took the place of.
  private func restore(insteadOf ids: [String], _ session: Session) -> [String] {
    var restored: [String] = []
    for id in ids {
      guard let override = pipeline.stage.restore(insteadOf: id, at: now) else { continue }
      logChange("restored in place of \(id)", override, by: session.identity.whose)
      overridesChanged()
      deliver(pipeline.advance(to: now))
      restored.append(override.id)
    }
    return restored
  }

  /// A session that made a leased override is told when it ends otherwise.
  func tellOwner(_ override: Override, ended reason: String) {
    guard override.request.isLeased, let owner = sessions[override.owner.session] else { return }
    let notification = OverrideEnded(
      params: OverrideEnded.Parameters(id: override.id, reason: reason)
    )
    guard let frame = encode({ try JSONText.encode(notification) + [UInt8(ascii: "\n")] }) else {
      return
    }
    owner.sendEvent(frame)
  }

  /// A lease ends with the connection that made it.
  func endLeases(of session: Session) {
    let removed = pipeline.remove { override in
      override.request.isLeased && override.owner.session == session.id
    }
    guard !removed.isEmpty else { return }
    for override in removed {
      logChange("ended with its lease", override, by: session.identity.whose)
    }
    overridesChanged()
  }

  /// What the receiver says, whatever is overridden: who may override may see what it hides.
  private func liveLocation() -> LocationResult {
    let isFixed = pipeline.source.state == .fixed
    return LocationResult(
      isFixed ? pipeline.stage.state(of: pipeline.stage.liveView).location : nil
    )
  }

  private func reload() throws(RPCError) -> EmptyResult {
    do {
      try onReload(answers)
    } catch {
      throw .invalidParams("\(error)")
    }
    return EmptyResult()
  }

  // MARK: - The audit trail

  /// Every change of an override is logged with who made it; coordinates are not.
  func logChange(_ change: String, _ override: Override, by whom: String) {
    let request = override.request
    var words = "override \(override.id) (\(request.spec.kind)) for \(request.target.text)"
    words += " \(change) by \(whom)"
    if change == "set" {
      if let duration = request.duration { words += ", expires in \(spanText(duration))" }
      if request.isLeased { words += ", leased" }
      if request.isPersistent { words += ", persistent" }
    }
    log.notice(words)
  }

  private func owner(_ session: Session) -> Owner {
    Owner(
      uid: session.identity.uid ?? .max,
      pid: session.identity.pid ?? 0,
      unit: session.identity.unit,
      session: session.id
    )
  }
}

/// Tells the holder of a lease that its override has ended.
struct OverrideEnded: Encodable {
  struct Parameters: Encodable {
    let id: String
    let reason: String
  }

  let jsonrpc = "2.0"
  let method = "overrideEnded"
  let params: Parameters
}

struct OverrideResult: Encodable {
  let id: String
  let warning: String?
  /// Why a restart would not find it so; absent once it is saved.
  let unsaved: String?
}

struct ClearedResult: Encodable {
  let cleared: [String]
  /// What holds again in the place of provisional ones.
  let restored: [String]?
  let unsaved: String?
}

struct OverridesResult: Encodable {
  let overrides: [OverrideMessage]
}
