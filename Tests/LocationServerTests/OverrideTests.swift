// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationServer
import LocationTestSupport
import Testing

private let region = #"{"region":{"identifier":"a","latitude":10,"longitude":20,"radius":100}}"#

@Suite struct OverrideTests {
  private func set(_ more: String = "") -> String {
    "{\"kind\":\"set\",\"latitude\":48.8584,\"longitude\":2.2945\(more)}"
  }

  @Test func `set answers at once, repeats each second and marks what it makes`() throws {
    let harness = try ServerHarness()
    let peer = try harness.started()
    let control = try harness.controller()
    #expect(try control.result("setOverride", tower).text("id") == "o1")
    harness.advance(3)
    let locations = try peer.callbacks().flatMap { $0.object("params")?.objects("locations") ?? [] }
    #expect(
      locations.map { $0.text("timestamp") }
        == (0...3).map {
          "2026-11-30T12:00:0\($0).000Z"
        }
    )
    for location in locations {
      #expect(location.number("latitude") == 48.8584 && location.number("longitude") == 2.2945)
      let source = location.object("source")
      #expect(source?.flag("isSimulatedBySoftware") == true)
      #expect(source?.flag("isProducedByAccessory") == false)
      #expect(source?.texts("overrides") == ["o1"])
    }
  }

  @Test(arguments: [
    ("latitude", "91"), ("latitude", "-90.001"), ("longitude", "181"), ("longitude", "\"1\""),
    ("horizontalAccuracy", "0"), ("speed", "-1"), ("course", "361"), ("course", "-0.1"),
    ("duration", "0"), ("duration", "-1"), ("duration", "1e308"), ("duration", "true"),
    ("lease", "1"), ("persist", "\"yes\""), ("target", "\"\""), ("target", "\"uid=-1\""),
    ("target", "\"all,uid=0\""), ("target", "\"colour=red\""), ("kind", "\"fly\""),
    ("verticalAccuracy", "5"),
  ])
  func `a bad value is refused with its name, and what was in force stays`(
    name: String,
    value: String
  ) throws {
    let harness = try ServerHarness()
    let control = try harness.controller()
    _ = try control.result("setOverride", tower)
    var members = ["kind": "\"set\"", "latitude": "1", "longitude": "2"]
    members[name] = value
    let params = members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
    let error = try #require(try control.call("setOverride", "{\(params)}").object("error"))
    #expect(error.integer("code") == -32602)
    #expect(error.text("message")?.hasPrefix(name) == true, "\(error)")
    let list = try control.result("overrides").objects("overrides")
    #expect(list.map { $0.text("id") } == ["o1"])
  }

  @Test func `a second set replaces the first for the same target, however it is written`() throws {
    let harness = try ServerHarness()
    let control = try harness.controller()
    _ = try control.result("setOverride", set(#","target":"user=root""#))
    _ = try control.result("setOverride", set(#","target":"uid=0""#))
    _ = try control.result("setOverride", set(#","target":"uid=5""#))
    let list = try control.result("overrides").objects("overrides")
    #expect(list.map { $0.text("id") } == ["o2", "o3"])
  }

  @Test func `a route tells its line when it is asked, coarsely, and nothing else does`() throws {
    let harness = try ServerHarness()
    let control = try harness.controller()
    let point = { (latitude: Double, longitude: Double, more: String) in
      "{\"latitude\":\(latitude),\"longitude\":\(longitude)\(more)}"
    }
    // A straight way of a thousand points, and a corner after a break.
    var points = (0...1024).map { point(0, Double($0) / 1024, "") }
    points += [point(1, 1, #","startsSegment":true"#), point(1, 2, ""), point(2, 2, "")]
    let list = points.joined(separator: ",")
    _ = try control.result("setOverride", #"{"kind":"start","points":[\#(list)]}"#)
    _ = try control.result("setOverride", set(#","target":"uid=5""#))
    let plain = try control.result("overrides").objects("overrides")
    #expect(plain.allSatisfy { !$0.names.contains("line") })
    let all = try control.result("overrides", #"{"line":"o1"}"#).objects("overrides")
    #expect(all[0].description.contains("\"line\":[[[0,0],[0,1]],[[1,1],[1,2],[2,2]]]"))
    #expect(!all[1].names.contains("line"))
    for id in ["o2", "o3"] {
      let error = try control.call("overrides", "{\"line\":\"\(id)\"}").object("error")
      #expect(error?.text("message") == "line: \"\(id)\" is no route in force")
    }
  }

  // MARK: - Its end

  @Test func `clear returns to a fresh real location, to nothing while none is fresh`() throws {
    let harness = try ServerHarness()
    let control = try harness.controller()
    let peer = try harness.started(#"{"distanceFilter":1000}"#)
    harness.fix(10, 20)
    _ = try control.result("setOverride", tower)
    harness.fix(10, 20)
    #expect(try control.result("clearOverrides").texts("cleared") == ["o1"])
    #expect(try peer.latitudes() == [10, 48.8584, 10])
    _ = try control.result("setOverride", tower)
    harness.advance(20)
    _ = try peer.callbacks()
    _ = try control.result("clearOverrides", #"{"ids":["o2"]}"#)
    #expect(try peer.methods() == ["didChangeSource", "didFailWithError"])
    #expect(try peer.result("location").names == [])
    let error = try control.call("clearOverrides", #"{"ids":["o2"]}"#).object("error")
    #expect(error?.text("message") == #"ids: no override "o2" is in force; none is"#)
    _ = try control.result("setOverride", tower)
    let other = try control.call("clearOverrides", #"{"ids":["o2"]}"#).object("error")
    #expect(other?.text("message") == #"ids: no override "o2" is in force; in force: o3"#)
  }

  @Test func `an override ends at its time, by the monotonic clock`() throws {
    let harness = try ServerHarness()
    let control = try harness.controller()
    let peer = try harness.started()
    _ = try control.result("setOverride", set(#","duration":2.5"#))
    harness.clock.utc += 3_600_000
    harness.advance(2.25)
    #expect(try control.result("overrides").objects("overrides").count == 1)
    _ = try peer.callbacks()
    harness.advance(0.25)
    #expect(try control.result("overrides").objects("overrides").isEmpty)
    harness.fix(10, 20)
    #expect(try peer.latitudes() == [10])
  }

  @Test func `a lease ends with its connection, the others stay`() throws {
    let harness = try ServerHarness()
    let owner = try harness.controller()
    let other = try harness.controller()
    _ = try owner.result("setOverride", set(#","lease":true,"target":"uid=1000""#))
    _ = try owner.result("setOverride", set(#","target":"uid=1001""#))
    _ = try other.result("setOverride", set(#","lease":true,"target":"uid=1002""#))
    let peer = try harness.started()
    harness.fix(10, 20)
    _ = try peer.callbacks()
    owner.close()
    let list = try other.result("overrides").objects("overrides")
    #expect(list.map { $0.text("id") } == ["o2", "o3"])
    #expect(try peer.latitudes() == [10])
  }

  @Test func `a persistent override survives a restart with its owner and its end`() throws {
    let folder = try TemporaryFolder()
    var settings = ServiceSettings()
    settings.stateDirectory = folder.path
    let first = try ServerHarness(settings)
    let control = try first.controller(uid: 42)
    _ = try control.result("setOverride", set(#","persist":true,"duration":100,"speed":3"#))
    _ = try control.result("setOverride", set(#","target":"uid=9""#))
    for (name, value) in [("lease", "true"), ("target", "\"session=s1\"")] {
      let refused = try control.call("setOverride", set(",\"persist\":true,\"\(name)\":\(value)"))
      #expect(refused.object("error")?.text("message")?.hasPrefix("persist") == true)
    }
    let second = try ServerHarness(settings)
    let peer = try second.started()
    second.advance(1)
    #expect(try peer.latitudes().last == 48.8584)
    let list = try second.controller().result("overrides").objects("overrides")
    #expect(list.count == 1 && list[0].flag("persist") == true)
    #expect(list[0].object("owner")?.integer("uid") == 42)
    #expect(list[0].number("expiresIn") == 99)
    #expect(list[0].object("parameters")?.number("speed") == 3)
    // Its time goes on while nobody runs.
    second.advance(60)
    let third = try ServerHarness(settings)
    third.clock.utc += 101_000
    third.turn()
    _ = try third.controller().result("clearOverrides")
    let fourth = try ServerHarness(settings)
    #expect(try fourth.controller().result("overrides").objects("overrides").isEmpty)
  }

  @Test func `persistent overrides keep id and day, and no id is given out again`() throws {
    let folder = try TemporaryFolder()
    var settings = ServiceSettings()
    settings.stateDirectory = folder.path
    let first = try ServerHarness(settings)
    let control = try first.controller()
    _ = try control.result("setOverride", set(#","target":"uid=9""#))
    _ = try control.result("setOverride", set(#","persist":true"#))
    _ = try control.result("setOverride", set(#","target":"uid=8""#))
    let made = try control.result("overrides").objects("overrides")[1].text("created")
    let second = try ServerHarness(settings)
    second.clock.utc += 5000
    let list = try second.controller().result("overrides").objects("overrides")
    #expect(list.map { $0.text("id") } == ["o2"])
    #expect(list.map { $0.text("created") } == [made])
    let next = try second.controller().result("setOverride", set(#","target":"uid=9""#))
    #expect(next.text("id") == "o4")
    _ = try second.controller().result("clearOverrides")
    let third = try ServerHarness(settings)
    #expect(try third.controller().result("setOverride", set()).text("id") == "o5")
    let fourth = try ServerHarness(settings)
    #expect(try fourth.controller().result("setOverride", set()).text("id") == "o6")
  }

  @Test func `a lease outlives the end of requests, not the connection`() throws {
    let harness = try ServerHarness()
    let owner = try harness.controller()
    let other = try harness.controller()
    _ = try owner.result("setOverride", set(#","lease":true"#))
    owner.endRequests()
    harness.turn()
    #expect(try other.result("overrides").objects("overrides").count == 1)
    owner.close()
    #expect(try other.result("overrides").objects("overrides").isEmpty)
  }

  @Test func `a target that names no connected session is warned about`() throws {
    let harness = try ServerHarness()
    let control = try harness.controller()
    let answer = try control.result("setOverride", set(#","target":"session=s999""#))
    #expect(
      answer.text("warning")
        == "no session s999 is connected, so nobody is meant now; see subscribers"
    )
    let peer = try harness.started()
    let id = try #require(
      try control.result("subscribers").objects("subscribers").first?.text("session")
    )
    #expect(
      try control.result("setOverride", set(",\"target\":\"session=\(id)\"")).text("warning") == nil
    )
    try peer.call("initialize", #"{"client":{"name":"navigator"}}"#)
    for target in ["unit=nope.service", "client=nope", "client=navigator,unit=x"] {
      #expect(
        try control.result("setOverride", set(",\"target\":\"\(target)\"")).text("warning")
          == "nobody who is connected is meant by \(target) now; it holds for those who come"
      )
    }
    for target in ["all", "client=navigator", "uid=4711", "surface=nmea"] {
      #expect(
        try control.result("setOverride", set(",\"target\":\"\(target)\"")).text("warning") == nil
      )
    }
    peer.close()
  }

  // MARK: - Targets

  @Test(arguments: [
    ("all", [true, true, true]), ("uid=1000", [true, false, true]),
    ("gid=60", [false, true, false]),
    ("session=s2", [false, true, false]), ("client=maps", [false, false, true]),
    ("uid=1000,client=maps", [false, false, true]), ("unit=x.service", [false, false, false]),
    ("surface=native", [true, true, true]), ("surface=nmea", [false, false, false]),
  ])
  func `an override is for its target and for nobody else`(
    target: String,
    isMet: [Bool]
  ) throws {
    let harness = try ServerHarness()
    let peers = [
      try harness.subscriber(uid: 1000), try harness.subscriber(uid: 1001, groups: [60]),
      try harness.subscriber(uid: 1000),
    ]
    _ = try peers[2].result("initialize", #"{"client":{"name":"maps"}}"#)
    for peer in peers { try peer.call("startUpdatingLocation") }
    let control = try harness.controller()
    _ = try control.result("setOverride", set(",\"target\":\"\(target)\""))
    for _ in 0..<3 { harness.fix(10, 20) }
    for (peer, isMet) in zip(peers, isMet) {
      let latitudes = try peer.latitudes()
      #expect(latitudes.count >= 3 && latitudes.allSatisfy { $0 == (isMet ? 48.8584 : 10) })
      let now = try peer.result("location").object("location")?.number("latitude")
      #expect(now == (isMet ? 48.8584 : 10))
    }
  }

  @Test func `a peer that names itself moves to the view of that name`() throws {
    let harness = try ServerHarness()
    _ = try harness.controller().result("setOverride", set(#","target":"client=maps""#))
    let peer = try harness.started()
    harness.fix(10, 20)
    _ = try peer.result("initialize", #"{"client":{"name":"maps"}}"#)
    harness.fix(11, 20)
    #expect(try peer.latitudes() == [10, 48.8584, 48.8584])
  }

  // MARK: - What moves with the view

  @Test func `a region is entered and left through an override, and the jump is no crossing`()
    throws
  {
    let harness = try ServerHarness()
    let control = try harness.controller()
    let peer = try harness.subscriber()
    try peer.call("startMonitoring", region)
    for _ in 0..<5 { harness.fix(10, 20) }
    _ = try peer.callbacks()
    _ = try control.result("setOverride", tower)
    #expect(try peer.result("monitoredRegions").objects("regions").count == 1)
    harness.advance(2)
    #expect(try peer.methods() == [])
    harness.advance(3)
    let exit = try peer.callbacks()
    #expect(exit.map { $0.text("method") } == ["didExitRegion"])
    let location = exit.first?.object("params")?.object("location")
    #expect(location?.number("latitude") == 48.8584)
    for _ in 0..<5 { harness.fix(10, 20) }
    try peer.call("requestState", #"{"identifier":"a"}"#)
    #expect(try peer.callbacks().last?.object("params")?.text("state") == "outside")
    _ = try control.result("clearOverrides")
    for _ in 0..<5 { harness.fix(10, 20) }
    #expect(try peer.methods() == ["didEnterRegion"])
    try peer.call("stopMonitoring", #"{"identifier":"a"}"#)
    #expect(harness.demands == [true, false])
  }

  @Test func `events that wait are dropped with the view, and the states told anew`() throws {
    let harness = try ServerHarness()
    let control = try harness.controller()
    let peer = try harness.subscriber(sendBuffer: 4608)
    try peer.call("startMonitoring", region)
    for _ in 0..<2 { harness.fix(10.01, 20) }
    _ = try peer.callbacks()
    try peer.block(harness)
    for _ in 0..<5 { harness.fix(10, 20) }
    _ = try control.result("setOverride", tower)
    let events = try peer.callbacks()
    #expect(events.map { $0.text("method") } == ["didDetermineState"])
    #expect(events.first?.object("params")?.text("state") == "inside")
  }

  @Test func `a visit of the real world does not end in an override`() throws {
    let harness = try ServerHarness()
    let control = try harness.controller()
    let peer = try harness.subscriber()
    try peer.call("startMonitoringVisits")
    for _ in 0..<310 { harness.fix(10, 20) }
    #expect(try peer.methods().last == "didVisit")
    _ = try control.result("setOverride", tower)
    harness.advance(200)
    #expect(try peer.callbacks().isEmpty)
  }

  @Test func `subscribers and overrides tell operators who is where, without real coordinates`()
    throws
  {
    let harness = try ServerHarness()
    let control = try harness.controller()
    let peer = try harness.started()
    _ = try peer.result("initialize", #"{"client":{"name":"maps","version":"2"}}"#)
    _ = try control.result("setOverride", tower)
    harness.fix(10.123, 20)
    let all = try control.result("subscribers")
    let one = try #require(all.objects("subscribers").first)
    #expect(one.text("session") == "s2" && one.integer("uid") == 1000)
    #expect(one.object("client")?.text("name") == "maps")
    #expect(one.texts("subscriptions") == ["startUpdatingLocation"])
    #expect(one.texts("overrides") == ["o1"] && one.integer("delivered") == 2)
    let status = try control.result("status")
    #expect(status.object("fix")?.text("state") == "3D")
    for text in [all.description, status.description] { #expect(!text.contains("10.123")) }
  }
}
