// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore
internal import LocationProtocol

/// One override as `overrides` lists it.
struct OverrideMessage: Encodable {
  struct Owner: Encodable {
    let uid: UInt32
    let pid: Int32
    let unit: String?
    let session: String
  }

  struct Progress: Encodable {
    let state: String
    let elapsed: Double
    let total: Double?
    let remaining: Double?
    let waypoint: Int?
    let points: Int
    let laps: Int

    init(_ progress: RouteProgress) {
      state = progress.state.rawValue
      elapsed = inMilliseconds(progress.elapsed)
      total = progress.total.map(inMilliseconds)
      remaining = progress.remaining.map(inMilliseconds)
      waypoint = progress.waypoint
      points = progress.points
      laps = progress.laps
    }
  }

  let id: String
  let kind: String
  let summary: String
  let target: String
  let owner: Owner
  let created: UTCTime
  let expiresIn: Double?
  let lease: Bool
  let persist: Bool
  /// The request as it came, but for points, of which only the number is told.
  let parameters: JSONValue?
  let progress: Progress?
  /// Latitudes and longitudes of a route, in parts between which nothing is driven; where asked for.
  var line: [[[Double]]]?
}

/// Seconds to the millisecond, as all times are told.
private func inMilliseconds(_ seconds: Double) -> Double {
  (seconds * 1000).rounded() / 1000
}

extension LocationService {
  /// Points of a line at most: enough to draw it, and little work.
  static let linePoints = 512

  /// What is in force, and of one route that is named the line.
  func overridesReport(_ parameters: Parameters) throws(RPCError) -> OverridesResult {
    let wanted = try parameters["line"]?.string(maximumLength: 32)
    var messages = pipeline.stage.overrides.map { describe($0) }
    guard let wanted else { return OverridesResult(overrides: messages) }
    guard let index = messages.firstIndex(where: { $0.id == wanted }),
      let line = pipeline.stage.line(of: wanted, atMost: Self.linePoints)
    else { throw .invalidParams("line: \(JSONValue.string(wanted)) is no route in force") }
    messages[index].line = line.map { part in part.map { [$0.latitude, $0.longitude] } }
    return OverridesResult(overrides: messages)
  }

  func describe(_ override: Override) -> OverrideMessage {
    let request = override.request
    return OverrideMessage(
      id: override.id,
      kind: request.spec.kind,
      summary: request.summary,
      target: request.target.text,
      owner: OverrideMessage.Owner(
        uid: override.owner.uid,
        pid: override.owner.pid,
        unit: override.owner.unit,
        session: override.owner.session
      ),
      created: override.createdAt.utc,
      expiresIn: override.expiresAt.map { inMilliseconds(max(0, $0 - now.instant)) },
      lease: request.isLeased,
      persist: isKept(override),
      parameters: overrideParameters[override.id].map { $0.countingPoints },
      progress: pipeline.stage.progress(of: override.id, at: now)
        .map { OverrideMessage.Progress($0) }
    )
  }
}

extension JSONValue {
  /// The same object with the number of its points in their place.
  fileprivate var countingPoints: JSONValue {
    guard case .object(var members) = self, case .array(let points)? = members["points"] else {
      return self
    }
    members["points"] = .integer(Int64(points.count))
    return .object(members)
  }
}
