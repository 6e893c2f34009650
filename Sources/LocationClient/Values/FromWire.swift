// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import FoundationEssentials
internal import LocationCore
internal import LocationProtocol

// The public values made from those of the wire.

extension Date {
  init(_ time: UTCTime) { self.init(timeIntervalSince1970: Double(time.milliseconds) / 1000) }
}

extension Location {
  init(_ message: LocationMessage) {
    self.init(
      coordinate: Coordinate(latitude: message.latitude, longitude: message.longitude),
      horizontalAccuracy: message.horizontalAccuracy,
      timestamp: Date(message.timestamp),
      source: LocationSource(message.source)
    )
    altitude = message.altitude
    ellipsoidalAltitude = message.ellipsoidalAltitude
    verticalAccuracy = message.verticalAccuracy
    speed = message.speed
    speedAccuracy = message.speedAccuracy
    course = message.course
    courseAccuracy = message.courseAccuracy
    sequence = message.sequence
    gnss = message.gnss.map { GNSSDetails($0) }
  }
}

extension LocationSource {
  init(_ source: LocationMessage.Source) {
    self.init(
      isSimulatedBySoftware: source.isSimulatedBySoftware,
      isProducedByAccessory: source.isProducedByAccessory,
      device: source.device,
      driver: source.driver,
      overrides: source.overrides ?? [],
      estimated: source.estimated ?? []
    )
  }
}

extension GNSSDetails {
  init(_ gnss: LocationMessage.GNSS) {
    self.init(mode: gnss.mode == .threeD ? .threeD : .twoD)
    status = gnss.status?.rawValue
    satellitesUsed = gnss.satellitesUsed
    satellitesVisible = gnss.satellitesVisible
    hdop = gnss.hdop
    vdop = gnss.vdop
    pdop = gnss.pdop
    climb = gnss.climb
    geoidSeparation = gnss.geoidSeparation
  }
}

extension Heading {
  init(_ heading: LocationCore.Heading) {
    self.init(
      magneticHeading: heading.magneticHeading,
      trueHeading: heading.trueHeading,
      headingAccuracy: heading.headingAccuracy,
      timestamp: Date(heading.time)
    )
  }
}

extension Visit {
  init(_ visit: LocationCore.Visit) {
    self.init(
      coordinate: Coordinate(
        latitude: visit.coordinate.latitude,
        longitude: visit.coordinate.longitude
      ),
      horizontalAccuracy: visit.horizontalAccuracy,
      arrivalDate: visit.arrival.map { Date($0) },
      departureDate: visit.departure.map { Date($0) }
    )
  }
}

extension SatelliteView {
  init(_ sky: SkyView) {
    satellites = sky.satellites.map {
      Satellite(
        system: $0.system,
        prn: $0.prn,
        azimuth: $0.azimuth,
        elevation: $0.elevation,
        signal: $0.signal,
        isUsed: $0.isUsed
      )
    }
    device = sky.device.isEmpty ? nil : sky.device
    timestamp = sky.time.map { Date($0) }
    visibleCount = sky.visibleCount
    usedCount = sky.usedCount
    hdop = sky.hdop
    vdop = sky.vdop
    pdop = sky.pdop
  }
}

extension SourceChange {
  init(_ change: LocationCore.SourceChange) {
    device = change.device
    age = change.age
    state =
      switch change.state {
      case .active: .active
      case .lost: .lost
      case .recovered: .recovered
      case .removed: .removed
      }
  }
}

extension Authorization {
  init(_ authorization: LocationCore.Authorization) {
    self.init(
      Status(rawValue: authorization.status.rawValue) ?? .notDetermined,
      accuracy: Accuracy(rawValue: authorization.accuracy.rawValue) ?? .full
    )
  }
}

extension LocationError {
  init(_ error: LocationCore.LocationError) {
    self.init(Code(rawValue: error.code.rawValue) ?? .locationUnknown, error.message)
  }
}

extension RegionState {
  init(_ state: LocationCore.RegionState) {
    self =
      switch state {
      case .unknown: .unknown
      case .inside: .inside
      case .outside: .outside
      }
  }
}

extension Region {
  /// The form in which the daemon is asked for it.
  var message: RegionMessage {
    var message = RegionMessage(identifier: identifier)
    switch shape {
    case .circle(let center, let radius):
      message.latitude = center.latitude
      message.longitude = center.longitude
      message.radius = radius
    case .polygon(let corners): message.polygon = corners.map { [$0.latitude, $0.longitude] }
    }
    message.notifyOnEntry = notifiesOnEntry
    message.notifyOnExit = notifiesOnExit
    return message
  }
}
