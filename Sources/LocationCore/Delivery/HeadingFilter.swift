// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Decides which headings one subscription gets: those that turned far enough, either way.
package struct HeadingFilter: Sendable {
  /// CoreLocation's, degrees.
  package static let defaultFilter = 1.0

  /// Degrees; 0 passes every heading.
  package private(set) var filter: Double
  private var delivered: Heading?

  /// `filter` in degrees, 0 … 180.
  package init(filter: Double = HeadingFilter.defaultFilter) throws(FilterRejection) {
    self.filter = try FilterRejection.require(filter, in: 0...180, "headingFilter", unit: "degrees")
  }

  /// Replaces the filter; what was delivered so far still counts.
  package mutating func apply(filter: Double) throws(FilterRejection) {
    self.filter = try FilterRejection.require(filter, in: 0...180, "headingFilter", unit: "degrees")
  }

  /// The next heading passes: state has changed.
  package mutating func reset() {
    delivered = nil
  }

  /// Whether this subscription gets the heading.
  package mutating func admits(_ heading: Heading) -> Bool {
    guard isDifferent(heading) else { return false }
    delivered = heading
    return true
  }

  private func isDifferent(_ heading: Heading) -> Bool {
    guard let delivered else { return true }
    return turned(from: delivered.trueHeading, to: heading.trueHeading)
      || turned(from: delivered.magneticHeading, to: heading.magneticHeading)
  }

  private func turned(from old: Double?, to new: Double?) -> Bool {
    switch (old, new) {
    case (nil, nil): filter == 0
    case (let old?, let new?): Self.difference(old, new) >= filter
    // A reference that came or went is news, whatever the angle.
    case (nil, _?), (_?, nil): true
    }
  }

  /// Degrees between two directions the short way round, 0 … 180.
  static func difference(_ first: Double, _ second: Double) -> Double {
    let difference = normalizedCourse(first - second)
    return min(difference, 360 - difference)
  }
}
