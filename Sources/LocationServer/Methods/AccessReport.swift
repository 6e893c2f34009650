// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// Who may know the location, in numbers, and who waits for a decision.
struct AccessReport: Encodable {
  let fallback: String
  let rules: Int
  let decisions: Int
  /// Whether the decisions of an earlier run could not be read, so that all must be asked for anew.
  let isLost: Bool
  /// Sessions that wait for an operator's decision, oldest first.
  let waiting: [String]
  /// How many sessions want the location and may not know it.
  let denied: Int
}

extension LocationService {
  func accessReport() -> AccessReport {
    AccessReport(
      fallback: settings.access.fallback.rawValue,
      rules: settings.access.rules.count,
      decisions: decisions.rules.count,
      isLost: decisions.areLost,
      waiting: waitingSessions.prefix(32).map(\.id),
      denied: deniedSessions.count
    )
  }

  private var waitingSessions: [Session] {
    sessions.values.filter(\.isWaitingForDecision).oldestFirst
  }

  /// An override that denies is told with the overrides, and no grant helps against it.
  private var deniedSessions: [Session] {
    let denying = [Authorization.Status.denied, .restricted]
    return sessions.values.filter { session in
      session.kind != "control" && session.subscriptions.hasAny
        && denying.contains(session.authorization.status)
        && denying.contains(
          settings.access.authorization(for: session.identity, decisions: decisions.rules).status
        )
    }.oldestFirst
  }

  /// What the loss of decisions means; it comes before anything else.
  func lostDecisionsAdvice() -> StatusAdvice? {
    guard decisions.areLost else { return nil }
    return StatusAdvice(
      .access,
      "the privacy decisions of an earlier run are lost: nobody is authorized without a new one",
      next: "locationctl privacy grant user=NAME, or begin afresh: locationctl privacy reset"
    )
  }

  /// Who changed the configuration thinks that it holds, and a restart would end the service.
  func refusedReloadAdvice() -> StatusAdvice? {
    guard let refused = refusedReload else { return nil }
    let age = spanText(seconds(since: refused.at))
    return StatusAdvice(
      .configuration,
      (refused.isUncertain
        ? "a reload was refused \(age) ago and what was in force stays: "
        : "the configuration on the disk is bad and not in force, as of \(age) ago: ")
        + refused.reason,
      next: refused.isUncertain
        ? "once the user database answers: locationctl reload"
        : "correct it, then: locationctl reload; a restart before that would not succeed"
    )
  }

  /// Rules that keep nobody out, or in, are told whatever else is wrong.
  func configurationAdvice() -> StatusAdvice? {
    guard let first = settings.problems.first else { return nil }
    let more = settings.problems.count > 1 ? ", and \(settings.problems.count - 1) more" : ""
    return StatusAdvice(
      .configuration,
      "the configuration: \(first)\(more)",
      next: "correct it, then: locationctl reload; locationd --check-config says all that is wrong"
    )
  }

  /// Who waits for a word of the operator, where the chain itself is whole.
  func accessAdvice() -> StatusAdvice? {
    if let first = waitingSessions.first {
      let count = waitingSessions.count
      let more = count > 1 ? " and \(count - 1) more wait" : " waits"
      return StatusAdvice(
        .access,
        "session \(first.id) of \(first.identity.whose)\(more) for a decision",
        next: "locationctl privacy grant \(selector(of: first)), or revoke; "
          + "locationctl agent asks each time"
      )
    }
    guard !hasDemand, let first = deniedSessions.first else { return nil }
    return StatusAdvice(
      .access,
      "who asks may not know the location: session \(first.id) of \(first.identity.whose)",
      next: "locationctl privacy list says why; to allow it: "
        + "locationctl privacy grant \(selector(of: first))"
    )
  }

  private func selector(of session: Session) -> String {
    session.identity.uid.map { "uid=\($0)" } ?? "session=\(session.id)"
  }
}
