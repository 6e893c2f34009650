// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What an operator does to a replacement that plays.
extension OverrideStage {
  /// Tells pushed points at once, each as a callback of its own.
  ///
  /// - Throws: `ParameterError` if a point is bad or the override is not a `push`; nothing is told
  ///   then.
  package mutating func push(
    _ points: [RoutePoint],
    to id: String,
    at now: Now
  ) throws(ParameterError) -> [Publication] {
    guard var generator = generators[id] as? PushGenerator else {
      throw refusal(of: id, verb: "push")
    }
    try points.validate()
    var publications: [Publication] = []
    for point in points {
      publications += publish(generator.push(point, at: now), of: id, at: now)
    }
    generators[id] = generator
    return publications
  }

  /// Appends points to a route; what there is no room for must be sent again.
  ///
  /// - Throws: `ParameterError` if a point is bad, the route was finished or the override is none.
  package mutating func append(
    _ points: [RoutePoint],
    to id: String,
    at now: Now
  ) throws(ParameterError) -> RouteIntake {
    try withRoute(id, verb: "append") { route throws(ParameterError) in
      try route.append(points, at: now)
    }
  }

  /// Says that no more points will come.
  ///
  /// - Throws: `ParameterError` if none came or the override is not a route.
  package mutating func finish(_ id: String, at now: Now) throws(ParameterError) {
    try withRoute(id, verb: "finish") { route throws(ParameterError) in try route.finish(at: now) }
  }

  /// Stops a route where it is.
  ///
  /// - Throws: `ParameterError` if the override is not a route.
  package mutating func pause(_ id: String, at now: Now) throws(ParameterError) {
    try withRoute(id, verb: "pause") { route in route.pause(at: now) }
  }

  /// Goes on after a pause.
  ///
  /// - Throws: `ParameterError` if the override is not a route.
  package mutating func resume(_ id: String, at now: Now) throws(ParameterError) {
    try withRoute(id, verb: "resume") { route in route.resume(at: now) }
  }

  /// Goes to a time of a route, in seconds from its first point.
  ///
  /// - Throws: `ParameterError` if that cannot be reached or the override is not a route.
  package mutating func seek(
    _ id: String,
    to seconds: Double,
    at now: Now
  ) throws(ParameterError) {
    try withRoute(id, verb: "seek") { route throws(ParameterError) in
      try route.seek(to: seconds, at: now)
    }
  }

  /// Where a route stands; nil for other overrides.
  package func progress(of id: String, at now: Now) -> RouteProgress? {
    (generators[id] as? RouteGenerator)?.progress(at: now)
  }

  /// The points at hand of a route, in parts between which nothing is driven, with at most so many
  /// of them; nil for other overrides.
  package func line(of id: String, atMost capacity: Int) -> [[Coordinate]]? {
    guard let route = generators[id] as? RouteGenerator else { return nil }
    var parts: [[Coordinate]] = []
    for node in route.path.nodes {
      if node.route.startsSegment || parts.isEmpty { parts.append([]) }
      parts[parts.count - 1].append(node.coordinate)
    }
    return LineSketch.parts(of: parts, atMost: capacity)
  }

  private mutating func withRoute<Result>(
    _ id: String,
    verb: String,
    _ body: (inout RouteGenerator) throws(ParameterError) -> Result
  ) throws(ParameterError) -> Result {
    guard var route = generators[id] as? RouteGenerator else {
      throw refusal(of: id, verb: verb)
    }
    // The stage must not hold a second reference to the points while they change.
    generators[id] = nil
    defer { generators[id] = route }
    return try body(&route)
  }

  private func refusal(of id: String, verb: String) -> ParameterError {
    guard let override = overrides.first(where: { $0.id == id }) else {
      return ParameterError("id", "there is no override \(id)")
    }
    return ParameterError("id", "\(id) is a \(override.request.spec.kind), which takes no \(verb)")
  }
}
