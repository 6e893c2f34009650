// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// One message to a delegate: a case for each method of the callback contract.
///
/// Generic in the position it carries: `Fix` on its way through the override stage, `Location`
/// after it. A stage names the cases it changes and forwards every other one untouched.
package enum Callback<Position: Hashable & Sendable>: Hashable, Sendable {
  case didChangeAuthorization(Authorization)
  /// Oldest first, never empty.
  case didUpdateLocations([Position])
  case didFailWithError(LocationError)
  case didUpdateHeading(Heading)
  case didUpdateSatellites(SkyView)
  case didChangeSource(SourceChange)
  case didStartMonitoring(identifier: String)
  case monitoringDidFail(identifier: String, LocationError)
  case didDetermineState(identifier: String, RegionState)
  // Apart, because the size of the largest case is what every callback is copied with.
  indirect case didEnterRegion(identifier: String, Position)
  indirect case didExitRegion(identifier: String, Position)
  case didVisit(Visit)
  case didPauseLocationUpdates
  case didResumeLocationUpdates

  /// The same callback with each position replaced.
  package func map<Other>(_ transform: (Position) -> Other) -> Callback<Other> {
    switch self {
    case .didChangeAuthorization(let authorization): .didChangeAuthorization(authorization)
    case .didUpdateLocations(let positions): .didUpdateLocations(positions.map(transform))
    case .didFailWithError(let error): .didFailWithError(error)
    case .didUpdateHeading(let heading): .didUpdateHeading(heading)
    case .didUpdateSatellites(let sky): .didUpdateSatellites(sky)
    case .didChangeSource(let change): .didChangeSource(change)
    case .didStartMonitoring(let identifier): .didStartMonitoring(identifier: identifier)
    case .monitoringDidFail(let identifier, let error):
      .monitoringDidFail(identifier: identifier, error)
    case .didDetermineState(let identifier, let state):
      .didDetermineState(identifier: identifier, state)
    case .didEnterRegion(let identifier, let position):
      .didEnterRegion(identifier: identifier, transform(position))
    case .didExitRegion(let identifier, let position):
      .didExitRegion(identifier: identifier, transform(position))
    case .didVisit(let visit): .didVisit(visit)
    case .didPauseLocationUpdates: .didPauseLocationUpdates
    case .didResumeLocationUpdates: .didResumeLocationUpdates
    }
  }
}

/// CLError's numbers and names, and a sentence for people.
package struct LocationError: Error, Hashable, Sendable {
  package enum Code: Int, Sendable {
    case locationUnknown = 0
    case denied = 1
    case network = 2
    case headingFailure = 3
    case regionMonitoringDenied = 4
    case regionMonitoringFailure = 5
  }

  package var code: Code
  package var message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

/// What a subscriber may know.
package struct Authorization: Hashable, Sendable {
  package enum Status: String, Sendable {
    case notDetermined
    case restricted
    case denied
    case authorizedAlways
    case authorizedWhenInUse
  }

  package enum Accuracy: String, Sendable {
    case full
    case reduced
  }

  package var status: Status
  package var accuracy: Accuracy

  package init(_ status: Status, accuracy: Accuracy = .full) {
    self.status = status
    self.accuracy = accuracy
  }

  /// Whether any coordinate may reach the subscriber.
  package var allowsLocation: Bool {
    status == .authorizedAlways || status == .authorizedWhenInUse
  }
}

/// Where the device points, in degrees, 0 ≤ value < 360.
package struct Heading: Hashable, Sendable {
  package var magneticHeading: Double?
  package var trueHeading: Double?
  /// Degrees, > 0.
  package var headingAccuracy: Double?
  package var time: UTCTime

  package init(
    magneticHeading: Double? = nil,
    trueHeading: Double? = nil,
    headingAccuracy: Double? = nil,
    time: UTCTime
  ) {
    self.magneticHeading = magneticHeading
    self.trueHeading = trueHeading
    self.headingAccuracy = headingAccuracy
    self.time = time
  }
}

/// A change of the receiver that locations come from.
package struct SourceChange: Hashable, Sendable {
  package enum State: String, Sendable {
    case active
    case lost
    case recovered
    case removed
  }

  package var device: String
  package var state: State
  /// Seconds since the last fix of that device, if it ever had one.
  package var age: Double?

  package init(device: String, state: State, age: Double? = nil) {
    self.device = device
    self.state = state
    self.age = age
  }

  /// The same, told again later: its age counts from the last fix to then.
  func told(at now: Now, lastFixAt: Instant?) -> SourceChange {
    var change = self
    if let lastFixAt { change.age = max(now.instant - lastFixAt, 0) }
    return change
  }
}

/// Where a subscriber stands with regard to a region.
package enum RegionState: String, Hashable, Sendable {
  case unknown
  case inside
  case outside
}

/// A stay at one place; a date is absent while it is not known.
package struct Visit: Hashable, Sendable {
  package var coordinate: Coordinate
  /// Metres, ~68 % radius, > 0.
  package var horizontalAccuracy: Double
  package var arrival: UTCTime?
  package var departure: UTCTime?

  package init(
    coordinate: Coordinate,
    horizontalAccuracy: Double,
    arrival: UTCTime?,
    departure: UTCTime?
  ) {
    self.coordinate = coordinate
    self.horizontalAccuracy = horizontalAccuracy
    self.arrival = arrival
    self.departure = departure
  }
}
