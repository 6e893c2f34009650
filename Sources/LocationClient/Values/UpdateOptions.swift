// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What is asked of the daemon for updates of the location.
public struct UpdateOptions: Hashable, Sendable {
  /// How exact the locations should be.
  public enum Accuracy: Hashable, Sendable {
    /// As exact as can be had.
    case best
    /// The same, for turn-by-turn navigation.
    case bestForNavigation
    /// Only locations at least so many metres exact.
    case metres(Double)
    /// Within some kilometres, whatever is authorized.
    case reduced
  }

  /// What the locations are for; a hint for pausing.
  public enum Activity: String, Hashable, Sendable, CaseIterable {
    /// Anything.
    case other
    /// Driving on roads.
    case automotiveNavigation
    /// On foot or by bicycle.
    case fitness
    /// Boats, trains.
    case otherNavigation
    /// In the air.
    case airborne
  }

  /// How exact the locations should be.
  public var desiredAccuracy: Accuracy
  /// Metres from the last location delivered, 0 … 10,000,000; 0 delivers every location.
  public var distanceFilter: Double
  /// Seconds between two deliveries, 0 … 86,400.
  public var minimumInterval: Double
  /// What the locations are for.
  public var activity: Activity
  /// Whether updates pause by themselves at a standstill.
  public var pausesAutomatically: Bool

  /// Makes options; without arguments every location is delivered.
  public init(
    desiredAccuracy: Accuracy = .best,
    distanceFilter: Double = 0,
    minimumInterval: Double = 0,
    activity: Activity = .other,
    pausesAutomatically: Bool = false
  ) {
    self.desiredAccuracy = desiredAccuracy
    self.distanceFilter = distanceFilter
    self.minimumInterval = minimumInterval
    self.activity = activity
    self.pausesAutomatically = pausesAutomatically
  }
}

/// The end of a time without connection to the daemon.
public struct ConnectionGap: Hashable, Sendable {
  /// Seconds without connection, on a clock that does not step.
  public var duration: Double
  /// Why the connection was lost.
  public var reason: String

  /// Makes a gap.
  public init(duration: Double, reason: String) {
    self.duration = duration
    self.reason = reason
  }
}

/// A callback that this version does not know.
public struct UnknownCallback: Hashable, Sendable {
  /// Its name.
  public var method: String
  /// The whole JSON-RPC notification as the daemon sent it.
  public var json: String

  /// Makes a callback.
  public init(method: String, json: String) {
    self.method = method
    self.json = json
  }
}
