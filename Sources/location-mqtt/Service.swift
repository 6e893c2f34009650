// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
internal import LinuxIO
internal import LocationMQTT

/// One publisher as a service: loop, signals and service manager around a vehicle.
final class Service {
  private let loop: EventLoop
  private let vehicle: Vehicle
  private let log: Log
  private var signals: Signals?

  init(_ options: Options, _ settings: Settings) throws {
    var level = settings.logLevel
    if let name = options.logLevel {
      guard let known = Log.Level(named: name) else {
        throw UsageError(description: "--log-level \(name) is not a level")
      }
      level = known
    }
    log = Log(threshold: level)
    loop = try EventLoop()
    let folder =
      options.folder ?? ServiceManager.stateDirectory ?? "/var/lib/location-mqtt/\(options.name)"
    vehicle = try Vehicle(
      loop: loop,
      settings: settings,
      places: Vehicle.Places(folder: folder, metrics: options.metricsPath),
      version: Main.version,
      log: log
    )
  }

  func run() throws {
    Signals.ignoreSIGPIPE()
    // Before the first thread, which inherits the mask.
    signals = try Signals(loop: loop, [SIGTERM, SIGINT]) { [unowned self] _ in stop() }
    try vehicle.start()
    pingWatchdog()
    log.notice("location-mqtt \(Main.version) is ready")
    _ = ServiceManager.notify("READY=1")
    loop.run()
  }

  private func stop() {
    log.notice("stopping")
    _ = ServiceManager.notify("STOPPING=1")
    vehicle.close()
    loop.stop()
  }

  /// The loop itself tells the service manager that it lives, so that a wedged one is restarted.
  private func pingWatchdog() {
    guard let interval = ServiceManager.watchdogInterval() else { return }
    _ = ServiceManager.notify("WATCHDOG=1")
    _ = loop.schedule(at: loop.now.monotonic + interval / 2) { [unowned self] in pingWatchdog() }
  }
}
