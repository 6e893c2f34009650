// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationProtocol

/// Playback over the control socket: points that arrive bit by bit, and the keys of a player.
extension LocationService {
  /// Tells pushed locations at once, each as a callback of its own.
  func pushLocations(_ parameters: Parameters) throws(RPCError) -> EmptyResult {
    let id = try overrideID(parameters)
    let points = try RoutePoint.list(parameters.required("points"))
    let time = now
    deliver(
      try refusing { () throws(ParameterError) in
        try pipeline.stage.push(points, to: id, at: time)
      }
    )
    return EmptyResult()
  }

  /// Appends points to a route that is not whole yet.
  func appendPoints(_ parameters: Parameters) throws(RPCError) -> IntakeResult {
    let id = try overrideID(parameters)
    let points = try RoutePoint.list(parameters.required("points"))
    let time = now
    let intake = try refusing { () throws(ParameterError) in
      try pipeline.stage.append(points, to: id, at: time)
    }
    deliver(pipeline.advance(to: now))
    return IntakeResult(accepted: intake.accepted, room: intake.room, buffered: intake.buffered)
  }

  func finishRoute(
    _ parameters: Parameters,
    _ session: Session
  ) throws(RPCError) -> EmptyResult {
    let id = try overrideID(parameters)
    let time = now
    try refusing { () throws(ParameterError) in try pipeline.stage.finish(id, at: time) }
    if let replaced = pipeline.stage.confirm(id) {
      logChange("replaced", replaced, by: session.identity.whose)
      tellOwner(replaced, ended: "replaced")
      overridesChanged()
    }
    deliver(pipeline.advance(to: now))
    return EmptyResult()
  }

  func pause(_ parameters: Parameters, _ session: Session) throws(RPCError) -> PlaybackResult {
    try control(parameters, "paused", session) { stage, id, now throws(ParameterError) in
      try stage.pause(id, at: now)
    }
  }

  func resume(_ parameters: Parameters, _ session: Session) throws(RPCError) -> PlaybackResult {
    try control(parameters, "resumed", session) { stage, id, now throws(ParameterError) in
      try stage.resume(id, at: now)
    }
  }

  func seek(_ parameters: Parameters, _ session: Session) throws(RPCError) -> PlaybackResult {
    let seconds = try parameters.required("seconds").number()
    return try control(parameters, "moved to \(spanText(seconds))", session) {
      stage,
      id,
      now throws(ParameterError) in
      try stage.seek(id, to: seconds, at: now)
    }
  }

  /// Does the same to the route that is named, or to every route.
  private func control(
    _ parameters: Parameters,
    _ change: String,
    _ session: Session,
    _ body: (inout OverrideStage, String, Now) throws(ParameterError) -> Void
  ) throws(RPCError) -> PlaybackResult {
    let routes = pipeline.stage.overrides.filter {
      pipeline.stage.progress(of: $0.id, at: now) != nil
    }
    var ids = routes.map(\.id)
    if parameters["id"] != nil { ids = [try overrideID(parameters)] }
    guard !ids.isEmpty else { throw .invalidParams("id: no route is being played") }
    let time = now
    for id in ids {
      try refusing { () throws(ParameterError) in try body(&pipeline.stage, id, time) }
      guard let override = pipeline.stage.overrides.first(where: { $0.id == id }) else { continue }
      logChange(change, override, by: session.identity.whose)
    }
    deliver(pipeline.advance(to: now))
    return PlaybackResult(ids: ids)
  }

  private func overrideID(_ parameters: Parameters) throws(RPCError) -> String {
    try parameters.required("id").string(maximumLength: 32)
  }

  func scenarios() -> ScenariosResult {
    ScenariosResult(
      scenarios: Scenario.allCases.map {
        ScenariosResult.Entry(name: $0.rawValue, summary: $0.summary)
      }
    )
  }
}

/// What became of appended points; those not accepted must be sent again.
struct IntakeResult: Encodable {
  let accepted: Int
  let room: Int
  /// Seconds that the points at hand last.
  let buffered: Double
}

struct PlaybackResult: Encodable {
  let ids: [String]
}

struct ScenariosResult: Encodable {
  struct Entry: Encodable {
    let name: String
    let summary: String
  }

  let scenarios: [Entry]
}
