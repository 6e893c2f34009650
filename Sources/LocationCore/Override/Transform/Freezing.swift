// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Holds the first position that passes, with the times of those that would have come.
///
/// The receiver stands: speed 0, no course; the accuracy is that of the position held.
struct FreezeChange: FixChange {
  private var frozen: Fix?

  mutating func change(_ fix: Fix, at now: Now) -> Fix? {
    guard var held = frozen else {
      frozen = fix
      return standing(fix)
    }
    held.time = fix.time
    held.isDiscontinuous = false
    return standing(held)
  }

  private func standing(_ fix: Fix) -> Fix {
    var held = fix
    held.speed = 0
    held.course = nil
    held.courseAccuracy = nil
    held.climb = held.climb.map { _ in 0 }
    return held
  }
}

/// Lets fewer fixes through.
package struct DecimateSpec: Hashable, Sendable {
  package enum Rule: Hashable, Sendable {
    /// Every Nth, beginning with the first.
    case every(Int)
    /// At most one per so many seconds.
    case interval(Double)
    /// Drops each with this probability.
    case probability(Double)
  }

  package let rule: Rule
  package let seed: UInt64

  /// - Throws: `ParameterError` for a value out of range.
  package init(every count: Int) throws(ParameterError) {
    try OverrideLimits.every.check(Double(count))
    rule = .every(count)
    seed = 0
  }

  /// - Throws: `ParameterError` for a value out of range.
  package init(interval: Double) throws(ParameterError) {
    rule = .interval(try OverrideLimits.spacing.check(interval))
    seed = 0
  }

  /// - Throws: `ParameterError` for a value out of range.
  package init(probability: Double, seed: UInt64 = 0) throws(ParameterError) {
    rule = .probability(try OverrideLimits.probability.check(probability))
    self.seed = try HashNoise(validating: seed).seed
  }
}

struct DecimateChange: FixChange {
  /// Fixes come a little early or late; one this much before its time is let through.
  private static let tolerance = 0.05

  let spec: DecimateSpec
  private var count: Int64 = -1
  private var lastAt: Instant?

  init(spec: DecimateSpec) {
    self.spec = spec
  }

  mutating func change(_ fix: Fix, at now: Now) -> Fix? {
    count += 1
    switch spec.rule {
    case .every(let every): return count % Int64(every) == 0 ? fix : nil
    case .interval(let seconds):
      let least = seconds - min(Self.tolerance, seconds / 10)
      guard lastAt.map({ now.instant - $0 >= least }) ?? true else { return nil }
      lastAt = now.instant
      return fix
    case .probability(let probability):
      return HashNoise(seed: spec.seed).uniform(1, count) < probability ? nil : fix
    }
  }
}
