// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationProtocol

/// A persistent override as the state file keeps it: the request as it came, and whose it is.
struct PersistedOverride: Codable {
  /// As it was called, which it is again.
  var id: String?
  var parameters: JSONValue
  var uid: UInt32
  var pid: Int32
  var unit: String?
  var created: UTCTime
  /// By the wall clock, the only one that goes on over a restart of the machine.
  var expires: UTCTime?
}

/// The state file: persistent overrides, and how far ids have been given out.
struct PersistedOverrides: Codable {
  var last: Int64
  var overrides: [PersistedOverride]

  init(last: Int64, overrides: [PersistedOverride]) {
    self.last = last
    self.overrides = overrides
  }

  /// Reads a bare list too, as the first releases wrote it.
  init(from decoder: any Decoder) throws {
    if let list = try? [PersistedOverride](from: decoder) {
      self.init(last: 0, overrides: list)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      last: try container.decode(Int64.self, forKey: .last),
      overrides: try container.decode([PersistedOverride].self, forKey: .overrides)
    )
  }
}

extension LocationService {
  private static let overridesFile = "overrides.json"

  /// Puts the persistent overrides of an earlier run in force again.
  func loadOverrides() {
    let contents = state.load(PersistedOverrides.self, from: Self.overridesFile, log: log)
    if case .lost = contents {
      log.warning("no persistent override of an earlier run holds; locations are the receivers'")
    }
    guard case .value(let kept) = contents else { return }
    hasOverridesFile = true
    savedOverrides = Set(kept.overrides.compactMap(\.id))
    pipeline.stage.skipIDs(upTo: kept.last)
    for override in kept.overrides {
      do throws(RPCError) {
        try restore(override)
      } catch {
        let name = override.id ?? "without an id"
        log.warning(
          "the persistent override \(name) in \(Self.overridesFile) is left out: \(error.message)"
        )
      }
    }
    if !kept.overrides.isEmpty { overridesChanged() }
  }

  private func restore(_ kept: PersistedOverride) throws(RPCError) {
    guard case .object(let members) = kept.parameters else { return }
    let parameters = Parameters(members)
    var request = try OverrideRequest(parameters, look: UserDatabase.look)
    if let expires = kept.expires {
      guard expires > now.utc else { return }
      // A machine without a clock of its own may start years in the past, and the override would go
      // on for as long once the time is right.
      request.duration = min(expires - now.utc, request.duration ?? .infinity)
    }
    let owner = Owner(uid: kept.uid, pid: kept.pid, unit: kept.unit, session: "")
    let time = now
    let added = try refusing { () throws(ParameterError) in
      try pipeline.add(
        request,
        owner: owner,
        at: time,
        former: FormerOverride(id: kept.id, created: kept.created)
      ).added
    }
    overrideParameters[added.id] = parameters.value
    log.notice(
      "persistent override \(added.id) (\(request.spec.kind)) for \(request.target.text), set by "
        + "uid \(kept.uid) on \(kept.created.text ?? "an unknown day"), holds again"
    )
  }

  /// Writes the persistent overrides, if any is or was there, and which ids are used up.
  func saveOverrides() {
    let contents = persistedOverrides(of: pipeline)
    guard !contents.overrides.isEmpty || hasOverridesFile else { return }
    hasOverridesFile = true
    if keep(contents, in: Self.overridesFile) == nil { rememberSavedOverrides() }
  }

  /// What the state file says of a pipeline's overrides; `parameters` are of one that is new there.
  private func persistedOverrides(
    of pipeline: LocationPipeline,
    new parameters: JSONValue = .object([:])
  ) -> PersistedOverrides {
    let kept = pipeline.stage.remembered.filter(\.request.isPersistent).map { override in
      PersistedOverride(
        id: override.id,
        parameters: overrideParameters[override.id] ?? parameters,
        uid: override.owner.uid,
        pid: override.owner.pid,
        unit: override.owner.unit,
        created: override.createdAt.utc,
        expires: override.expiresAt.map { now.utc + ($0 - now.instant) }
      )
    }
    return PersistedOverrides(last: pipeline.stage.lastOverride, overrides: kept)
  }

  /// Refuses a persistent override that would leave no room for what is kept, before it holds.
  func checkRoom(
    for request: OverrideRequest,
    _ parameters: JSONValue,
    owner: Owner
  ) throws(RPCError) {
    guard request.isPersistent else { return }
    let time = now
    var trial = pipeline
    _ = try refusing { () throws(ParameterError) in
      try trial.add(request, owner: owner, at: time)
    }
    try checkRoom(
      for: persistedOverrides(of: trial, new: parameters),
      "persist",
      instead: "clear some overrides, or leave it out"
    )
  }

  var areOverridesUnsaved: Bool { state.failures[Self.overridesFile] != nil }

  /// Why the persistent overrides are not on the disk as they are in force.
  var overridesFailure: String? { state.failures[Self.overridesFile] }

  func rememberSavedOverrides() {
    savedOverrides = Set(pipeline.stage.remembered.filter(\.request.isPersistent).map(\.id))
  }

  /// Whether an override would hold again after a restart now.
  func isKept(_ override: Override) -> Bool {
    override.request.isPersistent && (!areOverridesUnsaved || savedOverrides.contains(override.id))
  }
}
