// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// Where a nudge went, from which the next one starts while the location on the screen is an older one.
///
/// Keys come faster than locations; otherwise all of them would start from the same place.
struct NudgeGoal {
  /// Seconds after which what is shown counts, whatever it was made by.
  private static let patience = 2.0

  private let place: Coordinate?
  private let override: String
  private let end: Int64

  init() {
    place = nil
    override = ""
    end = 0
  }

  /// A nudge that made that override, at that time in monotonic nanoseconds.
  init(_ place: Coordinate, override: String, at now: Int64) {
    self.place = place
    self.override = override
    end = now + Int64(Self.patience * 1e9)
  }

  /// Where the next nudge starts, beside a location that is shown and the overrides that touched it.
  func start(_ shown: Coordinate, overrides: [String], at now: Int64) -> Coordinate {
    guard let place, now < end, !overrides.contains(override) else { return shown }
    return place
  }
}
