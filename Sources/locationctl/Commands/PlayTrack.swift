// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import ControlRequests
internal import LocationClient
internal import LocationCore
internal import LocationProtocol
internal import TrackFiles

/// `play`: a recorded track.
struct PlayTrack {
  /// Seconds for which a file is read ahead to see whether it is good, before it is played.
  static let checkTime = 0.4
  /// Characters of a file's name that the daemon keeps; its end says most.
  private static let longestName = 200

  private let path: String
  private let invocation: Invocation
  private let context: Context
  private let params: [String: JSONValue]

  private init(_ path: String, _ invocation: Invocation, _ context: Context) throws(Failure) {
    self.path = path
    self.invocation = invocation
    self.context = context
    var params = try Self.parameters(invocation)
    if path != "-" { params["file"] = .string(String(printable(path).suffix(Self.longestName))) }
    self.params = params
  }

  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) {
    guard let path = invocation.texts.first else { return }
    let track = try PlayTrack(path, invocation, context)
    try context.untilInterrupted { () throws(Failure) in try track.play() }
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

  private var name: String { path == "-" ? "standard input" : printable(path) }

  private func play() throws(Failure) {
    let source = try open()
    guard path != "-" else {
      guard !invocation.has(.loop) else {
        throw .usage("play: standard input cannot be looped")
      }
      return try stream(source, after: [])
    }
    var stops: [RouteStop] = []
    while stops.count <= RouteSpec.window, let stop = try source.next() { stops.append(stop) }
    guard stops.count > RouteSpec.window else { return try play(source, all: stops) }
    // Nothing may change because of a file that cannot be read to its end.
    try openFile().check(for: Self.checkTime)
    if invocation.has(.loop) {
      try loop(source, after: stops)
    } else {
      try stream(source, after: stops)
    }
  }

  private func openFile() throws(Failure) -> TrackFile {
    try TrackFile(path, context, options: TrackReader.Options(track: invocation.integer(.track)))
  }

  private func open() throws(Failure) -> TrackSource {
    TrackSource(try openFile(), keepsTimes: invocation.has(.keepTimes))
  }

  /// Plays a track that one request holds.
  private func play(_ source: TrackSource, all stops: [RouteStop]) throws(Failure) {
    try checkRange(stops)
    note(source)
    let request = try OverrideRequest(invocation, params: params)
    try RoutePlayer(request: request, context: context).play(
      stops,
      "\(name), \(counted(stops.count, "point"))",
      members: [
        "points": .integer(Int64(stops.count)),
        "skipped": .integer(Int64(source.summary.skippedPoints)),
      ]
    )
  }

  /// Plays a track once while it is read.
  private func stream(_ source: TrackSource, after opening: [RouteStop]) throws(Failure) {
    let tail = RouteTail(
      source,
      after: opening,
      from: invocation.duration(.from) ?? 0,
      speed: invocation.number(.routeSpeed)
    )
    var screen = ProgressLine(context.messages, isWanted: !invocation.has(.json))
    tail.onSkip = { screen.show(fraction: $0) }
    try attachedPlayer().stream(tail, name)
    note(source)
  }

  /// Plays a track again and again, and reads it anew for each lap that is too long to be kept.
  private func loop(_ source: TrackSource, after opening: [RouteStop]) throws(Failure) {
    func cut(_ source: any RouteSource, after opening: [RouteStop]) -> RouteCut {
      RouteCut(
        source,
        after: opening,
        from: invocation.duration(.from) ?? 0,
        to: invocation.duration(.to),
        speed: invocation.number(.routeSpeed)
      )
    }
    let lap = KeptLap(cut(source, after: opening))
    try attachedPlayer().stream(lap, name) { () throws(Failure) in
      if let again = lap.again { return again }
      return cut(try open(), after: [])
    }
  }

  private func attachedPlayer() throws(Failure) -> RoutePlayer {
    var params = params
    // The laps of a long route are appended, not begun again by the daemon.
    if params.removeValue(forKey: "loop") != nil {
      params["from"] = nil
      params["to"] = nil
    }
    let request = try OverrideRequest(invocation, params: params, isAttached: true)
    return RoutePlayer(request: request, context: context)
  }

  /// A beginning after the end would play nothing but the last point.
  private func checkRange(_ stops: [RouteStop]) throws(Failure) {
    guard let from = invocation.duration(.from), !invocation.has(.routeSpeed) else { return }
    let end = stops.last?.offset ?? 0
    guard from > end else { return }
    throw .badData(
      "--from \(shortNumber(from)) is not allowed; give a time in 0 … \(shortNumber(end)) s"
    )
  }

  /// Says what of the file is not played as it stands.
  private func note(_ source: TrackSource) {
    // By a speed the times of the file do not matter, repaired or not.
    let repairs = invocation.has(.routeSpeed) ? nil : source.repairs
    for line in TrackNotes.lines(source.summary, repairs) {
      context.note("\(name): \(line)")
    }
  }
}
