// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationProtocol

/// Who may know the location: what operators decide, and whom they are asked about.
extension LocationService {
  static let decisionsFile = "privacy.json"

  /// Takes the decisions of an earlier run.
  ///
  /// Where they were lost, a refusal may have been among them: nobody is authorized then until an
  /// operator decides anew, and a restart changes nothing about that.
  func loadDecisions() {
    let name = Self.decisionsFile
    switch state.load([PrivacyDecisions.Kept].self, from: name, log: log) {
    case .absent: return
    case .value(let kept):
      if let known = PrivacyDecisions(kept) {
        decisions = known
        guard !known.rules.isEmpty else { return }
        log.notice("\(known.rules.count) privacy decisions of an earlier run hold")
        return
      }
      log.warning("one of the privacy decisions in \(name) makes no sense")
      state.setAside(name, log: log)
    case .lost: break
    }
    log.warning(
      "privacy decisions of an earlier run are lost: nobody is authorized until an operator says so "
        + "with locationctl privacy grant, or starts afresh with locationctl privacy reset"
    )
    decisions = .undetermined
    _ = keep(decisions.kept, in: name)
  }

  func grant(_ parameters: Parameters, _ session: Session) throws(RPCError) -> DecisionResult {
    let isReduced = try parameters["reduced"]?.bool() ?? false
    return try decide(isReduced ? .reduced : .allow, parameters, session)
  }

  func revoke(_ parameters: Parameters, _ session: Session) throws(RPCError) -> DecisionResult {
    try decide(.deny, parameters, session)
  }

  private func decide(
    _ decision: AccessDecision,
    _ parameters: Parameters,
    _ session: Session
  ) throws(RPCError) -> DecisionResult {
    let selector = try selector(parameters.required("selector"))
    var changed = decisions
    guard changed.decide(decision, for: selector) else {
      throw .invalidParams("selector: \(PrivacyDecisions.limit) decisions hold already; reset some")
    }
    try checkRoom(for: changed.kept, "selector", instead: "reset some decisions")
    decisions = changed
    let failure = decisionsChanged("\(decision.rawValue) for \(selector.text)", by: session)
    return DecisionResult(
      decision: decision.rawValue,
      selector: selector.text,
      warning: warning(aboutDecision: selector),
      unsaved: selector.namesSession ? nil : failure
    )
  }

  func resetDecisions(
    _ parameters: Parameters,
    _ session: Session
  ) throws(RPCError) -> ResetResult {
    var selector: Selector?
    if let parameter = parameters["selector"] { selector = try self.selector(parameter) }
    let count = decisions.reset(selector)
    let what = selector.map { "decision for \($0.text) forgotten" } ?? "all decisions forgotten"
    let failure = count > 0 ? decisionsChanged(what, by: session) : nil
    return ResetResult(reset: count, unsaved: failure)
  }

  /// A decision holds at once, whether it can be saved or not: a refusal that waits for a disk
  /// would be none.
  ///
  /// - Returns: Why it is not saved.
  private func decisionsChanged(_ what: String, by session: Session) -> String? {
    log.notice("privacy: \(what), by \(session.identity.whose)")
    let failure = keep(decisions.kept, in: Self.decisionsFile)
    refresh(Array(sessions.values))
    return failure
  }

  func listDecisions() -> PrivacyReport {
    PrivacyReport(
      decisions: decisions.messages.reversed(),
      rules: settings.access.rules.map {
        PrivacyDecisions.Message(decision: $0.decision.rawValue, selector: $0.selector.text)
      },
      fallback: settings.access.fallback.rawValue
    )
  }

