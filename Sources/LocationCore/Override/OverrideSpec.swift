// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// The kinds of override, each with its parameters.
package enum OverrideSpec: Hashable, Sendable {
  case set(PointSpec)
  case push(PushSpec)
  case start(RouteSpec)
  case play(RouteSpec)
  case run(ScenarioSpec)
  case transform(TransformSpec)
  case fault(FaultSpec)

  /// A replacement hides the live fix; two of them never hold for one target at once.
  package var isReplacement: Bool {
    switch self {
    case .set, .push, .start, .play, .run: true
    case .transform, .fault: false
    }
  }

  /// Whether nothing of it is still to come over the control socket.
  package var isWhole: Bool {
    switch self {
    case .start(let route), .play(let route): route.isComplete
    case .push: false
    case .set, .run, .transform, .fault: true
    }
  }

  /// The verb that made it, with the name of what it made.
  package var kind: String {
    switch self {
    case .set: "set"
    case .push: "push"
    case .start: "start"
    case .play: "play"
    case .run(let spec): "run \(spec.scenario.rawValue)"
    case .transform(let spec): "transform \(spec.name.rawValue)"
    case .fault(let spec): "fault \(spec.name.rawValue)"
    }
  }

  /// - Throws: `ParameterError` for a point out of range; the other kinds are valid by their making.
  func validate() throws(ParameterError) {
    if case .set(let point) = self { try point.validate() }
  }

  /// The source of its own fixes, for a replacement.
  func makeGenerator(at now: Now) -> (any FixGenerator)? {
    switch self {
    case .set(let point): PointGenerator(point, at: now)
    case .push(let spec): PushGenerator(spec, at: now)
    case .start(let spec), .play(let spec): RouteGenerator(spec, at: now)
    case .run(let spec): RouteGenerator(spec.route, at: now)
    case .transform, .fault: nil
    }
  }

  /// What one view's callbacks pass through, for an override that began at `start`.
  func makeLayer(since start: Now) -> any OverrideLayer {
    switch self {
    case .set, .push, .start, .play, .run: ReplacementLayer()
    case .transform(let spec): spec.makeLayer(since: start)
    case .fault(let spec): spec.makeLayer(since: start)
    }
  }
}
