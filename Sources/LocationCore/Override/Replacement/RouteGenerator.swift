// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Drives along a route, or plays a recording at its own times.
///
/// Speed and course of a location are those of the way from the location before it, so that
/// distance, speed and time agree everywhere; only recorded values of a point itself come first.
struct RouteGenerator: FixGenerator {
  /// Milliseconds between two locations at least, whatever rate and spacing say.
  static let shortestStep: Int64 = 10
  /// Milliseconds between two locations while standing.
  static let standingStep = 1000.0
  /// Milliseconds; recorded points that a late turn of the loop missed by more are skipped.
  private static let catchUp: Int64 = 1000
  /// Metres; less is no movement.
  private static let leastMovement = 1e-6
  /// Beyond them a location has no speed: the points of a recording may lie anywhere.
  private static let speeds = OverrideLimits.pointSpeed.range

  /// The location told last.
  private struct Told {
    var coordinate: Coordinate
    var altitude: Double?
    var tick: Int64
    var time: UTCTime
    var segment: Int
  }

  let spec: RouteSpec
  var path: RoutePath
  var clock: RouteClock
  var isFinished: Bool
  /// The last location of this lap has been told.
  var hasArrived = false
  /// The next location is not continuous with the last one.
  var hasJumped = false
  var laps = 0
  /// The number of the last recorded point told, from 0 at the first one received.
  var cursor = -1
  var grid: TickGrid
  var lastTick: Int64?
  private(set) var deadline: Instant?
  private var last: Told?
  private var receiver: SimulatedReceiver

  init(_ spec: RouteSpec, at now: Now) {
    self.spec = spec
    path = RoutePath(speed: spec.speed, breakTime: spec.interval)
    clock = RouteClock(at: now, rate: spec.rate, from: spec.from)
    receiver = SimulatedReceiver(at: now, seed: spec.seed)
    isFinished = spec.isComplete
    grid = TickGrid(base: 0, step: Self.standingStep)
    _ = path.append(spec.points, usedUpTo: 0)
    if isReady { start(at: 0) }
    schedule()
  }

  func latest(at now: Now) -> [Callback<Fix>] { receiver.latest(at: now) }

  /// Whether the points reach to where playing begins.
  var isReady: Bool {
    isFinished || path.count > 0 && path.end >= spec.from
  }

  /// Seconds of the route at its end, if that is known.
  var end: Double? {
    if let to = spec.to, path.end >= to { return max(to, begin) }
    return isFinished ? path.end : nil
  }

  /// Milliseconds between two locations while moving.
  var movingStep: Double { max(spec.interval * 1000, Double(Self.shortestStep)) }

  var isMoving: Bool { !clock.isPaused && !hasArrived }

  // MARK: - Turns

  mutating func advance(to now: Now) -> [Callback<Fix>] {
    guard let deadline, deadline <= now.instant else { return [] }
    clock.follow(now)
    let tick = clock.tick(at: now.instant)
    guard isReady else {
      defer { schedule() }
      return receiver.reportNoFix(near: nil, time: now.utc, at: now)
    }
    let callbacks = spec.speed == nil ? playRecorded(at: tick, now) : drive(at: tick, now)
    schedule()
    // Whatever rounding did, a turn must not be due again at once.
    let pause = callbacks.isEmpty ? Self.shortestStep : 1
    self.deadline = self.deadline.map { max($0, clock.instant(of: tick + pause)) }
    return callbacks
  }

  /// One location for the newest tick of the grid, and one on arrival.
  private mutating func drive(at tick: Int64, _ now: Now) -> [Callback<Fix>] {
    // On arrival the grid is that of standing, which knows nothing of when the next lap begins.
    turnLap(at: hasArrived ? tick : grid.latest(notAfter: tick))
    if let arrival = arrivalTick, arrival <= tick { return arrive(at: arrival, now) }
    let due = grid.latest(notAfter: tick)
    guard isFree(due), !isJustBeforeArrival(due) else { return [] }
    return tell(placeNow(at: due), at: due, now)
  }

