// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation.CLLocationManager
import Testing

// As programs do: the manager behind a protocol, a stand-in that calls the delegate in the way of
// optional methods, and values of Apple's classes that only subclasses can have.

private protocol LocationProviding: AnyObject {
  var delegate: CLLocationManagerDelegate? { get set }
  var location: CLLocation? { get }
  var desiredAccuracy: CLLocationAccuracy { get set }
  var distanceFilter: CLLocationDistance { get set }
  var activityType: CLActivityType { get set }
  var allowsBackgroundLocationUpdates: Bool { get set }
  var pausesLocationUpdatesAutomatically: Bool { get set }
  var authorizationStatus: CLAuthorizationStatus { get }
  var accuracyAuthorization: CLAccuracyAuthorization { get }
  var monitoredRegions: Set<CLRegion> { get }
  func locationServicesEnabled() -> Bool
  func requestWhenInUseAuthorization()
  func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String,
    completion: ((Error?) -> Void)?
  )
  func startUpdatingLocation()
  func stopUpdatingLocation()
  func requestLocation()
  func startMonitoring(for region: CLRegion)
  func startRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint)
}

extension CLLocationManager: LocationProviding {
  func locationServicesEnabled() -> Bool { CLLocationManager.locationServicesEnabled() }
}

private final class FakeProvider: CLLocationManager {
  var status = CLAuthorizationStatus.notDetermined
  private var lastLocation: CLLocation?

  override var authorizationStatus: CLAuthorizationStatus { status }
  override var location: CLLocation? {
    get { lastLocation }
    set { lastLocation = newValue }
  }
  override class func authorizationStatus() -> CLAuthorizationStatus { .restricted }
  override func requestWhenInUseAuthorization() {
    status = .authorizedWhenInUse
    delegate?.locationManagerDidChangeAuthorization?(self)
  }
  override func requestLocation() {
    let location = CLLocation(latitude: 1, longitude: 2)
    self.location = location
    delegate?.locationManager?(self, didUpdateLocations: [location])
  }
  func fail(_ code: CLError.Code) {
    delegate?.locationManager?(self, didFailWithError: CLError(code))
    delegate?.locationManager(self, didFailWithError: NSError(domain: "other", code: 7))
  }
}

private final class Tracker: NSObject, CLLocationManagerDelegate {
  private let locationManager: LocationProviding
  var told: [String] = []
  /// The delegate that stood there before, as proxies keep it.
  weak var next: CLLocationManagerDelegate?

  init(_ manager: LocationProviding) {
    locationManager = manager
    super.init()
    locationManager.delegate = self
    locationManager.desiredAccuracy = kCLLocationAccuracyBest
    self.locationManager.distanceFilter = 10
  }

  func start() { locationManager.requestWhenInUseAuthorization() }

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    told.append("status \(manager.authorizationStatus.rawValue)")
    if manager.authorizationStatus == .authorizedWhenInUse { locationManager.requestLocation() }
    next?.locationManagerDidChangeAuthorization?(manager)
  }
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    told.append("locations \(locations.count)")
    next?.locationManager?(manager, didUpdateLocations: locations)
  }
  func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
    let error = error as NSError
    told.append("\(error.domain) \(error.code)")
  }
}

/// Knows only the callbacks of old.
private final class Former: NSObject, CLLocationManagerDelegate {
  var told: [String] = []

  func locationManager(
    _ manager: CLLocationManager,
    didUpdateTo newLocation: CLLocation,
    from oldLocation: CLLocation
  ) {
    told.append("to \(newLocation.coordinate.latitude)")
  }
  func locationManager(
    _ manager: CLLocationManager,
    didChangeAuthorization status: CLAuthorizationStatus
  ) {
    told.append("changed \(status.rawValue)")
  }
}

private class FakeVisit: CLVisit {
  override var coordinate: CLLocationCoordinate2D { .init(latitude: 25, longitude: 50) }
  override var arrivalDate: Date { Date(timeIntervalSince1970: 0) }
}

private class FakeHeading: CLHeading {
  private let degrees: Double
  init(_ degrees: Double) {
    self.degrees = degrees
    super.init()
  }
  required init?(coder: NSCoder) { nil }
  override var trueHeading: CLLocationDirection { degrees }
}

private final class FakePlacemark: CLPlacemark, @unchecked Sendable {
  override var locality: String? { "Somewhere" }
  override var location: CLLocation? { CLLocation(latitude: 3, longitude: 4) }
}

