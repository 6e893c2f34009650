// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore
internal import LocationProtocol
package import TrackFiles

/// Makes the stops of a route from what a track file says.
///
/// Each says how long after the one before it comes, as the timeline has repaired it. A loss of
/// the fix is a stop where the receiver was seen last, between that point and the next one.
package struct TrackStops {
  private let keepsTimes: Bool
  private var timeline = Timeline()
  private var stops: [RouteStop] = []
  private var last: (coordinate: Coordinate, offset: Double)?
  private var loss: Double?
  /// Microseconds of the route at the stop made last; whole ones, so that gaps add up exactly.
  private var clock: Int64?
  /// What the file says and no override takes.
  package private(set) var refusedValues: [ReadSummary.RefusedValue: Int] = [:]

  package init(keepsTimes: Bool) {
    self.keepsTimes = keepsTimes
  }

  package var repairs: Timeline.Repairs { timeline.repairs }

  /// Takes the next event of the file; returns the stops that are settled by it.
  package mutating func add(_ event: TrackEvent) -> [RouteStop] {
    for entry in timeline.add(event) { take(entry) }
    return takeStops()
  }

  /// The end of the file.
  package mutating func finish() -> [RouteStop] {
    for entry in timeline.finish() { take(entry) }
    if let lost = loss, let last {
      loss = nil
      stops.append(makeLoss(from: last.coordinate, at: max(lost, last.offset + 1)))
    }
    return takeStops()
  }

  private mutating func takeStops() -> [RouteStop] {
    defer { stops = [] }
    return stops
  }

  private mutating func take(_ entry: Timeline.Entry) {
    switch entry.content {
    case .track: break
    case .fixLost: loss = loss ?? entry.offset
    case .point(let point):
      if let lost = loss, let last {
        // Not at the very time of a point, which it would hide.
        let gap = entry.offset - last.offset
        let earliest = last.offset + min(1, gap / 2)
        let due = min(max(lost, earliest), last.offset + gap / 2)
        stops.append(makeLoss(from: last.coordinate, at: max(due, earliest)))
      }
      loss = nil
      last = (point.coordinate, entry.offset)
      stops.append(makeStop(point, at: entry.offset, isDiscontinuous: entry.isDiscontinuous))
    }
  }

  private mutating func makeLoss(from coordinate: Coordinate, at offset: Double) -> RouteStop {
    RouteStop(
      [
        "latitude": .number(coordinate.latitude), "longitude": .number(coordinate.longitude),
        "gap": gap(to: offset), "hasFix": .bool(false),
      ],
      offset: offset
    )
  }

  private mutating func makeStop(
    _ point: TrackPoint,
    at offset: Double,
    isDiscontinuous: Bool
  ) -> RouteStop {
    var members: [String: JSONValue] = [
      "latitude": .number(point.coordinate.latitude),
      "longitude": .number(point.coordinate.longitude),
      "gap": gap(to: offset),
    ]
    func add(_ limit: ParameterLimit, _ value: Double?, _ kind: ReadSummary.RefusedValue) {
      guard let value else { return }
      if limit.range.contains(value) {
        members[limit.name] = .number(value)
      } else {
        refusedValues[kind, default: 0] += 1
      }
    }
    add(OverrideLimits.altitude, point.altitude, .altitude)
    add(OverrideLimits.ellipsoidalAltitude, point.ellipsoidalAltitude, .altitude)
    add(OverrideLimits.horizontalAccuracy, point.horizontalAccuracy, .accuracy)
    if members["altitude"] != nil || members["ellipsoidalAltitude"] != nil {
      add(OverrideLimits.verticalAccuracy, point.verticalAccuracy, .accuracy)
    }
    add(OverrideLimits.pointSpeed, point.speed, .speed)
    add(OverrideLimits.speedAccuracy, point.speedAccuracy, .accuracy)
    add(OverrideLimits.course, point.course, .course)
    add(OverrideLimits.courseAccuracy, point.courseAccuracy, .accuracy)
    if keepsTimes { members["time"] = point.time?.text.map { .string($0) } }
    if isDiscontinuous { members["startsSegment"] = .bool(true) }
    return RouteStop(members, offset: offset)
  }

  private mutating func gap(to offset: Double) -> JSONValue {
    let due = Int64(clamping: offset * 1e6)
    defer { clock = due }
    return .number(Double(due - (clock ?? due)) / 1e6)
  }
}
