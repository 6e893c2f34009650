// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// Joins the times and the coordinates of a gx:Track, which come as two lists or interleaved.
///
/// The n-th time belongs to the n-th coordinate; a hole in either list still takes its number.
struct KMLTrackPairing {
  /// 16 MB of times: three weeks at 1 Hz.
  private static let mostTimes = 2_000_000
  private static let mostPoints = 100_000
  private static let noTime = Int64.min

  private var times: [Int64] = []
  private var nextTime = 0
  private var points: [TrackPoint?] = []
  private var nextPoint = 0
  private var isFinished = false

  mutating func add(time: UTCTime?, in parser: XMLParser) throws(TrackFailure) {
    guard times.count < Self.mostTimes else {
      throw TrackFailure(
        line: parser.line,
        reason: "a gx:Track with more than \(Self.mostTimes) times before their coordinates"
      )
    }
    times.append(time?.milliseconds ?? Self.noTime)
  }

  mutating func add(point: TrackPoint?, in parser: XMLParser) throws(TrackFailure) {
    guard points.count < Self.mostPoints else {
      throw TrackFailure(
        line: parser.line,
        reason: "a gx:Track with more than \(Self.mostPoints) coordinates before their times"
      )
    }
    points.append(point)
  }

  /// No more times will come: the coordinates left over have none.
  mutating func finish() {
    isFinished = true
  }

  /// The next point whose time is known, or known to be missing.
  mutating func next() -> TrackPoint? {
    while nextPoint < points.count, isFinished || nextTime < times.count {
      var point = points[nextPoint]
      nextPoint += 1
      if nextTime < times.count {
        let time = times[nextTime]
        nextTime += 1
        point?.time = time == Self.noTime ? nil : UTCTime(milliseconds: time)
      }
      if let point { return point }
    }
    if nextPoint == points.count {
      points.removeAll(keepingCapacity: true)
      nextPoint = 0
    }
    if nextTime == times.count {
      times.removeAll(keepingCapacity: true)
      nextTime = 0
    }
    return nil
  }
}
