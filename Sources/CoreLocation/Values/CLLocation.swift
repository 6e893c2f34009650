// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

public import Foundation
internal import LocationClient

/// Where the device was at one time; negative accuracies mean that a value is invalid.
open class CLLocation: NSObject, NSCopying, NSSecureCoding {
  private let given: LocationValues

  /// All that it says; another class says it for locations of the daemon.
  var values: LocationValues { given }

  /// Makes an invalid location.
  public override init() {
    given = LocationValues(
      coordinate: kCLLocationCoordinate2DInvalid,
      timestamp: Date(timeIntervalSinceReferenceDate: 0)
    )
    super.init()
  }

  /// Makes a location at a point, with horizontal accuracy 0 and the present time.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    let point = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    var values = LocationValues(coordinate: point, timestamp: Date())
    values.horizontalAccuracy = 0
    given = values
    super.init()
  }

  /// Makes a location without course and speed.
  public init(
    coordinate: CLLocationCoordinate2D,
    altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy,
    timestamp: Date
  ) {
    var values = LocationValues(coordinate: coordinate, timestamp: timestamp)
    values.altitude = altitude
    values.horizontalAccuracy = hAccuracy
    values.verticalAccuracy = vAccuracy
    given = values
    super.init()
  }

  /// Makes a location with course and speed of unknown accuracy.
  public init(
    coordinate: CLLocationCoordinate2D,
    altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy,
    course: CLLocationDirection,
    speed: CLLocationSpeed,
    timestamp: Date
  ) {
    var values = LocationValues(coordinate: coordinate, timestamp: timestamp)
    values.altitude = altitude
    values.horizontalAccuracy = hAccuracy
    values.verticalAccuracy = vAccuracy
    values.course = course
    values.speed = speed
    given = values
    super.init()
  }

  /// Makes a location.
  public init(
    coordinate: CLLocationCoordinate2D,
    altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy,
    course: CLLocationDirection,
    courseAccuracy: CLLocationDirectionAccuracy,
    speed: CLLocationSpeed,
    speedAccuracy: CLLocationSpeedAccuracy,
    timestamp: Date
  ) {
    var values = LocationValues(coordinate: coordinate, timestamp: timestamp)
    values.altitude = altitude
    values.horizontalAccuracy = hAccuracy
    values.verticalAccuracy = vAccuracy
    values.course = course
    values.courseAccuracy = courseAccuracy
    values.speed = speed
    values.speedAccuracy = speedAccuracy
    given = values
    super.init()
  }

  /// Makes a location of a known source.
  public init(
    coordinate: CLLocationCoordinate2D,
    altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy,
    course: CLLocationDirection,
    courseAccuracy: CLLocationDirectionAccuracy,
    speed: CLLocationSpeed,
    speedAccuracy: CLLocationSpeedAccuracy,
    timestamp: Date,
    sourceInfo: CLLocationSourceInformation
  ) {
    var values = LocationValues(coordinate: coordinate, timestamp: timestamp)
    values.altitude = altitude
    values.horizontalAccuracy = hAccuracy
    values.verticalAccuracy = vAccuracy
    values.course = course
    values.courseAccuracy = courseAccuracy
    values.speed = speed
    values.speedAccuracy = speedAccuracy
    values.isSimulated = sourceInfo.isSimulatedBySoftware
    values.isFromAccessory = sourceInfo.isProducedByAccessory
    given = values
    super.init()
  }

  /// Reads a location from an archive.
  public required init?(coder: NSCoder) {
    guard let values = LocationValues(coder) else { return nil }
    given = values
    super.init()
  }

  /// Writes the location to an archive.
  open func encode(with coder: NSCoder) { values.encode(coder) }

  /// Always true.
  open class var supportsSecureCoding: Bool { true }

  /// The location itself: it never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// The point on WGS 84; invalid if the horizontal accuracy is negative.
  open var coordinate: CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: values.latitude, longitude: values.longitude)
  }
  /// Metres above mean sea level.
  open var altitude: CLLocationDistance { values.altitude }
  /// Metres above the WGS 84 ellipsoid.
  open var ellipsoidalAltitude: CLLocationDistance { values.ellipsoidalAltitude }
  /// Metres, about 68 %; negative if the coordinate is invalid.
  open var horizontalAccuracy: CLLocationAccuracy { values.horizontalAccuracy }
  /// Metres, about 68 %; 0 or negative if the altitudes are invalid.
  open var verticalAccuracy: CLLocationAccuracy { values.verticalAccuracy }
  /// Degrees from true north; negative if invalid.
  open var course: CLLocationDirection { values.course }
  /// Degrees; negative if the course is invalid.
  open var courseAccuracy: CLLocationDirectionAccuracy { values.courseAccuracy }
  /// Metres per second; negative if invalid.
  open var speed: CLLocationSpeed { values.speed }
  /// Metres per second; negative if the speed is invalid.
  open var speedAccuracy: CLLocationSpeedAccuracy { values.speedAccuracy }
  /// The time of the fix.
  open var timestamp: Date { values.timestamp }
  /// Always nil: a receiver knows of no floors.
  open var floor: CLFloor? { nil }
  /// Where the location comes from, if that is known.
  open var sourceInformation: CLLocationSourceInformation? {
    guard let isSimulated = values.isSimulated else { return nil }
    return CLLocationSourceInformation(
      softwareSimulationState: isSimulated,
      andExternalAccessoryState: values.isFromAccessory
    )
  }

  /// Metres to another location, along the shortest way on the ellipsoid.
  open func distance(from location: CLLocation) -> CLLocationDistance {
    Coordinate(coordinate).distance(to: Coordinate(location.coordinate))
  }

  /// The former name.
  open func getDistanceFrom(_ location: CLLocation) -> CLLocationDistance {
    distance(from: location)
  }

  /// Point, accuracy, speed, course and time in Apple's form.
  open override var description: String {
    String(
      format: "<%+.8f,%+.8f> +/- %.2fm (speed %.2f mps / course %.2f) @ %@",
      coordinate.latitude,
      coordinate.longitude,
      horizontalAccuracy,
      speed,
      course,
      LocationValues.text(timestamp)
    )
  }

  /// By all values.
  open override var hash: Int { values.hashValue }

  /// Whether all values are the same.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLLocation else { return false }
    return self === other || values == other.values
  }
}

/// A location of the daemon: only so do subclasses elsewhere inherit all initializers.
final class ReceivedLocation: CLLocation, @unchecked Sendable {
  private let received: LocationValues

  init(_ location: Location) {
    received = LocationValues(location)
    super.init()
  }

  required init?(coder: NSCoder) { return nil }

  override var values: LocationValues { received }
  /// In archives it is a location like others.
  override var classForCoder: AnyClass { CLLocation.self }
}

extension Coordinate {
  init(_ coordinate: CLLocationCoordinate2D) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }
}

extension CLLocationCoordinate2D {
  init(_ coordinate: Coordinate) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }
}