  /// Every recorded point at its own time; in between, where points are far apart, the way.
  private mutating func playRecorded(at tick: Int64, _ now: Now) -> [Callback<Fix>] {
    if hasArrived { turnLap(at: tick) }
    var callbacks: [Callback<Fix>] = []
    for (number, due) in duePoints(at: tick) {
      cursor = number
      let index = number - path.dropped
      if let end, path.nodes[index].offset >= end { reachEnd(at: due) }
      callbacks += tell(path.place(of: index), at: due, now)
    }
    guard callbacks.isEmpty else { return callbacks }
    if let arrival = arrivalTick, arrival <= tick {
      return arrive(at: isFree(arrival) ? arrival : tick, now)
    }
    let due = grid.latest(notAfter: tick)
    guard isFree(due) else { return [] }
    return tell(placeNow(at: due), at: due, now)
  }

  /// Whether a location there keeps its distance from the one told last.
  private func isFree(_ tick: Int64) -> Bool {
    lastTick.map { tick - $0 >= Self.shortestStep } ?? true
  }

  /// The end is told in any case, and a location less needed gives way to it.
  private func isJustBeforeArrival(_ tick: Int64) -> Bool {
    guard tick > grid.base, let arrivalTick else { return false }
    return tick < arrivalTick && arrivalTick - tick < Self.shortestStep
  }

  /// The recorded points that are due and were not told yet, each with its tick.
  private func duePoints(at tick: Int64) -> [(number: Int, tick: Int64)] {
    guard isMoving, var newest = path.index(at: min(clock.seconds(at: tick), end ?? .infinity))
    else { return [] }
    if newest + 1 < path.nodes.count, path.nodes[newest + 1].offset <= end ?? .infinity,
      clock.hasReached(path.nodes[newest + 1].offset, at: tick)
    {
      newest += 1
    }
    var due: [(number: Int, tick: Int64)] = []
    while newest + path.dropped > cursor, newest >= 0,
      let reached = clock.tick(reaching: path.nodes[newest].offset)
    {
      let isLate = reached < tick - Self.catchUp
      let isCrowded = due.last.map { $0.tick - reached < Self.shortestStep } ?? false
      let number = newest + path.dropped
      if due.isEmpty {
        due.append((number, isFree(reached) ? reached : tick))
      } else if isFree(reached), !isLate, !isCrowded {
        due.append((number, reached))
      }
      if isLate { break }
      newest -= 1
    }
    return due.reversed()
  }

  private mutating func placeNow(at tick: Int64) -> RoutePath.Place? {
    let seconds = clock.seconds(at: tick)
    // Points that are late stop the clock of the route, which goes on when they come.
    if !isFinished, seconds > path.end { clock.rebase(to: path.end, at: tick) }
    return path.place(at: min(seconds, end ?? path.end))
  }

  // MARK: - Ends and laps

  /// The tick of the location at the end; nil if there is none to come in this lap.
  private var arrivalTick: Int64? {
    guard isMoving, let end, !(canLoop && isClosed && spec.speed != nil) else { return nil }
    return clock.tick(reaching: end)
  }

  private mutating func arrive(at tick: Int64, _ now: Now) -> [Callback<Fix>] {
    reachEnd(at: tick)
    return tell(path.place(at: end ?? path.end), at: tick, now)
  }

  private mutating func reachEnd(at tick: Int64) {
    hasArrived = true
    clock.rebase(to: end ?? path.end, at: tick)
    grid = TickGrid(base: tick, step: Self.standingStep)
  }

  private var isClosed: Bool { begin == path.start && spec.to == nil && path.isClosed }

  /// Shorter rounds than a second, and those whose beginning is forgotten, are not repeated.
  var canLoop: Bool {
    guard spec.isLooping, let end, path.dropped == 0 else { return false }
    return (end - begin) / spec.rate >= 1
  }

  /// When the next lap begins.
  private var restartTick: Int64? {
    guard canLoop, let end, let ending = clock.tick(reaching: end) else { return nil }
    return isClosed ? ending : ending &+ Int64(clamping: movingStep)
  }

