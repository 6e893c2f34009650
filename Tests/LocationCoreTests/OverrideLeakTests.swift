// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Testing

@testable import LocationCore

/// Real positions are north of the equator and simulated ones south of it, so that a leak shows.
@Suite struct OverrideLeakTests {
  private static let programs = ["a.service", "b.service", nil]

  private struct Trial {
    let noise: HashNoise
    var count: Int64 = 0
    var pipelineStage = OverrideStage()
    var seconds = 0.0
    var peers: [(peer: PeerIdentity, view: ViewID)] = []

    mutating func pick(_ bound: Int) -> Int {
      count += 1
      return Int(noise.bits(1, count) % UInt64(bound))
    }

    var now: Now { moment(seconds) }
  }

  @Test func `under a replacement no real position shows, whatever happens`() throws {
    for number in 0..<10_000 {
      var trial = Trial(noise: HashNoise(seed: UInt64(number)))
      for _ in 0..<14 {
        try step(&trial)
        try check(trial, number)
      }
    }
  }

  private func step(_ trial: inout Trial) throws {
    switch trial.pick(10) {
    case 0...2:
      let spec = try spec(&trial)
      let target = target(&trial)
      _ = try trial.pipelineStage.add(
        OverrideRequest(spec: spec, target: target),
        owner: operatorOwner,
        at: trial.now
      )
      moveAll(&trial)
    case 3:
      let overrides = trial.pipelineStage.overrides
      guard !overrides.isEmpty else { break }
      let gone = overrides[trial.pick(overrides.count)].id
      trial.pipelineStage.remove { $0.id == gone }
      moveAll(&trial)
    case 4: connect(&trial)
    case 5:
      trial.pipelineStage.keepViews { id in trial.peers.contains { $0.view == id } }
    case 6:
      trial.seconds += Double(trial.pick(30)) / 10
      try expectHidden(trial.pipelineStage.advance(to: trial.now), trial)
    default: try report(&trial)
    }
  }

  private func connect(_ trial: inout Trial) {
    var peer = PeerIdentity(
      session: "s\(trial.peers.count)",
      surface: Surface.allCases[trial.pick(3)]
    )
    peer.unit = Self.programs[trial.pick(3)]
    trial.peers.append((peer, trial.pipelineStage.view(for: peer, at: trial.now)))
  }

  private func moveAll(_ trial: inout Trial) {
    for index in trial.peers.indices {
      trial.peers[index].view = trial.pipelineStage.view(
        for: trial.peers[index].peer,
        at: trial.now
      )
    }
  }

  private func report(_ trial: inout Trial) throws {
    trial.seconds += 0.25
    let now = trial.now
    let callback: Callback<Fix>
    switch trial.pick(6) {
    case 0: callback = .didUpdateSatellites(liveSky(at: now))
    case 1: callback = .didFailWithError(LocationError(.locationUnknown, "gone"))
    case 2: callback = .didChangeSource(SourceChange(device: "/dev/ttyACM0", state: .active))
    default: callback = .didUpdateLocations([liveFix(40 + Double(trial.pick(10)), 10, at: now)])
    }
    try expectHidden(trial.pipelineStage.process(callback, at: now), trial)
    try expectHidden(trial.pipelineStage.advance(to: now), trial)
  }

  private func target(_ trial: inout Trial) -> Selector {
    switch trial.pick(4) {
    case 0: Selector(terms: [.unit("a.service")], text: "unit=a.service")
    case 1: Selector(terms: [.surface(.gpsd)], text: "surface=gpsd")
    default: .all
    }
  }

  private func spec(_ trial: inout Trial) throws -> OverrideSpec {
    let seed = UInt64(trial.pick(100))
    switch trial.pick(16) {
    case 0, 1: return .set(PointSpec(coordinate: coordinate(-30, 20)))
    case 2: return .start(try RouteSpec(points: route([(-10, 0), (-10, 1)])))
    case 3: return .push(PushSpec())
    case 4: return .play(try RouteSpec(isComplete: false))
    case 5: return .transform(.freeze)
    case 6: return .transform(.delay(try DelaySpec(seconds: 0.7)))
    case 7: return .transform(.noise(try NoiseSpec(metres: 10, seed: seed)))
    case 8: return .transform(.drift(try DriftSpec(rate: 3, walk: 2, seed: seed)))
    case 9: return .transform(.decimate(try DecimateSpec(every: 2)))
    case 10: return .fault(.stale)
    case 11: return .fault(.outOfOrder)
    case 12: return .fault(.duplicate)
    case 13: return .fault(.noFix)
    case 14: return .fault(.unplugged)
    default: return .fault(.jump(try JumpSpec(distance: 100, period: 1, seed: seed)))
    }
  }

  // MARK: - Checks

  private func isCovered(_ overrides: [String], _ trial: Trial) -> Bool {
    trial.pipelineStage.overrides.contains {
      overrides.contains($0.id) && $0.request.spec.isReplacement
    }
  }

  private func expectHidden(_ publications: [Publication], _ trial: Trial) throws {
    for publication in publications {
      guard isCovered(trial.pipelineStage.state(of: publication.view).overrides, trial) else {
        continue
      }
      switch publication.callback {
      case .didUpdateLocations(let locations):
        for location in locations { try require(location.fix) }
      case .didUpdateSatellites(let sky): try #require(sky.device == simulatedDevice)
      case .didChangeSource(let change): try #require(change.device == simulatedDevice)
      default: break
      }
    }
  }

  private func check(_ trial: Trial, _ number: Int) throws {
    for (peer, view) in trial.peers {
      let applying = trial.pipelineStage.overrides.filter { $0.request.target.matches(peer) }
      let state = trial.pipelineStage.state(of: view)
      try #require(state.overrides == applying.map(\.id), "trial \(number)")
      guard applying.contains(where: \.request.spec.isReplacement) else { continue }
      if let location = state.location { try require(location.fix) }
      if let sky = state.sky { try #require(sky.device == simulatedDevice) }
      if let source = state.source { try #require(source.device == simulatedDevice) }
    }
  }

  private func require(_ fix: Fix) throws {
    try #require(fix.coordinate.latitude < 0)
    try #require(fix.device == simulatedDevice)
    try #require(fix.isSimulated)
  }
}
