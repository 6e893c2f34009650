// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A fixed point to be reported in place of the receiver's.
package struct PointSpec: Hashable, Sendable {
  package var coordinate: Coordinate
  /// Metres above mean sea level; without it the fix is 2D.
  package var altitude: Double?
  /// Metres, ~68 %, > 0.
  package var horizontalAccuracy: Double?
  package var verticalAccuracy: Double?
  /// Metres per second, ≥ 0.
  package var speed: Double?
  /// Degrees from true north, 0 ≤ value < 360.
  package var course: Double?

  package init(coordinate: Coordinate) {
    self.coordinate = coordinate
  }
}

/// Repeats a point once a second with fresh times, because consumers drop old fixes.
struct PointGenerator: FixGenerator {
  static let interval = 1.0
  static let defaultHorizontalAccuracy = 5.0
  static let defaultVerticalAccuracy = 10.0

  private let point: PointSpec
  private(set) var deadline: Instant?
  private(set) var latest: [Callback<Fix>] = []

  init(_ point: PointSpec, at now: Now) {
    self.point = point
    deadline = now.instant
  }

  mutating func advance(to now: Now) -> [Callback<Fix>] {
    guard let due = deadline, due <= now.instant else { return [] }
    // A late turn of the loop skips ticks rather than sending a burst of them.
    let next = due + Self.interval
    deadline = next > now.instant ? next : now.instant + Self.interval
    latest = [.didUpdateLocations([fix(at: now)])]
    return latest
  }

  private func fix(at now: Now) -> Fix {
    var fix = Fix(
      device: simulatedDevice,
      time: now.utc,
      coordinate: point.coordinate,
      horizontalAccuracy: point.horizontalAccuracy ?? Self.defaultHorizontalAccuracy,
      dimension: point.altitude == nil ? .twoD : .threeD,
      status: 8
    )
    if let altitude = point.altitude {
      fix.altitude = altitude
      fix.verticalAccuracy = point.verticalAccuracy ?? Self.defaultVerticalAccuracy
    }
    fix.speed = point.speed
    fix.course = point.course
    return fix
  }
}
