// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LocationCore
package import LocationProtocol

/// One point of a route as the daemon takes it, with what it costs of a request line.
package struct RouteStop: Hashable {
  package let value: JSONValue
  /// Bytes of JSON, at most.
  let size: Int
  /// Values as the daemon counts them.
  let count: Int
  /// Seconds of the route, for messages.
  package let offset: Double

  /// Takes the members as `setOverride` and `appendPoints` name them.
  package init(_ members: [String: JSONValue], offset: Double = 0) {
    value = .object(members)
    count = members.count + 1
    self.offset = offset
    // Two quotation marks, a colon and a comma for each member, and the braces with their comma.
    size = members.reduce(3) { $0 + $1.key.utf8.count + 4 + Self.size(of: $1.value) }
  }

  /// A point that says no more than where it is.
  package init(_ coordinate: Coordinate) {
    self.init([
      "latitude": .number(coordinate.latitude), "longitude": .number(coordinate.longitude),
    ])
  }

  private static func size(of value: JSONValue) -> Int {
    switch value {
    case .number(let number): "\(number)".utf8.count
    case .string(let text): text.utf8.count + 2
    default: 20
    }
  }
}

/// Stops that one request line has room for.
package struct RouteChunk {
  /// What is left of a line for its points when the other parameters have had theirs.
  private static let bytes = Limits.requestLine - 4096
  private static let values = Limits.values - 64

  package private(set) var stops: [RouteStop] = []
  private var size = 0
  private var count = 0

  package init() {}

  package var points: JSONValue { .array(stops.map(\.value)) }
  package var isEmpty: Bool { stops.isEmpty }

  /// Takes one more stop; false if it does not fit.
  package mutating func add(_ stop: RouteStop) -> Bool {
    guard size + stop.size <= Self.bytes, count + stop.count <= Self.values else { return false }
    stops.append(stop)
    size += stop.size
    count += stop.count
    return true
  }

  /// Forgets the first ones, which the daemon has taken.
  package mutating func removeFirst(_ number: Int) {
    let rest = stops.dropFirst(number)
    self = RouteChunk()
    for stop in rest { _ = add(stop) }
  }

  /// All stops in as many chunks as they need.
  package static func all(of stops: [RouteStop]) -> [RouteChunk] {
    var chunks: [RouteChunk] = []
    var last = RouteChunk()
    for stop in stops where !last.add(stop) {
      chunks.append(last)
      last = RouteChunk()
      _ = last.add(stop)
    }
    return last.isEmpty ? chunks : chunks + [last]
  }
}
