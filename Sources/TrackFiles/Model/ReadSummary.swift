// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What a reader did with a file: counts for the reply to the user.
package struct ReadSummary: Hashable, Sendable {
  /// Why a position is not among the points.
  package enum SkipReason: String, Hashable, Sendable, CaseIterable {
    case missingCoordinate = "no latitude or longitude"
    case malformedCoordinate = "malformed coordinate"
    case outOfRange = "coordinate out of range"
    case noFix = "marked as no fix"
    case hole = "time without a position"
    case wrongChecksum = "wrong checksum"
    case malformedLine = "malformed line"
    case otherDevice = "another receiver"
  }

  /// A value that was refused although its point was kept.
  package enum RefusedValue: String, Hashable, Sendable, CaseIterable {
    case time
    case altitude
    case speed
    case course
    case accuracy
  }

  /// One of the first few skipped positions.
  package struct Skip: Hashable, Sendable {
    package var reason: SkipReason
    package var line: Int?
    package var byte: Int?
  }

  /// Enough to find the fault, too few to flood a terminal.
  static let reportedSkips = 5

  /// Points given out.
  package internal(set) var points = 0
  /// Tracks and segments that have points.
  package internal(set) var tracks = 0
  package internal(set) var segments = 0
  /// Points given out that carry a date and time.
  package internal(set) var timedPoints = 0
  /// Waypoints and pins that are no part of a track.
  package internal(set) var waypoints = 0
  package internal(set) var skipped: [SkipReason: Int] = [:]
  package internal(set) var firstSkips: [Skip] = []
  package internal(set) var refusedValues: [RefusedValue: Int] = [:]

  package init() {}

  package var skippedPoints: Int { skipped.values.reduce(0, +) }

  mutating func skip(_ reason: SkipReason, line: Int?, byte: Int? = nil) {
    skipped[reason, default: 0] += 1
    if firstSkips.count < Self.reportedSkips {
      firstSkips.append(Skip(reason: reason, line: line, byte: byte))
    }
  }

  /// Counts values that are left out of points.
  package mutating func refuse(_ value: RefusedValue, count: Int = 1) {
    refusedValues[value, default: 0] += count
  }
}
