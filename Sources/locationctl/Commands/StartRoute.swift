// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import ControlRequests
internal import LocationClient
internal import LocationCore
internal import LocationProtocol

/// `start`: a drive along waypoints.
enum StartRoute {
  /// As many as the daemon holds.
  static let mostWaypoints = RouteSpec.window

  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) {
    guard !invocation.has(.routeDistance) || !invocation.has(.routeInterval) else {
      throw .usage("start: --distance and --interval exclude each other")
    }
    var params: [String: JSONValue] = ["kind": .string("start")]
    params["speed"] = invocation.number(.routeSpeed).map { .number($0) }
    params["interval"] = invocation.duration(.routeInterval).map { .number($0) }
    params["distance"] = invocation.number(.routeDistance).map { .number($0) }
    if invocation.has(.loop) { params["loop"] = .bool(true) }
    let request = try OverrideRequest(invocation, params: params)
    try context.untilInterrupted { () throws(Failure) in
      let waypoints = try waypoints(invocation, context)
      let speed = shortNumber(invocation.number(.routeSpeed) ?? RouteSpec.defaultSpeed)
      try RoutePlayer(request: request, context: context).play(
        waypoints.map { RouteStop($0) },
        "\(waypoints.count) waypoints at \(speed) m/s"
      )
    }
  }

  private static func waypoints(
    _ invocation: Invocation,
    _ context: Context
  ) throws(Failure) -> [LocationCore.Coordinate] {
    var waypoints: [LocationCore.Coordinate] = []
    for operand in invocation.operands {
      switch operand {
      case .coordinate(let coordinate): waypoints.append(coordinate)
      default: waypoints += try read(context.input)
      }
    }
    guard waypoints.count >= 2 else {
      let count = counted(waypoints.count, "waypoint")
      throw .badData("start: a route needs two waypoints, and \(count) came")
    }
    guard waypoints.count <= mostWaypoints else {
      throw .badData("start: \(waypoints.count) waypoints are more than \(mostWaypoints)")
    }
    return waypoints
  }

  /// One waypoint per line; empty lines and comments are skipped.
  private static func read(_ input: StandardInput) throws(Failure) -> [LocationCore.Coordinate] {
    var waypoints: [LocationCore.Coordinate] = []
    while waypoints.count <= mostWaypoints {
      let lines = try input.lines(upTo: 1000)
      guard !lines.isEmpty else { break }
      for line in lines {
        let text = trimmed(line.text)
        guard !text.isEmpty, !text.hasPrefix("#") else { continue }
        guard let point = coordinate(text) else {
          let allowed = ValueKind.coordinate.allowed
          throw .badData(
            "standard input, line \(line.number): \(quoted(text)) is not allowed; give \(allowed)"
          )
        }
        waypoints.append(point)
      }
    }
    return waypoints
  }
}
