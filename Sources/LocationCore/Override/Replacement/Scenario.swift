// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A built-in simulation: the same one for the same seed.
package enum Scenario: String, Hashable, Sendable, CaseIterable {
  case cityWalk = "city-walk"
  case cityRun = "city-run"
  case cityBicycleRide = "city-bicycle-ride"
  case freewayDrive = "freeway-drive"
  case stationary
  case tunnel
  case antimeridianFlight = "antimeridian-flight"

  /// Finds a scenario by its name; the simulator's own spelling ("City Bicycle Ride") will do too.
  package init?(name: String) {
    let spelling = name.lowercased().split(whereSeparator: { " _-".contains($0) })
    self.init(rawValue: spelling.joined(separator: "-"))
  }

  /// One line for `list`.
  package var summary: String {
    switch self {
    case .cityWalk: "A walk around city blocks in Barcelona at 1.4 m/s, waiting at crossings."
    case .cityRun: "A run around the same blocks at 3 m/s, without a stop."
    case .cityBicycleRide: "A bicycle ride through Amsterdam at 5.5 m/s, with red lights."
    case .freewayDrive: "A drive on a motorway east of Munich at 31 m/s, there and back."
    case .stationary: "A receiver at rest whose position wanders by a few metres."
    case .tunnel: "A drive through an alpine tunnel and back: the fix is lost and found again."
    case .antimeridianFlight: "A racetrack flown across 180° near Fiji at 240 m/s."
    }
  }

  /// The points of one lap, one for each second.
  func points(seed: UInt64) -> [RoutePoint] {
    let noise = HashNoise(seed: seed)
    return journey?.points(noise: noise) ?? StationaryWander.points(noise: noise)
  }

  /// Nil for the one that does not move.
  private var journey: Journey? {
    switch self {
    case .cityWalk: .cityBlocks(speed: 1.4, wait: 25)
    case .cityRun: .cityBlocks(speed: 3, wait: 0)
    case .cityBicycleRide: .bicycleRide
    case .freewayDrive: .freewayDrive
    case .stationary: nil
    case .tunnel: .tunnel
    case .antimeridianFlight: .antimeridianFlight
    }
  }
}

/// A scenario to be run.
package struct ScenarioSpec: Hashable, Sendable {
  package let scenario: Scenario
  package let seed: UInt64
  package let isLooping: Bool
  let route: RouteSpec

  /// - Throws: `ParameterError` if the rate or the seed is out of range.
  package init(
    _ scenario: Scenario,
    seed: UInt64 = 0,
    rate: Double = 1,
    isLooping: Bool = true
  ) throws(ParameterError) {
    try OverrideLimits.seed.check(Double(seed))
    self.scenario = scenario
    self.seed = seed
    self.isLooping = isLooping
    route = try RouteSpec(
      points: scenario.points(seed: seed),
      rate: rate,
      isLooping: isLooping
    )
  }

  package var rate: Double { route.rate }
}
