// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LocationClient
import LocationTestSupport

/// The real daemon with a place that is set, and managers that find it.
final class ClientScene {
  var daemon: RunningDaemon
  let folder: TemporaryFolder
  private let gpsdPort: UInt16

  /// Without a gpsd there is no receiver: nobody listens on the port then.
  init(at place: String? = "48.8584,2.2945", gpsd: UInt16? = nil) throws {
    folder = try TemporaryFolder()
    gpsdPort = try gpsd ?? FakeGPSD().port
    daemon = try RunningDaemon(gpsd: gpsdPort, folder: folder)
    if let place { try set(place) }
  }

  func set(_ place: String, _ more: String...) throws {
    let run = try LocationctlRun(
      ["set", place] + more,
      environment: daemon.environment,
      before: Deadline(in: 10)
    )
    guard run.exit == .code(0) else { throw SceneError("set: \(run.errors)") }
  }

  func run(_ arguments: String...) throws {
    let run = try LocationctlRun(
      arguments,
      environment: daemon.environment,
      before: Deadline(in: 10)
    )
    guard run.exit == .code(0) else { throw SceneError("\(arguments): \(run.errors)") }
  }

  /// Ends the daemon and starts it again at the same place.
  func restart() throws {
    _ = try daemon.terminate(before: Deadline(in: 5))
    unlink(folder.path("notify"))
    daemon = try RunningDaemon(gpsd: gpsdPort, folder: folder)
  }

  var configuration: LocationManager.Configuration {
    LocationManager.Configuration(socketPath: daemon.socketPath, clientName: "test")
  }

  func manager(_ queue: CallbackQueue = .connection) -> LocationManager {
    var configuration = configuration
    configuration.callbackQueue = queue
    return LocationManager(configuration: configuration)
  }
}
