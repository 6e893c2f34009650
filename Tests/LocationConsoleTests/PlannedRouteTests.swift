// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import ControlRequests
import LocationConsole
import LocationCore
import LocationProtocol
import LocationTestSupport
import Testing

/// Routes that the console knows as a whole.
@Suite struct PlannedRouteTests {
  private static func stop(_ latitude: Double, _ longitude: Double) throws -> RouteStop {
    let place = LocationCore.Coordinate(latitude: latitude, longitude: longitude)
    return RouteStop(try #require(place))
  }

  /// A point each ten seconds.
  private static func track(_ count: Int) throws -> DroppedTrack {
    let points = (0..<count).map { step in
      let time = String(format: step * 10)
      return "<trkpt lat=\"0\" lon=\"\(Double(step) / 1000)\"><time>\(time)</time></trkpt>"
    }
    let text = "<gpx version=\"1.1\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
    return try DroppedTrack(name: "a.gpx", bytes: Array(text.utf8))
  }

  @Test func `a drawn route has the times of its speed`() throws {
    let stops = [try Self.stop(0, 0), try Self.stop(0, 1), try Self.stop(0, 2)]
    let route = PlannedRoute(stops, ["kind": .string("start"), "speed": .number(100)])
    // A degree of the equator is 111,319.5 m.
    #expect(abs(route.total - 2226.39) < 0.01)
    #expect(abs(PlannedRoute(stops, ["kind": .string("start")]).total - 11131.95) < 0.05)
    let part = PlannedRoute(
      stops,
      ["kind": .string("start"), "speed": .number(100), "to": .number(50)]
    )
    #expect(part.total == 50)
  }

  @Test(
    arguments: [(0, 0, 0), (9.9, 0, 0), (10, 1, 10), (25, 2, 20), (40, 4, 40), (1000, 4, 40)]
      as [(Double, Int, Double)]
  )
  func `what is sent from a time on begins with the last stop before it`(
    seconds: Double,
    index: Int,
    gap: Double
  ) throws {
    let track = try Self.track(5)
    let route = PlannedRoute(track.stops, ["kind": .string("play")])
    #expect(route.total == 40)
    let stops = route.stops(from: seconds)
    #expect(stops.count == 5 - index)
    #expect(stops.first?.coordinate == track.stops[index].coordinate)
    guard case .object(let members) = stops.first?.value else { return }
    #expect(members["gap"] == .number(gap))
    #expect(stops.dropFirst().elementsEqual(track.stops[(index + 1)...]))
  }

  @Test func `a long line is drawn with four thousand points, in parts`() throws {
    var stops = try (0..<50_000).map { try Self.stop(Double($0 % 7), Double($0) / 1000) }
    let far = RouteStop([
      "latitude": .number(60), "longitude": .number(0), "startsSegment": .bool(true),
    ])
    stops += [far, try Self.stop(61, 0)]
    guard case .array(let parts) = PlannedRoute(stops, [:]).line else { return }
    let counts = parts.map { part -> Int in
      guard case .array(let points) = part else { return 0 }
      return points.count
    }
    #expect(counts == [4094, 2])
  }
}

extension String {
  /// So many seconds after midnight.
  fileprivate init(format seconds: Int) {
    let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60].map {
      $0 < 10 ? "0\($0)" : "\($0)"
    }
    self = "2026-11-30T\(parts.joined(separator: ":"))Z"
  }
}
