// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// The points of a route on its own time axis: a bounded window that moves along.
struct RoutePath {
  struct Node {
    let route: RoutePoint
    /// Seconds from the first point of the route.
    var offset: Double
    /// Counts the breaks before it.
    var segment: Int

    var coordinate: Coordinate { route.point.coordinate }
  }

  /// A position on the route.
  struct Place {
    var point: PointSpec
    /// The recording's own time there.
    var time: UTCTime?
    var segment: Int
    var hasFix: Bool
    /// Where the leg leads from here, and at which speed; nil while standing.
    var onward: (course: Double, speed: Double)?
  }

  private(set) var nodes: [Node] = []
  /// Points used up and forgotten.
  private(set) var dropped = 0
  private let speed: Double?
  private let breakTime: Double
  /// The newest point whose time is known, on both time axes.
  private var timed: (offset: Double, time: UTCTime)?

  /// - Parameters:
  ///   - speed: Metres per second; nil for the points' own times.
  ///   - breakTime: Seconds that a break takes where times do not say.
  init(speed: Double?, breakTime: Double) {
    self.speed = speed
    self.breakTime = breakTime
  }

  /// The number of points received.
  var count: Int { dropped + nodes.count }
  /// Seconds of the route at its first point still held.
  var start: Double { nodes.first?.offset ?? 0 }
  /// Seconds of the route at its last point so far.
  var end: Double { nodes.last?.offset ?? 0 }
  var isClosed: Bool { dropped == 0 && nodes.first?.coordinate == nodes.last?.coordinate }

  /// Takes points while there is room, forgetting used ones only when it needs theirs.
  ///
  /// - Returns: How many were taken.
  mutating func append(_ points: [RoutePoint], usedUpTo seconds: Double) -> Int {
    let accepted = min(points.count, room(usedUpTo: seconds))
    let surplus = nodes.count + accepted - RouteSpec.window
    if surplus > 0 {
      nodes.removeFirst(surplus)
      dropped += surplus
    }
    for point in points.prefix(accepted) { append(point) }
    return accepted
  }

  /// How many points can be taken.
  func room(usedUpTo seconds: Double) -> Int {
    RouteSpec.window - nodes.count + (index(at: seconds) ?? 0)
  }

  private mutating func append(_ route: RoutePoint) {
    // The first point may lie some way into a route whose beginning is not sent.
    var node = Node(route: route, offset: route.gap ?? 0, segment: 0)
    if let last = nodes.last {
      node.offset = last.offset + duration(from: last, to: route)
      node.segment = last.segment + (route.startsSegment ? 1 : 0)
    }
    if let time = route.time { timed = (node.offset, time) }
    nodes.append(node)
  }

  private func duration(from last: Node, to next: RoutePoint) -> Double {
    if speed == nil, let gap = next.gap { return gap }
    // A recording without usable times falls back on the default speed for that leg.
    if speed == nil, let time = next.time, let timed, time >= timed.time {
      return max(timed.offset + (time - timed.time) - last.offset, 0)
    }
    guard !next.startsSegment else { return breakTime }
    let distance = Geodesic.distance(from: last.coordinate, to: next.point.coordinate)
    return distance / (speed ?? RouteSpec.defaultSpeed)
  }

  /// The index of the last node that is reached at a time; nil before the first one.
  func index(at seconds: Double) -> Int? {
    var low = 0
    var high = nodes.count
    while low < high {
      let middle = (low + high) / 2
      if nodes[middle].offset <= seconds { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }

  /// Where the route is at a time, on the geodesic between two points.
  func place(at seconds: Double) -> Place? {
    guard let index = index(at: seconds) else { return nil }
    let node = nodes[index]
    guard let (next, leg) = leg(after: index) else { return standing(at: node, for: seconds) }
    let fraction = (seconds - node.offset) / (next.offset - node.offset)
    guard
      let here = Geodesic.destination(
        from: node.coordinate,
        course: leg.initialCourse,
        distance: leg.distance * fraction
      )
    else { return standing(at: node, for: seconds) }
    var point = PointSpec(coordinate: here.coordinate)
    let start = node.route.point
    let end = next.route.point
    point.altitude = Self.mix(start.altitude, end.altitude, fraction)
    point.ellipsoidalAltitude = Self.mix(
      start.ellipsoidalAltitude,
      end.ellipsoidalAltitude,
      fraction
    )
    point.horizontalAccuracy = start.horizontalAccuracy
    point.verticalAccuracy = start.verticalAccuracy
    var time: UTCTime?
    if let from = node.route.time, let until = next.route.time, until >= from {
      time = from + (until - from) * fraction
    }
    return Place(
      point: point,
      time: time,
      segment: node.segment,
      hasFix: node.route.hasFix,
      onward: leg.distance > 0
        ? (here.course, leg.distance / (next.offset - node.offset)) : nil
    )
  }

  /// A point itself, with all that it says.
  func place(of index: Int) -> Place {
    let node = nodes[index]
    var place = standing(at: node, for: node.offset)
    place.point = node.route.point
    if let (next, leg) = leg(after: index), leg.distance > 0 {
      place.onward = (leg.initialCourse, leg.distance / (next.offset - node.offset))
    }
    return place
  }

  /// At a point while time passes: what it said of its movement does not hold any more.
  private func standing(at node: Node, for seconds: Double) -> Place {
    var point = node.route.point
    point.speed = nil
    point.speedAccuracy = nil
    point.course = nil
    point.courseAccuracy = nil
    return Place(
      point: point,
      time: node.route.time.map { $0 + (seconds - node.offset) },
      segment: node.segment,
      hasFix: node.route.hasFix
    )
  }

  private func leg(after index: Int) -> (next: Node, course: Geodesic.Course)? {
    guard index + 1 < nodes.count else { return nil }
    let node = nodes[index]
    let next = nodes[index + 1]
    guard !next.route.startsSegment, next.offset > node.offset else { return nil }
    return (next, Geodesic.course(from: node.coordinate, to: next.coordinate))
  }

  private static func mix(_ start: Double?, _ end: Double?, _ fraction: Double) -> Double? {
    guard let start else { return nil }
    guard let end else { return start }
    return start + (end - start) * fraction
  }
}
