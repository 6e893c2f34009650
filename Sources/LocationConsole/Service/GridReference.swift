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
  ///
  /// `n` and `s` after a zone of UTM are hemispheres. Maps write bands there too, and band S is
  /// in the north: an upper-case `S` is refused where both readings give a place.
  package static func coordinate(_ text: String) -> Coordinate? {
    guard text.utf8.count <= 100, !text.utf8.contains(0), !isAmbiguous(text) else { return nil }
    var latitude = 0.0
    var longitude = 0.0
    // A comma between the two is what people type, and GeographicLib takes it too.
    guard unsafe cgeographic_parse(withoutGaps(text), &latitude, &longitude) == 1 else {
      return nil
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Northings in metres that band S, from 32° to 40° north, has with room to spare.
  private static let bandS = 3_500_000.0...4_500_000.0

  private static func isAmbiguous(_ text: String) -> Bool {
    let parts = words(text)
    // The zone is written before or after easting and northing.
    guard parts.count == 3, let zone = [parts[0], parts[2]].first(where: { $0.last == "S" }),
      zone.dropLast().allSatisfy(\.isWholeNumber),
      let northing = Double(parts[zone == parts[0] ? 2 : 1])
    else { return false }
    return bandS.contains(northing)
  }

  /// MGRS is written with gaps on maps, as in `31U DQ 48252 11954`.
  private static func withoutGaps(_ text: String) -> String {
    let parts = words(text)
    let joined = parts.joined()
    let letters = joined.drop(while: \.isWholeNumber)
    let digits = letters.dropFirst(3)
    guard parts.count > 1, joined.count - letters.count <= 2,
      letters.count >= 3, letters.prefix(3).allSatisfy(\.isLetter),
      digits.allSatisfy(\.isWholeNumber), digits.count.isMultiple(of: 2)
    else { return text }
    // Easting and northing have the same number of digits, or are written as one.
    let last = parts.last?.count ?? 0
    guard digits.isEmpty || last == digits.count || last * 2 == digits.count
    else { return text }
    return joined
  }

  private static func words(_ text: String) -> [Substring] {
    text.split(whereSeparator: { " \t,".contains($0) })
  }

  private static func text(_ write: (UnsafeMutablePointer<CChar>) -> Int32) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
      guard let start = buffer.baseAddress, unsafe write(start) == 1 else { return nil }
      return unsafe String(cString: start)
    }
  }
}