private class FakeBeacon: CLBeacon {
  override var major: NSNumber { 7 }
  override var proximity: CLProximity { .near }
}

private class FakeRegion: CLCircularRegion {
  override var identifier: String { "fake" }
  override func contains(_ coordinate: CLLocationCoordinate2D) -> Bool { true }
}

// On the main thread, so that no real callback comes in between where a daemon happens to run.
@MainActor @Suite struct MockedManagerTests {
  @Test func `a stand-in drives delegates by optional calls, and they forward`() {
    let manager = FakeProvider()
    let tracker = Tracker(manager)
    let former = Former()
    tracker.next = former
    tracker.start()
    manager.fail(.network)
    #expect(tracker.told == ["status 4", "locations 1", "kCLErrorDomain 2", "other 7"])
    #expect(former.told == ["to 1.0", "changed 4"])
    #expect(manager.location?.coordinate.longitude == 2)
    #expect(FakeProvider.authorizationStatus() == .restricted)
  }

  @Test func `each optional call reaches its method`() {
    let region = CLRegion(circularRegionWithCenter: .init(), radius: 1, identifier: "r")
    let beacons = CLBeaconIdentityConstraint(uuid: UUID())
    let delegate = NamingDelegate()
    let some: CLLocationManagerDelegate? = delegate
    let manager = FakeProvider()
    some?.locationManager?(manager, didFinishDeferredUpdatesWithError: nil)
    some?.locationManager?(manager, didUpdateHeading: FakeHeading(90))
    some?.locationManager?(manager, didEnterRegion: region)
    some?.locationManager?(manager, didExitRegion: region)
    some?.locationManager?(manager, didDetermineState: .inside, for: region)
    some?.locationManager?(manager, didStartMonitoringFor: region)
    some?.locationManager?(manager, monitoringDidFailFor: nil, withError: CLError(.denied))
    some?.locationManager?(manager, didRange: [FakeBeacon()], satisfying: beacons)
    some?.locationManager?(manager, didFailRangingFor: beacons, error: CLError(.denied))
    some?.locationManager?(manager, didVisit: FakeVisit())
    some?.locationManagerDidPauseLocationUpdates?(manager)
    some?.locationManagerDidResumeLocationUpdates?(manager)
    #expect(some?.locationManagerShouldDisplayHeadingCalibration?(manager) == true)
    #expect(
      delegate.told == [
        "deferred", "heading 90.0", "enter r", "exit r", "state 1", "monitoring r", "failed",
        "beacon 7", "no beacons", "visit 25.0", "pause", "resume", "calibration",
      ]
    )
  }

  @Test func `subclasses have the values that the program gives them`() {
    #expect(FakePlacemark().locality == "Somewhere")
    #expect(CLPlacemark(placemark: FakePlacemark()).location?.coordinate.longitude == 4)
    #expect(FakeRegion().identifier == "fake" && FakeRegion().contains(.init()))
    #expect(FakeVisit().departureDate == .distantFuture)
  }
}

private final class NamingDelegate: NSObject, CLLocationManagerDelegate {
  var told: [String] = []

  func locationManager(
    _ manager: CLLocationManager,
    didFinishDeferredUpdatesWithError error: Error?
  ) { told.append("deferred") }
  func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
    told.append("heading \(newHeading.trueHeading)")
  }
  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    told.append("enter \(region.identifier)")
  }
  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    told.append("exit \(region.identifier)")
  }
  func locationManager(
    _ manager: CLLocationManager,
    didDetermineState state: CLRegionState,
    for region: CLRegion
  ) { told.append("state \(state.rawValue)") }
  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
    told.append("monitoring \(region.identifier)")
  }
  func locationManager(
    _ manager: CLLocationManager,
    monitoringDidFailFor region: CLRegion?,
    withError error: Error
  ) { told.append("failed") }
  func locationManager(
    _ manager: CLLocationManager,
    didRange beacons: [CLBeacon],
    satisfying constraint: CLBeaconIdentityConstraint
  ) { told.append("beacon \(beacons[0].major)") }
  func locationManager(
    _ manager: CLLocationManager,
    didFailRangingFor constraint: CLBeaconIdentityConstraint,
    error: Error
  ) { told.append("no beacons") }
  func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {
    told.append("visit \(visit.coordinate.latitude)")
  }
  func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) { told.append("pause") }
  func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) {
    told.append("resume")
  }
  func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) -> Bool {
    told.append("calibration")
    return true
  }
}
