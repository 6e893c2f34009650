// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationServer
import LocationTestSupport
import Testing

@Suite struct DeliveryTests {
  @Test func `each subscriber's filters are its own`() throws {
    let harness = try ServerHarness()
    let all = try harness.started()
    let far = try harness.started(#"{"distanceFilter":25}"#)
    let slow = try harness.started(#"{"minimumInterval":3}"#)
    for step in 0..<7 { harness.fix(10 + Double(step) * 10 / metresPerDegree, 20) }
    #expect(try all.metresNorth() == [0, 10, 20, 30, 40, 50, 60])
    #expect(try far.metresNorth() == [0, 30, 60])
    #expect(try slow.metresNorth() == [0, 30, 60])
  }

  @Test func `a second start replaces the parameters, measured from the last delivery`() throws {
    let harness = try ServerHarness()
    let peer = try harness.started(#"{"distanceFilter":1000}"#)
    harness.fix(10, 20)
    harness.fix(10 + 20 / metresPerDegree, 20)
    #expect(try peer.metresNorth() == [0])
    try peer.call("startUpdatingLocation", #"{"distanceFilter":30}"#)
    harness.fix(10 + 28 / metresPerDegree, 20)
    #expect(try peer.metresNorth() == [])
    harness.fix(10 + 32 / metresPerDegree, 20)
    #expect(try peer.metresNorth() == [32])
  }

  @Test func `a loss is told once, and the first fix after it passes every filter`() throws {
    let harness = try ServerHarness()
    let peer = try harness.started(#"{"distanceFilter":1000}"#)
    harness.fix(10, 20)
    _ = try peer.callbacks()
    harness.advance(30)
    let told = try peer.callbacks()
    #expect(told.compactMap { $0.text("method") } == ["didChangeSource", "didFailWithError"])
    let error = try #require(told.last?.object("params")?.object("error"))
    #expect(error.integer("code") == 0 && error.text("name") == "locationUnknown")
    #expect(try peer.result("location").names == [])
    harness.fix(10, 20)
    let back = try peer.callbacks()
    #expect(back.compactMap { $0.text("method") } == ["didChangeSource", "didUpdateLocations"])
    #expect(back.first?.object("params")?.text("state") == "recovered")
  }

  @Test func `a silence while nobody listened is no loss to who comes next`() throws {
    let harness = try ServerHarness()
    harness.advance(30)
    let first = try harness.started()
    harness.fix(10, 20)
    #expect(try first.methods() == ["didChangeSource", "didUpdateLocations"])
    first.close()
    harness.advance(30)
    let second = try harness.subscriber()
    try second.call("startUpdatingLocation")
    #expect(try second.methods() == ["didChangeAuthorization"])
    #expect(try second.result("location").names == [])
    harness.fix(11, 20)
    #expect(try second.methods() == ["didUpdateLocations"])
    let control = try harness.controller()
    let metrics = try #require(try control.result("metrics").text("text"))
    #expect(metrics.contains("locationd_losses_total 0"))

    harness.advance(4)
    let lost = try second.methods()
    harness.advance(2)
    #expect(try lost + second.methods() == ["didChangeSource", "didFailWithError"])
    second.close()
    harness.advance(30)
    let third = try harness.subscriber()
    try third.call("startUpdatingLocation")
    #expect(try third.methods() == ["didChangeAuthorization"])
    harness.advance(5)
    #expect(try third.methods() == ["didChangeSource", "didFailWithError"])
  }

  @Test func `location respects the maximum age`() throws {
    let harness = try ServerHarness()
    let peer = try harness.started()
    harness.fix(10, 20)
    harness.advance(2)
    #expect(try peer.result("location", #"{"maximumAge":3}"#).object("location") != nil)
    #expect(try peer.result("location", #"{"maximumAge":2.9}"#).object("location") == nil)
    #expect(try peer.result("location").object("location")?.number("latitude") == 10)
    harness.advance(2)
    #expect(try peer.result("location").object("location") == nil)
  }

  // MARK: - One location

  @Test func `a request is answered once by the next location`() throws {
    let harness = try ServerHarness()
    let peer = try harness.subscriber()
    try peer.call("requestLocation")
    for step in 0..<3 { harness.fix(10 + Double(step), 20) }
    harness.advance(20)
    #expect(try peer.methods() == ["didChangeAuthorization", "didUpdateLocations"])
    #expect(harness.demands == [true, false])
  }

  @Test func `a request without any fix fails once when its time is over`() throws {
    let harness = try ServerHarness()
    let peer = try harness.subscriber()
    try peer.call("requestLocation", #"{"timeout":3}"#)
    harness.advance(2.75)
    #expect(try peer.methods() == ["didChangeAuthorization"])
    harness.advance(0.25)
    let failure = try peer.callbacks()
    #expect(failure.map { $0.text("method") } == ["didFailWithError"])
    #expect(failure[0].object("params")?.object("error")?.integer("code") == 0)
    harness.fix(10, 20)
    harness.advance(30)
    #expect(try peer.methods() == [])
  }

  @Test func `a request too accurate to satisfy gets the best there was`() throws {
    let harness = try ServerHarness()
    let peer = try harness.subscriber()
    try peer.call("requestLocation", #"{"timeout":5,"desiredAccuracy":1}"#)
    for (latitude, eph) in [(10.0, 50.0), (11, 17.3), (12, 90)] {
      harness.fix(latitude, 20) { $0.eph = eph }
    }
    harness.advance(3)
    #expect(try peer.latitudes() == [11])
  }

  @Test func `a replaced request is answered once`() throws {
    let harness = try ServerHarness()
    let peer = try harness.subscriber()
    try peer.call("requestLocation", #"{"timeout":1}"#)
    try peer.call("requestLocation", #"{"timeout":4}"#)
    harness.advance(3)
    #expect(try peer.methods() == ["didChangeAuthorization"])
    harness.advance(20)
    #expect(try peer.methods() == ["didFailWithError"])
  }

  @Test func `a request beside a stream brings one location, not two`() throws {
    let harness = try ServerHarness()
    let peer = try harness.started()
    try peer.call("requestLocation")
    harness.fix(10, 20)
    #expect(try peer.latitudes() == [10])
    // The stream was told this one; the request must have an answer of its own.
    try peer.call("requestLocation")
    #expect(try peer.latitudes() == [10])
    try peer.call("requestLocation", #"{"desiredAccuracy":1,"timeout":1}"#)
    #expect(try peer.latitudes() == [])
  }

  @Test func `a request's answer that waits in the outbox survives a change of view`() throws {
    let harness = try ServerHarness()
    let keeper = try harness.started()
    harness.fix(10, 20)
    let peer = try harness.subscriber(sendBuffer: 4608)
    try peer.block(harness)
    try peer.call(waiting: "requestLocation")
    let control = try harness.controller()
    _ = try control.result("setOverride", tower)
    let lines = peer.texts().filter { $0.contains("didUpdateLocations") }
    #expect(lines.count == 1 && lines[0].contains("48.8584"))
    _ = keeper
  }

  // MARK: - The other callbacks

  @Test func `headings come from attitude, filtered, and never from the course`() throws {
    let harness = try ServerHarness()
    let peer = try harness.subscriber()
    try peer.call("startUpdatingHeading", #"{"headingFilter":10}"#)
    _ = try peer.callbacks()
    harness.fix(10, 20) {
      $0.track = 90
      $0.speed = 10
    }
    #expect(try peer.methods() == [])
    for heading in [350.0, 355, 1, 2, 12] {
      var attitude = Attitude(device: ServerHarness.device)
      attitude.trueHeading = heading
      harness.service.receive(.attitude(attitude))
    }
    let headings = try peer.callbacks().compactMap {
      $0.object("params")?.object("heading")?.number("trueHeading")
    }
    #expect(headings == [350, 1, 12])
  }

  @Test func `a right that comes back brings the heading back, however little it turned`() throws {
    let harness = try ServerHarness()
    let control = try harness.controller()
    let peer = try harness.subscriber(uid: 1000)
    try peer.call("startUpdatingHeading", #"{"headingFilter":10}"#)
    func turn(_ heading: Double) throws -> [Double] {
      var attitude = Attitude(device: ServerHarness.device)
      attitude.trueHeading = heading
      harness.service.receive(.attitude(attitude))
      return try peer.callbacks().compactMap {
        $0.object("params")?.object("heading")?.number("trueHeading")
      }
    }
    #expect(try turn(123) == [123])
    #expect(try turn(124) == [])
    _ = try control.result("privacyRevoke", #"{"selector":"uid=1000"}"#)
    #expect(try turn(170) == [])
    _ = try control.result("privacyGrant", #"{"selector":"uid=1000"}"#)
    #expect(try turn(124) == [124])
    #expect(try turn(125) == [])
  }

  @Test func `satellites are told with their dilutions`() throws {
    let harness = try ServerHarness()
    let peer = try harness.subscriber()
    try peer.call("startUpdatingSatellites")
    _ = try peer.callbacks()
    var sky = SkyView(device: ServerHarness.device)
    sky.satellites = [SkyView.Satellite(system: "GPS", prn: 5, isUsed: true)]
    sky.visibleCount = 1
    sky.usedCount = 1
    sky.hdop = 0.9
    harness.service.receive(.sky(sky))
    let params = try #require(try peer.callbacks().first?.object("params"))
    #expect(params.number("hdop") == 0.9 && params.integer("satellitesUsed") == 1)
    #expect(params.objects("satellites").map { $0.integer("prn") } == [5])
  }

  @Test func `significant changes are 500 metres and five minutes apart`() throws {
    let harness = try ServerHarness()
    let peer = try harness.subscriber()
    try peer.call("startMonitoringSignificantLocationChanges")
    harness.fix(10, 20)
    harness.fix(10 + 600 / metresPerDegree, 20)
    #expect(try peer.metresNorth() == [0])
    for _ in 0..<75 {
      harness.fix(10 + 400 / metresPerDegree, 20)
      harness.advance(3)
    }
    #expect(try peer.metresNorth() == [])
    harness.fix(10 + 600 / metresPerDegree, 20)
    #expect(try peer.metresNorth() == [600])
  }

  @Test func `a significant change beside a stream or a request brings one location, not two`()
    throws
  {
    let harness = try ServerHarness()
    let stream = try harness.started(#"{"distanceFilter":1000}"#)
    let asker = try harness.subscriber()
    for peer in [stream, asker] { try peer.call("startMonitoringSignificantLocationChanges") }
    try asker.call("requestLocation")
    harness.fix(10, 20)
    for peer in [stream, asker] { #expect(try peer.metresNorth() == [0]) }
    harness.advance(300)
    try asker.call("requestLocation")
    _ = (try stream.callbacks(), try asker.callbacks())
    // The first after a loss passes every filter.
    harness.fix(10 + 600 / metresPerDegree, 20)
    for peer in [stream, asker] { #expect(try peer.metresNorth() == [600]) }
    for _ in 0..<300 { harness.fix(10 + 600 / metresPerDegree, 20) }
    // What the filter holds back the change still brings.
    harness.fix(10 + 1200 / metresPerDegree, 20)
    for peer in [stream, asker] { #expect(try peer.metresNorth() == [1200]) }
  }

  @Test func `an override is a significant change at once`() throws {
    let harness = try ServerHarness()
    let peer = try harness.subscriber()
    try peer.call("startMonitoringSignificantLocationChanges")
    harness.fix(10, 20)
    let control = try harness.controller()
    _ = try control.result("setOverride", tower)
    #expect(try peer.latitudes() == [10, 48.8584])
  }

  @Test func `a stay is told as a visit on arrival and on departure`() throws {
    let harness = try ServerHarness()
    let peer = try harness.subscriber()
    try peer.call("startMonitoringVisits")
    _ = try peer.callbacks()
    for _ in 0..<320 { harness.fix(10, 20) }
    let arrival = try peer.callbacks()
    #expect(arrival.map { $0.text("method") } == ["didVisit"])
    let visit = try #require(arrival.first?.object("params")?.object("visit"))
    #expect(abs((visit.number("latitude") ?? 0) - 10) < 1e-9)
    #expect(visit.text("arrivalDate") == "2026-11-30T12:00:00.000Z" && !visit.has("departureDate"))
    for _ in 0..<70 { harness.fix(10.01, 20) }
    let departure = try peer.callbacks()
    #expect(departure.count == 1)
    let left = departure.first?.object("params")?.object("visit")?.text("departureDate")
    #expect(left == "2026-11-30T12:05:19.000Z")
  }

  @Test func `a subscription that pauses by itself is told so, and resumes with movement`() throws {
    let harness = try ServerHarness()
    let peer = try harness.started(#"{"pausesAutomatically":true}"#)
    var methods: [String] = []
    for _ in 0..<330 {
      harness.fix(10, 20)
      methods += try peer.methods()
    }
    #expect(methods.last == "didPauseLocationUpdates")
    #expect(methods.count { $0 == "didUpdateLocations" } == 300)
    for _ in 0..<5 { harness.fix(10.01, 20) }
    let resumed = try peer.methods()
    #expect(resumed == ["didResumeLocationUpdates", "didUpdateLocations", "didUpdateLocations"])
  }
}

extension Peer {
  /// Fills the way to this peer, which does not read, with answers.
  func block(_ harness: ServerHarness) throws {
    let batch = Array(repeating: #"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#, count: 64)
    try send("[\(batch.joined(separator: ","))]\n")
    harness.turn()
  }

  /// Sends a request whose answer is not read.
  func call(waiting method: String, _ params: String = "{}") throws {
    try send("{\"jsonrpc\":\"2.0\",\"id\":99,\"method\":\"\(method)\",\"params\":\(params)}\n")
  }
}
