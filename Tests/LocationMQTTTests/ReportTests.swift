// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationProtocol
import Testing

@testable import LocationMQTT

struct ReportTests {
  private let report = Report(trackerID: "an")
  private let now = UTCTime(milliseconds: 1_800_000_100_900)

  private static func location(_ members: String) throws -> LocationMessage {
    let text = """
      {"horizontalAccuracy":4.1,"latitude":48.858370123,"longitude":-2.294481,"sequence":1,\
      "source":{"isProducedByAccessory":true,"isSimulatedBySoftware":false},\
      "timestamp":"2027-01-15T08:00:20.120Z"\(members)}
      """
    return try JSONText.decode(LocationMessage.self, from: Array(text.utf8))
  }

  private func text(_ value: JSONValue) throws -> String {
    String(decoding: try JSONText.encode(value), as: UTF8.self)
  }

  @Test func `a location has OwnTracks' units, and nothing that the receiver did not say`() throws {
    let bare = try Self.location("")
    #expect(
      try text(report.location(bare, id: "7", now: now)) == """
        {"_id":"7","_type":"location","acc":5,"created_at":1800000100,"lat":48.8583701,\
        "lon":-2.294481,"tid":"an","tst":1800000020}
        """
    )
    let full = try Self.location(
      #","altitude":35.6,"ellipsoidalAltitude":80,"verticalAccuracy":6.1,"speed":13.9,"course":271.4"#
    )
    let home = Waypoint(
      description: "Home",
      latitude: 1,
      longitude: 2,
      radius: 50,
      time: 1_700_000_000
    )
    #expect(
      try text(report.location(full, trigger: .response, regions: [home], id: "7", now: now)) == """
        {"_id":"7","_type":"location","acc":5,"alt":36,"cog":271,"created_at":1800000100,\
        "inregions":["Home"],"inrids":["6553f100"],"lat":48.8583701,"lon":-2.294481,"t":"r",\
        "tid":"an","tst":1800000020,"vac":7,"vel":50}
        """
    )
  }

  @Test(arguments: [
    (#","speed":0.1"#, "vel"), (#","course":0.4"#, "cog"), (#","course":359.7"#, "cog"),
    (#","altitude":0.3"#, "alt"), (#","altitude":-0.4,"verticalAccuracy":3"#, "vac"),
    (#","speed":1e300"#, "vel"),
  ])
  func `what rounds to nothing is left out`(members: String, name: String) throws {
    let location = try Self.location(members)
    guard case .object(let object) = report.location(location, id: "7", now: now) else { return }
    #expect(object[name] == nil)
  }

  @Test func `a simulated location says so`() throws {
    var location = try Self.location("")
    location.source.isSimulatedBySoftware = true
    guard case .object(let object) = report.location(location, id: "7", now: now) else { return }
    #expect(object["simulated"] == .bool(true))
  }

  @Test(arguments: [(true, "enter"), (false, "leave")])
  func `a transition names its waypoint`(isEntry: Bool, event: String) throws {
    let home = Waypoint(
      description: "Home",
      latitude: 1,
      longitude: 2,
      radius: 50,
      time: 1_700_000_000,
      region: "a1"
    )
    let place = try Self.location("")
    #expect(
      try text(report.transition(home, isEntry: isEntry, at: place, id: "7", now: now)) == """
        {"_id":"7","_type":"transition","acc":5,"created_at":1800000100,"desc":"Home",\
        "event":"\(event)","lat":48.8583701,"lon":-2.294481,"rid":"a1","t":"c","tid":"an",\
        "tst":1800000020,"wtst":1700000000}
        """
    )
  }

  @Test func `a visit is a location with its own trigger`() throws {
    let place = try #require(Coordinate(latitude: 48.5, longitude: 2.5))
    var visit = Visit(coordinate: place, horizontalAccuracy: 30, arrival: now, departure: nil)
    #expect(
      try report.visit(visit, isSimulated: false, id: "7", now: now).map { try text($0) } == """
        {"_id":"7","_type":"location","acc":30,"created_at":1800000100,"lat":48.5,"lon":2.5,\
        "t":"v","tid":"an","tst":1800000100}
        """
    )
    visit.arrival = nil
    #expect(report.visit(visit, isSimulated: false, id: "7", now: now) == nil)
  }

  @Test func `waypoints and the last will have their published form`() throws {
    var list = WaypointList()
    let element = #"{"_type":"waypoint","desc":"Home","lat":1.5,"lon":2,"rad":50,"tst":1700000000}"#
    try list.merge([try JSONReader.value(of: Array(element.utf8))], now: 1)
    #expect(
      try text(Report.waypoints(list)) == """
        {"_creator":"location-mqtt","_type":"waypoints","waypoints":[{"_type":"waypoint",\
        "desc":"Home","lat":1.5,"lon":2,"rad":50,"rid":"6553f100","tst":1700000000}]}
        """
    )
    #expect(
      try text(Report.lastWill(since: now)) == #"{"_type":"lwt","tst":1800000100}"#
    )
  }

  /// The field lists of the booklet's JSON page, and what we add.
  @Test func `no message has a member outside OwnTracks' published list`() throws {
    let lists: [String: Set<String>] = [
      "location": [
        "_type", "_id", "acc", "alt", "batt", "bs", "cog", "lat", "lon", "rad", "t", "tid", "tst",
        "vac", "vel", "p", "poi", "conn", "tag", "topic", "inregions", "inrids", "SSID", "BSSID",
        "created_at", "m", "motionactivities", "simulated",
      ],
      "transition": [
        "_type", "_id", "wtst", "lat", "lon", "tst", "acc", "tid", "event", "desc", "t", "rid",
        "created_at", "simulated",
      ],
      "waypoint": ["_type", "desc", "lat", "lon", "rad", "tst", "uuid", "major", "minor", "rid"],
    ]
    let full = try Self.location(
      #","altitude":35,"verticalAccuracy":6,"speed":13,"course":271"#
    )
    let home = Waypoint(description: "Home", latitude: 1, longitude: 2, radius: 50, time: 9)
    let messages = [
      report.location(full, trigger: .response, regions: [home], id: "7", now: now),
      report.transition(home, isEntry: true, at: full, id: "7", now: now), home.payload,
    ]
    for message in messages {
      guard case .object(let members) = message, case .string(let type)? = members["_type"] else {
        Issue.record("no type")
        continue
      }
      #expect(Set(members.keys).isSubset(of: lists[type] ?? []))
    }
  }
}
