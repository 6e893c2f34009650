// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationClient

/// The authorization for those who ask the class instead of a manager; one connection tells it for
/// as long as the program lives.
final class StandingAuthorization {
  static let ofProcess = StandingAuthorization()

  private struct Asked: Sendable {
    let manager: LocationManager
    let observation: LocationObservation
  }

  /// The environment may name another socket meanwhile.
  private let asked = Guarded<Asked?>(nil)

  /// Waits for the daemon's first word, at most half a second.
  var status: Authorization.Status? {
    let configuration = LocationManager.Configuration()
    let manager = asked.withLock { asked in
      if let manager = asked?.manager,
        manager.configuration.socketPath == configuration.socketPath
      {
        return manager
      }
      let manager = LocationManager(configuration: configuration)
      asked = Asked(manager: manager, observation: manager.observe(.authorization) { _ in })
      return manager
    }
    return manager.awaitAuthorization(seconds: 0.5)?.status
  }
}
