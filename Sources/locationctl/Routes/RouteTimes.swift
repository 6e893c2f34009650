// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import ControlRequests
internal import LocationClient
internal import LocationCore
internal import LocationProtocol

/// When the stops of a route are reached, in seconds from its first one, as the daemon counts.
struct RouteTimes {
  /// Metres per second; nil for the stops' own times.
  private let speed: Double?
  private(set) var last: (stop: RouteStop, time: Double)?

  init(speed: Double?) {
    self.speed = speed
  }

  /// The time of the stop that comes next.
  mutating func take(_ stop: RouteStop) -> Double {
    let time = time(of: stop)
    last = (stop, time)
    return time
  }

  private func time(of stop: RouteStop) -> Double {
    guard let speed else { return stop.offset }
    guard let last else { return 0 }
    // As the daemon does: a break takes the interval, which is a second here.
    guard stop.value["startsSegment"] == nil else { return last.time + 1 }
    guard let here = last.stop.coordinate, let there = stop.coordinate else { return last.time }
    return last.time + Geodesic.distance(from: here, to: there) / speed
  }

  /// The route has ended before a play of it was to begin.
  func refusal(of from: Double) -> Failure {
    .badData(
      "--from \(shortNumber(from)) is not allowed; give a time in 0 … "
        + "\(shortNumber(last?.time ?? 0)) s"
    )
  }
}

extension RouteStop {
  var coordinate: LocationCore.Coordinate? {
    guard let latitude = value["latitude"]?.double, let longitude = value["longitude"]?.double
    else {
      return nil
    }
    return LocationCore.Coordinate(latitude: latitude, longitude: longitude)
  }

  /// The same with another time since the stop before it, or for the first one since the beginning.
  func after(_ gap: Double) -> RouteStop {
    guard case .object(var members) = value else { return self }
    if members["gap"] != nil { members["gap"] = .number(max((gap * 1e6).rounded(), 0) / 1e6) }
    return RouteStop(members, offset: offset)
  }
}
