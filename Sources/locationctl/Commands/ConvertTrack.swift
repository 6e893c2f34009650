// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import ControlRequests
internal import LinuxIO
internal import LocationCore
internal import TrackFiles

/// `convert`: a track in another format.
enum ConvertTrack {
  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) {
    let names = invocation.texts
    guard names.count == 2 else { return }
    let options = TrackReader.Options(track: invocation.integer(.track))
    let format = try TrackOutput.format(invocation, names[1])
    try TrackOutput.checkReport(of: "convert", invocation, names[1])
    let file = try TrackFile(names[0], context, options: options)
    // Read first: a file that is refused must leave no trace of the other one.
    var event = try file.next()
    let output = try TrackOutput(names[1], format: format, takesName: .atEnd, context)
    var progress = ProgressLine(context.messages, isWanted: names[1] != "-")
    defer { progress.clear() }
    var shown = 0.0
    var stamps =
      format == .nmea ? TimeStamps(from: UTCTime(milliseconds: LoopTime.read().utc)) : nil
    while let current = event {
      try output.write(stamps?.stamp(current) ?? current)
      if let fraction = file.fraction, fraction - shown > 0.01 {
        shown = fraction
        progress.show(fraction: fraction)
      }
      event = try file.next()
    }
    _ = try output.finish()
    progress.clear()
    for line in TrackNotes.lines(file.summary, nil) {
      context.note("\(printable(file.name)): \(line)")
    }
    try output.report("point", names[1], isJSON: invocation.has(.json))
  }
}

/// Gives points without a time one, a second apart: readers of NMEA drop a sentence without date.
struct TimeStamps {
  private var next: UTCTime

  init(from start: UTCTime) {
    next = start
  }

  mutating func stamp(_ event: TrackEvent) -> TrackEvent {
    guard case .point(var point) = event else { return event }
    point.time = point.time ?? next
    next = (point.time ?? next) + 1
    return .point(point)
  }
}
