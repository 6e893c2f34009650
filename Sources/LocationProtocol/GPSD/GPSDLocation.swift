// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LocationCore

/// Locations and satellites as gpsd writes them, for views that an override has changed.
///
/// Only a `Location` has a form here, as on every surface. Errors are told as gpsd's 95 % values,
/// by the inverse of the conversion at the source.
package enum GPSDLocation {
  /// One axis of 95 % in σ.
  private static let sigmas95 = 1.96
  /// gpsd's 95 % horizontal radius over the 68 % one.
  private static let radius95 = 1.73

  /// A TPV without a line end.
  ///
  /// A fix in two dimensions has no altitude, as with gpsd, which invents none either.
  package static func tpv(_ location: Location) -> [UInt8] {
    let fix = location.fix
    let is3D = fix.dimension == .threeD
    var object = GPSDObject("TPV")
    object.string("device", fix.device)
    let status = fix.isSimulated ? 8 : fix.status
    if status > 1 { object.integer("status", status) }
    object.integer("mode", is3D ? 3 : 2)
    object.string("time", fix.time.text)
    object.number("ept", 0.005, 3)
    object.number("lat", fix.coordinate.latitude, 9)
    object.number("lon", fix.coordinate.longitude, 9)
    object.number("altHAE", fix.ellipsoidalAltitude, 4)
    object.number("altMSL", fix.altitude, 4)
    object.number("alt", fix.altitude ?? fix.ellipsoidalAltitude, 4)
    let axis = fix.horizontalAccuracy / 2.0.squareRoot() * sigmas95
    object.number("epx", axis, 3)
    object.number("epy", axis, 3)
    let vertical = fix.verticalAccuracy.map { $0 * sigmas95 }
    object.number("epv", vertical, 3)
    // 359.99996 would be written as 360, which is 0.
    let course = fix.course.map { ($0 * 1e4).rounded() / 1e4 }
    object.number("track", course.map { $0 < 360 ? $0 : 0 }, 4)
    object.number("speed", fix.speed, 3)
    object.number("climb", fix.climb, 3)
    object.number("eps", fix.speedAccuracy.map { $0 * sigmas95 }, 2)
    object.number("epd", fix.courseAccuracy.map { $0 * sigmas95 }, 4)
    if is3D { object.number("geoidSep", fix.geoidSeparation, 3) }
    let radius = fix.horizontalAccuracy * radius95
    object.number("eph", radius, 3)
    object.number("sep", vertical.map { (radius * radius + $0 * $0).squareRoot() }, 3)
    object.integer("sequence", Int(clamping: location.sequence))
    return object.finish()
  }

  /// A SKY without a line end.
  package static func sky(_ view: SkyView, device: String) -> [UInt8] {
    var object = GPSDObject("SKY")
    object.string("device", device)
    object.string("time", view.time?.text)
    object.number("vdop", view.vdop, 2)
    object.number("hdop", view.hdop, 2)
    object.number("pdop", view.pdop, 2)
    guard view.visibleCount != nil || !view.satellites.isEmpty else { return object.finish() }
    object.integer("nSat", view.visibleCount ?? view.satellites.count)
    object.integer("uSat", view.namedUse ?? 0)
    object.array("satellites", view.satellites.map(satellite))
    return object.finish()
  }

  private static func satellite(_ satellite: SkyView.Satellite) -> [UInt8] {
    // The class is written to have something before the first comma, and cut off again.
    var object = GPSDObject("")
    let start = object.bytes.count
    object.integer("PRN", satellite.prn)
    object.number("el", satellite.elevation, 1)
    object.number("az", satellite.azimuth, 1)
    object.number("ss", satellite.signal, 1)
    object.flag("used", satellite.isUsed)
    object.integer("gnssid", systems.firstIndex(of: satellite.system))
    object.integer("svid", satellite.number)
    return [UInt8(ascii: "{")] + object.finish()[(start + 1)...]
  }

  /// u-blox's numbering, which gpsd uses.
  private static let systems = [
    "GPS", "SBAS", "Galileo", "BeiDou", "IMES", "QZSS", "GLONASS", "NavIC",
  ]
}
