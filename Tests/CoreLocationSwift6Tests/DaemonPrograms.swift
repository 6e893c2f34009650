// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Glibc
import LocationTestSupport
import Observation
import Testing

// As programs in the Swift 6 language mode do, and run against the real daemon.

/// What a location button of a view is bound to.
@MainActor @Observable final class LocationButtonModel: NSObject {
  enum State: Equatable {
    case idle, asking, locating
    case found(latitude: Double, longitude: Double, accuracy: Measurement<UnitLength>)
    case failed(String)
  }

  private(set) var state = State.idle
  @ObservationIgnored private let manager = CLLocationManager()

  override init() {
    super.init()
    manager.delegate = self
    manager.desiredAccuracy = kCLLocationAccuracyNearestTenMeters
  }

  func tap() {
    switch manager.authorizationStatus {
    case .notDetermined:
      state = .asking
      manager.requestWhenInUseAuthorization()
    case .restricted, .denied: state = .failed("off")
    case .authorizedAlways, .authorizedWhenInUse:
      state = .locating
      manager.requestLocation()
    @unknown default: break
    }
  }
}

extension LocationButtonModel: CLLocationManagerDelegate {
  nonisolated func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    MainActor.assumeIsolated { if state == .asking { tap() } }
  }

  nonisolated func locationManager(
    _ manager: CLLocationManager,
    didUpdateLocations locations: [CLLocation]
  ) {
    guard let last = locations.last else { return }
    MainActor.assumeIsolated {
      let accuracy = Measurement(value: last.horizontalAccuracy, unit: UnitLength.meters)
      let (latitude, longitude) = (last.coordinate.latitude, last.coordinate.longitude)
      state = .found(latitude: latitude, longitude: longitude, accuracy: accuracy)
    }
  }

  nonisolated func locationManager(
    _ manager: CLLocationManager,
    didFailWithError error: any Error
  ) {
    let text =
      switch (error as? CLError)?.code {
      case .denied: "denied"
      case .locationUnknown: "unknown"
      default: error.localizedDescription
      }
    MainActor.assumeIsolated { state = .failed(text) }
  }
}

/// A delegate behind streams and continuations, as clients of a dependency container have it.
@MainActor private final class LiveLocationClient: NSObject {
  typealias Locations = AsyncThrowingStream<CLLocation, any Error>

  private let manager = CLLocationManager()
  private var streams: [UUID: Locations.Continuation] = [:]
  private var once: [CheckedContinuation<CLLocation, any Error>] = []
  private(set) var stopCount = 0

  override init() {
    super.init()
    manager.delegate = self
  }

  var currentLocation: CLLocation {
    get async throws {
      try await withCheckedThrowingContinuation { continuation in
        once.append(continuation)
        manager.requestLocation()
      }
    }
  }

  func locations() -> Locations {
    let (stream, continuation) = Locations.makeStream(bufferingPolicy: .bufferingNewest(1))
    let id = UUID()
    streams[id] = continuation
    continuation.onTermination = { [weak self] _ in Task { @MainActor in self?.end(id) } }
    manager.startUpdatingLocation()
    return stream
  }

  private func end(_ id: UUID) {
    streams[id] = nil
    guard streams.isEmpty else { return }
    manager.stopUpdatingLocation()
    stopCount += 1
  }

  private func takeOnce() -> [CheckedContinuation<CLLocation, any Error>] {
    defer { once = [] }
    return once
  }
}

extension LiveLocationClient: @preconcurrency CLLocationManagerDelegate {
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    guard let last = locations.max(by: { $0.timestamp < $1.timestamp }) else { return }
    for continuation in takeOnce() { continuation.resume(returning: last) }
    for stream in streams.values { stream.yield(last) }
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    for continuation in takeOnce() { continuation.resume(throwing: error) }
    guard case CLError.denied = error else { return }
    for stream in streams.values { stream.finish(throwing: error) }
  }
}

