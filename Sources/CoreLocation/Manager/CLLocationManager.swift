// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

public import Foundation
internal import LocationClient

/// Asks for locations, headings, regions and visits, and tells its delegate on the thread it was
/// made on.
///
/// That thread must run its run loop; for the main thread `dispatchMain()` or an asynchronous
/// `main` will do. Managers made in a queue or a task belong to the main thread.
open class CLLocationManager: NSObject {
  let manager: LocationManager
  let place = CallbackPlace.ofThread
  private var observation: LocationObservation?
  private let settings = Guarded(ManagerSettings())
  let told = ToldDelegate()

  /// Makes a manager.
  public override init() {
    manager = LocationManager(configuration: .init(callbackQueue: place.queue))
    super.init()
    change { _ in }
    observation = manager.observe { [weak self] in self?.take($0) }
    MonitoredRegions.ofProcess.join(manager)
  }

  deinit { observation?.cancel() }

  /// Who is told; held weakly, and set by any thread.
  open weak var delegate: (any CLLocationManagerDelegate)? {
    get { told.delegate }
    set {
      told.delegate = newValue
      guard newValue != nil, told.expectFirst() else { return }
      place.submit { [weak self] in self?.tellFirstAuthorization() }
    }
  }

  // MARK: How locations are asked for

  /// Metres, or one of the constants.
  open var desiredAccuracy: CLLocationAccuracy {
    get { settings.withLock(\.desiredAccuracy) }
    set { change { $0.desiredAccuracy = newValue } }
  }
  /// Metres from the last location told, or `kCLDistanceFilterNone`.
  open var distanceFilter: CLLocationDistance {
    get { settings.withLock(\.distanceFilter) }
    set { change { $0.distanceFilter = newValue } }
  }
  /// What the locations are used for.
  open var activityType: CLActivityType {
    get { settings.withLock(\.activityType) }
    set { change { $0.activityType = newValue } }
  }
  /// Whether updates pause by themselves at a standstill of five minutes.
  open var pausesLocationUpdatesAutomatically: Bool {
    get { settings.withLock(\.pausesLocationUpdatesAutomatically) }
    set { change { $0.pausesLocationUpdatesAutomatically = newValue } }
  }
  /// Kept, and without effect: a process on Linux has no background.
  open var allowsBackgroundLocationUpdates: Bool {
    get { settings.withLock(\.allowsBackgroundLocationUpdates) }
    set { change { $0.allowsBackgroundLocationUpdates = newValue } }
  }
  /// Kept, and without effect.
  open var showsBackgroundLocationIndicator: Bool {
    get { settings.withLock(\.showsBackgroundLocationIndicator) }
    set { change { $0.showsBackgroundLocationIndicator = newValue } }
  }
  /// Kept, and without effect.
  open var purpose: String? {
    get { settings.withLock(\.purpose) }
    set { change { $0.purpose = newValue } }
  }
  /// Degrees, or `kCLHeadingFilterNone`.
  open var headingFilter: CLLocationDegrees {
    get { settings.withLock(\.headingFilter) }
    set { change { $0.headingFilter = newValue } }
  }
  /// Kept, and without effect: headings come from the receiver.
  open var headingOrientation: CLDeviceOrientation {
    get { settings.withLock(\.headingOrientation) }
    set { change { $0.headingOrientation = newValue } }
  }

  /// The client takes what holds when it looks: of two threads none undoes what the other set.
  private func change(_ body: (inout ManagerSettings) -> Void) {
    settings.withLock { body(&$0) }
    manager.adopt { settings.withLock { ($0.options, max(0, $0.headingFilter)) } }
  }

  // MARK: What is known

