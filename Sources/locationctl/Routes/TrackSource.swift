// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore
internal import LocationProtocol
internal import TrackFiles

/// The stops of a track file, made as they are asked for.
///
/// Each says how long after the one before it comes, as the timeline has repaired it. A loss of
/// the fix is a stop where the receiver was seen last, between that point and the next one.
final class TrackSource: RouteSource {
  private let file: TrackFile
  private let keepsTimes: Bool
  private var timeline = Timeline()
  private var entries: [Timeline.Entry] = []
  private var head = 0
  private var isAtEnd = false
  private var stops: [RouteStop] = []
  private var last: (coordinate: Coordinate, offset: Double)?
  private var loss: Double?
  /// Microseconds of the route at the stop made last; whole ones, so that gaps add up exactly.
  private var clock: Int64?

  init(_ file: TrackFile, keepsTimes: Bool) {
    self.file = file
    self.keepsTimes = keepsTimes
  }

  var fraction: Double? { file.fraction }
  var summary: ReadSummary { file.summary }
  var repairs: Timeline.Repairs { timeline.repairs }

  func next() throws(Failure) -> RouteStop? {
    while stops.isEmpty {
      guard let entry = try nextEntry() else {
        guard let lost = loss, let last else { return nil }
        loss = nil
        return makeLoss(from: last.coordinate, at: max(lost, last.offset + 1))
      }
      take(entry)
    }
    return stops.removeFirst()
  }

  private func nextEntry() throws(Failure) -> Timeline.Entry? {
    while head == entries.count {
      guard !isAtEnd else { return nil }
      head = 0
      if let event = try file.next() {
        entries = timeline.add(event)
      } else {
        isAtEnd = true
        entries = timeline.finish()
      }
    }
    defer { head += 1 }
    return entries[head]
  }

  private func take(_ entry: Timeline.Entry) {
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

  private func makeLoss(from coordinate: Coordinate, at offset: Double) -> RouteStop {
    RouteStop(
      [
        "latitude": .number(coordinate.latitude), "longitude": .number(coordinate.longitude),
        "gap": gap(to: offset), "hasFix": .bool(false),
      ],
      offset: offset
    )
  }

  private func makeStop(
    _ point: TrackPoint,
    at offset: Double,
    isDiscontinuous: Bool
  ) -> RouteStop {
    var members: [String: JSONValue] = [
      "latitude": .number(point.coordinate.latitude),
      "longitude": .number(point.coordinate.longitude),
      "gap": gap(to: offset),
    ]
    func add(_ limit: ParameterLimit, _ value: Double?) {
      guard let value, limit.range.contains(value) else { return }
      members[limit.name] = .number(value)
    }
    add(OverrideLimits.altitude, point.altitude)
    add(OverrideLimits.ellipsoidalAltitude, point.ellipsoidalAltitude)
    add(OverrideLimits.horizontalAccuracy, point.horizontalAccuracy)
    if members["altitude"] != nil || members["ellipsoidalAltitude"] != nil {
      add(OverrideLimits.verticalAccuracy, point.verticalAccuracy)
    }
    add(OverrideLimits.pointSpeed, point.speed)
    add(OverrideLimits.speedAccuracy, point.speedAccuracy)
    add(OverrideLimits.course, point.course)
    add(OverrideLimits.courseAccuracy, point.courseAccuracy)
    if keepsTimes { members["time"] = point.time?.text.map { .string($0) } }
    if isDiscontinuous { members["startsSegment"] = .bool(true) }
    return RouteStop(members, offset: offset)
  }

  private func gap(to offset: Double) -> JSONValue {
    let due = Int64(clamping: offset * 1e6)
    defer { clock = due }
    return .number(Double(due - (clock ?? due)) / 1e6)
  }
}
