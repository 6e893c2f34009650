// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LocationCore
package import LocationProtocol

/// Turns what the daemon says into OwnTracks' messages: units, names, what is left out.
package struct Report: Hashable, Sendable {
  /// Why a location is published; the raw value is `t`.
  package enum Trigger: String, Sendable {
    case circularRegion = "c"
    case response = "r"
    case visit = "v"
  }

  /// Shown on maps in place of a name, one or two characters.
  package var trackerID: String

  package init(trackerID: String) { self.trackerID = trackerID }

  /// The message of type `location`.
  ///
  /// `id` is the same when the message is sent again, and tells a duplicate.
  package func location(
    _ location: LocationMessage,
    trigger: Trigger? = nil,
    regions: [Waypoint] = [],
    id: String,
    now: UTCTime
  ) -> JSONValue {
    var members = position(location.latitude, location.longitude, location.timestamp, id, now)
    members["_type"] = .string("location")
    members["acc"] = Self.atLeast(location.horizontalAccuracy)
    members["alt"] = Self.nearest(location.altitude)
    if members["alt"] != nil { members["vac"] = Self.atLeast(location.verticalAccuracy) }
    members["vel"] = Self.nearest(location.speed.map { $0 * 3.6 })
    members["cog"] = Self.degrees(location.course)
    members["t"] = trigger.map { .string($0.rawValue) }
    if !regions.isEmpty {
      members["inregions"] = .array(regions.map { .string($0.description) })
      members["inrids"] = .array(regions.map { .string($0.region) })
    }
    if location.source.isSimulatedBySoftware { members["simulated"] = .bool(true) }
    return .object(members)
  }

  /// A visit as the apps tell it: a location with its own trigger, nil without a date.
  package func visit(_ visit: Visit, isSimulated: Bool, id: String, now: UTCTime) -> JSONValue? {
    guard let time = visit.departure ?? visit.arrival else { return nil }
    let place = visit.coordinate
    var members = position(place.latitude, place.longitude, time, id, now)
    members["_type"] = .string("location")
    members["acc"] = Self.atLeast(visit.horizontalAccuracy)
    members["t"] = .string(Trigger.visit.rawValue)
    if isSimulated { members["simulated"] = .bool(true) }
    return .object(members)
  }

  /// The message of type `transition`, at a waypoint.
  package func transition(
    _ waypoint: Waypoint,
    isEntry: Bool,
    at location: LocationMessage,
    id: String,
    now: UTCTime
  ) -> JSONValue {
    var members = position(location.latitude, location.longitude, location.timestamp, id, now)
    members["_type"] = .string("transition")
    // Required here, so that a 0 is not left out.
    members["acc"] = Self.atLeast(location.horizontalAccuracy) ?? .integer(1)
    members["event"] = .string(isEntry ? "enter" : "leave")
    members["desc"] = .string(waypoint.description)
    members["rid"] = .string(waypoint.region)
    members["wtst"] = .integer(waypoint.time)
    members["t"] = .string(Trigger.circularRegion.rawValue)
    if location.source.isSimulatedBySoftware { members["simulated"] = .bool(true) }
    return .object(members)
  }

  /// The last will: when this connection began.
  package static func lastWill(since: UTCTime) -> JSONValue {
    .object(["_type": .string("lwt"), "tst": .integer(since.seconds)])
  }

  /// All waypoints, as an app exports them.
  package static func waypoints(_ list: WaypointList) -> JSONValue {
    .object([
      "_type": .string("waypoints"),
      "_creator": .string("location-mqtt"),
      "waypoints": list.payload,
    ])
  }

  private func position(
    _ latitude: Double,
    _ longitude: Double,
    _ time: UTCTime,
    _ id: String,
    _ now: UTCTime
  ) -> [String: JSONValue] {
    [
      "_id": .string(id),
      "created_at": .integer(now.seconds),
      "lat": .number(Self.degreeText(latitude)),
      "lon": .number(Self.degreeText(longitude)),
      "tid": .string(trackerID),
      "tst": .integer(time.seconds),
    ]
  }

  /// Seven decimals are a centimetre.
  private static func degreeText(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }

  /// The whole number nearest; OwnTracks leaves a 0 out.
  private static func nearest(_ value: Double?) -> JSONValue? {
    guard let value, value.isFinite, abs(value) < 1e9 else { return nil }
    let whole = Int64(value.rounded())
    return whole == 0 ? nil : .integer(whole)
  }

  /// Rounded up, so that no error is told smaller than it is.
  private static func atLeast(_ value: Double?) -> JSONValue? {
    nearest(value.map { $0.rounded(.up) })
  }

  private static func degrees(_ course: Double?) -> JSONValue? {
    guard let course, course.isFinite else { return nil }
    return nearest(course.rounded().truncatingRemainder(dividingBy: 360))
  }
}

extension UTCTime {
  /// Seconds since 1970, rounded down.
  package var seconds: Int64 {
    milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
  }
}
