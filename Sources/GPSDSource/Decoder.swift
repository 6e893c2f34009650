// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CGPS
internal import LocationCore

/// Turns what libgps decoded into the domain's reports; what is absent or out of range is nil.
enum Decoder {
  /// The last message of the session, which is of a receiver.
  @unsafe static func message(
    _ session: UnsafeMutablePointer<cgps_session>,
    device: String
  ) -> GPSDMessage {
    switch unsafe session.pointee.scan.object {
    case CGPS_TPV: unsafe .report(.fix(fix(cgps_fix_of(session), device: device)))
    case CGPS_SKY: unsafe .report(.sky(sky(session, device: device)))
    case CGPS_GST: .report(.errors(errors(unsafe cgps_errors_of(session), device: device)))
    case CGPS_ATT: .report(.attitude(attitude(unsafe cgps_attitude_of(session), device: device)))
    case CGPS_DEVICE: unsafe .report(receiver(session, 0).map { .device($0) } ?? .other)
    case CGPS_DEVICES: unsafe .report(list(session) ?? .other)
    case CGPS_VERSION: unsafe .version(String(cString: cgps_release(session)))
    case CGPS_ERROR: unsafe .refusal(String(cString: cgps_error_text(session)))
    default: .report(.other)
    }
  }

  static func fix(_ values: cgps_fix, device: String) -> FixReport {
    // A number beyond gpsd's four modes says nothing that could be relied on.
    let mode = UInt8(exactly: values.mode).flatMap { FixReport.Mode(rawValue: $0) } ?? .unseen
    var fix = FixReport(device: device, mode: mode, status: Int(values.status))
    fix.time = time(values.time)
    if mode == .twoD || mode == .threeD {
      fix.coordinate = Coordinate(latitude: values.latitude, longitude: values.longitude)
      fix.speed = magnitude(values.speed)
      fix.track = angle(values.track)
    }
    // In mode 2 an altitude is carried over from the last fix in three dimensions.
    if mode == .threeD {
      fix.altitudeMSL = finite(values.altitude_msl)
      fix.altitudeHAE = finite(values.altitude_hae)
      fix.epv = magnitude(values.epv)
      fix.climb = finite(values.climb)
    }
    fix.geoidSeparation = finite(values.geoid_separation)
    fix.epx = magnitude(values.epx)
    fix.epy = magnitude(values.epy)
    fix.eph = magnitude(values.eph)
    fix.eps = magnitude(values.eps)
    fix.epd = magnitude(values.epd)
    return fix
  }

  private static func errors(_ values: cgps_errors, device: String) -> ErrorReport {
    var report = ErrorReport(device: device)
    report.time = time(values.time)
    report.latitudeDeviation = magnitude(values.latitude)
    report.longitudeDeviation = magnitude(values.longitude)
    report.altitudeDeviation = magnitude(values.altitude)
    return report
  }

  private static func attitude(_ values: cgps_attitude, device: String) -> Attitude {
    var report = Attitude(device: device)
    report.time = time(values.time)
    report.trueHeading = angle(values.heading)
    report.magneticHeading = angle(values.magnetic_heading)
    return report
  }

  @unsafe private static func sky(
    _ session: UnsafeMutablePointer<cgps_session>,
    device: String
  ) -> SkyView {
    let values = unsafe cgps_sky_of(session)
    var view = SkyView(device: device)
    view.time = time(values.time)
    view.hdop = magnitude(values.hdop)
    view.vdop = magnitude(values.vdop)
    view.pdop = magnitude(values.pdop)
    for index in 0..<values.satellites {
      let one = unsafe cgps_satellite_at(session, index)
      // 0 is libgps's word for a satellite without a number.
      if one.prn > 0 { view.satellites.append(satellite(one)) }
    }
    if values.visible >= 0 { view.visibleCount = Int(values.visible) }
    if values.used >= 0 { view.usedCount = Int(values.used) }
    if values.has_satellites {
      view.visibleCount = view.visibleCount ?? view.satellites.count
      view.usedCount = view.usedCount ?? view.satellites.count { $0.isUsed }
    }
    return view
  }

