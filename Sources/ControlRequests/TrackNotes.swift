// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import TrackFiles

/// What a reader left out or repaired, in words.
package enum TrackNotes {
  package static func lines(_ summary: ReadSummary, _ repairs: Timeline.Repairs?) -> [String] {
    var lines: [String] = []
    if summary.skippedPoints > 0 {
      let reasons = summary.skipped.sorted { $0.key.rawValue < $1.key.rawValue }
        .map { "\($0.value) × \($0.key.rawValue)" }
      let first = summary.firstSkips.first.map { skip in
        skip.line.map { ", first in line \($0)" } ?? skip.byte.map { ", first at byte \($0)" } ?? ""
      }
      lines.append(
        "\(positions(summary.skippedPoints)) skipped: \(reasons.joined(separator: ", "))"
          + (first ?? "")
      )
    }
    if !summary.refusedValues.isEmpty {
      let values = summary.refusedValues.sorted { $0.key.rawValue < $1.key.rawValue }
        .map { "\($0.value) × \($0.key.rawValue)" }
      lines.append("values left out: \(values.joined(separator: ", "))")
    }
    if summary.waypoints > 0 {
      lines.append(
        summary.waypoints == 1
          ? "1 waypoint is no part of the track"
          : "\(summary.waypoints) waypoints are no part of the track"
      )
    }
    if let times = repairs.flatMap(times) { lines.append(times) }
    return lines
  }

  /// What of the times is not as the file has them; nil if all is.
  package static func times(_ repairs: Timeline.Repairs) -> String? {
    let parts: [(Int, String)] = [
      (repairs.rollovers, "brought back by 1024 weeks"),
      (repairs.filled, "filled in, at 20 m/s where none stands beside"),
      (repairs.ignored, "ignored"), (repairs.shortenedGaps, "gaps shortened"),
    ]
    let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return words.isEmpty ? nil : "times: \(words.joined(separator: ", "))"
  }

  private static func positions(_ count: Int) -> String {
    "\(count) position\(count == 1 ? "" : "s")"
  }
}
