// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What an operator can do to a route while it plays.
extension RouteGenerator {
  /// Takes points while there is room; the rest must be sent again.
  ///
  /// - Throws: `ParameterError` if a point is bad or the route was finished; nothing is taken then.
  mutating func append(
    _ points: [RoutePoint],
    at now: Now
  ) throws(ParameterError) -> RouteIntake {
    guard !isFinished else { throw ParameterError("points", "the route is finished") }
    try points.validate()
    let tick = clock.tick(at: now.instant)
    let wasReady = isReady
    if wasReady, clock.seconds(at: tick) > path.end { clock.rebase(to: path.end, at: tick) }
    let accepted = path.append(points, usedUpTo: wasReady ? clock.seconds(at: tick) : spec.from)
    if !wasReady, isReady { start(at: tick) }
    schedule()
    return intake(accepted: accepted, at: now)
  }

  /// No more points will come.
  ///
  /// - Throws: `ParameterError` if none came, or if it is to loop and its beginning is used up.
  mutating func finish(at now: Now) throws(ParameterError) {
    guard path.count > 0 else { throw ParameterError("points", "there is none") }
    guard !spec.isLooping || path.dropped == 0 else {
      throw ParameterError(
        "loop",
        "the route has more than \(RouteSpec.window) points; append its laps instead"
      )
    }
    let tick = clock.tick(at: now.instant)
    let wasReady = isReady
    if wasReady, clock.seconds(at: tick) > path.end { clock.rebase(to: path.end, at: tick) }
    isFinished = true
    if !wasReady { start(at: tick) }
    schedule()
  }

  /// How many points there is room for, and how long those at hand last.
  func intake(accepted: Int = 0, at now: Now) -> RouteIntake {
    let seconds = isReady ? clock.seconds(at: clock.tick(at: now.instant)) : spec.from
    return RouteIntake(
      accepted: accepted,
      room: isFinished ? 0 : path.room(usedUpTo: min(seconds, path.end)),
      buffered: max(path.end - seconds, 0) / spec.rate
    )
  }

  /// Stands still and says so once a second.
  mutating func pause(at now: Now) {
    guard !clock.isPaused else { return }
    let tick = clock.tick(at: now.instant)
    clock.pause(at: tick)
    limitToEnd(at: tick)
    restartGrid(at: tick)
  }

  mutating func resume(at now: Now) {
    guard clock.isPaused else { return }
    let tick = clock.tick(at: now.instant)
    clock.resume(at: tick)
    restartGrid(at: tick)
  }

  /// Seconds by which a time that is told, to the millisecond, may lie beyond the route.
  private static let rounding = 0.0005

  /// Goes to a time of the route, in seconds from its first point; what is told of it can be reached.
  ///
  /// - Throws: `ParameterError` with the range that can be reached.
  mutating func seek(to seconds: Double, at now: Now) throws(ParameterError) {
    guard isReady else { throw ParameterError("seek", "the route has no points yet") }
    let range = path.start...max(end ?? path.end, path.start)
    let reached = min(max(seconds, range.lowerBound), range.upperBound)
    guard abs(reached - seconds) <= Self.rounding else {
      throw Self.refusal(of: seconds, in: range)
    }
    let tick = clock.tick(at: now.instant)
    clock.rebase(to: reached, at: tick)
    place(cursorAt: reached)
    hasJumped = true
    hasArrived = false
    restartGrid(at: tick)
  }

  /// Names whole milliseconds that can be reached.
  private static func refusal(of seconds: Double, in range: ClosedRange<Double>) -> ParameterError {
    let lower = (range.lowerBound * 1000).rounded(.up) / 1000
    let upper = max((range.upperBound * 1000).rounded(.down) / 1000, lower)
    return ParameterError(
      "seek",
      "\(plainNumber(seconds)) is not in \(plainNumber(lower)) … \(plainNumber(upper)) s"
    )
  }

  /// Seconds of the route at which it begins.
  var begin: Double { path.dropped == 0 ? max(spec.from, path.start) : spec.from }

  /// Begins to move as of a tick.
  mutating func start(at tick: Int64) {
    clock.rebase(to: begin, at: tick)
    place(cursorAt: begin)
    grid = TickGrid(base: tick, step: movingStep)
  }

  /// Makes the point at or next after a time of the route the next one told.
  mutating func place(cursorAt seconds: Double) {
    let index = path.index(at: seconds) ?? -1
    let isExact = index >= 0 && path.nodes[index].offset == seconds
    cursor = path.dropped + index - (isExact ? 1 : 0)
  }

  private mutating func restartGrid(at tick: Int64) {
    let base = max(tick, (lastTick ?? .min / 2) + Self.shortestStep)
    grid = TickGrid(base: base, step: isMoving ? movingStep : Self.standingStep)
    schedule()
  }

  private mutating func limitToEnd(at tick: Int64) {
    let limit = end ?? path.end
    if isReady, clock.seconds(at: tick) > limit { clock.rebase(to: limit, at: tick) }
  }

  /// Where it stands.
  func progress(at now: Now) -> RouteProgress {
    let elapsed = min(clock.seconds(at: clock.tick(at: now.instant)), end ?? path.end)
    let isWaiting = !isReady || !isFinished && elapsed >= path.end && end == nil
    // Not by the clock: whoever waits for the end must find the last location told.
    // Between two laps it is under way, though it stands.
    let hasEnded = end != nil && hasArrived && !canLoop
    let state: RouteProgress.State =
      hasEnded ? .ended : clock.isPaused ? .paused : isWaiting ? .waiting : .playing
    return RouteProgress(
      state: state,
      elapsed: isReady ? elapsed : 0,
      total: end,
      remaining: end.map { max($0 - elapsed, 0) / spec.rate },
      waypoint: isReady ? path.index(at: elapsed).map { $0 + path.dropped } : nil,
      points: path.count,
      laps: laps
    )
  }
}
