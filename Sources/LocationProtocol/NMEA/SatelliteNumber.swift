// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

extension SkyView.Satellite {
  /// The number within its own system, from gpsd's numbering over all systems.
  var number: Int {
    switch (system, prn) {
    case ("GLONASS", 65...96): prn - 64
    case ("Galileo", 301...399): prn - 300
    case ("BeiDou", 401...499): prn - 400
    case ("BeiDou", 201...264): prn - 200
    case ("QZSS", 193...202): prn - 192
    default: min(max(prn, 0), 999)
    }
  }

  /// The number by NMEA, where SBAS and GLONASS stand beside GPS.
  var nmeaNumber: Int {
    switch (system, prn) {
    case ("SBAS", 120...158): prn - 87
    case ("GLONASS", 65...96): prn
    default: number
    }
  }
}