  /// What this application may know; waits for the daemon's first word, at most half a second.
  open var authorizationStatus: CLAuthorizationStatus {
    CLAuthorizationStatus(manager.awaitAuthorization(seconds: 0.5)?.status ?? .notDetermined)
  }
  /// How exact this application may know it.
  open var accuracyAuthorization: CLAccuracyAuthorization {
    let accuracy = manager.awaitAuthorization(seconds: 0.5)?.accuracy
    return accuracy == .reduced ? .reducedAccuracy : .fullAccuracy
  }
  /// False: there are no widgets.
  open var isAuthorizedForWidgetUpdates: Bool { false }
  /// The last location told, if it still holds; the daemon's, if it has one, while nothing is started.
  open var location: CLLocation? {
    manager.presentLocation(seconds: 0.5).map { ReceivedLocation($0) }
  }
  /// The last heading told.
  open var heading: CLHeading? { manager.heading.map { CLHeading($0) } }
  /// Metres; the largest radius that the daemon monitors.
  open var maximumRegionMonitoringDistance: CLLocationDistance { 1_000_000 }
  /// The regions that all managers of the program monitor.
  open var monitoredRegions: Set<CLRegion> { MonitoredRegions.ofProcess.all }
  /// Always empty.
  open var rangedRegions: Set<CLRegion> { [] }
  /// Always empty.
  open var rangedBeaconConstraints: Set<CLBeaconIdentityConstraint> { [] }

  // MARK: Regions

  /// Watches a region for all managers; it replaces the one of the same identifier.
  open func startMonitoring(for region: CLRegion) {
    guard let wanted = region.region else {
      let error = CLError(.regionMonitoringFailure, message: "This region cannot be monitored.")
      later { $0.locationManager($1, monitoringDidFailFor: region, withError: error) }
      return
    }
    guard !MonitoredRegions.ofProcess.start(region, as: wanted) else { return }
    later { $0.locationManager($1, didStartMonitoringFor: region) }
  }

  /// Watches a region; the former way, whose accuracy is without effect.
  open func startMonitoring(for region: CLRegion, desiredAccuracy accuracy: CLLocationAccuracy) {
    startMonitoring(for: region)
  }

  /// Ends the watch of a region.
  open func stopMonitoring(for region: CLRegion) {
    MonitoredRegions.ofProcess.stop(region.identifier)
  }

  /// Asks where the device stands with regard to a region that is monitored.
  open func requestState(for region: CLRegion) {
    guard MonitoredRegions.ofProcess[region.identifier] != nil else {
      let error = CLError(.regionMonitoringFailure, message: "This region is not monitored.")
      return later {
        $0.locationManager($1, monitoringDidFailFor: region, withError: error)
      }
    }
    manager.requestState(of: region.identifier)
  }

  /// Calls the delegate where it is called, after whatever runs now.
  func later(_ call: @escaping (any CLLocationManagerDelegate, CLLocationManager) -> Void) {
    place.submit { [weak self] in
      guard let self, let delegate = self.delegate else { return }
      call(delegate, self)
    }
  }

  /// Keeps a location as the former one of the next.
  func replaceFormerLocation(_ location: CLLocation) -> CLLocation? {
    told.replaceFormerLocation(location)
  }

  // MARK: What is the same for every manager

