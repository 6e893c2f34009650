// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

@testable import LocationCore

/// Simulated time at an instant of the monotonic clock.
func moment(at instant: Instant) -> Now {
  moment(instant - moment(0).instant)
}

/// A fix as a receiver gave it.
func liveFix(_ latitude: Double, _ longitude: Double, at now: Now) -> Fix {
  var fix = Fix(
    device: "/dev/ttyACM0",
    time: now.utc,
    coordinate: coordinate(latitude, longitude),
    horizontalAccuracy: 5,
    dimension: .threeD
  )
  fix.altitude = 100
  fix.ellipsoidalAltitude = 145
  fix.geoidSeparation = 45
  fix.verticalAccuracy = 7.5
  fix.speed = 3
  fix.course = 90
  fix.climb = 0.5
  fix.satellitesUsed = 9
  fix.satellitesVisible = 12
  fix.hdop = 1
  fix.vdop = 1
  fix.pdop = 2.0.squareRoot()
  return fix
}

func liveSky(at now: Now, used: Int = 9) -> SkyView {
  var sky = SkyView(device: "/dev/ttyACM0")
  sky.time = now.utc
  sky.satellites = (1...12).map { SkyView.Satellite(system: "GPS", prn: $0, isUsed: $0 <= used) }
  sky.usedCount = used
  sky.visibleCount = 12
  sky.hdop = 1
  sky.vdop = 1
  sky.pdop = 2.0.squareRoot()
  return sky
}

/// A stage with one subscriber, driven by simulated time.
struct StageRig {
  var stage = OverrideStage()
  let peer = PeerIdentity(session: "s1", surface: .native)
  private(set) var told: [Callback<Location>] = []
  private var view: ViewID

  init() {
    view = stage.liveView
  }

  /// Puts an override on the stack and lets the subscriber see it.
  @discardableResult
  mutating func add(_ spec: OverrideSpec, at now: Now) throws -> Override {
    let added = try stage.add(OverrideRequest(spec: spec), owner: operatorOwner, at: now).added
    look(at: now)
    take(stage.advance(to: now))
    return added
  }

  /// Takes overrides off the stack and lets the subscriber see it.
  mutating func clear(at now: Now) {
    stage.remove { _ in true }
    look(at: now)
  }

  /// Moves the subscriber to its view of the stack as it is now.
  mutating func look(at now: Now) {
    let next = stage.view(for: peer, at: now)
    told += stage.transition(from: view, to: next, at: now)
    view = next
  }

  /// Feeds one callback of the receiver.
  mutating func live(_ callback: Callback<Fix>, at now: Now) {
    take(stage.process(callback, at: now))
  }

  /// Lets simulated time pass, with a turn at each deadline.
  mutating func run(to end: Now) {
    while let deadline = stage.deadline, deadline <= end.instant {
      take(stage.advance(to: moment(at: deadline)))
    }
  }

  mutating func take(_ publications: [Publication]) {
    told += publications.filter { $0.view == view }.map(\.callback)
  }

  mutating func forget() { told = [] }

  var fixes: [Fix] { told.fixes }

  /// The names of the callbacks, in order.
  var names: [String] { told.map(\.name) }
}

extension [Callback<Location>] {
  var fixes: [Fix] {
    flatMap { callback -> [Fix] in
      guard case .didUpdateLocations(let locations) = callback else { return [] }
      return locations.map(\.fix)
    }
  }
}

extension Callback {
  /// The name of the delegate method, with what matters of its parameters.
  var name: String {
    switch self {
    case .didUpdateLocations: "didUpdateLocations"
    case .didFailWithError(let error): "didFailWithError \(error.code)"
    case .didUpdateSatellites: "didUpdateSatellites"
    case .didUpdateHeading: "didUpdateHeading"
    case .didChangeSource(let change): "didChangeSource \(change.state)"
    case .didChangeAuthorization(let authorization):
      "didChangeAuthorization \(authorization.status)"
    default: "other"
    }
  }
}

/// Drives one generator by itself and returns its fixes.
func fixes(
  of generator: inout some FixGenerator,
  to end: Now,
  late: (Int) -> Double = { _ in 0 }
) -> [Fix] {
  var result: [Fix] = []
  var turn = 0
  while let deadline = generator.deadline, deadline <= end.instant {
    let now = moment(at: deadline + late(turn))
    turn += 1
    for case .didUpdateLocations(let fixes) in generator.advance(to: now) { result += fixes }
  }
  return result
}

func route(_ points: [(Double, Double)]) -> [RoutePoint] {
  points.map { RoutePoint(coordinate($0.0, $0.1)) }
}
