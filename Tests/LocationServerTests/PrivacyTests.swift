// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LocationCore
import LocationServer
import LocationTestSupport
import Testing

private let region = #"{"region":{"identifier":"a","latitude":10,"longitude":20,"radius":100}}"#

@Suite struct PrivacyTests {
  /// Asks a new subscriber's status.
  private func status(_ peer: Peer) throws -> String {
    let result = try peer.result("authorization")
    return "\(result.text("status") ?? "") \(result.text("accuracy") ?? "")"
  }

  @Test(arguments: [
    ("all", true), ("uid=1000", true), ("uid=1001", false), ("gid=50", true), ("gid=60", true),
    ("gid=70", true), ("gid=80", false), ("uid=1000,gid=60", true), ("uid=1000,gid=80", false),
    ("unit=a.service", false), ("surface=native", true), ("surface=gpsd", false),
    ("client=maps", false), ("session=s1", true), ("session=s2", false),
  ])
  func `a rule is for the peers that the kernel says it is for`(
    selector: String,
    isDenied: Bool
  ) throws {
    let harness = try ServerHarness(.access(.deny, selector))
    let peer = try harness.subscriber(uid: 1000, gid: 50, groups: [60, 70])
    #expect(try status(peer) == (isDenied ? "denied full" : "authorizedAlways full"))
  }

  @Test func `the first rule that matches counts, then the default`() throws {
    var settings = try ServiceSettings.access(.reduced, "uid=1")
    settings.access.rules += try ServiceSettings.access(.deny, "uid=1").access.rules
    settings.access.rules += try ServiceSettings.access(.allow, "uid=2").access.rules
    settings.access.fallback = .ask
    let harness = try ServerHarness(settings)
    #expect(try status(harness.subscriber(uid: 1)) == "authorizedAlways reduced")
    #expect(try status(harness.subscriber(uid: 2)) == "authorizedAlways full")
    #expect(try status(harness.subscriber(uid: 3)) == "notDetermined full")
    // A peer of another user namespace is the overflow user, and no rule for root is for it.
    #expect(try status(harness.subscriber(uid: 65534)) == "notDetermined full")
  }

