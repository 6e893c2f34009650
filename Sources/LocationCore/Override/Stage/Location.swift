// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What a subscriber gets: a fix that has been through the override stage.
///
/// Only `Publisher` below can make one, and only the override stage holds a publisher; so nothing
/// that skipped the stage has a wire form.
package struct Location: Hashable, Sendable {
  package let fix: Fix
  /// Rises by one for each location the daemon publishes.
  package let sequence: UInt64

  fileprivate init(fix: Fix, sequence: UInt64) {
    self.fix = fix
    self.sequence = sequence
  }
}

extension Location {
  /// The same publication, saying no more than a wider place: for reduced accuracy.
  ///
  /// Built from nothing rather than by removal, so a value added to `Fix` cannot slip through.
  func coarsened(to coordinate: Coordinate, horizontalAccuracy: Double) -> Location {
    var coarse = Fix(
      device: fix.device,
      time: fix.time,
      coordinate: coordinate,
      horizontalAccuracy: horizontalAccuracy
    )
    coarse.status = fix.isSimulated ? fix.status : 0
    coarse.isSimulated = fix.isSimulated
    coarse.overrides = fix.overrides
    coarse.isDiscontinuous = fix.isDiscontinuous
    return Location(fix: coarse, sequence: sequence)
  }
}

extension Location {
  /// The same place under the number of another publication.
  func numbered(like other: Location) -> Location {
    Location(fix: fix, sequence: other.sequence)
  }
}

/// Numbers locations; the last step of the override stage.
struct Publisher {
  private(set) var lastSequence: UInt64 = 0

  mutating func publish(_ fix: Fix) -> Location {
    lastSequence += 1
    return Location(fix: fix, sequence: lastSequence)
  }
}