  /// A selector that the kernel does not let us check, or that nobody matches who could, must not
  /// fail in silence.
  func warning(about selector: Selector) -> String? {
    for case .session(let id) in selector.terms where sessions[id] == nil {
      return "no session \(id) is connected, so nobody is meant now; see subscribers"
    }
    let asksForProgram = selector.terms.contains { term in
      if case .executable = term { return true }
      return false
    }
    guard asksForProgram else { return nil }
    let hidden = sessions.values.count { $0.identity.isExecutableHidden }
    guard hidden > 0 else { return nil }
    return "exe= does not match \(hidden) connected sessions of other users, whose programs the "
      + "kernel does not show to this daemon; unit= or user= would"
  }

  /// The same for a decision, which takes no user's word for a unit.
  private func warning(aboutDecision selector: Selector) -> String? {
    if let warning = warning(about: selector) { return warning }
    let missed = sessions.values.first {
      selector.targets($0.identity) && !selector.matches($0.identity)
    }
    guard let missed, let uid = missed.identity.uid, let unit = missed.identity.userUnit else {
      return nil
    }
    return "unit= means units of the system alone, and session \(missed.id) is of a user's own; "
      + "uid=\(uid),user-unit=\(unit) means that, and whatever that user calls so"
  }

  /// The same for an override, whose target is mostly there already; a name that was mistyped has
  /// no session.
  func warning(aboutTarget target: Selector) -> String? {
    if let warning = warning(about: target) { return warning }
    let namesProgram = target.terms.contains { term in
      switch term {
      case .unit, .userUnit, .executable, .client: true
      default: false
      }
    }
    guard namesProgram, !sessions.values.contains(where: { isReader($0, meantBy: target) }) else {
      return nil
    }
    return "nobody who is connected is meant by \(target.text) now; it holds for those who come"
  }

  private func isReader(_ session: Session, meantBy target: Selector) -> Bool {
    session.kind != "control" && target.targets(session.identity)
  }

  // MARK: - Asking

  /// Makes a control session one that is asked when a subscriber wants authorization.
  func attachAgent(_ session: Session) -> EmptyResult {
    session.isAgent = true
    for waiting in sessions.values where waiting.isWaitingForDecision {
      ask(about: waiting, agents: [session])
    }
    return EmptyResult()
  }

  /// A subscriber wants to be authorized and nobody has decided yet.
  func requestDecision(for session: Session) {
    guard session.authorization.status == .notDetermined, !session.isWaitingForDecision else {
      return
    }
    session.isWaitingForDecision = true
    let agents = sessions.values.filter(\.isAgent)
    if agents.isEmpty {
      log.notice(
        "session \(session.id) of \(session.identity.whose) asks for authorization; "
          + "answer with locationctl privacy grant or revoke"
      )
    }
    ask(about: session, agents: agents)
  }

  private func ask(about session: Session, agents: [Session]) {
    let question = AgentQuestion(
      params: AgentQuestion.Parameters(
        session: session.id,
        uid: session.identity.uid,
        pid: session.identity.pid,
        unit: session.identity.unit,
        userUnit: session.identity.userUnit,
        exe: session.identity.executable,
        client: session.identity.client
      )
    )
    guard let frame = encode({ try JSONText.encode(question) + [UInt8(ascii: "\n")] }) else {
      return
    }
    for agent in agents { agent.sendEvent(frame) }
  }
}

struct DecisionResult: Encodable {
  let decision: String
  let selector: String
  let warning: String?
  /// Why it holds only as long as the daemon runs; absent once it is saved.
  let unsaved: String?
}

struct ResetResult: Encodable {
  let reset: Int
  let unsaved: String?
}

struct PrivacyReport: Encodable {
  let decisions: [PrivacyDecisions.Message]
  let rules: [PrivacyDecisions.Message]
  let fallback: String
}

/// The notification that an agent gets; it answers with `privacyGrant` or `privacyRevoke`.
struct AgentQuestion: Encodable {
  struct Parameters: Encodable {
    let session: String
    let uid: UInt32?
    let pid: Int32?
    let unit: String?
    let userUnit: String?
    let exe: String?
    let client: String?
  }

  let jsonrpc = "2.0"
  let method = "authorizationRequested"
  let params: Parameters
}
