// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// Satellites that agree with a simulated fix: where those of GPS and Galileo would roughly stand
/// on ideal orbits, as many of them used as the fix's mode and accuracy call for.
enum SimulatedSky {
  /// Metres of 68 % error for a dilution of 1; the same as the source assumes of receivers.
  static let metresPerHDOP = 5.0
  static let metresPerVDOP = 7.5
  /// What receivers print when a dilution is worse than they can say.
  private static let worstDilution = 99.99
  /// Degrees above the horizon below which receivers do not track.
  private static let mask = 5.0

  /// What the view for a fix depends on, apart from where and when it is.
  struct Quality: Hashable {
    var wanted: Int
    var hdop: Double
    var vdop: Double?
    var pdop: Double
  }

  static func quality(of fix: Fix) -> Quality {
    let hdop = dilution(fix.horizontalAccuracy / metresPerHDOP)
    guard fix.dimension == .threeD else {
      return Quality(wanted: 3, hdop: hdop, vdop: nil, pdop: hdop)
    }
    let vdop = dilution((fix.verticalAccuracy ?? fix.horizontalAccuracy * 1.5) / metresPerVDOP)
    return Quality(
      wanted: satellitesUsed(hdop: hdop),
      hdop: hdop,
      vdop: vdop,
      pdop: dilution((hdop * hdop + vdop * vdop).squareRoot())
    )
  }

  /// The view for a fix; its counts and dilutions are what the fix is to carry.
  static func view(for fix: Fix, quality: Quality, noise: HashNoise) -> SkyView {
    var sky = view(at: fix.coordinate, time: fix.time, device: fix.device, noise: noise)
    let used = min(quality.wanted, sky.satellites.count)
    for index in 0..<used { sky.satellites[index].isUsed = true }
    sky.usedCount = used
    sky.hdop = quality.hdop
    sky.vdop = quality.vdop
    sky.pdop = quality.pdop
    return sky
  }

  /// The satellites in view, highest first, none of them used; `noise` moves their signals.
  static func view(
    at coordinate: Coordinate,
    time: UTCTime,
    device: String,
    noise: HashNoise
  ) -> SkyView {
    var sky = SkyView(device: device)
    sky.time = time
    let seconds = Double(time.milliseconds) / 1000
    sky.satellites = Constellation.all
      .flatMap { $0.satellites(from: coordinate, at: seconds, noise: noise) }
      .filter { ($0.elevation ?? 0) >= mask }
      .sorted { ($1.elevation ?? 0, $0.prn) < ($0.elevation ?? 0, $1.prn) }
    sky.visibleCount = sky.satellites.count
    sky.usedCount = 0
    return sky
  }

  private static func dilution(_ value: Double) -> Double {
    guard value < worstDilution else { return worstDilution }
    return max((value * 100).rounded(), 1) / 100
  }

  /// More satellites for a better fix, never fewer than the four a 3D fix needs.
  private static func satellitesUsed(hdop: Double) -> Int {
    switch hdop {
    case ...0.8: 12
    case ...1.2: 10
    case ...2: 8
    case ...4: 6
    case ...8: 5
    default: 4
    }
  }
}

/// Evenly spaced satellites on circular orbits in evenly spaced planes.
private struct Constellation {
  let system: String
  let firstPRN: Int
  let planes: Int
  let slots: Int
  /// Radians.
  let inclination: Double
  /// In radii of the Earth.
  let radius: Double
  /// Seconds.
  let period: Double

  static let all = [
    Constellation(
      system: "GPS",
      firstPRN: 1,
      planes: 6,
      slots: 5,
      inclination: 55 * .pi / 180,
      radius: 4.17,
      period: 43_082
    ),
    Constellation(
      system: "Galileo",
      firstPRN: 301,
      planes: 3,
      slots: 8,
      inclination: 56 * .pi / 180,
      radius: 4.65,
      period: 50_685
    ),
  ]
  private static let siderealDay = 86_164.0

  /// All satellites with whole degrees of azimuth and elevation, as receivers report them.
  func satellites(
    from coordinate: Coordinate,
    at seconds: Double,
    noise: HashNoise
  ) -> [SkyView.Satellite] {
    let latitude = coordinate.latitude * .pi / 180
    // The observer turns with the Earth; the planes stand still.
    let meridian = coordinate.longitude * .pi / 180 + 2 * .pi * seconds / Self.siderealDay
    return (0..<planes * slots).map { number in
      let plane = number / slots
      let node = 2 * .pi * Double(plane) / Double(planes) - meridian
      let phase = Double(number % slots) / Double(slots) + 0.07 * Double(plane)
      let argument = 2 * .pi * (phase + seconds / period)
      return satellite(
        prn: firstPRN + number,
        node: node,
        argument: argument,
        latitude: latitude,
        flicker: noise.smooth(UInt64(firstPRN + number), at: seconds, period: 30)
      )
    }
  }

  private func satellite(
    prn: Int,
    node: Double,
    argument: Double,
    latitude: Double,
    flicker: Double
  ) -> SkyView.Satellite {
    // Towards the observer's meridian on the equator, east of it, and north, in Earth radii.
    let out =
      radius * (cos(argument) * cos(node) - sin(argument) * cos(inclination) * sin(node))
    let east =
      radius * (cos(argument) * sin(node) + sin(argument) * cos(inclination) * cos(node))
    let axis = radius * sin(argument) * sin(inclination)
    let up = out * cos(latitude) + axis * sin(latitude) - 1
    let north = axis * cos(latitude) - out * sin(latitude)
    let horizontal = (east * east + north * north).squareRoot()
    let elevation = (atan2(up, horizontal) * 180 / .pi).rounded()
    let azimuth = normalizedCourse((atan2(east, north) * 180 / .pi).rounded())
    let signal = 29 + 19 * sin(max(elevation, 0) * .pi / 180) + flicker
    return SkyView.Satellite(
      system: system,
      prn: prn,
      azimuth: azimuth,
      elevation: elevation,
      signal: signal.rounded(),
      isUsed: false
    )
  }
}
