// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation

/// A satellite in view, as GSV tells of it.
struct VisibleSatellite {
  var number: Int
  /// Degrees.
  var elevation: Int
  var azimuth: Int
  /// dB-Hz; nil while in view but not received.
  var signal: Int?

  /// Weak signals are not used for the fix.
  var isUsed: Bool { (signal ?? 0) >= 24 }
}

/// The satellites of one system, with the numbers that NMEA 4.10 gives it.
struct Constellation {
  let talker: String
  let systemID: Int
  let satellites: [VisibleSatellite]
}

/// The sky over the drive: satellites rise and set, houses hide some of them for a while.
struct Sky {
  let constellations: [Constellation]

  init(second: Int) {
    constellations = [
      Constellation(
        talker: "GP",
        systemID: 1,
        satellites: Self.satellites(Self.gps, second: second)
      ),
      Constellation(
        talker: "GL",
        systemID: 2,
        satellites: Self.satellites(Self.glonass, second: second)
      ),
    ]
  }

  var usedCount: Int {
    constellations.reduce(0) { $0 + $1.satellites.count { $0.isUsed } }
  }

  var hdop: Double { 2.9 / Double(usedCount).squareRoot() }
  var vdop: Double { 1.45 * hdop }
  var pdop: Double { (hdop * hdop + vdop * vdop).squareRoot() }

  private typealias Orbit = (number: Int, elevation: Double, azimuth: Double, climb: Double)

  /// Degrees at the start, and degrees of elevation per drive.
  private static let gps: [Orbit] = [
    (2, 14, 118, -3), (5, 41, 73, 4), (7, 63, 201, -2), (9, 28, 310, 3), (13, 9, 35, 2),
    (16, 37, 255, -4), (20, 72, 12, 1), (26, 21, 162, 3), (29, 48, 338, -3), (30, 5, 224, 1),
  ]
  private static let glonass: [Orbit] = [
    (66, 33, 47, 4), (67, 69, 131, -3), (76, 18, 290, 3), (77, 52, 348, 2), (82, 11, 183, -2),
    (83, 26, 220, -4),
  ]

  private static func satellites(_ orbits: [Orbit], second: Int) -> [VisibleSatellite] {
    let part = Double(second) / Double(Drive.seconds)
    return orbits.map { orbit in
      let elevation = orbit.elevation + orbit.climb * part
      let wave = 2 * Double.pi * part * Double(3 + orbit.number % 5) + Double(orbit.number)
      let signal = Int((25 + elevation / 4 + 6 * sin(wave)).rounded())
      return VisibleSatellite(
        number: orbit.number,
        elevation: Int(elevation.rounded()),
        azimuth: Int((orbit.azimuth + 4 * part).rounded()) % 360,
        signal: signal < 20 ? nil : signal
      )
    }
  }
}
