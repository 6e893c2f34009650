// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import ControlRequests
internal import LocationClient
internal import LocationCore
internal import LocationProtocol

/// Sends a route to the daemon and, where it stays attached, sees it to its end.
///
/// A route of at most `RouteSpec.window` points is sent whole. Of a longer one the daemon holds
/// a part at a time and takes more as points are used up.
struct RoutePlayer {
  let request: OverrideRequest
  let context: Context

  /// Sends a route that fits; with a lease it then plays to its end.
  func play(
    _ stops: [RouteStop],
    _ description: String,
    members: [String: JSONValue] = [:]
  ) throws(Failure) {
    let chunks = RouteChunk.all(of: stops)
    guard let first = chunks.first else { return }
    guard chunks.count == 1 || !request.isPersistent else {
      throw .badData(
        "--persist holds for a route that fits one request; of these \(stops.count) points "
          + "\(first.stops.count) do"
      )
    }
    let active = try request.set(
      context,
      adding: ["points": first.points, "complete": .bool(chunks.count == 1)]
    )
    do {
      for chunk in chunks.dropFirst() {
        _ = try active.call("appendPoints", ["points": chunk.points])
      }
      if chunks.count > 1 { _ = try active.call("finishRoute") }
    } catch {
      // Half a route is not what was asked for.
      _ = try? context.call(
        active.connection,
        "clearOverrides",
        ["ids": .array([.string(active.id)])]
      )
      throw error
    }
    try request.report(active, description, context, members: members)
    guard request.isLease else { return try context.requireSaved(active.answer) }
    try context.untilInterrupted { () throws(Failure) in
      var screen = ProgressLine(context.messages, isWanted: !request.isJSON)
      defer { screen.clear() }
      try watch(active, &screen)
    }
  }

  /// Sends a route of any length, a part at a time; it ends with this command.
  ///
  /// Nothing is set before its first stop is there. Where it cannot be read to its end, what it took
  /// the place of holds again.
  func stream(
    _ source: some RouteSource,
    _ description: String,
    restart: (() throws(Failure) -> any RouteSource)? = nil
  ) throws(Failure) {
    try context.untilInterrupted { () throws(Failure) in
      let connection = try request.connect(context)
      guard let first = try source.next() else { return }
      let active = try request.set(
        context,
        on: connection,
        adding: [
          "points": .array([first.value]), "complete": .bool(false), "provisional": .bool(true),
        ]
      )
      let stream = RouteStream(active, source, restart: restart)
      try request.report(active, description, context)
      stream.screen = ProgressLine(context.messages, isWanted: !request.isJSON)
      defer { stream.screen?.clear() }
      context.input.goOn = { [unowned stream] () throws(Failure) in try stream.flush() }
      guard try isReadToItsEnd(stream, active) else { return }
      _ = try active.call("finishRoute")
      var screen = stream.screen ?? ProgressLine(.none, isWanted: false)
      try watch(active, &screen)
    }
  }

  /// Sends all of a stream; false if the override has ended before.
  private func isReadToItsEnd(
    _ stream: RouteStream,
    _ active: ActiveOverride
  ) throws(Failure) -> Bool {
    do throws(Failure) {
      return try stream.run()
    } catch {
      guard error.kind == .badData else { throw error }
      stream.screen?.clear()
      let answer = try? context.call(
        active.connection,
        "clearOverrides",
        ["ids": .array([.string(active.id)]), "restore": .bool(true)]
      )
      if let id = answer?["restored"]?.elements.first?.text {
        context.note("\(printable(id)) holds again")
      }
      throw error
    }
  }

  /// Waits until the route has ended, or the override.
  private func watch(
    _ active: ActiveOverride,
    _ screen: inout ProgressLine
  ) throws(Failure) {
    var pause = 0.0
    while try active.isHeld(for: pause) {
      guard let progress = try active.progress() else { return }
      guard progress["state"]?.text != "ended" else { return }
      screen.show(
        elapsed: progress["elapsed"]?.double,
        total: progress["total"]?.double,
        isPaused: progress["state"]?.text == "paused"
      )
      pause = min(max(progress["remaining"]?.double ?? 1, 0.05), 1)
    }
  }
}

/// The part of a long route that is under way.
final class RouteStream {
  /// Seconds between two looks at a daemon that has no room.
  private static let shortestPause = 0.02
  private static let longestPause = 1.0
  /// Seconds after which what has been read goes out though a request has room for more.
  private static let longestHold = 0.1

  var screen: ProgressLine?
  private let active: ActiveOverride
  private var source: any RouteSource
  private let restart: (() throws(Failure) -> any RouteSource)?
  private var chunk = RouteChunk()
  private var isOver = false
  private var isSending = false
  private var read = 0.0
  private var sendBy = LocationConnection.deadline(after: 0)

  init(
    _ active: ActiveOverride,
    _ source: any RouteSource,
    restart: (() throws(Failure) -> any RouteSource)?
  ) {
    self.active = active
    self.source = source
    self.restart = restart
  }

  /// Sends everything; false if the override has ended before.
  func run() throws(Failure) -> Bool {
    while !isOver {
      guard let stop = try nextStop() else {
        try send()
        return !isOver
      }
      if !chunk.add(stop) {
        try send()
        _ = chunk.add(stop)
      }
      if LocationConnection.deadline(after: 0) >= sendBy { try send() }
    }
    return false
  }

  /// Sends what has been read before more is waited for; false if the override has ended.
  func flush() throws(Failure) -> Bool {
    guard !isSending else { return !isOver }
    try send()
    if try !active.isHeld(for: 0) { isOver = true }
    return !isOver
  }

  private func nextStop() throws(Failure) -> RouteStop? {
    if let stop = try source.next() {
      read = max(read, stop.offset)
      return stop
    }
    guard let restart else { return nil }
    // The way to the beginning of the next lap may be long.
    try send()
    source = try restart()
    return try source.next().map { stop in
      guard case .object(var members) = stop.value else { return stop }
      // The way back to the beginning is not driven, and takes as long as any break.
      members["gap"] = nil
      members["startsSegment"] = .bool(true)
      return RouteStop(members)
    }
  }

  /// Sends the chunk, waiting for room.
  private func send() throws(Failure) {
    isSending = true
    defer {
      isSending = false
      sendBy = LocationConnection.deadline(after: Self.longestHold)
    }
    while !chunk.isEmpty, !isOver {
      let answer = try active.call("appendPoints", ["points": chunk.points])
      let accepted = max(0, Int(clamping: Int64(clamping: answer["accepted"]?.double ?? 0)))
      let count = chunk.stops.count
      chunk.removeFirst(min(accepted, count))
      guard accepted < count else { return }
      // Half of what is at hand may be used up before there is need for more.
      let pause = (answer["buffered"]?.double ?? 0) / 2
      try wait(min(max(pause, Self.shortestPause), Self.longestPause))
    }
  }

  private func wait(_ seconds: Double) throws(Failure) {
    guard try active.isHeld(for: seconds), let progress = try active.progress() else {
      isOver = true
      return
    }
    // The end may have been given as a time, long before the end of the file.
    if progress["state"]?.text == "ended" { isOver = true }
    let total = source.fraction.flatMap { restart == nil && $0 > 0 ? read / $0 : nil }
    screen?.show(
      elapsed: progress["elapsed"]?.double,
      total: progress["total"]?.double ?? total,
      isEstimated: progress["total"] == nil,
      isPaused: progress["state"]?.text == "paused"
    )
  }
}
