// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
internal import LinuxIO
internal import LocationProtocol

/// This program's way to the location: start what you want, listen by delegate, closure or stream.
///
/// Any thread may use it. It connects to the daemon when it first has something to ask, on a
/// thread that all managers share; when the daemon restarts it connects again and asks for everything again.
/// The daemon is asked only for what was started *and* is listened to. Everything ends when the
/// manager is let go; an asynchronous sequence that is being consumed keeps its manager.
public final class LocationManager: Sendable {
  /// How a manager reaches the daemon and calls back.
  public struct Configuration: Sendable {
    /// The daemon's subscriber socket.
    public var socketPath: String
    /// The name that operators see, 1 … 128 bytes; untrusted.
    public var clientName: String
    /// The version that operators see, 1 … 128 bytes.
    public var clientVersion: String
    /// Where callbacks are called.
    public var callbackQueue: CallbackQueue

    /// Makes a configuration.
    ///
    /// Without a path the environment's `LOCATIOND_SOCKET` decides, then the default. Without a
    /// name it is the program's.
    public init(
      socketPath: String? = nil,
      clientName: String? = nil,
      clientVersion: String = "1",
      callbackQueue: CallbackQueue = .connection
    ) {
      self.socketPath = socketPath ?? Environment["LOCATIOND_SOCKET"] ?? SocketPath.subscriber
      let name =
        clientName ?? CommandLine.arguments.first?.split(separator: "/").last.map(String.init)
      self.clientName = Self.shortened(name ?? "") ?? "unnamed"
      self.clientVersion = Self.shortened(clientVersion) ?? "1"
      self.callbackQueue = callbackQueue
    }

    /// At most as long as the daemon takes; nil if nothing is left.
    private static func shortened(_ text: String) -> String? {
      var result = ""
      for scalar in text.unicodeScalars where scalar.properties.generalCategory != .control {
        let length = result.utf8.count + String(scalar).utf8.count
        if length > Limits.clientName { break }
        result.unicodeScalars.append(scalar)
      }
      return result.isEmpty ? nil : result
    }
  }

  let core: ManagerCore

  /// Makes a manager; nothing is asked before somebody listens.
  public convenience init(
    configuration: Configuration = Configuration(),
    delegate: (any LocationManagerDelegate)? = nil
  ) {
    self.init(configuration: configuration, proxies: [])
    if let delegate { self.delegate = delegate }
  }

  init(configuration: Configuration, proxies: [any LocationProxy]) {
    core = ManagerCore(configuration, proxies: proxies)
    core.adopt(self)
  }

  deinit { core.stop() }

  /// How this manager reaches the daemon and calls back.
  public var configuration: Configuration { core.configuration }

  /// Another manager of the same configuration and proxies, for a request of its own.
  func sibling(queue: CallbackQueue = .connection) -> LocationManager {
    var configuration = core.configuration
    configuration.callbackQueue = queue
    return LocationManager(configuration: configuration, proxies: core.proxies.own)
  }
}

/// The process's environment.
enum Environment {
  /// Nil for a variable that is unset or empty.
  static subscript(name: String) -> String? {
    // The wrapped call copies before anything else can change the environment.
    environmentVariable(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}

// MARK: - What is known

extension LocationManager {
  /// The last location told; nil while there is none, as after a loss.
  public var location: Location? { core.location }

  /// The last heading told.
  public var heading: Heading? { core.read(\.heading) }

  /// The satellites last told.
  public var satellites: SatelliteView? { core.read(\.satellites) }

  /// What this program may know; nil until the daemon has said it.
  public var authorization: Authorization? { core.read(\.authorization) }

  /// The regions that are monitored.
  public var monitoredRegions: [Region] {
    core.read { Array($0.regions.values) }.sorted { $0.identifier < $1.identifier }
  }

  /// Where this program stands with regard to a region, as last told.
  public func state(of identifier: String) -> RegionState {
    core.read { $0.regionStates[identifier] } ?? .unknown
  }
}
