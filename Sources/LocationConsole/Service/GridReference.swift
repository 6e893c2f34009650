// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CGeographic
package import LocationCore

/// Positions as people on paper maps write them, by GeographicLib.
package enum GridReference {
  private static let size = 64

  /// UTM, or UPS near a pole, to the metre: `31n 448252 5411955`.
  package static func utm(_ coordinate: Coordinate) -> String? {
    unsafe text { unsafe cgeographic_utm(coordinate.latitude, coordinate.longitude, $0, size) }
  }

  /// MGRS to the metre: `31UDQ4825211954`.
  package static func mgrs(_ coordinate: Coordinate) -> String? {
    unsafe text { unsafe cgeographic_mgrs(coordinate.latitude, coordinate.longitude, $0, size) }
  }

  /// Reads decimal degrees, degrees with minutes and seconds, UTM, UPS or MGRS.
  package static func coordinate(_ text: String) -> Coordinate? {
    guard text.utf8.count <= 100, !text.utf8.contains(0) else { return nil }
    var latitude = 0.0
    var longitude = 0.0
    // A comma between the two is what people type, and GeographicLib takes it too.
    guard unsafe cgeographic_parse(text, &latitude, &longitude) == 1 else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  private static func text(_ write: (UnsafeMutablePointer<CChar>) -> Int32) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
      guard let start = buffer.baseAddress, unsafe write(start) == 1 else { return nil }
      return unsafe String(cString: start)
    }
  }
}
