// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationClient
internal import LocationCore
internal import LocationProtocol

/// What all commands that set an override do alike: lifetime, target, lease, and the report.
struct OverrideRequest {
  let params: [String: JSONValue]
  let isLease: Bool
  let isPersistent: Bool
  let isJSON: Bool
  private let lifetime: Double?
  private let target: String

  /// `isAttached` is for points that come while the override holds: it ends with the command.
  init(
    _ invocation: Invocation,
    params: [String: JSONValue],
    isAttached: Bool = false
  ) throws(Failure) {
    lifetime = invocation.duration(.lifetime)
    isLease = invocation.has(.lease) || isAttached
    isPersistent = invocation.has(.persist)
    target = invocation.text(.target) ?? "all"
    isJSON = invocation.has(.json)
    guard !isLease || !isPersistent else {
      throw .usage(
        invocation.has(.lease)
          ? "--lease and --persist exclude each other: a lease ends with this command"
          : "--persist is not for points that come while the override holds"
      )
    }
    var params = params
    params["target"] = .string(target)
    params["duration"] = lifetime.map { .number($0) }
    if isLease { params["lease"] = .bool(true) }
    if isPersistent { params["persist"] = .bool(true) }
    self.params = params
  }

  /// Sets the override, says so, and with a lease holds it until a signal or its end.
  func run(_ description: String, _ context: Context) throws(Failure) {
    try context.untilInterrupted { () throws(Failure) in
      let active = try set(context)
      try report(active, description, context)
      guard !isLease else { return try active.hold() }
      try context.requireSaved(active.answer)
    }
  }

  /// Connects before there is anything to set, for points that input has yet to bring; the wait for
  /// it ends with the connection.
  func connect(_ context: Context) throws(Failure) -> LocationConnection {
    let connection = try context.control()
    context.input.goOn = { () throws(Failure) in
      _ = try context.next(connection, until: LocationConnection.deadline(after: 0))
      return true
    }
    return connection
  }

  /// Sets the override, with further parameters.
  func set(
    _ context: Context,
    adding more: [String: JSONValue] = [:]
  ) throws(Failure) -> ActiveOverride {
    try set(context, on: try context.control(), adding: more)
  }

  /// Sets the override over a connection that is there already.
  func set(
    _ context: Context,
    on connection: LocationConnection,
    adding more: [String: JSONValue] = [:]
  ) throws(Failure) -> ActiveOverride {
    let all = params.merging(more) { _, new in new }
    let result = try context.call(connection, "setOverride", all)
    guard let id = result["id"]?.text else {
      throw .unreachable("locationd answered setOverride without an id")
    }
    return ActiveOverride(id, result, connection, context, lifetime: lifetime)
  }

  /// Says what holds; `members` are added to the daemon's answer.
  func report(
    _ active: ActiveOverride,
    _ description: String,
    _ context: Context,
    members: [String: JSONValue] = [:]
  ) throws(Failure) {
    guard isJSON else {
      try context.output.line(
        text(printable(active.id), description, isSaved: active.answer["unsaved"] == nil)
      )
      if let warning = active.answer["warning"]?.text { context.note(printable(warning)) }
      return
    }
    guard case .object(var object) = active.answer else { return }
    object.merge(members) { old, _ in old }
    try context.output.json(JSONValue.object(object))
  }

  /// `o3: 48.8584,2.2945 for everyone, until cleared`.
  private func text(_ id: String, _ description: String, isSaved: Bool) -> String {
    let who = target == "all" ? "everyone" : printable(target)
    var ends: [String] = []
    if let lifetime { ends.append("for \(spanText(lifetime))") }
    if isLease { ends.append("until this command ends") }
    if ends.isEmpty { ends.append("until cleared") }
    if isPersistent {
      ends.append((isSaved ? "" : "not ") + "kept over a restart of the daemon")
    }
    return "\(id): \(description) for \(who), \(ends.joined(separator: ", "))"
  }
}

/// An override that this command has set, and the connection that a lease of it hangs on.
final class ActiveOverride {
  let id: String
  /// The daemon's answer to `setOverride`.
  let answer: JSONValue
  let connection: LocationConnection
  private let context: Context
  /// The daemon ends it in time; the margin is for one that does not say so.
  private let end: Int64?
  private var hasEnded = false

  fileprivate init(
    _ id: String,
    _ answer: JSONValue,
    _ connection: LocationConnection,
    _ context: Context,
    lifetime: Double?
  ) {
    self.id = id
    self.answer = answer
    self.connection = connection
    self.context = context
    end = lifetime.map { LocationConnection.deadline(after: $0 + 1) }
  }

  func call(_ method: String, _ params: [String: JSONValue] = [:]) throws(Failure) -> JSONValue {
    try context.call(
      connection,
      method,
      params.merging(["id": .string(id)]) { _, own in own }
    )
  }

  /// Waits so many seconds; false as soon as the override has ended.
  func isHeld(for seconds: Double) throws(Failure) -> Bool {
    let deadline = LocationConnection.deadline(after: seconds)
    while !hasEnded {
      let limit = min(deadline, end ?? deadline)
      guard let callback = try context.next(connection, until: limit) else {
        if limit == end, limit < deadline { hasEnded = true }
        return !hasEnded
      }
      take(callback)
    }
    return false
  }

  /// Waits until it ends.
  func hold() throws(Failure) {
    while try isHeld(for: 3600) {}
  }

  private func take(_ callback: LocationConnection.ReceivedCallback) {
    guard callback.method == "overrideEnded",
      let message = try? JSONText.decode(JSONValue.self, from: callback.line),
      message["params"]?["id"]?.text == id
    else { return }
    hasEnded = true
    let reason = message["params"]?["reason"]?.text ?? "ended"
    let isOver = reason == "expired"
    context.note(
      "\(printable(id)) \(isOver ? "has ended, its time is over" : "was \(printable(reason))")"
    )
  }

  /// Where the route stands, as `overrides` tells it.
  func progress() throws(Failure) -> JSONValue? {
    let rows = try context.call(connection, "overrides")["overrides"]?.elements ?? []
    return rows.first { $0["id"]?.text == id }?["progress"]
  }
}
