// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationTestSupport
import Testing

@testable import LocationCore

/// 1,000 subscribers with different filters on one stream, against a model that is plain and slow.
struct DeliveryReferenceTests {
  /// What happens at one moment of the stream.
  struct Moment {
    var location: Location
    var seconds: Double
    /// A loss of the fix came before it.
    var isAfterLoss: Bool
  }

  /// The rules of delivery word by word, over the whole stream at once.
  struct Model {
    var desired: Double?
    var distance: Double
    var interval: Double
    /// The authorization of this subscriber changes before this moment.
    var authorizationChange: Int

    func sequences(_ moments: [Moment]) -> [UInt64] {
      var delivered: [(moment: Moment, index: Int)] = []
      var waitingSince = 0.0
      var reauthorized = false
      for (index, moment) in moments.enumerated() {
        if index == authorizationChange { reauthorized = true }
        let fix = moment.location.fix
        guard let last = delivered.last, !reauthorized else {
          reauthorized = false
          waitingSince = moment.seconds
          delivered.append((moment, index))
          continue
        }
        let since = moments[(last.index + 1)...index]
        var before = last.moment.location.fix.overrides
        let isChanged = since.contains { other in
          defer { before = other.location.fix.overrides }
          return other.isAfterLoss || other.location.fix.isDiscontinuous
            || other.location.fix.overrides != before
        }
        if isChanged {
          waitingSince = moment.seconds
          delivered.append((moment, index))
          continue
        }
        if let desired {
          if fix.horizontalAccuracy <= desired {
            waitingSince = moment.seconds
          } else if moment.seconds - waitingSince < 10 {
            continue
          }
        }
        let leave = min(0.05, interval * 0.05)
        guard moment.seconds - last.moment.seconds >= interval - leave - 1e-9 else { continue }
        let start = last.moment.location.fix.coordinate
        guard Geodesic.distance(from: start, to: fix.coordinate) >= distance else { continue }
        delivered.append((moment, index))
      }
      return delivered.map(\.moment.location.sequence)
    }
  }

  private static func moments(_ random: inout SeededGenerator) throws -> [Moment] {
    var stream = Stream()
    var position = try place(69.9, 179.98)
    var overrides: [String] = []
    var moments: [Moment] = []
    for second in 0..<600 {
      let turn = random.uniform(0...1)
      var isDiscontinuous = false
      if turn < 0.01 {
        overrides = overrides.isEmpty ? ["o\(second)"] : []
        position = try place(position, random.uniform(0...360), random.uniform(0...9000))
        isDiscontinuous = true
      } else if turn < 0.02 {
        overrides.append("o\(second)")
      }
      // The device now walks, now stands, now drives.
      let speed = [1.4, 0.2, 25][second / 70 % 3]
      position = try place(position, random.uniform(60...120), random.uniform(0...2) * speed)
      let seconds = Double(second) + (random.uniform(0...1) < 0.3 ? 0.04 : 0)
      moments.append(
        Moment(
          location: stream.location(
            at: position,
            accuracy: second / 40 % 4 == 3 ? random.uniform(20...200) : random.uniform(2...20),
            seconds: seconds,
            discontinuous: isDiscontinuous,
            overrides: overrides
          ),
          seconds: seconds,
          isAfterLoss: turn > 0.99
        )
      )
    }
    return moments
  }

  private static func model(_ random: inout SeededGenerator) -> Model {
    Model(
      desired: [nil, 5, 10, 50, 100][Int.random(in: 0..<5, using: &random)],
      distance: [0, 0, 1, 5, 10, 50, 100, 500, 5000][Int.random(in: 0..<9, using: &random)]
        * random.uniform(0.9...1.1),
      interval: [0, 0, 1, 2, 5, 30, 60][Int.random(in: 0..<7, using: &random)],
      authorizationChange: Int.random(in: 0..<1200, using: &random)
    )
  }

  @Test func `each of 1,000 subscribers gets exactly its locations`() throws {
    var random = SeededGenerator(seed: 1000)
    let moments = try Self.moments(&random)
    let models = (0..<1000).map { _ in Self.model(&random) }
    var filters = try models.map { model in
      DeliveryFilter(
        try .init(
          desiredAccuracy: model.desired.map { .metres($0) } ?? .best,
          distanceFilter: model.distance,
          minimumInterval: model.interval
        )
      )
    }
    var got = [[UInt64]](repeating: [], count: filters.count)
    var continuity = Continuity()
    for (index, moment) in moments.enumerated() {
      if moment.isAfterLoss { continuity.interrupt() }
      let candidate = continuity.candidate(for: moment.location, at: instant(moment.seconds))
      for number in filters.indices {
        if models[number].authorizationChange == index { filters[number].reset() }
        if filters[number].judge(candidate).isDelivered {
          got[number].append(candidate.sequence)
        }
      }
    }
    for (number, model) in models.enumerated() {
      #expect(got[number] == model.sequences(moments), "\(model)")
    }
    // The subscribers differ, or this test would show little.
    #expect(Set(got).count > 400)
  }
}
