// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import ControlRequests
internal import LocationClient
internal import LocationCore
internal import LocationProtocol
internal import TrackFiles

/// `play`: a recorded track.
enum PlayTrack {
  /// Seconds for which a file is read ahead to see whether it is good, before it is played.
  static let checkTime = 0.4
  /// Characters of a file's name that the daemon keeps; its end says most.
  private static let longestName = 200

  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) {
    guard let path = invocation.texts.first else { return }
    var params = try parameters(invocation)
    let options = TrackReader.Options(track: invocation.integer(.track))
    let keepsTimes = invocation.has(.keepTimes)
    func open() throws(Failure) -> TrackSource {
      TrackSource(
        try TrackFile(path, context, options: options),
        keepsTimes: keepsTimes
      )
    }
    try context.untilInterrupted { () throws(Failure) in
      let source = try open()
      let name = path == "-" ? "standard input" : printable(path)
      if path != "-" { params["file"] = .string(String(name.suffix(longestName))) }
      func play(after opening: [RouteStop]) throws(Failure) {
        let tail = RouteTail(
          source,
          after: opening,
          from: invocation.duration(.from) ?? 0,
          speed: invocation.number(.routeSpeed)
        )
        var screen = ProgressLine(context.messages, isWanted: !invocation.has(.json))
        tail.onSkip = { screen.show(fraction: $0) }
        try attached(invocation, params, context).stream(tail, name)
        note(source, name, invocation, context)
      }
      guard path != "-" else {
        guard !invocation.has(.loop) else {
          throw .usage("play: standard input cannot be looped")
        }
        return try play(after: [])
      }
      var stops: [RouteStop] = []
      while stops.count <= RouteSpec.window, let stop = try source.next() { stops.append(stop) }
      guard stops.count > RouteSpec.window else {
        try checkRange(invocation, stops)
        note(source, name, invocation, context)
        let request = try OverrideRequest(invocation, params: params)
        return try RoutePlayer(request: request, context: context).play(
          stops,
          "\(name), \(counted(stops.count, "point"))",
          members: [
            "points": .integer(Int64(stops.count)),
            "skipped": .integer(Int64(source.summary.skippedPoints)),
          ]
        )
      }
      // Nothing may change because of a file that cannot be read to its end.
      let file = try TrackFile(path, context, options: options)
      try file.check(for: checkTime)
      guard invocation.has(.loop) else { return try play(after: stops) }
      func cut(_ source: any RouteSource, after opening: [RouteStop]) -> RouteCut {
        RouteCut(
          source,
          after: opening,
          from: invocation.duration(.from) ?? 0,
          to: invocation.duration(.to),
          speed: invocation.number(.routeSpeed)
        )
      }
      let lap = KeptLap(cut(source, after: stops))
      try attached(invocation, params, context).stream(lap, name) { () throws(Failure) in
        if let again = lap.again { return again }
        return cut(try open(), after: [])
      }
    }
  }

  private static func attached(
    _ invocation: Invocation,
    _ params: [String: JSONValue],
    _ context: Context
  ) throws(Failure) -> RoutePlayer {
    var params = params
    // The laps of a long route are appended, not begun again by the daemon.
    if params.removeValue(forKey: "loop") != nil {
      params["from"] = nil
      params["to"] = nil
    }
    let request = try OverrideRequest(invocation, params: params, isAttached: true)
    return RoutePlayer(request: request, context: context)
  }

  private static func parameters(_ invocation: Invocation) throws(Failure) -> [String: JSONValue] {
    var params: [String: JSONValue] = ["kind": .string("play")]
    params["speed"] = invocation.number(.routeSpeed).map { .number($0) }
    params["rate"] = invocation.number(.rate).map { .number($0) }
    params["seed"] = invocation.integer(.seed).map { .integer(Int64($0)) }
    params["from"] = invocation.duration(.from).map { .number($0) }
    params["to"] = invocation.duration(.to).map { .number($0) }
    if invocation.has(.loop) { params["loop"] = .bool(true) }
    if invocation.has(.keepTimes) { params["keepTimes"] = .bool(true) }
    guard !invocation.has(.keepTimes) || !invocation.has(.routeSpeed) else {
      throw .usage("play: --keep-times and --speed exclude each other: a speed makes new times")
    }
    let from = invocation.duration(.from) ?? 0
    if let to = invocation.duration(.to), to <= from {
      throw .badData(
        "--to \(shortNumber(to)) is not allowed; give a time after --from, \(shortNumber(from))"
      )
    }
    return params
  }

  /// A beginning after the end would play nothing but the last point.
  private static func checkRange(
    _ invocation: Invocation,
    _ stops: [RouteStop]
  ) throws(Failure) {
    guard let from = invocation.duration(.from), !invocation.has(.routeSpeed) else { return }
    let end = stops.last?.offset ?? 0
    guard from > end else { return }
    throw .badData(
      "--from \(shortNumber(from)) is not allowed; give a time in 0 … \(shortNumber(end)) s"
    )
  }

  /// Says what of the file is not played as it stands.
  private static func note(
    _ source: TrackSource,
    _ name: String,
    _ invocation: Invocation,
    _ context: Context
  ) {
    // By a speed the times of the file do not matter, repaired or not.
    let repairs = invocation.has(.routeSpeed) ? nil : source.repairs
    for line in TrackNotes.lines(source.summary, repairs) {
      context.note("\(name): \(line)")
    }
  }
}