  private static func satellite(_ values: cgps_satellite) -> SkyView.Satellite {
    SkyView.Satellite(
      system: values.vehicle > 0 ? system(gnss: values.gnss) : system(prn: values.prn),
      prn: Int(values.prn),
      azimuth: angle(values.azimuth),
      elevation: finite(values.elevation).flatMap { (-90...90).contains($0) ? $0 : nil },
      signal: magnitude(values.signal),
      isUsed: values.used
    )
  }

  @unsafe private static func list(_ session: UnsafeMutablePointer<cgps_session>) -> Report? {
    let isRemote = unsafe session.pointee.scan.remote
    return unsafe receivers(session).map { isRemote ? .remoteDevices($0) : .devices($0) }
  }

  @unsafe private static func receivers(
    _ session: UnsafeMutablePointer<cgps_session>
  ) -> [DeviceReport]? {
    let count = unsafe cgps_device_count(session)
    // A list with a hole would declare a receiver gone that is not.
    guard count < Int32(CGPS_DEVICES_MAX) else { return nil }
    var reports: [DeviceReport] = []
    for index in 0..<count {
      guard let report = unsafe receiver(session, index) else { return nil }
      reports.append(report)
    }
    return reports
  }

  @unsafe private static func receiver(
    _ session: UnsafeMutablePointer<cgps_session>,
    _ index: Int32
  ) -> DeviceReport? {
    let values = unsafe cgps_device_at(session, index)
    guard values.valid else { return nil }
    let driver = unsafe String(cString: cgps_driver(session))
    return DeviceReport(
      device: unsafe String(cString: cgps_device_path(session)),
      driver: driver.isEmpty ? nil : driver,
      isActive: values.active
    )
  }
}

extension Decoder {
  /// GPS began on 1980-01-06; nothing before it is a time of a receiver.
  private static let firstSecond: Int64 = 315_964_800
  /// 2200-01-01; what lies beyond is a receiver's nonsense, and libgps saturates in the year 9999.
  private static let endSecond: Int64 = 7_258_118_400

  /// Rounded to the nearest millisecond; nil when absent, impossible, or absurd.
  ///
  /// Second 60 of a leap second is second 0 of the next minute, as in POSIX.
  static func time(_ time: cgps_time) -> UTCTime? {
    guard time.valid, (firstSecond..<endSecond).contains(time.seconds),
      (0..<1_000_000_000).contains(time.nanoseconds)
    else { return nil }
    return UTCTime(seconds: time.seconds, nanoseconds: time.nanoseconds)
  }

  static func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }

  static func magnitude(_ value: Double) -> Double? {
    value.isFinite && value >= 0 ? value : nil
  }

  /// Degrees clockwise, 0 ≤ value < 360; 360 is 0, and what lies beyond is no direction.
  static func angle(_ degrees: Double) -> Double? {
    guard (0...360).contains(degrees) else { return nil }
    return degrees == 360 ? 0 : degrees
  }

  /// The system by u-blox's number, which gpsd uses.
  static func system(gnss: Int32) -> String {
    let names = ["GPS", "SBAS", "Galileo", "BeiDou", "IMES", "QZSS", "GLONASS", "NavIC"]
    return names.indices.contains(Int(gnss)) ? names[Int(gnss)] : "unknown"
  }

  /// The system by gpsd's numbering of satellites, where the receiver did not name it.
  static func system(prn: Int32) -> String {
    switch prn {
    case 1...32: "GPS"
    case 33...64, 120...158: "SBAS"
    case 65...96: "GLONASS"
    case 173...182: "IMES"
    case 193...200: "QZSS"
    case 201...264, 401...463: "BeiDou"
    case 301...336: "Galileo"
    default: "unknown"
    }
  }
}
