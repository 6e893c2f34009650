// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Decides, for one subscription, which locations of its view are delivered.
///
/// The first location and the first one after a change of state always pass. Of the others, each
/// must satisfy the accuracy, the interval and the distance asked for, all measured from the last
/// location delivered to this subscription. Judging allocates nothing and solves no geodesic
/// unless the distance lies within a hair of the filter.
package struct DeliveryFilter: Sendable {
  /// How accurate the subscriber wants its locations.
  package enum DesiredAccuracy: Hashable, Sendable {
    case bestForNavigation
    case best
    /// Metres, > 0.
    case metres(Double)
    case reduced
  }

  /// What became of one location: for `explain`, in metres and seconds.
  package enum Verdict: Hashable, Sendable {
    case first
    case stateChange
    case passed
    case lessAccurate(accuracy: Double, desired: Double)
    case tooSoon(elapsed: Double, minimum: Double)
    /// `moved` is the straight line, which falls short of the geodesic by under 2 mm up to 10 km.
    case belowDistance(moved: Double, filter: Double)

    package var isDelivered: Bool {
      switch self {
      case .first, .stateChange, .passed: true
      case .lessAccurate, .tooSoon, .belowDistance: false
      }
    }
  }

  /// Seconds without an accurate enough location after which less accurate ones are delivered.
  package static let starvationLimit = 10.0
  /// The largest distance filter and desired accuracy, metres: a quarter of the way round.
  package static let maximumDistance = 10_000_000.0
  /// The desired accuracies, metres.
  package static let accuracies = 0.001...maximumDistance
  /// The longest minimum interval, seconds.
  package static let maximumInterval = 86_400.0
  /// Receivers deliver 1 Hz some milliseconds early or late; without leave, an interval of 1 s
  /// would drop every fix that comes early and halve the rate.
  static let jitterLeave = 0.05

  /// What the subscription asked for; absent or zero means no filter.
  package struct Settings: Hashable, Sendable {
    package let desiredAccuracy: DesiredAccuracy
    /// Metres.
    package let distanceFilter: Double
    /// Seconds.
    package let minimumInterval: Double

    package init(
      desiredAccuracy: DesiredAccuracy = .best,
      distanceFilter: Double = 0,
      minimumInterval: Double = 0
    ) throws(FilterRejection) {
      if case .metres(let metres) = desiredAccuracy {
        _ = try FilterRejection.require(
          metres,
          in: DeliveryFilter.accuracies,
          "desiredAccuracy",
          unit: "m"
        )
      }
      self.desiredAccuracy = desiredAccuracy
      self.distanceFilter = try FilterRejection.require(
        distanceFilter,
        in: 0...DeliveryFilter.maximumDistance,
        "distanceFilter",
        unit: "m"
      )
      self.minimumInterval = try FilterRejection.require(
        minimumInterval,
        in: 0...DeliveryFilter.maximumInterval,
        "minimumInterval",
        unit: "s"
      )
    }

    private init() {
      desiredAccuracy = .best
      distanceFilter = 0
      minimumInterval = 0
    }

    /// Every location passes.
    package static let unfiltered = Settings()
  }

  private struct Delivered {
    var point: GroundPoint
    var instant: Instant
    var stretch: UInt64
  }

  package private(set) var settings: Settings
  /// What became of the last location that was offered.
  package private(set) var lastVerdict: Verdict?
  /// The last location that was offered, delivered or not.
  package private(set) var lastSequence: UInt64?
  private var delivered: Delivered?
  /// When the wait for an accurate enough location last began.
  private var accurateAt = Instant(nanoseconds: 0)
  private var squaredNear = 0.0
  private var squaredFar = 0.0
  private var interval = 0.0

  package init(_ settings: Settings = .unfiltered) {
    self.settings = settings
    prepare()
  }

  /// Replaces the parameters; what was delivered so far still counts.
  package mutating func apply(_ settings: Settings) {
    self.settings = settings
    prepare()
  }

  /// Forgets what was delivered, so that the next location passes: authorization has changed.
  package mutating func reset() {
    delivered = nil
  }

  /// Whether this subscription gets the location, and why.
  package mutating func judge(_ candidate: DeliveryCandidate) -> Verdict {
    let verdict = weigh(candidate)
    lastVerdict = verdict
    lastSequence = candidate.sequence
    if verdict.isDelivered {
      delivered = Delivered(
        point: candidate.point,
        instant: candidate.instant,
        stretch: candidate.stretch
      )
    }
    return verdict
  }

  private mutating func weigh(_ candidate: DeliveryCandidate) -> Verdict {
    guard let delivered else {
      accurateAt = candidate.instant
      return .first
    }
    guard candidate.stretch == delivered.stretch else {
      accurateAt = candidate.instant
      return .stateChange
    }
    if case .metres(let desired) = settings.desiredAccuracy {
      // The wait counts from arrivals, not deliveries: a subscriber that stands still under a
      // distance filter is not starved, and noise must not reach it for that reason.
      if candidate.horizontalAccuracy <= desired {
        accurateAt = candidate.instant
      } else if candidate.instant - accurateAt < Self.starvationLimit {
        return .lessAccurate(accuracy: candidate.horizontalAccuracy, desired: desired)
      }
    }
    let elapsed = candidate.instant - delivered.instant
    guard elapsed >= interval else {
      return .tooSoon(elapsed: elapsed, minimum: settings.minimumInterval)
    }
    let squaredChord = candidate.point.squaredChord(to: delivered.point)
    guard hasMoved(squaredChord, from: delivered.point, to: candidate.point) else {
      return .belowDistance(moved: squaredChord.squareRoot(), filter: settings.distanceFilter)
    }
    return .passed
  }

  private func hasMoved(
    _ squaredChord: Double,
    from start: GroundPoint,
    to end: GroundPoint
  ) -> Bool {
    if squaredChord >= squaredFar { return true }
    if squaredChord < squaredNear { return false }
    return start.distance(to: end) >= settings.distanceFilter
  }

  private mutating func prepare() {
    let near = GroundPoint.certainChord(below: settings.distanceFilter)
    let far = settings.distanceFilter > 0 ? settings.distanceFilter + Ellipsoid.rounding : 0
    squaredNear = near * near
    squaredFar = far * far
    let leave = min(Self.jitterLeave, settings.minimumInterval * Self.jitterLeave)
    interval = settings.minimumInterval - leave
  }
}
