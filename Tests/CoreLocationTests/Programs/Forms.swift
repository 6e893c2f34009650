// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// A program's conformances must be public, and nobody documents them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CoreLocation
import Testing

// Short forms in which programs use errors, constants and managers.

extension CLRegion { var isCircle: Bool { self is CLCircularRegion } }

extension CLError.Code: CustomStringConvertible {
  public var description: String { "CLError \(rawValue)" }
}

extension CLProximity: Comparable {
  public static func < (lhs: CLProximity, rhs: CLProximity) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension CLActivityType: CaseIterable {
  public static var allCases: [CLActivityType] { [.other, .fitness] }
}

/// A seam of the kind that programs put before the manager for their own tests.
private protocol LocationFetcher: AnyObject {
  var delegate: CLLocationManagerDelegate? { get set }
  var desiredAccuracy: CLLocationAccuracy { get set }
  var location: CLLocation? { get }
  var authorizationStatus: CLAuthorizationStatus { get }
  func requestLocation()
  func requestWhenInUseAuthorization()
  func startMonitoring(for region: CLRegion)
  static func locationServicesEnabled() -> Bool
}

extension CLLocationManager: LocationFetcher {}

private func reason(_ error: Error) -> String {
  guard let error = error as? CLError else { return "other" }
  switch error {
  case CLError.locationUnknown: return "unknown"
  case CLError.denied: return "denied"
  default: return error.errorCode == CLError.network.rawValue ? "network" : "\(error.code)"
  }
}

@Suite struct FormsTests {
  @Test func `errors are switched over by their codes`() {
    #expect(reason(CLError(.denied)) == "denied" && reason(CLError(.network)) == "network")
    #expect(reason(CLError(.locationUnknown)) == "unknown")
    #expect(
      reason(CLError(.headingFailure)) == "CLError 3"
        && reason(CocoaError(.fileNoSuchFile)) == "other"
    )
    #expect((CLError(.denied) as NSError).code == CLError.Code.denied.rawValue)
    #expect((CLError(CLError.Code.denied) as NSError).domain == kCLErrorDomain)
    #expect(CLError(CLError.denied, userInfo: [:]).code == .denied)
  }

  @Test func `values take conformances of the program`() {
    #expect(CLProximity.immediate < .far && CLActivityType.allCases.count == 2)
    #expect(CLCircularRegion(center: .init(), radius: 1, identifier: "a").isCircle)
  }

  @Test func `a manager stands behind a protocol of the program`() {
    let fetcher: LocationFetcher = CLLocationManager()
    fetcher.desiredAccuracy = kCLLocationAccuracyHundredMeters
    #expect(fetcher.desiredAccuracy == 100 && fetcher.delegate == nil)
  }

  @Test func `measurements are made of the values`() {
    let location = CLLocation(
      coordinate: kCLLocationCoordinate2DInvalid,
      altitude: 10,
      horizontalAccuracy: -1,
      verticalAccuracy: -1,
      course: -1,
      speed: 10,
      timestamp: Date()
    )
    let speed = Measurement(value: location.speed, unit: UnitSpeed.metersPerSecond)
    #expect(abs(speed.converted(to: .kilometersPerHour).value - 36) < 0.001)
    #expect(location.courseAccuracy < 0 && location.speedAccuracy < 0)
    let distance: CLLocationDistance = .greatestFiniteMagnitude
    #expect(
      distance == CLLocationDistanceMax && CLTimeIntervalMax == TimeInterval.greatestFiniteMagnitude
    )
  }
}
