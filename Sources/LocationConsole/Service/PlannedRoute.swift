// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import ControlRequests
internal import LocationClient
internal import LocationCore
package import LocationProtocol

/// A route of any length with its times, of which the daemon may hold only a part.
package struct PlannedRoute: Sendable {
  /// Points of a line that a page is given to draw.
  private static let drawn = 4096

  package let stops: [RouteStop]
  /// Seconds of the route at each stop.
  private let times: [Double]
  /// Seconds at which it is to end; nil for its last stop.
  private let to: Double?

  /// Reads from the parameters of `setOverride` what the times depend on.
  package init(_ stops: [RouteStop], _ params: [String: JSONValue]) {
    self.stops = stops
    to = params["to"]?.double
    let isStart = params["kind"]?.text == "start"
    let speed = params["speed"]?.double ?? (isStart ? RouteSpec.defaultSpeed : nil)
    let spacing = params["distance"]?.double.flatMap { metres in speed.map { metres / $0 } }
    var reached = RouteTimes(speed: speed, interval: params["interval"]?.double ?? spacing ?? 1)
    times = stops.map { reached.take($0) }
  }

  /// Seconds of the route to its end.
  package var total: Double {
    let end = times.last ?? 0
    return to.map { min($0, end) } ?? end
  }

  /// The stops from a time on: the first one is the last that was reached by then, and says when.
  package func stops(from seconds: Double) -> [RouteStop] {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    let index = max(low - 1, 0)
    guard index < stops.count else { return [] }
    return [stops[index].beginning(at: times[index])] + stops[(index + 1)...]
  }

  /// What a page draws.
  package var line: JSONValue { Self.line(of: stops) }

  /// Pairs of latitude and longitude in parts between which nothing is driven.
  static func line(of stops: [RouteStop]) -> JSONValue {
    let drawn = LineSketch.parts(of: parts(of: stops), atMost: Self.drawn)
    return .array(
      drawn.map { part in
        .array(part.map { .array([.number($0.latitude), .number($0.longitude)]) })
      }
    )
  }

  /// Metres along all its points on the ellipsoid, as `locationctl plot` counts them.
  static func metres(of stops: [RouteStop]) -> Double {
    parts(of: stops).reduce(0) { sum, part in
      zip(part, part.dropFirst()).reduce(sum) { $0 + Geodesic.distance(from: $1.0, to: $1.1) }
    }
  }

  private static func parts(of stops: [RouteStop]) -> [[LocationCore.Coordinate]] {
    var parts: [[LocationCore.Coordinate]] = []
    for stop in stops {
      guard let coordinate = stop.coordinate else { continue }
      if parts.isEmpty || stop.startsSegment { parts.append([]) }
      parts[parts.count - 1].append(coordinate)
    }
    return parts
  }
}