  /// Whether the daemon can be reached, or a location is made up in this process.
  open class func locationServicesEnabled() -> Bool { LocationManager.isAvailable() }
  /// Always true: receivers with a compass report its heading.
  open class func headingAvailable() -> Bool { true }
  /// Always true.
  open class func significantLocationChangeMonitoringAvailable() -> Bool { true }
  /// True for circles, and for regions in general.
  open class func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
    regionClass is CLCircularRegion.Type || regionClass == CLRegion.self
  }
  /// The former name for circles.
  open class func regionMonitoringAvailable() -> Bool { true }
  /// The former name for circles.
  open class func regionMonitoringEnabled() -> Bool { true }
  /// Always false: there is no radio for beacons.
  open class func isRangingAvailable() -> Bool { false }
  /// Always false.
  open class func deferredLocationUpdatesAvailable() -> Bool { false }
  /// What this application may know; the former way to ask.
  open class func authorizationStatus() -> CLAuthorizationStatus {
    CLAuthorizationStatus(StandingAuthorization.ofProcess.status ?? .notDetermined)
  }

  /// The class knows it; the former way to ask.
  open var locationServicesEnabled: Bool { Self.locationServicesEnabled() }
  /// The class knows it; the former way to ask.
  open var headingAvailable: Bool { Self.headingAvailable() }

  // MARK: What an application asks for

  /// Asks somebody to decide, if nobody has yet.
  open func requestWhenInUseAuthorization() { manager.requestAuthorization() }
  /// Asks somebody to decide, if nobody has yet.
  open func requestAlwaysAuthorization() { manager.requestAuthorization() }

  /// Answers at once: full accuracy is granted by the operator alone.
  open func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String,
    completion: (((any Error)?) -> Void)?
  ) {
    let error = accuracyAuthorization == .fullAccuracy ? nil : CLError(.promptDeclined)
    guard let completion else { return }
    place.submit { completion(error) }
  }

  /// Does nothing: full accuracy is granted by the operator alone.
  open func requestTemporaryFullAccuracyAuthorization(withPurposeKey purposeKey: String) {
    requestTemporaryFullAccuracyAuthorization(withPurposeKey: purposeKey, completion: nil)
  }

  /// Answers at once: full accuracy is granted by the operator alone.
  open func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String
  ) async throws {
    try await Answer.of { answer in
      requestTemporaryFullAccuracyAuthorization(withPurposeKey: purposeKey) { answer((), $0) }
    }
  }

  /// Answers that there are none: the daemon keeps no former locations.
  open func requestHistoricalLocations(
    purposeKey: String,
    sampleCount: Int,
    completionHandler: @escaping ([CLLocation], (any Error)?) -> Void
  ) {
    place.submit { completionHandler([], CLError(.historicalLocationError)) }
  }

  /// Answers that there are none: the daemon keeps no former locations.
  open func requestHistoricalLocations(
    purposeKey: String,
    sampleCount: Int
  ) async throws -> [CLLocation] {
    try await Answer.of { answer in
      requestHistoricalLocations(purposeKey: purposeKey, sampleCount: sampleCount) {
        answer($0, $1)
      }
    }
  }

  /// Starts locations; a request for one is answered no more.
  open func startUpdatingLocation() { manager.startUpdatingLocationInsteadOfRequest() }
  /// Ends locations, and a request for one.
  open func stopUpdatingLocation() { manager.stopUpdatingLocation() }
  /// Asks for one location: one callback with it or with an error follows, within ten seconds.
  ///
  /// Before that a second request is none.
  open func requestLocation() {
    guard !manager.isRequestingLocation else { return }
    manager.requestLocation(timeout: 10)
  }
  /// Starts headings.
  open func startUpdatingHeading() { manager.startUpdatingHeading() }
  /// Ends headings.
  open func stopUpdatingHeading() { manager.stopUpdatingHeading() }
  /// Does nothing: no calibration is ever shown.
  open func dismissHeadingCalibrationDisplay() {}
  /// Starts locations after 500 m or more.
  open func startMonitoringSignificantLocationChanges() {
    manager.startMonitoringSignificantLocationChanges()
  }
  /// Ends locations after significant changes.
  open func stopMonitoringSignificantLocationChanges() {
    manager.stopMonitoringSignificantLocationChanges()
  }
  /// Starts visits.
  open func startMonitoringVisits() { manager.startMonitoringVisits() }
  /// Ends visits.
  open func stopMonitoringVisits() { manager.stopMonitoringVisits() }

  /// Tells the delegate that deferred updates cannot be had.
  open func allowDeferredLocationUpdates(
    untilTraveled distance: CLLocationDistance,
    timeout: TimeInterval
  ) {
    later { $0.locationManager($1, didFinishDeferredUpdatesWithError: CLError(.deferredFailed)) }
  }
  /// Does nothing.
  open func disallowDeferredLocationUpdates() {}

  /// Tells the delegate that beacons cannot be looked for.
  open func startRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
    later {
      $0.locationManager($1, didFailRangingFor: constraint, error: CLError(.rangingUnavailable))
    }
  }
  /// Does nothing.
  open func stopRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {}
  /// Tells the delegate that beacons cannot be looked for.
  open func startRangingBeacons(in region: CLBeaconRegion) {
    later {
      let error = CLError(.rangingUnavailable)
      $0.locationManager($1, rangingBeaconsDidFailFor: region, withError: error)
    }
  }
  /// Does nothing.
  open func stopRangingBeacons(in region: CLBeaconRegion) {}

  /// Answers that there are no pushes.
  open func startMonitoringLocationPushes(
    completion: ((Data?, (any Error)?) -> Void)?
  ) {
    guard let completion else { return }
    let error = CLLocationPushServiceError(.unsupportedPlatform)
    place.submit { completion(nil, error) }
  }
  /// Answers that there are no pushes.
  open func startMonitoringLocationPushes() async throws -> Data {
    try await Answer.of { answer in startMonitoringLocationPushes { answer($0, $1) } }
  }
  /// Does nothing.
  open func stopMonitoringLocationPushes() {}
}