/// Live updates for as long as a session in the background is kept.
@MainActor private final class UpdatesHandler {
  private var background: CLBackgroundActivitySession?
  private(set) var speeds: [CLLocationSpeed] = []
  private(set) var wasUnavailable = false
  private(set) var isOver = false
  private var task: Task<Void, Never>?

  func start() {
    background = CLBackgroundActivitySession()
    task = Task {
      do {
        for try await update in CLLocationUpdate.liveUpdates(.automotiveNavigation) {
          if update.locationUnavailable { wasUnavailable = true }
          if let location = update.location, !update.stationary { speeds.append(location.speed) }
        }
      } catch { Issue.record(error) }
      isOver = true
    }
  }

  func stop() {
    background?.invalidate()
    task?.cancel()
  }
}

@MainActor @Suite(.serialized) struct Swift6DaemonTests {
  let daemon: RunningDaemon
  /// The daemon is found by a variable, which another module's tests set too.
  private let turn: EnvironmentTurn

  init() async throws {
    turn = await EnvironmentTurn()
    daemon = try RunningDaemon(gpsd: try FakeGPSD().port)
    setenv("LOCATIOND_SOCKET", daemon.socketPath, 1)
  }

  private func run(_ arguments: String...) throws {
    let run = try LocationctlRun(
      arguments,
      environment: daemon.environment,
      before: Deadline(in: 10)
    )
    #expect(run.exit == .code(0), "\(run.errors)")
  }

  private func wait(_ what: String, until condition: () async -> Bool) async throws {
    let deadline = Deadline(in: 10)
    while await !condition() {
      guard !deadline.isOver else { throw TimedOut(what) }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  @Test func `a location button finds the place, and is told when it may not`() async throws {
    try run("set", "48.8584,2.2945", "--accuracy", "4")
    let model = LocationButtonModel()
    model.tap()
    // It asks first where the daemon takes longer than a program is made to wait for its status.
    #expect([.locating, .asking].contains(model.state))
    let found = LocationButtonModel.State.found(
      latitude: 48.8584,
      longitude: 2.2945,
      accuracy: Measurement(value: 4, unit: .meters)
    )
    try await wait("the place") { model.state == found }
    try run("fault", "denied")
    try await wait("the refusal") {
      model.tap()
      return model.state == .failed("off")
    }
  }

  @Test func `continuations and streams of one client are fed, and end with a refusal`()
    async throws
  {
    try run("start", "--speed", "30", "--interval", "0.1", "48.8584,2.2945", "48.8984,2.2945")
    let client = LiveLocationClient()
    async let one = client.currentLocation
    async let other = client.currentLocation
    let (first, second) = try await (one, other)
    #expect(first.sourceInformation?.isSimulatedBySoftware == true)
    #expect(abs(second.coordinate.longitude - 2.2945) < 1e-9)
    let reader = Task {
      var latitudes: [Double] = []
      for try await location in client.locations() {
        latitudes.append(location.coordinate.latitude)
        if latitudes.count == 5 { break }
      }
      return latitudes
    }
    let latitudes = try await reader.value
    #expect(latitudes == latitudes.sorted() && Set(latitudes).count == 5)
    try await wait("the end") { client.stopCount == 1 }
    let refused = Task {
      for try await _ in client.locations() {}
    }
    try await wait("an update") { (try? await client.currentLocation) != nil }
    try run("privacy", "revoke", "all")
    await #expect(throws: CLError.self) { try await refused.value }
  }

  @Test func `live updates go on through a loss and end when the task is cancelled`() async throws {
    try run("start", "--speed", "30", "--interval", "0.1", "48.8584,2.2945", "48.9984,2.2945")
    let handler = UpdatesHandler()
    handler.start()
    try await wait("the drive") { handler.speeds.count >= 5 }
    #expect(handler.speeds.allSatisfy { abs($0 - 30) < 0.001 } && !handler.wasUnavailable)
    try run("fault", "no-fix", "--for", "1s")
    try await wait("the loss") { handler.wasUnavailable }
    let count = handler.speeds.count
    try await wait("the return") { handler.speeds.count > count }
    handler.stop()
    try await wait("the end") { handler.isOver }
  }
}
