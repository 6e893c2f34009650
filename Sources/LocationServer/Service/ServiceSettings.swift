// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
package import LocationCore
package import LocationProtocol

/// What the service may be told by configuration.
package struct ServiceSettings: Sendable {
  package var source = SourceSettings()
  package var limits = SessionLimits()
  package var access = AccessPolicy()
  package var regions = RegionSettings()
  package var nmea = NMEASettings()
  /// What of the configuration does not do what it says.
  package var problems: [String] = []
  /// What the gpsd surface says it is until it has heard a gpsd.
  package var gpsdRelease = GPSDRelease()
  /// Where state that survives a restart is kept; nil keeps none.
  package var stateDirectory: String?
  /// Bytes of one file in it, read or written.
  package var stateLimit = StateFile.limit

  package init() {}
}

/// A reload that changed nothing, because what is on the disk cannot be taken over.
package struct RefusedReload: Sendable {
  package var reason: String
  /// On the monotonic clock.
  package var at: Int64
  /// The files may be good: the user database did not answer.
  package var isUncertain: Bool

  package init(reason: String, at: Int64, isUncertain: Bool) {
    self.reason = reason
    self.at = at
    self.isUncertain = isUncertain
  }
}

/// A release of gpsd and its protocol.
package struct GPSDRelease: Hashable, Sendable {
  package var release = "3.22"
  package var major = 3
  package var minor = 14

  package init() {}
}

/// The upstream as `status` describes it; filled in by whoever owns the source.
package struct UpstreamStatus: Sendable {
  package var endpoint: String
  package var state: String
  package var since: Int64
  package var reason: String?
  package var release: String?
  /// Where it is, without its port.
  package var host = "localhost"
  /// The only one of its receivers that is watched, if it is one.
  package var device: String?
  /// What it answered last to the request to watch, if it refused.
  package var refusal: String?
  /// On the monotonic clock, while an attempt to reach it waits for its time.
  package var nextAttempt: Int64?
  /// It is lost because it takes connections and does not answer.
  package var isHanging = false

  package init(endpoint: String, state: String, since: Int64) {
    self.endpoint = endpoint
    self.state = state
    self.since = since
  }
}
