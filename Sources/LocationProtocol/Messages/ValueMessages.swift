// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

// The wire forms of the domain's values, one per value. Each turns into its value again, or
// into nil if what was read is none.

/// `{code, name, message}`.
struct LocationErrorMessage: Codable {
  var code: Int
  var message: String
  var name: String

  init(_ error: LocationError) {
    code = error.code.rawValue
    name = error.code.name
    message = error.message
  }

  var value: LocationError? {
    LocationError.Code(rawValue: code).map { LocationError($0, message) }
  }
}

/// `{magneticHeading?, trueHeading?, headingAccuracy?, timestamp}`.
struct HeadingMessage: Codable {
  var magneticHeading: Double?
  var trueHeading: Double?
  var headingAccuracy: Double?
  var timestamp: UTCTime

  init(_ heading: Heading) {
    magneticHeading = heading.magneticHeading.finite
    trueHeading = heading.trueHeading.finite
    headingAccuracy = heading.headingAccuracy.finite
    timestamp = heading.time
  }

  var value: Heading {
    Heading(
      magneticHeading: magneticHeading,
      trueHeading: trueHeading,
      headingAccuracy: headingAccuracy,
      time: timestamp
    )
  }
}

/// `{latitude, longitude, horizontalAccuracy, arrivalDate?, departureDate?}`.
struct VisitMessage: Codable {
  var latitude: Double
  var longitude: Double
  var horizontalAccuracy: Double
  var arrivalDate: UTCTime?
  var departureDate: UTCTime?

  init(_ visit: Visit) {
    latitude = visit.coordinate.latitude
    longitude = visit.coordinate.longitude
    horizontalAccuracy = visit.horizontalAccuracy
    arrivalDate = visit.arrival
    departureDate = visit.departure
  }

  var value: Visit? {
    Coordinate(latitude: latitude, longitude: longitude).map {
      Visit(
        coordinate: $0,
        horizontalAccuracy: horizontalAccuracy,
        arrival: arrivalDate,
        departure: departureDate
      )
    }
  }
}

/// `{system, prn, azimuth?, elevation?, signal?, used}`.
struct SatelliteMessage: Codable {
  var system: String
  var prn: Int
  var azimuth: Double?
  var elevation: Double?
  var signal: Double?
  var used: Bool

  init(_ satellite: SkyView.Satellite) {
    system = satellite.system
    prn = satellite.prn
    azimuth = satellite.azimuth.finite
    elevation = satellite.elevation.finite
    signal = satellite.signal.finite
    used = satellite.isUsed
  }

  var value: SkyView.Satellite {
    SkyView.Satellite(
      system: system,
      prn: prn,
      azimuth: azimuth,
      elevation: elevation,
      signal: signal,
      isUsed: used
    )
  }
}

/// The parameters of `didUpdateSatellites`: the satellites, the counts and the DOPs.
struct SkyMessage: Codable {
  var satellites: [SatelliteMessage]
  var device: String?
  var timestamp: UTCTime?
  var satellitesVisible: Int?
  var satellitesUsed: Int?
  var hdop: Double?
  var vdop: Double?
  var pdop: Double?

  init(_ sky: SkyView) {
    satellites = sky.satellites.map { SatelliteMessage($0) }
    device = sky.device.nonEmpty
    timestamp = sky.time
    satellitesVisible = sky.visibleCount
    satellitesUsed = sky.usedCount
    hdop = sky.hdop.finite
    vdop = sky.vdop.finite
    pdop = sky.pdop.finite
  }

  var value: SkyView {
    var sky = SkyView(device: device ?? "")
    sky.time = timestamp
    sky.satellites = satellites.map(\.value)
    sky.visibleCount = satellitesVisible
    sky.usedCount = satellitesUsed
    sky.hdop = hdop
    sky.vdop = vdop
    sky.pdop = pdop
    return sky
  }
}
