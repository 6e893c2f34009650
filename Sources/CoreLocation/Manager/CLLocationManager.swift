// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

public import Foundation
internal import LocationClient

/// Asks for locations, headings, regions and visits, and tells its delegate on the main thread.
///
/// The main thread must run its queue: by a run loop, `dispatchMain()` or an asynchronous `main`.
open class CLLocationManager: NSObject {
  let manager: LocationManager
  private var observation: LocationObservation?
  private let settings = Guarded(ManagerSettings())
  let told = ToldDelegate()

  /// Makes a manager.
  public override init() {
    manager = LocationManager(configuration: .init(callbackQueue: .main))
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
      guard newValue != nil else { return }
      DispatchQueue.main.async { [weak self] in self?.tellFirstAuthorization() }
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

  /// What this application may know; waits for the daemon's first word, at most a second.
  open var authorizationStatus: CLAuthorizationStatus {
    CLAuthorizationStatus(manager.awaitAuthorization(seconds: 1)?.status ?? .notDetermined)
  }
  /// How exact this application may know it.
  open var accuracyAuthorization: CLAccuracyAuthorization {
    let accuracy = manager.awaitAuthorization(seconds: 1)?.accuracy
    return accuracy == .reduced ? .reducedAccuracy : .fullAccuracy
  }
  /// False: there are no widgets.
  open var isAuthorizedForWidgetUpdates: Bool { false }
  /// The last location told, if it still holds; the daemon's, if it has one, while nothing is started.
  open var location: CLLocation? {
    manager.presentLocation(seconds: 1).map { ReceivedLocation($0) }
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

  /// Asks where the device stands with regard to a region.
  open func requestState(for region: CLRegion) {
    manager.requestState(of: region.identifier)
  }

  /// Calls the delegate from the main queue, after whatever runs now.
  func later(_ call: @escaping (any CLLocationManagerDelegate, CLLocationManager) -> Void) {
    DispatchQueue.main.async { [weak self] in
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
  /// True for circles.
  open class func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
    regionClass is CLCircularRegion.Type
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
    CLLocationManager().authorizationStatus
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
    completion: (((any Error)?) -> Void)? = nil
  ) {
    let error = accuracyAuthorization == .fullAccuracy ? nil : CLError(.promptDeclined)
    guard let completion else { return }
    DispatchQueue.main.async { completion(error) }
  }

  /// Answers at once: full accuracy is granted by the operator alone.
  open func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String
  ) async throws {
    if accuracyAuthorization != .fullAccuracy { throw CLError(.promptDeclined) }
  }

  /// Answers that there are none: the daemon keeps no former locations.
  open func requestHistoricalLocations(
    purposeKey: String,
    sampleCount: Int,
    completionHandler: @escaping ([CLLocation], (any Error)?) -> Void
  ) {
    DispatchQueue.main.async { completionHandler([], CLError(.historicalLocationError)) }
  }

  /// Answers that there are none: the daemon keeps no former locations.
  open func requestHistoricalLocations(
    purposeKey: String,
    sampleCount: Int
  ) async throws -> [CLLocation] { throw CLError(.historicalLocationError) }

  /// Starts locations.
  open func startUpdatingLocation() { manager.startUpdatingLocation() }
  /// Ends locations.
  open func stopUpdatingLocation() { manager.stopUpdatingLocation() }
  /// Asks for one location: one callback with it or with an error follows, within ten seconds.
  open func requestLocation() { manager.requestLocation(timeout: 10) }
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
    completion: ((Data?, (any Error)?) -> Void)? = nil
  ) {
    guard let completion else { return }
    let error = CLLocationPushServiceError(.unsupportedPlatform)
    DispatchQueue.main.async { completion(nil, error) }
  }
  /// Answers that there are no pushes.
  open func startMonitoringLocationPushes() async throws -> Data {
    throw CLLocationPushServiceError(.unsupportedPlatform)
  }
  /// Does nothing.
  open func stopMonitoringLocationPushes() {}
}
