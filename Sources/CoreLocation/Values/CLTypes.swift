// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

@_exported public import Foundation

// The module stands in for Apple's, which brings Foundation along.

/// Degrees of latitude or longitude.
public typealias CLLocationDegrees = Double
/// Metres of accuracy; negative if the value it belongs to is invalid.
public typealias CLLocationAccuracy = Double
/// Metres per second; negative if invalid.
public typealias CLLocationSpeed = Double
/// Metres per second of accuracy; negative if the speed is invalid.
public typealias CLLocationSpeedAccuracy = Double
/// Degrees from true north; negative if invalid.
public typealias CLLocationDirection = Double
/// Degrees of accuracy; negative if the course is invalid.
public typealias CLLocationDirectionAccuracy = Double
/// Metres.
public typealias CLLocationDistance = Double
/// Microtesla of one axis of the magnetic field.
public typealias CLHeadingComponentValue = Double
/// The major value of a beacon.
public typealias CLBeaconMajorValue = UInt16
/// The minor value of a beacon.
public typealias CLBeaconMinorValue = UInt16

/// Every location, however near to the last.
public let kCLDistanceFilterNone: CLLocationDistance = -1
/// Every heading, however near to the last.
public let kCLHeadingFilterNone: CLLocationDegrees = -1
/// As exact as can be had, for navigation.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// As exact as can be had.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// Within ten metres.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// Within a hundred metres.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// Within a kilometre.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
/// Within three kilometres.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000
/// As exact as an application without full accuracy gets it.
public let kCLLocationAccuracyReduced: CLLocationAccuracy = 3_000_000
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The longest distance.
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The longest time.
public let CLTimeIntervalMax: TimeInterval = .greatestFiniteMagnitude
/// A coordinate that is not valid.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// A point on the WGS 84 ellipsoid, in degrees.
public struct CLLocationCoordinate2D: BitwiseCopyable, Sendable {
  /// Degrees north.
  public var latitude: CLLocationDegrees
  /// Degrees east.
  public var longitude: CLLocationDegrees

  /// Makes the point 0, 0.
  public init() {
    latitude = 0
    longitude = 0
  }

  /// Makes a point from degrees.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Whether both degrees are in range.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
  (-90...90).contains(coord.latitude) && (-180...180).contains(coord.longitude)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Makes a point from degrees.
public func CLLocationCoordinate2DMake(
  _ latitude: CLLocationDegrees,
  _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
  CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

/// What an application may know of the location.
public enum CLAuthorizationStatus: Int32, Sendable {
  /// Nobody has decided yet.
  case notDetermined = 0
  /// A policy forbids it.
  case restricted = 1
  /// Somebody said no.
  case denied = 2
  /// Allowed at any time.
  case authorizedAlways = 3
  /// Allowed while in use.
  case authorizedWhenInUse = 4

  /// Allowed at any time; the former name.
  public static var authorized: CLAuthorizationStatus { .authorizedAlways }
}

/// How exact an application may know the location.
public enum CLAccuracyAuthorization: Int, Sendable {
  /// As exact as it is known.
  case fullAccuracy = 0
  /// Within some kilometres.
  case reducedAccuracy = 1
}

/// What the location is used for.
public enum CLActivityType: Int, Sendable {
  /// Anything.
  case other = 1
  /// Driving on roads.
  case automotiveNavigation = 2
  /// On foot or by bicycle.
  case fitness = 3
  /// Boats, trains.
  case otherNavigation = 4
  /// In the air.
  case airborne = 5
}

/// How the device is held.
public enum CLDeviceOrientation: Int32, Sendable {
  /// Not known.
  case unknown = 0
  /// Upright.
  case portrait = 1
  /// Upside down.
  case portraitUpsideDown = 2
  /// On its side, home button on the right.
  case landscapeLeft = 3
  /// On its side, home button on the left.
  case landscapeRight = 4
  /// On its back.
  case faceUp = 5
  /// On its face.
  case faceDown = 6
}

/// Where the device stands with regard to a region.
public enum CLRegionState: Int, Sendable {
  /// Not known.
  case unknown = 0
  /// In it.
  case inside = 1
  /// Out of it.
  case outside = 2
}

/// How near a beacon is.
public enum CLProximity: Int, Sendable {
  /// Not known.
  case unknown = 0
  /// At hand.
  case immediate = 1
  /// Near.
  case near = 2
  /// Far.
  case far = 3
}
