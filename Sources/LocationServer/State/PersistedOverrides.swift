// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationProtocol

/// A persistent override as the state file keeps it: the request as it came, and whose it is.
struct PersistedOverride: Codable {
  var parameters: JSONValue
  var uid: UInt32
  var pid: Int32
  var unit: String?
  var created: UTCTime
  /// By the wall clock, the only one that goes on over a restart of the machine.
  var expires: UTCTime?
}

extension LocationService {
  private static let overridesFile = "overrides.json"

  /// Puts the persistent overrides of an earlier run in force again.
  func loadOverrides() {
    let contents = state.load([PersistedOverride].self, from: Self.overridesFile, log: log)
    guard case .value(let kept) = contents else { return }
    hasPersistentOverrides = !kept.isEmpty
    for override in kept {
      do throws(RPCError) {
        try restore(override)
      } catch {
        log.warning("a persistent override is left out: \(error.message)")
      }
    }
    if !kept.isEmpty { overridesChanged() }
  }

  private func restore(_ kept: PersistedOverride) throws(RPCError) {
    guard case .object(let members) = kept.parameters else { return }
    let parameters = Parameters(members)
    var request = try OverrideRequest(parameters)
    if let expires = kept.expires {
      request.duration = expires - now.utc
      guard expires > now.utc else { return }
    }
    let owner = Owner(uid: kept.uid, pid: kept.pid, unit: kept.unit, session: "")
    let time = now
    let added = try refusing { () throws(ParameterError) in
      try pipeline.add(request, owner: owner, at: time).added
    }
    overrideParameters[added.id] = parameters.value
    log.notice(
      "persistent override \(added.id) (\(request.spec.kind)) for \(request.target.text), set by "
        + "uid \(kept.uid) on \(kept.created.text ?? "an unknown day"), holds again"
    )
  }

  /// Writes the persistent overrides, if any is or was there.
  func saveOverrides() {
    let kept = pipeline.stage.remembered.filter(\.request.isPersistent).map { override in
      PersistedOverride(
        parameters: overrideParameters[override.id] ?? .object([:]),
        uid: override.owner.uid,
        pid: override.owner.pid,
        unit: override.owner.unit,
        created: override.createdAt.utc,
        expires: override.expiresAt.map { now.utc + ($0 - now.instant) }
      )
    }
    guard !kept.isEmpty || hasPersistentOverrides else { return }
    hasPersistentOverrides = !kept.isEmpty
    state.save(kept, to: Self.overridesFile, log: log)
  }
}
