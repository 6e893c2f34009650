// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What this program may know of the location.
public struct Authorization: Hashable, Sendable, Codable {
  /// The decision.
  public enum Status: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nobody has decided yet.
    case notDetermined
    /// A policy forbids it and nobody present may change that.
    case restricted
    /// Somebody said no.
    case denied
    /// Allowed.
    case authorizedAlways
    /// Allowed while the program is in use.
    case authorizedWhenInUse
  }

  /// How exact locations are.
  public enum Accuracy: String, Hashable, Sendable, Codable, CaseIterable {
    /// As exact as they are known.
    case full
    /// Within some kilometres.
    case reduced
  }

  /// The decision.
  public var status: Status
  /// How exact locations are.
  public var accuracy: Accuracy

  /// Makes an authorization.
  public init(_ status: Status, accuracy: Accuracy = .full) {
    self.status = status
    self.accuracy = accuracy
  }

  /// Whether any location may reach this program.
  public var allowsLocation: Bool { status == .authorizedAlways || status == .authorizedWhenInUse }
}

/// Why there is no location, or no monitoring of a region.
public struct LocationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// CLError's numbers and names.
  public enum Code: Int, Hashable, Sendable, CaseIterable {
    /// No position now, or no daemon; both are tried on.
    case locationUnknown = 0
    /// This program may not know the location.
    case denied = 1
    /// The daemon refused a request.
    case network = 2
    /// No heading can be had.
    case headingFailure = 3
    /// This program may not monitor regions.
    case regionMonitoringDenied = 4
    /// The region cannot be monitored.
    case regionMonitoringFailure = 5
  }

  /// What kind of failure it is.
  public var code: Code
  /// A sentence for people.
  public var message: String

  /// Makes an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Kind and sentence.
  public var description: String { "\(code): \(message)" }
}

/// Where this program stands with regard to a region.
public enum RegionState: String, Hashable, Sendable, Codable {
  /// No location has told yet.
  case unknown
  /// In it.
  case inside
  /// Out of it.
  case outside
}

/// An area whose border is watched.
public struct Region: Hashable, Sendable, Codable {
  /// What the area is.
  public enum Shape: Hashable, Sendable, Codable {
    /// All within so many metres of a point.
    case circle(center: Coordinate, radius: Double)
    /// All within 3 … 1000 corners.
    case polygon([Coordinate])
  }

  /// 1 … 256 bytes; a second region of that name replaces the first.
  public var identifier: String
  /// What the area is.
  public var shape: Shape
  /// Whether entering is told.
  public var notifiesOnEntry: Bool
  /// Whether leaving is told.
  public var notifiesOnExit: Bool

  /// Makes a region of any shape.
  public init(
    identifier: String,
    shape: Shape,
    notifiesOnEntry: Bool = true,
    notifiesOnExit: Bool = true
  ) {
    self.identifier = identifier
    self.shape = shape
    self.notifiesOnEntry = notifiesOnEntry
    self.notifiesOnExit = notifiesOnExit
  }

  /// Makes a circle with a radius in metres.
  public init(identifier: String, center: Coordinate, radius: Double) {
    self.init(identifier: identifier, shape: .circle(center: center, radius: radius))
  }
}
