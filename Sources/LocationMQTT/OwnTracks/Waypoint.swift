// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LocationProtocol

/// A place whose entering and leaving is told: OwnTracks' `waypoint`.
package struct Waypoint: Hashable, Sendable {
  /// Its name, and what tells two waypoints apart.
  package var description: String
  /// Degrees, WGS 84.
  package var latitude: Double
  package var longitude: Double
  /// Metres; 0 is a place that is only kept, never watched.
  package var radius: Double
  /// When it was made, in seconds since 1970.
  package var time: Int64
  package var region: String

  package init(
    description: String,
    latitude: Double,
    longitude: Double,
    radius: Double,
    time: Int64,
    region: String? = nil
  ) {
    self.description = description
    self.latitude = latitude
    self.longitude = longitude
    self.radius = radius
    self.time = time
    self.region = region ?? Self.region(time)
  }

  /// Apps make it of the creation time, too, so that it survives a change of the name.
  private static func region(_ time: Int64) -> String {
    String(UInt64(bitPattern: time), radix: 16)
  }

  /// The message as OwnTracks writes it.
  package var payload: JSONValue {
    .object([
      "_type": .string("waypoint"),
      "desc": .string(description),
      "lat": .number(latitude),
      "lon": .number(longitude),
      "rad": .integer(Int64(radius.rounded())),
      "rid": .string(region),
      "tst": .integer(time),
    ])
  }
}

/// What one element of a `waypoints` array asks for.
package enum WaypointChange: Hashable, Sendable {
  case set(Waypoint)
  /// Coordinates out of range are how the apps are told to forget a waypoint.
  case remove(String)

  /// Throws `CommandRefusal` for what is no waypoint.
  package init(_ value: JSONValue, now: Int64) throws(CommandRefusal) {
    guard case .object(let members) = value, members["_type"] == .string("waypoint") else {
      throw CommandRefusal("an element of waypoints is no waypoint")
    }
    guard case .string(let description)? = members["desc"],
      (1...Limits.identifier).contains(description.utf8.count)
    else {
      throw CommandRefusal("a waypoint's desc is not 1 … \(Limits.identifier) bytes")
    }
    guard let latitude = members["lat"]?.double, let longitude = members["lon"]?.double else {
      throw CommandRefusal("a waypoint's lat or lon is missing or no number")
    }
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
      self = .remove(description)
      return
    }
    let radius = members["rad"].map { $0.double ?? -1 } ?? 0
    guard (0...1_000_000).contains(radius) else {
      throw CommandRefusal("a waypoint's rad is not 0 … 1000000 m")
    }
    var time = now
    if case .integer(let given)? = members["tst"], given > 0 { time = given }
    var region: String?
    if case .string(let given)? = members["rid"], (1...64).contains(given.utf8.count) {
      region = given
    }
    self = .set(
      Waypoint(
        description: description,
        latitude: latitude,
        longitude: longitude,
        radius: radius,
        time: time,
        region: region
      )
    )
  }
}

/// The waypoints of a device, at most `limit`, in the order in which they came.
package struct WaypointList: Hashable, Sendable {
  package static let limit = 100

  package private(set) var all: [Waypoint] = []

  package init() {}

  package subscript(description: String) -> Waypoint? {
    all.first { $0.description == description }
  }

  /// Merges an array of waypoints; on a refusal nothing has changed.
  package mutating func merge(_ values: [JSONValue], now: Int64) throws(CommandRefusal) {
    var merged = all
    for value in values {
      let change = try WaypointChange(value, now: now)
      switch change {
      case .remove(let description): merged.removeAll { $0.description == description }
      case .set(let waypoint):
        if let index = merged.firstIndex(where: { $0.description == waypoint.description }) {
          merged[index] = waypoint
        } else {
          merged.append(waypoint)
        }
      }
    }
    guard merged.count <= Self.limit else {
      throw CommandRefusal("more than \(Self.limit) waypoints")
    }
    all = merged
  }

  package mutating func removeAll() { all = [] }

  package var payload: JSONValue { .array(all.map(\.payload)) }
}

extension JSONValue {
  /// A number of either kind; one that is beyond all measure counts as none.
  package var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number.isFinite ? number : nil
    default: nil
    }
  }
}
