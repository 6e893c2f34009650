// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
internal import LinuxIO
internal import LocationMQTT

/// One publisher as a service: loop, signals and service manager around a vehicle.
final class Service {
  private let loop: EventLoop
  private let vehicle: Vehicle
  private let options: Options
  private var log: Log
  private var signals: Signals?

  init(_ options: Options) throws {
    let settings = try Self.settings(options)
    self.options = options
    log = Log(threshold: settings.logLevel)
    loop = try EventLoop()
    let folder =
      options.folder ?? ServiceManager.stateDirectory ?? "/var/lib/location-mqtt/\(options.name)"
    // The service manager makes the usual ones; by hand, nobody else would.
    makeFolder(folder)
    if options.metrics == nil { makeFolder("/run/location-mqtt/\(options.name)") }
    vehicle = try Vehicle(
      loop: loop,
      settings: settings,
      places: Vehicle.Places(name: options.name, folder: folder, metrics: options.metricsPath),
      version: Main.version,
      log: log
    )
    limitMemory(settings)
  }

  /// What the configuration says, unless the command line knows better.
  static func settings(_ options: Options) throws -> Settings {
    var settings = try Settings(
      path: options.configurationPath,
      name: options.name,
      isCheck: options.action == .checkConfiguration
    )
    guard let name = options.logLevel else { return settings }
    guard let level = Log.Level(named: name) else {
      throw UsageError(description: "--log-level \(name) is not a level")
    }
    settings.logLevel = level
    return settings
  }

  /// One message of a broker could otherwise ask for 256 MB.
  private func limitMemory(_ settings: Settings) {
    let queue = UInt64(settings.queue.memoryLimit) * 2048
    do {
      try ResourceLimits.limitData(to: 96 << 20 + queue)
    } catch {
      log.warning("memory is not limited: \(error)")
    }
  }

  func run() throws {
    Signals.ignoreSIGPIPE()
    // Before the first thread, which inherits the mask.
    signals = try Signals(loop: loop, [SIGTERM, SIGINT, SIGHUP]) { [unowned self] in
      if $0 == SIGHUP { reload() } else { stop() }
    }
    try vehicle.start()
    ServiceManager.pingWatchdog(from: loop)
    log.notice("location-mqtt \(Main.version) is ready")
    ServiceManager.notify("READY=1")
    loop.run()
  }

  private func reload() {
    ServiceManager.notify(ServiceManager.reloading)
    do {
      let settings = try Self.settings(options)
      try vehicle.reload(settings)
      limitMemory(settings)
      log.threshold = settings.logLevel
      log.notice("reloaded the configuration")
    } catch {
      log.warning("the configuration stays as it was: \(error)")
    }
    ServiceManager.notify("READY=1")
  }

  private func stop() {
    log.notice("stopping")
    ServiceManager.notify("STOPPING=1")
    vehicle.close()
    loop.stop()
  }
}