  @Test func `the program of a peer counts where the kernel shows it`() throws {
    var path = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &path, path.count)
    let own = String(decoding: path.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    let harness = try ServerHarness(.access(.deny, "exe=\(own)"))
    #expect(try status(harness.subscriber(pid: getpid())) == "denied full")
    let hidden = try harness.subscriber(uid: 77)
    #expect(try status(hidden) == "authorizedAlways full")
    let answer = try harness.controller().result("privacyGrant", #"{"selector":"exe=/bin/x"}"#)
    #expect(answer.text("warning")?.contains("exe= does not match") == true)
    let silent = try harness.controller().result("privacyGrant", #"{"selector":"uid=5"}"#)
    #expect(silent.text("warning") == nil)
  }

  @Test func `a denied subscriber is told so at each request, and gets nothing by any path`() throws
  {
    let harness = try ServerHarness(.access(.deny, "uid=7"))
    let keeper = try harness.started()
    let peer = try harness.subscriber(uid: 7)
    for method in ["startUpdatingLocation", "requestLocation"] { try peer.call(method) }
    for method in ["startMonitoringVisits", "startUpdatingSatellites", "startUpdatingHeading"] {
      try peer.call(method)
    }
    try peer.call("startMonitoring", region)
    let callbacks = try peer.callbacks()
    #expect(
      callbacks.map { $0.text("method") } == [
        "didChangeAuthorization", "didFailWithError", "didFailWithError", "monitoringDidFail",
      ]
    )
    for error in callbacks[1...2].map({ $0.object("params")?.object("error") }) {
      #expect(error?.integer("code") == 1 && error?.text("name") == "denied")
    }
    let failure = callbacks[3].object("params")?.object("error")
    #expect(failure?.integer("code") == 4 && failure?.text("name") == "regionMonitoringDenied")
    for _ in 0..<5 { harness.fix(10, 20) }
    #expect(try peer.result("location").names == [])
    #expect(peer.texts() == [])
    #expect(try keeper.latitudes().count == 5)
  }

  @Test func `what is asked for waits until somebody decides`() throws {
    let harness = try ServerHarness(.access(.ask))
    let agent = try harness.controller()
    let peer = try harness.subscriber()
    try peer.call("startUpdatingLocation")
    try peer.call("startMonitoring", region)
    #expect(try peer.methods() == ["didChangeAuthorization"])
    _ = try agent.result("attachAgent")
    let question = try #require(try agent.callbacks().first)
    #expect(question.text("method") == "authorizationRequested" && !question.has("id"))
    #expect(question.object("params")?.text("session") == "s2")
    #expect(question.object("params")?.integer("uid") == 1000)
    for _ in 0..<3 { harness.fix(10, 20) }
    #expect(try peer.methods() == [])
    #expect(harness.demands == [])
    _ = try agent.result("privacyGrant", #"{"selector":"session=s2"}"#)
    let granted = [
      "didChangeAuthorization", "didStartMonitoring", "didDetermineState", "didUpdateLocations",
    ]
    #expect(try peer.methods() == granted)
    #expect(harness.demands == [true])
    _ = try agent.result("privacyReset")
    #expect(try peer.methods() == ["didChangeAuthorization"])
    #expect(try agent.methods() == ["authorizationRequested"])
    harness.fix(10, 20)
    #expect(try peer.methods() == [])
  }

  @Test func `the newest decision counts, before the rules`() throws {
    let harness = try ServerHarness(.access(.deny))
    let control = try harness.controller()
    let peer = try harness.subscriber()
    for (method, selector, expected) in [
      ("privacyGrant", "uid=1000", "authorizedAlways full"),
      ("privacyRevoke", "all", "denied full"),
      ("privacyGrant", "gid=1000", "authorizedAlways full"),
      ("privacyRevoke", "gid=1000", "denied full"),
    ] {
      _ = try control.result(method, "{\"selector\":\"\(selector)\"}")
      #expect(try status(peer) == expected)
    }
    _ = try control.result("privacyGrant", #"{"selector":"uid=1000","reduced":true}"#)
    #expect(try status(peer) == "authorizedAlways reduced")
    let list = try control.result("privacyList").objects("decisions")
    #expect(list.map { $0.text("selector") } == ["uid=1000", "gid=1000", "all"])
    #expect(try control.result("privacyReset").integer("reset") == 3)
    #expect(try status(peer) == "denied full")
  }

  @Test func `decisions survive a restart, those about a session do not`() throws {
    let folder = try TemporaryFolder()
    var settings = ServiceSettings()
    settings.stateDirectory = folder.path
    let first = try ServerHarness(settings)
    let peer = try first.subscriber(uid: 7)
    let control = try first.controller()
    _ = try control.result("privacyRevoke", #"{"selector":"uid=7"}"#)
    _ = try control.result("privacyRevoke", #"{"selector":"session=s3"}"#)
    _ = try control.result("privacyGrant", #"{"selector":"session=s1"}"#)
    #expect(try status(peer) == "authorizedAlways full")
    let second = try ServerHarness(settings)
    #expect(try status(second.subscriber(uid: 7)) == "denied full")
    _ = try second.controller()
    #expect(try status(second.subscriber(uid: 8)) == "authorizedAlways full")
    // A session's decision ends with it.
    peer.close()
    let list = try control.result("privacyList").objects("decisions")
    #expect(list.map { $0.text("selector") } == ["session=s3", "uid=7"])
  }

  @Test func `a thousand decisions are kept and one more is refused`() throws {
    let harness = try ServerHarness()
    let control = try harness.controller()
    for uid in 0..<1000 { _ = try control.result("privacyRevoke", "{\"selector\":\"uid=\(uid)\"}") }
    let error = try control.call("privacyRevoke", #"{"selector":"uid=5000"}"#).object("error")
    #expect(error?.integer("code") == -32602)
    #expect(try status(harness.subscriber(uid: 0)) == "denied full")
    _ = try control.result("privacyGrant", #"{"selector":"uid=5"}"#)
  }

  // MARK: - Revocation

  @Test func `revocation stops everything at once, even what waits for a slow peer`() throws {
    let harness = try ServerHarness()
    let control = try harness.controller()
    let peer = try harness.subscriber(sendBuffer: 4608)
    try peer.call("startUpdatingLocation")
    try peer.call("startMonitoring", region)
    for _ in 0..<2 { harness.fix(10, 20) }
    _ = try peer.callbacks()
    try peer.block(harness)
    for _ in 0..<5 { harness.fix(11, 20) }
    _ = try control.result("privacyRevoke", #"{"selector":"uid=1000"}"#)
    for _ in 0..<5 { harness.fix(12, 20) }
    let lines = peer.texts()
    #expect(!lines.contains { $0.contains("latitude") })
    let last = lines.suffix(2).map { JSONObject($0)?.text("method") }
    #expect(last == ["didChangeAuthorization", "didFailWithError"])
    #expect(try peer.result("location").names == [])
    #expect(harness.demands == [true, false])
  }

  @Test func `a request that has seen a location forgets it on revocation and reset`() throws {
    for method in ["privacyRevoke", "privacyReset"] {
      var settings = ServiceSettings()
      settings.access.fallback = .ask
      let harness = try ServerHarness(settings)
      let control = try harness.controller()
      _ = try control.result("privacyGrant", #"{"selector":"uid=1000"}"#)
      let peer = try harness.subscriber()
      try peer.call("requestLocation", #"{"desiredAccuracy":1,"timeout":5}"#)
      harness.fix(10, 20)
      _ = try control.result(method, #"{"selector":"uid=1000"}"#)
      harness.advance(10)
      let methods = try peer.methods()
      #expect(methods == ["didChangeAuthorization", "didChangeAuthorization", "didFailWithError"])
    }
  }

  // MARK: - Reduced accuracy

  @Test func `reduced accuracy shows a cell of kilometres by every path, and no region`() throws {
    let harness = try ServerHarness(.access(.reduced, "uid=7"))
    let keeper = try harness.started()
    harness.fix(10, 20)
    let peers = try (0..<2).map { _ in try harness.subscriber(uid: 7) }
    for peer in peers {
      for method in ["startUpdatingLocation", "requestLocation", "startMonitoringVisits"] {
        try peer.call(method)
      }
      try peer.call("startUpdatingSatellites")
      try peer.call("startMonitoring", region)
    }
    for _ in 0..<60 { harness.fix(10, 20) }
    let first = try peers[0].callbacks()
    #expect(
      Set(first.compactMap { $0.text("method") }) == [
        "didChangeAuthorization", "didUpdateLocations", "monitoringDidFail",
      ]
    )
    let seen =
      try (first + peers[1].callbacks()).flatMap {
        $0.object("params")?.objects("locations") ?? []
      } + [try #require(try peers[0].result("location").object("location"))]
    #expect(seen.count >= 3)
    for location in seen {
      #expect(location.number("latitude") == seen[0].number("latitude"))
      #expect(location.number("latitude") != 10 && location.number("longitude") != 20)
      #expect((location.number("horizontalAccuracy") ?? 0) > 1500)
      #expect(!location.has("altitude") && !location.has("speed") && !location.has("course"))
    }
    #expect(try peers[0].result("location", #"{"maximumAge":30}"#).names == [])
    #expect(try keeper.latitudes().count == 61)
  }

  @Test func `who asks for reduced accuracy gets it, beside others' full locations`() throws {
    let harness = try ServerHarness()
    let keeper = try harness.started()
    harness.fix(10, 20)
    let modest = try harness.subscriber(uid: 7)
    try modest.call("startUpdatingLocation", #"{"desiredAccuracy":"reduced"}"#)
    let asker = try harness.subscriber(uid: 7)
    try asker.call("requestLocation", #"{"desiredAccuracy":"reduced"}"#)
    let both = try harness.subscriber(uid: 7)
    try both.call("startUpdatingLocation")
    try both.call("requestLocation", #"{"desiredAccuracy":"reduced"}"#)
    for _ in 0..<60 { harness.fix(10, 20) }
    let coarse = try locations(modest)
    #expect(coarse.count == 1)
    #expect(coarse[0].number("latitude") != 10)
    #expect((coarse[0].number("horizontalAccuracy") ?? 0) > 1500)
    #expect(try asker.latitudes() == coarse.compactMap { $0.number("latitude") })
    let mixed = try both.latitudes()
    #expect(mixed.count == 62 && mixed.count { $0 == 10 } == 61)
    #expect(try keeper.latitudes().count == 61)

    try modest.call("startUpdatingLocation")
    harness.fix(11, 20)
    #expect(try modest.latitudes() == [11])
  }

  private func locations(_ peer: Peer) throws -> [JSONObject] {
    try peer.callbacks().flatMap { $0.object("params")?.objects("locations") ?? [] }
  }

  @Test func `a change to reduced drops the full location that waits, and the best so far`() throws
  {
    let harness = try ServerHarness()
    let control = try harness.controller()
    let peer = try harness.subscriber(sendBuffer: 4608)
    try peer.call("startUpdatingLocation")
    let asker = try harness.subscriber()
    try asker.call("requestLocation", #"{"desiredAccuracy":1,"timeout":5}"#)
    try peer.block(harness)
    harness.fix(10.123, 20)
    _ = try control.result("privacyGrant", #"{"selector":"all","reduced":true}"#)
    let lines = peer.texts()
    harness.advance(10)
    for lines in [lines, asker.texts()] {
      #expect(!lines.contains { $0.contains("\"latitude\":10.123,") })
      #expect(lines.count { $0.contains("didUpdateLocations") } == 1, "\(lines)")
    }
  }
}
