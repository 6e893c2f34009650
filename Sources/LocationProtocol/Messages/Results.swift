// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LocationCore

/// A program's name and version, of a client or of the daemon.
package struct ProgramMessage: Hashable, Sendable, Codable {
  package var name: String
  package var version: String

  package init(name: String, version: String) {
    self.name = name
    self.version = version
  }
}

/// The result of `initialize`.
package struct InitializeResult: Hashable, Sendable, Codable {
  package var server: ProgramMessage
  package var `protocol` = Limits.protocolVersion
  package var limits = Bounds()

  /// What a client must keep to.
  package struct Bounds: Hashable, Sendable, Codable {
    package var requestLine = Limits.requestLine
    package var batch = Limits.batch
    package var nesting = Limits.nesting
    package var values = Limits.values
  }

  package init(server: ProgramMessage) {
    self.server = server
  }
}

/// The result of `authorization`; `requestAuthorization` leaves the accuracy out.
package struct AuthorizationResult: Hashable, Sendable, Codable {
  package var status: String
  package var accuracy: String?
  /// Those that deny, in the result of `authorization`.
  package var overrides: [String]?

  /// Status and accuracy, and which overrides deny, as `authorization` tells them.
  package init(_ authorization: Authorization, overrides: [String]? = nil) {
    status = authorization.status.rawValue
    accuracy = authorization.accuracy.rawValue
    self.overrides = overrides
  }

  /// The status alone, as `requestAuthorization` tells it.
  package init(status: Authorization.Status) {
    self.status = status.rawValue
  }
}

/// The result of `location`: nothing in it while there is no current location.
package struct LocationResult: Hashable, Sendable, Codable {
  package var location: LocationMessage?

  package init(_ location: Location?) {
    self.location = location.map { LocationMessage($0) }
  }
}

/// A region as `startMonitoring` takes it and `monitoredRegions` lists it: a circle or a polygon.
package struct RegionMessage: Hashable, Sendable, Codable {
  package var identifier: String
  package var latitude: Double?
  package var longitude: Double?
  /// Metres.
  package var radius: Double?
  /// Corners as [latitude, longitude].
  package var polygon: [[Double]]?
  package var notifyOnEntry: Bool?
  package var notifyOnExit: Bool?

  package init(identifier: String) {
    self.identifier = identifier
  }
}

/// The result of `monitoredRegions`.
package struct RegionsResult: Hashable, Sendable, Codable {
  package var regions: [RegionMessage]

  package init(regions: [RegionMessage]) {
    self.regions = regions
  }
}
