// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import ControlRequests
internal import LocationClient
internal import LocationCore
internal import LocationProtocol

/// The part of a route between two of its times, for laps that this command appends itself.
///
/// It begins and ends between two stops where the times lie there. Times are counted as the daemon
/// counts them: by the stops' own, or by the way at a speed.
final class RouteCut: RouteSource {
  private let source: any RouteSource
  private let from: Double
  private let to: Double?
  private var times: RouteTimes
  private var opening: ArraySlice<RouteStop>
  private var ahead: RouteStop?
  private var hasBegun = false
  private var isOver = false

  /// `speed` is in metres per second; nil for the stops' own times.
  init(
    _ source: any RouteSource,
    after opening: [RouteStop] = [],
    from: Double,
    to: Double?,
    speed: Double?
  ) {
    self.source = source
    self.opening = opening[...]
    self.from = from
    self.to = to
    times = RouteTimes(speed: speed)
  }

  var fraction: Double? { source.fraction }

  func next() throws(Failure) -> RouteStop? {
    if let stop = ahead {
      ahead = nil
      return stop
    }
    while !isOver, let stop = try nextOfSource() {
      let before = times.last
      let time = times.take(stop)
      guard time >= from else { continue }
      if let to, time > to {
        isOver = true
        guard let before, before.time < to else { return nil }
        let end = stop.between(before.stop, before.time, time, at: to)
        guard !hasBegun else { return end }
        // Both ends lie between the same two stops.
        ahead = end?.after(to - from)
        return start(before, stop, time)?.after(0)
      }
      guard !hasBegun else { return stop }
      hasBegun = true
      guard let before, time > from, let first = start(before, stop, time) else {
        return stop.after(0)
      }
      ahead = stop.after(time - from)
      return first.after(0)
    }
    guard hasBegun || isOver else {
      throw times.refusal(of: from)
    }
    return nil
  }

  private func nextOfSource() throws(Failure) -> RouteStop? {
    if let stop = opening.popFirst() { return stop }
    return try source.next()
  }

  private func start(
    _ before: (stop: RouteStop, time: Double),
    _ stop: RouteStop,
    _ time: Double
  ) -> RouteStop? {
    stop.between(before.stop, before.time, time, at: from)
  }
}

extension RouteStop {
  /// A stop on the way from another one to this one; nil where there is no way between them.
  fileprivate func between(
    _ other: RouteStop,
    _ start: Double,
    _ end: Double,
    at time: Double
  ) -> RouteStop? {
    guard value["startsSegment"] == nil, end > start, let here = other.coordinate,
      let there = coordinate, case .object(var members) = other.value
    else { return nil }
    let share = (time - start) / (end - start)
    let way = Geodesic.course(from: here, to: there)
    let place = Geodesic.destination(
      from: here,
      course: way.initialCourse,
      distance: way.distance * share
    )
    guard let reached = place?.coordinate else { return nil }
    members["latitude"] = .number(reached.latitude)
    members["longitude"] = .number(reached.longitude)
    for name in ["altitude", "ellipsoidalAltitude"] {
      guard let low = members[name]?.double else { continue }
      members[name] = .number(low + ((value[name]?.double ?? low) - low) * share)
    }
    // What the receiver said of its movement there does not hold here.
    for name in ["speed", "speedAccuracy", "course", "courseAccuracy", "startsSegment", "time"] {
      members[name] = nil
    }
    if let first = other.value["time"]?.text.flatMap({ UTCTime(text: $0) }),
      let last = value["time"]?.text.flatMap({ UTCTime(text: $0) })
    {
      members["time"] = (first + (last - first) * share).text.map { .string($0) }
    }
    if members["gap"] != nil {
      members["gap"] = .number(max(((time - start) * 1e6).rounded(), 0) / 1e6)
    }
    return RouteStop(members, offset: other.offset + (offset - other.offset) * share)
  }
}
