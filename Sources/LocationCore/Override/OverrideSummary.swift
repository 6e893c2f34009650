// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

extension OverrideSpec {
  /// What it does, in a few words for people.
  package var summary: String {
    switch self {
    case .set(let point): "\(point.coordinate.latitude), \(point.coordinate.longitude)"
    case .push: "points as they come"
    case .start(let route): "\(Self.points(route)) at \(route.speed ?? 0) m/s"
    case .play(let route):
      route.speed.map { "\(Self.points(route)) at \($0) m/s" }
        ?? "\(Self.points(route)) at their own times"
    case .run(let spec): spec.scenario.rawValue
    case .transform(let spec): spec.name
    case .fault(let spec): spec.name
    }
  }

  private static func points(_ route: RouteSpec) -> String {
    route.isComplete ? "\(route.points.count) points" : "points as they come"
  }
}
