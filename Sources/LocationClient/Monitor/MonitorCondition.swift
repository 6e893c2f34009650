// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

public import FoundationEssentials

/// Something that holds or does not hold where the device is.
public enum MonitorCondition: Hashable, Sendable, Codable {
  /// The device is within so many metres of a point.
  case circle(center: Coordinate, radius: Double)
  /// The device is inside of 3 … 1000 corners.
  case polygon([Coordinate])

  var shape: Region.Shape {
    switch self {
    case .circle(let center, let radius): .circle(center: center, radius: radius)
    case .polygon(let corners): .polygon(corners)
    }
  }
}

/// What became of a condition.
public struct MonitorEvent: Hashable, Sendable, Codable {
  /// Whether it holds.
  public enum State: String, Hashable, Sendable, Codable {
    /// No location has told yet.
    case unknown
    /// It holds.
    case satisfied
    /// It does not hold.
    case unsatisfied
    /// It is not watched, for instance because too many are.
    case unmonitored
  }

  /// The condition.
  public var identifier: String
  /// Whether it holds.
  public var state: State
  /// When that was found.
  public var date: Date
  /// The location that decided it, if one did.
  public var location: Location?
  /// Why it is not watched.
  public var reason: String?
  /// What this program may know, if that is why it is not watched.
  public var authorization: Authorization?

  /// Makes an event.
  public init(identifier: String, state: State, date: Date) {
    self.identifier = identifier
    self.state = state
    self.date = date
  }
}

/// A condition and what is known of it.
public struct MonitorRecord: Hashable, Sendable, Codable {
  /// The condition.
  public var condition: MonitorCondition
  /// The last event that was delivered.
  public var lastEvent: MonitorEvent
}
