// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Decides which locations a significant-change subscription gets.
///
/// The first one; then one that lies at least 500 m from the last one delivered, and not sooner
/// than five minutes after it. A location whose own error is larger must lie further away than its
/// error. At a break in the stream (fix lost, override set or cleared) the five minutes do not
/// hold, for what the subscriber knows may be wrong; the 500 m do.
package struct SignificantChange: Sendable {
  /// Metres.
  package static let distance = 500.0
  /// Seconds.
  package static let interval = 300.0

  private var delivered: DeliveryCandidate?

  package init() {}

  /// The next location passes: authorization has changed.
  package mutating func reset() {
    delivered = nil
  }

  /// Whether this subscription gets the location.
  package mutating func admits(_ candidate: DeliveryCandidate) -> Bool {
    guard isSignificant(candidate) else { return false }
    delivered = candidate
    return true
  }

  private func isSignificant(_ candidate: DeliveryCandidate) -> Bool {
    guard let delivered else { return true }
    let isContinuous = candidate.stretch == delivered.stretch
    guard !isContinuous || candidate.instant - delivered.instant >= Self.interval else {
      return false
    }
    let required = max(Self.distance, candidate.horizontalAccuracy)
    let chord = candidate.point.chord(to: delivered.point)
    if chord >= required { return true }
    guard GroundPoint.longestGeodesic(chord: chord) >= required else { return false }
    return candidate.point.distance(to: delivered.point) >= required
  }
}
