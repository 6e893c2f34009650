// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// How regions decide; one setting for the daemon.
package struct RegionSettings: Hashable, Sendable {
  /// Metres beyond the boundary that count as nothing, however accurate the location claims to be.
  package var minimumMargin = 5.0
  /// Multiples of the horizontal accuracy (~68 %) beyond the boundary; 2 makes it about 99 %.
  package var marginFactor = 2.0
  /// Seconds for which locations must say the same before the state changes.
  package var dwell = 3.0
  /// Metres; a location less accurate than this and than the region is wide says nothing.
  package var coarsestAccuracy = 200.0

  package init() {}
}

/// What one location says about one region.
enum RegionEvidence {
  /// Too inaccurate to say anything.
  case none
  /// Beyond the margin, on this side.
  case inside
  case outside
  /// Within the margin, on this side.
  case nearlyInside
  case nearlyOutside

  /// Weighs a signed distance (metres, negative inside), or a bound of it that lies beyond `margin`.
  ///
  /// Half the width of the region caps the margin towards the inside, so that a small region can
  /// be entered; in return a location must be at least as accurate as the region is wide.
  init(signedDistance: Double, accuracy: Double, radius: Double, settings: RegionSettings) {
    let margin = Self.margin(accuracy: accuracy, settings: settings)
    if signedDistance >= 0 {
      guard accuracy <= max(settings.coarsestAccuracy, radius) else {
        self = .none
        return
      }
      self = signedDistance >= margin ? .outside : .nearlyOutside
    } else {
      guard accuracy <= radius else {
        self = .none
        return
      }
      self = signedDistance <= -min(margin, radius / 2) ? .inside : .nearlyInside
    }
  }

  /// Metres beyond the boundary that a location of this accuracy must be.
  static func margin(accuracy: Double, settings: RegionSettings) -> Double {
    max(settings.minimumMargin, settings.marginFactor * accuracy)
  }
}

/// What happened between a subscriber and a region.
package enum RegionTransition: Hashable, Sendable {
  /// The state is known for the first time; neither entry nor exit.
  case determined(RegionState)
  case entered
  case exited
}

/// The state of one region for one subscriber.
///
/// The first location accurate enough determines the state by its side of the boundary. After
/// that the state changes only when locations beyond the margin say so for the dwell, at least two
/// of them unless the dwell is 0, with none between them on the old side: wobble at the edge
/// changes it once at most, and one wild point never. A break in the stream drops what was under way;
/// where the jump leads is then judged like any other place.
struct RegionTracker {
  private(set) var state: RegionState
  /// The first location of the change under way.
  private var pendingSince: Instant?
  private var pendingTime = UTCTime(milliseconds: 0)

  init(assuming state: RegionState = .unknown) {
    self.state = state
  }

  /// Nothing is under way, so the same evidence again would change nothing.
  var isSettled: Bool {
    state != .unknown && pendingSince == nil
  }

  mutating func interrupt() {
    pendingSince = nil
  }

  /// Takes in one location; returns what happened and the time of the location where it began.
  mutating func step(
    _ evidence: RegionEvidence,
    now: Instant,
    time: UTCTime,
    dwell: Double
  ) -> (transition: RegionTransition, since: UTCTime)? {
    switch (state, evidence) {
    case (_, .none): return nil
    case (.unknown, .inside), (.unknown, .nearlyInside):
      state = .inside
      return (.determined(.inside), time)
    case (.unknown, .outside), (.unknown, .nearlyOutside):
      state = .outside
      return (.determined(.outside), time)
    case (.inside, .inside), (.inside, .nearlyInside),
      (.outside, .outside), (.outside, .nearlyOutside):
      pendingSince = nil
      return nil
    case (.inside, .nearlyOutside), (.outside, .nearlyInside): return nil
    case (.inside, .outside):
      return confirm(.outside, .exited, now: now, time: time, dwell: dwell)
    case (.outside, .inside):
      return confirm(.inside, .entered, now: now, time: time, dwell: dwell)
    }
  }

  private mutating func confirm(
    _ next: RegionState,
    _ transition: RegionTransition,
    now: Instant,
    time: UTCTime,
    dwell: Double
  ) -> (transition: RegionTransition, since: UTCTime)? {
    if pendingSince == nil {
      pendingSince = now
      pendingTime = time
    }
    guard let since = pendingSince, now - since >= dwell else { return nil }
    pendingSince = nil
    state = next
    return (transition, pendingTime)
  }
}

/// One region watched on its own, without an index: for a track replayed from a file.
package struct RegionMonitor: Sendable {
  package let region: Region
  private let settings: RegionSettings
  private var tracker: RegionTracker

  package init(
    _ region: Region,
    assuming state: RegionState = .unknown,
    settings: RegionSettings = RegionSettings()
  ) {
    self.region = region
    self.settings = settings
    tracker = RegionTracker(assuming: state)
  }

  package var state: RegionState { tracker.state }

  /// There is no fix; a change under way starts anew.
  package mutating func interrupt() {
    tracker.interrupt()
  }

  /// Takes in one fix; returns what happened and the time of the fix where it began.
  package mutating func update(
    _ fix: Fix,
    now: Instant
  ) -> (transition: RegionTransition, since: UTCTime)? {
    if fix.isDiscontinuous { tracker.interrupt() }
    let evidence = RegionEvidence(
      signedDistance: region.signedDistance(from: GroundPoint(fix.coordinate)),
      accuracy: fix.horizontalAccuracy,
      radius: region.shape.meanRadius,
      settings: settings
    )
    return tracker.step(evidence, now: now, time: fix.time, dwell: settings.dwell)
  }
}
