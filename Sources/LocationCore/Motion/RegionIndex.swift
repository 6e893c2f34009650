// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A region of one subscriber in a `RegionIndex`; good until it is removed.
package struct RegionHandle: Hashable, Sendable {
  let slot: UInt32
  let generation: UInt32
}

/// What happened between one subscriber and one region.
package struct RegionEvent: Hashable, Sendable {
  package let handle: RegionHandle
  package let transition: RegionTransition
  /// Time of the location with which it began, before the dwell.
  package let since: UTCTime
}

/// All regions of all sessions of one view, evaluated only when their state could have changed.
///
/// A region whose state is settled cannot change before the location has moved further than its
/// distance to the boundary. So each one sleeps until the path travelled has grown by that much;
/// a fix costs as much as there are regions near it. Regions of equal shape are measured once.
package struct RegionIndex {
  private var shapes: RegionShapes
  /// When each shape is to be looked at.
  private var due = TravelTree()
  private var last: GroundPoint?
  /// Length of the path so far in millimetres, never less than the true one.
  private var travelled: UInt64 = 0
  /// How many shapes the last location had to be measured against.
  package private(set) var lastEvaluationCount = 0

  /// `maximumVertices` bounds the memory that the polygons of all sessions together may take.
  package init(settings: RegionSettings = RegionSettings(), maximumVertices: Int = 1_000_000) {
    shapes = RegionShapes(settings: settings, maximumVertices: maximumVertices)
  }

  /// Regions being watched.
  package var count: Int { shapes.members.count }

  /// Watches a region; `state` is what the subscriber was last told, if anything.
  package mutating func add(
    _ region: Region,
    assuming state: RegionState = .unknown
  ) throws(Region.Rejection) -> RegionHandle {
    let (handle, shape) = try shapes.add(region, assuming: state)
    if shape == due.count {
      due.append(TravelTree.always)
    } else {
      due.set(shape, to: TravelTree.always)
    }
    return handle
  }

  /// Watches a region and determines its state at once by the current location, if that can be.
  package mutating func add(
    _ region: Region,
    at location: Location,
    now: Instant
  ) throws(Region.Rejection) -> (handle: RegionHandle, event: RegionEvent?) {
    let sighting = RegionSighting(location, now: now)
    let added = try shapes.add(region, at: sighting)
    if added.shape == due.count { due.append(TravelTree.never) }
    // Travel is counted from the last location; this one may lie elsewhere, or be the first.
    let start = last ?? sighting.point
    last = start
    let slack = added.slack - Self.travel(from: start, to: sighting.point)
    due.set(added.shape, to: min(due[added.shape], Self.wakeTime(after: slack, from: travelled)))
    return (added.handle, added.event)
  }

  /// Ends the watch; an unknown handle does nothing.
  package mutating func remove(_ handle: RegionHandle) {
    guard let emptied = shapes.remove(handle) else { return }
    due.set(emptied, to: TravelTree.never)
  }

  /// The state as of the last location; unknown for an unknown handle.
  package func state(of handle: RegionHandle) -> RegionState {
    shapes.members.state(of: handle)
  }

  /// There is no fix; changes under way start anew.
  package mutating func interrupt() {
    // A settled region has nothing under way, and any other is due every time.
    due.visit(dueAt: TravelTree.always) { shape in
      shapes.interrupt(shape)
      return TravelTree.always
    }
  }

  /// Takes in the view's next location and returns what happened, in no particular order.
  package mutating func update(_ location: Location, now: Instant) -> [RegionEvent] {
    let sighting = RegionSighting(location, now: now)
    if location.fix.isDiscontinuous { interrupt() }
    if let last {
      let step = Self.travel(from: last, to: sighting.point)
      travelled &+= UInt64((step * 1000).rounded(.up))
    }
    last = sighting.point
    var events: [RegionEvent] = []
    var evaluations = 0
    due.visit(dueAt: travelled) { shape in
      evaluations += 1
      let slack = shapes.step(shape, sighting, events: &events)
      return Self.wakeTime(after: slack, from: travelled)
    }
    lastEvaluationCount = evaluations
    return events
  }

  private static func travel(from start: GroundPoint, to end: GroundPoint) -> Double {
    GroundPoint.longestGeodesic(chord: end.chord(to: start))
  }

  private static func wakeTime(after slack: Double, from travelled: UInt64) -> UInt64 {
    guard slack > worthSleeping else { return TravelTree.always }
    return travelled &+ UInt64((slack * 1000).rounded(.down))
  }

  /// Metres; sleeping for less than a step costs more than it saves.
  private static let worthSleeping = 1.0
}
