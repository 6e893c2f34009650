// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import ControlRequests
internal import TrackFiles

/// The stops of a track file, made as they are asked for.
final class TrackSource: RouteSource {
  private let file: TrackFile
  private var track: TrackStops
  private var stops: [RouteStop] = []
  private var head = 0
  private var isAtEnd = false

  init(_ file: TrackFile, keepsTimes: Bool) {
    self.file = file
    track = TrackStops(keepsTimes: keepsTimes)
  }

  var fraction: Double? { file.fraction }
  /// What was left out of the file, and what the daemon takes no point with.
  var summary: ReadSummary {
    var summary = file.summary
    for (value, count) in track.refusedValues { summary.refuse(value, count: count) }
    return summary
  }
  var repairs: Timeline.Repairs { track.repairs }

  func next() throws(Failure) -> RouteStop? {
    while head == stops.count {
      guard !isAtEnd else { return nil }
      head = 0
      if let event = try file.next() {
        stops = track.add(event)
      } else {
        isAtEnd = true
        stops = track.finish()
      }
    }
    defer { head += 1 }
    return stops[head]
  }
}
