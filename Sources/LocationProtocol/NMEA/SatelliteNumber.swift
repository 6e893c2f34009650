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
    case ("SBAS", 120...151): prn - 87
    case ("GLONASS", 65...96): prn
    default: number
    }
  }
}

extension SkyView {
  /// The satellites of one system of numbers, under the talker that tells them from others.
  struct Constellation {
    let talker: String
    var satellites: [Satellite]

    var used: [Satellite] { satellites.filter(\.isUsed) }
  }

  /// The satellites by talker, each once: receivers of several bands list one for each signal.
  var constellations: [Constellation] {
    let talkers = [
      ("GP", ["GPS", "SBAS", "unknown"]), ("GL", ["GLONASS"]), ("GA", ["Galileo"]),
      ("GB", ["BeiDou"]), ("GQ", ["QZSS", "IMES"]), ("GI", ["NavIC"]),
    ]
    return talkers.compactMap { talker, systems in
      let members = satellites.filter { systems.contains($0.system) }
      return members.isEmpty ? nil : Constellation(talker: talker, satellites: members.merged)
    }
  }

  /// How many are used: those that the list names, or as counted where it names none.
  var namedUse: Int? {
    let named = constellations.reduce(0) { $0 + $1.used.count }
    return named > 0 ? named : usedCount
  }
}

extension [SkyView.Satellite] {
  /// Those of one number as one, used if one of them is, with the strongest signal.
  fileprivate var merged: [SkyView.Satellite] {
    var places: [Int: Int] = [:]
    var merged: [SkyView.Satellite] = []
    for satellite in self {
      guard let place = places[satellite.nmeaNumber] else {
        places[satellite.nmeaNumber] = merged.count
        merged.append(satellite)
        continue
      }
      merged[place].isUsed = merged[place].isUsed || satellite.isUsed
      if let signal = satellite.signal {
        merged[place].signal = Swift.max(signal, merged[place].signal ?? signal)
      }
    }
    return merged
  }
}
