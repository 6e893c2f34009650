// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LocationCore
internal import LocationProtocol

/// When the stops of a route are reached, in seconds from its first one, as the daemon counts.
package struct RouteTimes {
  /// Metres per second; nil for the stops' own times.
  private let speed: Double?
  private let interval: Double
  package private(set) var last: (stop: RouteStop, time: Double)?

  /// - Parameters:
  ///   - speed: Metres per second; nil for the stops' own times.
  ///   - interval: Seconds between two locations, which a break takes if there is a speed.
  package init(speed: Double?, interval: Double = 1) {
    self.speed = speed
    self.interval = interval
  }

  /// The time of the stop that comes next.
  package mutating func take(_ stop: RouteStop) -> Double {
    let time = time(of: stop)
    last = (stop, time)
    return time
  }

  private func time(of stop: RouteStop) -> Double {
    guard let speed else { return stop.offset }
    guard let last else { return 0 }
    // As the daemon does: a break takes the interval.
    guard !stop.startsSegment else { return last.time + interval }
    guard let here = last.stop.coordinate, let there = stop.coordinate else { return last.time }
    return last.time + Geodesic.distance(from: here, to: there) / speed
  }
}

extension RouteStop {
  /// Where it is; nil if it says no place.
  package var coordinate: Coordinate? {
    guard let latitude = number("latitude"), let longitude = number("longitude") else {
      return nil
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Whether nothing is driven between the stop before it and this one.
  package var startsSegment: Bool { members["startsSegment"] != nil }

  /// Whether it says no more than that the fix is lost where the receiver was seen last.
  package var isLoss: Bool { members["hasFix"] == .bool(false) }

  /// The same with another time since the stop before it, or for the first one since the beginning.
  package func after(_ gap: Double) -> RouteStop {
    members["gap"] == nil ? self : changed { $0["gap"] = Self.seconds(gap) }
  }

  /// The same as the first one of a route that is sent from there on.
  package func beginning(at time: Double) -> RouteStop {
    changed { members in
      members["gap"] = Self.seconds(time)
      members["startsSegment"] = nil
    }
  }

  /// Whole microseconds, so that gaps add up exactly.
  private static func seconds(_ value: Double) -> JSONValue {
    .number(max((value * 1e6).rounded(), 0) / 1e6)
  }

  private var members: [String: JSONValue] {
    guard case .object(let members) = value else { return [:] }
    return members
  }

  private func changed(_ change: (inout [String: JSONValue]) -> Void) -> RouteStop {
    var members = members
    change(&members)
    return RouteStop(members, offset: offset)
  }

  private func number(_ name: String) -> Double? {
    switch members[name] {
    case .number(let number): number
    case .integer(let integer): Double(integer)
    default: nil
    }
  }
}
