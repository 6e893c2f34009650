// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A point on the WGS 84 ellipsoid, in degrees.
///
/// Only valid points can be made.
package struct Coordinate: Hashable, Sendable {
  /// Degrees north, −90 … 90.
  package let latitude: Double
  /// Degrees east, −180 … 180.
  package let longitude: Double

  /// Nil unless both are finite and in range; nothing is clamped or wrapped.
  package init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }
}
