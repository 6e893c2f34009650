// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationServer
import LocationTestSupport
import Testing

/// A census while somebody sets the wall clock: everything that had to arrive did, once, in order,
/// and what takes time takes as long as before.
@Suite struct ClockStepTests {
  private static let hour: Int64 = 3_600_000

  /// What a subscriber was told, in order: numbers of locations, and the names of the rest.
  private func told(_ peer: Peer) throws -> [String] {
    try peer.callbacks().flatMap { callback -> [String] in
      guard callback.text("method") == "didUpdateLocations" else {
        return [callback.text("method") ?? "?"]
      }
      #expect(callback.object("params")?.has("conflated") == false)
      return callback.object("params")?.objects("locations").map { location in
        "\(location.integer("sequence") ?? 0)"
      } ?? []
    }
  }

  private func numbers(_ range: ClosedRange<Int>) -> [String] { range.map { "\($0)" } }

  /// Steps the wall clock by hours, and back.
  private func step(_ harness: ServerHarness, _ hours: Int64) {
    harness.clock.utc += hours * Self.hour
    harness.turn()
  }

  @Test(arguments: [[1, -1], [-1, 1], [-1, -1], [1, 1]])
  func `a stream of real fixes goes on, whatever the wall clock says`(hours: [Int64]) throws {
    let harness = try ServerHarness()
    let peers = [
      try harness.started(), try harness.started(#"{"minimumInterval":3}"#),
      try harness.started(#"{"distanceFilter":25}"#),
    ]
    // A receiver's time is its own.
    var skew: Int64 = 0
    var number = 0
    for hours in [0] + hours {
      step(harness, hours)
      skew += hours * Self.hour
      for _ in 0..<20 {
        harness.fix(10 + Double(number) * 10 / metresPerDegree, 20) { report in
          report.time = report.time.map { $0 + Double(-skew) / 1000 }
        }
        number += 1
        let location = try peers[0].result("location", #"{"maximumAge":2}"#).object("location")
        #expect(location?.integer("sequence") == number)
      }
    }
    let first = try told(peers[0])
    #expect(first == ["didChangeSource"] + numbers(1...60), "\(first.prefix(4))")
    let third = stride(from: 1, through: 60, by: 3).map { "\($0)" }
    #expect(try told(peers[1]) == ["didChangeSource"] + third)
    #expect(try told(peers[2]) == ["didChangeSource"] + third)
    harness.advance(4.5)
    // The loss that is due is told, once.
    #expect(try told(peers[0]) == ["didChangeSource", "didFailWithError"])
  }

  @Test(arguments: [1, -1])
  func `set repeats each second and ends at its time`(hours: Int64) throws {
    let harness = try ServerHarness()
    let control = try harness.controller()
    let peer = try harness.started()
    let place = #"{"kind":"set","latitude":48.8584,"longitude":2.2945,"duration":9.5}"#
    _ = try control.result("setOverride", place)
    harness.advance(3)
    let before = try told(peer)
    #expect(before == ["didChangeSource"] + numbers(1...4), "\(before)")
    step(harness, hours)
    harness.advance(3)
    let later = try peer.callbacks().flatMap { $0.object("params")?.objects("locations") ?? [] }
    #expect(later.map { $0.integer("sequence") } == [5, 6, 7])
    // Its times are fresh by the new clock.
    let clock = hours == 1 ? 13 : 11
    #expect(
      later.map { $0.text("timestamp") } == (4...6).map { "2026-11-30T\(clock):00:0\($0).000Z" }
    )
    let left = try control.result("overrides").objects("overrides").first?.number("expiresIn")
    #expect(left == 3.5)
    step(harness, -hours)
    harness.advance(3.25)
    #expect(try told(peer) == numbers(8...10))
    harness.advance(0.25)
    #expect(try control.result("overrides").objects("overrides").isEmpty)
    harness.advance(30)
    #expect(try told(peer).filter { Int($0) != nil } == [])
  }

  @Test(arguments: [1, -1])
  func `a route neither jumps nor waits, and ends at its time`(hours: Int64) throws {
    let harness = try ServerHarness()
    let control = try harness.controller()
    let peer = try harness.started()
    let end = 10 + 1000 / metresPerDegree
    let points = #"[{"latitude":10,"longitude":20},{"latitude":\#(end),"longitude":20}]"#
    let route = #"{"kind":"start","speed":10,"duration":19.5,"points":\#(points)}"#
    _ = try control.result("setOverride", route)
    for hours in [hours, -hours, hours] {
      harness.advance(5)
      step(harness, hours)
    }
    harness.advance(4.25)
    let metres = try peer.metresNorth()
    #expect(metres == (0...19).map { Double($0) * 10 })
    harness.advance(0.25)
    #expect(try control.result("overrides").objects("overrides").isEmpty)
  }

  @Test(arguments: [1, -1])
  func `a request's time is over when it is over`(hours: Int64) throws {
    let harness = try ServerHarness()
    let peer = try harness.subscriber()
    try peer.call("requestLocation", #"{"timeout":3}"#)
    #expect(try told(peer) == ["didChangeAuthorization"])
    harness.advance(1)
    step(harness, hours)
    harness.advance(1.75)
    #expect(try told(peer) == [])
    harness.advance(0.25)
    #expect(try told(peer) == ["didFailWithError"])
    // The next one is answered by the next location, whatever its time.
    try peer.call("requestLocation", #"{"timeout":3}"#)
    step(harness, -2 * hours)
    harness.fix(10, 20)
    #expect(try told(peer).filter { $0 != "didChangeSource" } == ["1"])
    harness.advance(30)
    #expect(try told(peer).filter { Int($0) != nil } == [])
  }

  @Test(arguments: [1, -1])
  func `a stay is as long as it was`(hours: Int64) throws {
    let harness = try ServerHarness()
    let peer = try harness.subscriber()
    try peer.call("startMonitoringVisits")
    _ = try peer.callbacks()
    var skew: Int64 = 0
    let fixes = { (count: Int, latitude: Double) in
      for _ in 0..<count {
        harness.fix(latitude, 20) { report in
          report.time = report.time.map { $0 + Double(-skew) / 1000 }
        }
      }
    }
    fixes(150, 10)
    step(harness, hours)
    skew = hours * Self.hour
    fixes(100, 10)
    #expect(try told(peer) == [])
    fixes(70, 10)
    #expect(try told(peer) == ["didVisit"])
    step(harness, -hours)
    skew = 0
    fixes(70, 10.01)
    let departure = try peer.callbacks()
    let visit = try #require(departure.first?.object("params")?.object("visit"))
    #expect(departure.count == 1)
    #expect(visit.text("arrivalDate") == "2026-11-30T12:00:00.000Z")
    #expect(visit.text("departureDate") == "2026-11-30T12:05:19.000Z")
  }
}
