// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationClient
internal import LocationCore
internal import LocationProtocol

/// `set -`: each line of standard input is told at once as a location of its own.
///
/// Lines that arrive while an answer is awaited go out together in the next request. A burst is
/// paced to one point in a millisecond: times have no finer steps, and a subscriber that reads
/// keeps up with it. The first good line sets the override.
enum PushLocations {
  /// Lines in one request: what a subscriber that reads has room for at once.
  static let perRequest = 64
  /// Seconds that a point of a burst takes.
  private static let pointTime = 0.001

  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) {
    var params: [String: JSONValue] = ["kind": .string("push")]
    if invocation.has(.keepTimes) { params["keepTimes"] = .bool(true) }
    let request = try OverrideRequest(invocation, params: params, isAttached: true)
    var count = 0
    try context.untilInterrupted { () throws(Failure) in
      // What it asks before each wait holds the context, which holds the input.
      defer { context.input.goOn = { () throws(Failure) in true } }
      let connection = try request.connect(context)
      var active: ActiveOverride?
      while true {
        let lines = try context.input.lines(upTo: perRequest)
        guard !lines.isEmpty else { break }
        let (points, refusal) = read(lines)
        if !points.isEmpty {
          // What holds must not end for input that has no point in it.
          if active == nil { active = try begin(request, connection, context) }
          let pace = LocationConnection.deadline(after: Double(points.count) * pointTime)
          _ = try active?.call("pushLocations", ["points": .array(points)])
          count += points.count
          let pause = Double(pace - LocationConnection.deadline(after: 0)) / 1e9
          if pause > 0, try active?.isHeld(for: pause) == false { break }
        }
        if let refusal { throw refusal }
      }
      guard active != nil else {
        throw .badData("standard input has no point; nothing was changed")
      }
    }
    context.note("\(counted(count, "location")) told")
  }

  /// The points of the lines up to the first bad one, and why that is refused.
  private static func read(_ lines: [StandardInput.Line]) -> (points: [JSONValue], Failure?) {
    var points: [JSONValue] = []
    for line in lines {
      do throws(Failure) {
        if let point = try PushedPoint.read(line) { points.append(point) }
      } catch {
        return (points, error)
      }
    }
    return (points, nil)
  }

  private static func begin(
    _ request: OverrideRequest,
    _ connection: LocationConnection,
    _ context: Context
  ) throws(Failure) -> ActiveOverride {
    let active = try request.set(context, on: connection)
    try request.report(active, "points as they come", context)
    context.input.goOn = { () throws(Failure) in try active.isHeld(for: 0) }
    return active
  }
}

/// One line of `set -`.
enum PushedPoint {
  private static let numbers: [String: ParameterLimit] = Dictionary(
    uniqueKeysWithValues: [
      OverrideLimits.latitude, OverrideLimits.longitude, OverrideLimits.altitude,
      OverrideLimits.ellipsoidalAltitude, OverrideLimits.horizontalAccuracy,
      OverrideLimits.verticalAccuracy, OverrideLimits.pointSpeed, OverrideLimits.speedAccuracy,
      OverrideLimits.course, OverrideLimits.courseAccuracy,
    ].map { ($0.name, $0) }
  )

  /// A point as `pushLocations` takes it; nil for an empty line or a comment.
  static func read(_ line: StandardInput.Line) throws(Failure) -> JSONValue? {
    let text = line.text.drop { $0 == " " || $0 == "\t" }
    guard let first = text.first, first != "#" else { return nil }
    let members = first == "{" ? try object(line, text) : try values(line, text)
    for name in ["latitude", "longitude"] where members[name] == nil {
      throw refusal(line, "no \(name)")
    }
    if members["verticalAccuracy"] != nil, members["altitude"] == nil,
      members["ellipsoidalAltitude"] == nil
    {
      throw refusal(line, "verticalAccuracy needs altitude beside it")
    }
    return .object(members)
  }

  /// `LAT,LON` or `LAT,LON,ALT`.
  private static func values(
    _ line: StandardInput.Line,
    _ text: Substring
  ) throws(Failure) -> [String: JSONValue] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else {
      throw refusal(line, "\(quoted(String(text))) is not LAT,LON or LAT,LON,ALT")
    }
    let limits = [OverrideLimits.latitude, OverrideLimits.longitude, OverrideLimits.altitude]
    var members: [String: JSONValue] = [:]
    for (part, limit) in zip(parts, limits) {
      members[limit.name] = .number(
        try checked(line) { () throws(ParameterError) in
          try limit.value(parsing: trimmed(part))
        }
      )
    }
    return members
  }

  private static func object(
    _ line: StandardInput.Line,
    _ text: Substring
  ) throws(Failure) -> [String: JSONValue] {
    guard let value = try? JSONText.decode(JSONValue.self, from: Array(text.utf8)),
      case .object(let object) = value
    else { throw refusal(line, "not a JSON object") }
    var members: [String: JSONValue] = [:]
    for (name, value) in object {
      switch name {
      case "time", "timestamp":
        guard let time = value.text, UTCTime(text: time) != nil else {
          throw refusal(line, "\(name): not a time as in 2026-11-30T01:22:20.120Z")
        }
        members["time"] = value
      default:
        guard let limit = numbers[name] else { continue }
        guard let number = value.double else { throw refusal(line, "\(name): not a number") }
        members[name] = .number(
          try checked(line) { () throws(ParameterError) in try limit.check(number) }
        )
      }
    }
    return members
  }

  private static func checked(
    _ line: StandardInput.Line,
    _ body: () throws(ParameterError) -> Double
  ) throws(Failure) -> Double {
    do {
      return try body()
    } catch {
      throw refusal(line, error.description)
    }
  }

  private static func refusal(_ line: StandardInput.Line, _ reason: String) -> Failure {
    .badData("standard input, line \(line.number): \(printable(reason))")
  }
}
