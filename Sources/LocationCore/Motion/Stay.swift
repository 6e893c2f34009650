// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Whether locations stay near one place, against noise and single wild points.
struct Stay {
  /// What counts as near and as gone.
  struct Settings: Hashable, Sendable {
    /// Metres from the mean of the stay; a location's own error is added, up to as much again.
    var radius: Double
    /// Seconds for which locations must lie outside, two at least, before the place is left.
    var patience: Double
    /// Metres; a less accurate location says nothing.
    var coarsestAccuracy = 200.0
  }

  enum Presence {
    case ignored
    case inside
    /// Outside, but not for long enough.
    case straying
    case left
  }

  private struct Sample {
    var point: GroundPoint
    var accuracy: Double
    var instant: Instant
    var time: UTCTime
  }

  private let settings: Settings
  private var mean: SIMD4<Double>
  private var weight = 1.0
  private let first: Sample
  private var last: Sample
  private var straying: Sample?
  /// Old locations fade, so that a slow drift of the receiver is followed.
  private static let longestMemory = 600.0

  init(_ fix: Fix, now: Instant, settings: Settings) {
    self.init(Self.sample(fix, now), settings: settings)
  }

  private init(_ sample: Sample, settings: Settings) {
    self.settings = settings
    first = sample
    last = sample
    mean = Self.vector(sample)
  }

  var startTime: UTCTime { first.time }
  /// Time of the last location near the place.
  var lastTime: UTCTime { last.time }
  /// Seconds from the first to the last location near the place.
  var duration: Double { last.instant - first.instant }
  /// Metres; the mean of the locations' own.
  var horizontalAccuracy: Double { mean.w }

  var coordinate: Coordinate {
    GroundPoint(nearX: mean.x, y: mean.y, z: mean.z)?.coordinate ?? last.point.coordinate
  }

  /// The stay that begins where this one was left, at the first location outside.
  var successor: Stay {
    Stay(straying ?? last, settings: settings)
  }

  /// Takes in one location; a discontinuous one outside leaves at once.
  mutating func take(_ fix: Fix, now: Instant) -> Presence {
    guard fix.horizontalAccuracy <= settings.coarsestAccuracy else { return .ignored }
    let sample = Self.sample(fix, now)
    if contains(sample) {
      straying = nil
      last = sample
      weight = min(weight + 1, Self.longestMemory)
      mean += (Self.vector(sample) - mean) / weight
      return .inside
    }
    if fix.isDiscontinuous {
      straying = sample
      return .left
    }
    guard let since = straying?.instant else {
      straying = sample
      return .straying
    }
    return now - since >= settings.patience ? .left : .straying
  }

  private func contains(_ sample: Sample) -> Bool {
    let dx = sample.point.x - mean.x
    let dy = sample.point.y - mean.y
    let dz = sample.point.z - mean.z
    let reach = settings.radius + min(sample.accuracy, settings.radius)
    return dx * dx + dy * dy + dz * dz <= reach * reach
  }

  private static func sample(_ fix: Fix, _ now: Instant) -> Sample {
    Sample(
      point: GroundPoint(fix.coordinate),
      accuracy: fix.horizontalAccuracy,
      instant: now,
      time: fix.time
    )
  }

  private static func vector(_ sample: Sample) -> SIMD4<Double> {
    SIMD4(sample.point.x, sample.point.y, sample.point.z, sample.accuracy)
  }
}