  private mutating func turnLap(at tick: Int64) {
    guard let restart = restartTick, restart <= tick, let end else { return }
    let overshoot = isClosed && !hasArrived ? max(clock.seconds(at: restart) - end, 0) : 0
    let pause = isClosed ? 0 : Int64(clamping: movingStep)
    let period =
      max(Int64(clamping: ((end - begin) / spec.rate * 1000).rounded(.up)), 1) + pause
    let missed = (tick - restart) / period
    laps += 1 + Int(missed)
    clock.rebase(to: begin + overshoot, at: restart + missed * period)
    cursor = (path.index(at: begin + overshoot) ?? 0) - (isClosed ? 0 : 1)
    if !isClosed { hasJumped = true }
    if hasArrived || !isClosed { grid = TickGrid(base: clock.baseTick, step: movingStep) }
    hasArrived = false
  }

  // MARK: - Telling

  private mutating func tell(
    _ place: RoutePath.Place?,
    at tick: Int64,
    _ now: Now
  ) -> [Callback<Fix>] {
    guard let place else { return [] }
    lastTick = tick
    if spec.speed == nil { grid.base = tick }
    let label = clock.time(of: tick)
    let time = spec.keepsTimes ? place.time ?? label : label
    guard place.hasFix else {
      return receiver.reportNoFix(near: place.point.coordinate, time: time, at: now)
    }
    var fix = Fix(simulating: place.point, time: time)
    setMotion(of: &fix, from: place, at: tick)
    last = Told(
      coordinate: fix.coordinate,
      altitude: fix.altitude,
      tick: tick,
      time: time,
      segment: place.segment
    )
    hasJumped = false
    return receiver.report(fix, at: now)
  }

  private func setMotion(of fix: inout Fix, from place: RoutePath.Place, at tick: Int64) {
    let rate = spec.keepsTimes ? 1 : spec.rate
    let own = spec.speed == nil ? place.point : PointSpec(coordinate: fix.coordinate)
    var speed: Double?
    var course: Double?
    if let last, last.segment == place.segment, !hasJumped {
      let elapsed = spec.keepsTimes ? fix.time - last.time : Double(tick - last.tick) / 1000
      let way = Geodesic.course(from: last.coordinate, to: fix.coordinate)
      if way.distance < Self.leastMovement {
        speed = 0
      } else if elapsed > 0 {
        speed = way.distance / elapsed
        course = way.finalCourse
      }
      if let before = last.altitude, let altitude = fix.altitude, elapsed > 0 {
        fix.climb = (altitude - before) / elapsed
      }
    } else {
      fix.isDiscontinuous = true
      let onward = isMoving ? place.onward : nil
      speed = (onward?.speed ?? 0) * rate
      course = onward?.course
    }
    fix.speed = (own.speed.map { $0 * rate } ?? speed).flatMap {
      Self.speeds.contains($0) ? $0 : nil
    }
    fix.speedAccuracy = own.speed == nil || fix.speed == nil ? nil : own.speedAccuracy
    // Where the recorded receiver stood, the direction of its wander is no course.
    let isStanding = own.speed.map { $0 < 0.5 } ?? false
    fix.course = own.course.map(normalizedCourse) ?? (isStanding ? nil : course)
    fix.courseAccuracy = own.course == nil ? nil : own.courseAccuracy
  }

  // MARK: - Schedule

  mutating func schedule() {
    guard isReady else {
      deadline = receiver.lossDeadline
      return
    }
    var next = grid.next(after: lastTick ?? .min)
    if isMoving, spec.speed == nil, let recorded = nextPointTick {
      // Points that come a little late do not need a location invented just before them.
      let patience = (lastTick ?? .min) &+ Int64(clamping: movingStep * 1.5)
      next = recorded <= patience ? recorded : min(next, recorded)
    }
    if let arrivalTick, isJustBeforeArrival(next) || arrivalTick < next { next = arrivalTick }
    // A round that is driven on has no location of its own where the next one begins.
    if hasArrived, let restartTick { next = min(next, restartTick) }
    if let lastTick { next = max(next, lastTick + Self.shortestStep) }
    deadline = clock.instant(of: next)
  }

  private var nextPointTick: Int64? {
    let index = cursor + 1 - path.dropped
    guard path.nodes.indices.contains(index), path.nodes[index].offset <= end ?? .infinity else {
      return nil
    }
    return clock.tick(reaching: path.nodes[index].offset)
  }
}
