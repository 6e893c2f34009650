// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import ControlRequests
internal import LocationClient
internal import LocationCore
internal import LocationProtocol
internal import TrackFiles

/// `check-regions`: when a track enters and leaves circles, by the rules of the daemon.
enum CheckRegions {
  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) {
    guard let path = invocation.texts.first else { return }
    let arguments = invocation.regions(.checkedRegion)
    guard !arguments.isEmpty else {
      throw .usage("check-regions needs --region; give \(ValueKind.region.allowed)")
    }
    var check = RegionCheck(
      try arguments.enumerated().map { index, argument throws(Failure) in
        let name = argument.identifier ?? "region-\(index + 1)"
        do throws(LocationCore.Region.Rejection) {
          return try LocationCore.Region(
            identifier: name,
            center: argument.center,
            radius: argument.radius
          )
        } catch {
          throw .badData("region \(printable(name)): \(error)")
        }
      }
    )
    let options = TrackReader.Options(track: invocation.integer(.track))
    let file = try TrackFile(path, context, options: options)
    var timeline = Timeline()
    func show(_ entries: [Timeline.Entry]) throws(Failure) {
      for entry in entries {
        for event in check.take(entry) { try print(event, invocation, context) }
      }
    }
    while let event = try file.next() { try show(timeline.add(event)) }
    try show(timeline.finish())
    for line in TrackNotes.lines(file.summary, timeline.repairs) {
      context.note("\(printable(file.name)): \(line)")
    }
  }

  private static func print(
    _ event: RegionCheck.Event,
    _ invocation: Invocation,
    _ context: Context
  ) throws(Failure) {
    let word =
      switch event.transition {
      case .determined(let state): state.rawValue
      case .entered: "entered"
      case .exited: "left"
      }
    guard invocation.has(.json) else {
      let time = event.time?.text ?? "+\(fixed(event.offset, 1)) s"
      return try context.output.line("\(time)  \(printable(event.identifier))  \(word)")
    }
    var object: [String: JSONValue] = [
      "identifier": .string(event.identifier), "event": .string(word),
      "offset": .number((event.offset * 1000).rounded() / 1000),
    ]
    object["time"] = event.time?.text.map { .string($0) }
    try context.output.json(JSONValue.object(object))
  }
}

/// Regions over a track in its own time: where points are far apart the way between them counts,
/// once a second as when it is played.
struct RegionCheck {
  struct Event: Hashable {
    var identifier: String
    var transition: RegionTransition
    /// Nil where the track does not know the time.
    var time: UTCTime?
    /// Seconds of the track.
    var offset: Double
  }

  /// Steps between two points at most, however far apart they are in time.
  private static let mostSteps = 3600.0
  /// Metres, for tracks that do not say.
  private static let defaultAccuracy = 5.0

  private var monitors: [RegionMonitor]
  private var last: (point: TrackPoint, offset: Double)?
  private var isInterrupted = false

  init(_ regions: [LocationCore.Region]) {
    monitors = regions.map { RegionMonitor($0) }
  }

  mutating func take(_ entry: Timeline.Entry) -> [Event] {
    switch entry.content {
    case .track: return []
    case .fixLost:
      for index in monitors.indices { monitors[index].interrupt() }
      isInterrupted = true
      return []
    case .point(let point):
      defer {
        last = (point, entry.offset)
        isInterrupted = false
      }
      let isBreak = entry.isDiscontinuous || isInterrupted
      guard let last, !isBreak else {
        return update(point, at: entry.offset, isDiscontinuous: isBreak)
      }
      return travel(from: last, to: point, at: entry.offset)
        + update(point, at: entry.offset, isDiscontinuous: false)
    }
  }

  /// The locations between two points.
  private mutating func travel(
    from last: (point: TrackPoint, offset: Double),
    to point: TrackPoint,
    at offset: Double
  ) -> [Event] {
    let span = offset - last.offset
    let steps = min(span.rounded(.up), Self.mostSteps)
    guard span > 1.5, steps >= 2 else { return [] }
    let way = Geodesic.course(from: last.point.coordinate, to: point.coordinate)
    var events: [Event] = []
    for step in 1..<Int(steps) {
      let share = Double(step) / steps
      var between = last.point
      between.time = last.point.time.map { $0 + span * share }
      let here = Geodesic.destination(
        from: last.point.coordinate,
        course: way.initialCourse,
        distance: way.distance * share
      )
      between.coordinate = here?.coordinate ?? between.coordinate
      events += update(between, at: last.offset + span * share, isDiscontinuous: false)
    }
    return events
  }

  private mutating func update(
    _ point: TrackPoint,
    at offset: Double,
    isDiscontinuous: Bool
  ) -> [Event] {
    // The monitor gives back the time at which a change began, so that is where the offset goes.
    var fix = Fix(
      device: "",
      time: UTCTime(milliseconds: Int64(clamping: offset * 1000)),
      coordinate: point.coordinate,
      horizontalAccuracy: point.horizontalAccuracy ?? Self.defaultAccuracy
    )
    fix.isDiscontinuous = isDiscontinuous
    let now = Instant(nanoseconds: Int64(clamping: offset * 1e9))
    var events: [Event] = []
    for index in monitors.indices {
      guard let change = monitors[index].update(fix, now: now) else { continue }
      let began = Double(change.since.milliseconds) / 1000
      events.append(
        Event(
          identifier: monitors[index].region.identifier,
          transition: change.transition,
          time: point.time.map { $0 + (began - offset) },
          offset: began
        )
      )
    }
    return events
  }
}
