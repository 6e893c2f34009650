// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Glibc
import LocationTestSupport
import Testing

/// Writes down what it is told, and asks for the location as soon as it may.
@MainActor private final class Waiting: NSObject, @preconcurrency CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  private(set) var told: [String] = []

  override init() {
    super.init()
    manager.delegate = self
    manager.requestWhenInUseAuthorization()
  }

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    told.append("status \(manager.authorizationStatus.rawValue)")
    if manager.authorizationStatus == .authorizedAlways { manager.startUpdatingLocation() }
  }
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    if told.last != "location" { told.append("location") }
  }
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    told.append("error")
  }
}

/// Programs that are started before the daemon, and wait for the authorization to change.
@MainActor @Suite(.serialized) struct LateDaemonTests {
  private let folder: TemporaryFolder
  private let turn: EnvironmentTurn

  init() async throws {
    turn = await EnvironmentTurn()
    folder = try TemporaryFolder()
    setenv("LOCATIOND_SOCKET", folder.path("locationd.sock"), 1)
  }

  private func start(_ fallback: String) throws -> RunningDaemon {
    let daemon = try RunningDaemon(
      gpsd: try FakeGPSD().port,
      configuration: "[access]\ndefault = \(fallback)\n",
      folder: folder
    )
    try run(daemon, "set", "48.8584,2.2945", "--accuracy", "4")
    return daemon
  }

  private func run(_ daemon: RunningDaemon, _ arguments: String...) throws {
    let run = try LocationctlRun(
      arguments,
      environment: daemon.environment,
      before: Deadline(in: 10)
    )
    #expect(run.exit == .code(0), "\(run.errors)")
  }

  private func wait(_ what: String, until condition: () -> Bool) async throws {
    let deadline = Deadline(in: 10)
    while !condition() {
      guard !deadline.isOver else { throw TimedOut(what) }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  @Test func `a program that waits for its authorization goes on when the daemon comes`()
    async throws
  {
    let program = Waiting()
    try await wait("the first word") { program.told == ["status 0"] }
    let daemon = try start("allow")
    defer { withExtendedLifetime(daemon) {} }
    try await wait("the location") { program.told.last == "location" }
    #expect(program.told == ["status 0", "status 3", "location"])
  }

  @Test func `a program that has to be decided on goes on when somebody does`() async throws {
    let program = Waiting()
    try await wait("the first word") { program.told == ["status 0"] }
    let daemon = try start("ask")
    let control = try SubscriberConnection(path: daemon.controlPath)
    _ = try control.call("attachAgent", before: Deadline(in: 5))
    // It asked before there was anybody to ask.
    _ = try control.callback("authorizationRequested", before: Deadline(in: 5))
    try run(daemon, "privacy", "grant", "all")
    try await wait("the location") { program.told.last == "location" }
    #expect(program.told == ["status 0", "status 3", "location"])
  }

  @Test func `a location button that is tapped too early finds the place`() async throws {
    let model = LocationButtonModel()
    model.tap()
    #expect(model.state == .asking)
    let daemon = try start("allow")
    defer { withExtendedLifetime(daemon) {} }
    let found = LocationButtonModel.State.found(
      latitude: 48.8584,
      longitude: 2.2945,
      accuracy: Measurement(value: 4, unit: .meters)
    )
    try await wait("the place") { model.state == found }
  }
}
