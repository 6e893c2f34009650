// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LinuxIO
import LocationCore
import LocationServer
import LocationTestSupport
import Testing

/// What `status` says is wrong, and what to try.
@Suite struct StatusAdviceTests {
  private func harness(
    _ state: String = "connected",
    reason: String? = nil,
    isHanging: Bool = false,
    host: String = "localhost",
    device: String? = nil,
    refusal: String? = nil,
    settings: ServiceSettings = ServiceSettings()
  ) throws -> ServerHarness {
    let harness = try ServerHarness(settings)
    var upstream = UpstreamStatus(endpoint: "\(host):2947", state: state, since: 0)
    upstream.reason = reason
    upstream.isHanging = isHanging
    upstream.host = host
    upstream.device = device
    upstream.refusal = refusal
    harness.service.upstream = { upstream }
    return harness
  }

  private func advice(_ harness: ServerHarness) throws -> [String?] {
    let status = try harness.controller().result("status")
    return [status.text("problem"), status.text("next")]
  }

  private func listed(_ harness: ServerHarness) {
    let device = DeviceReport(device: ServerHarness.device, driver: "u-blox", isActive: true)
    harness.service.receive(.devices([device]))
  }

  private func sky(_ harness: ServerHarness, visible: Int) {
    var sky = SkyView(device: ServerHarness.device)
    sky.visibleCount = visible
    harness.service.receive(.sky(sky))
  }

  @Test func `nobody looks at a receiver that nobody needs`() throws {
    #expect(try advice(harness("idle")) == [nil, nil])
  }

  @Test(arguments: [
    (
      "disconnected", "Connection refused", false,
      "gpsd at localhost:2947 is not reached: Connection refused",
      "check that gpsd runs there: systemctl status gpsd"
    ),
    (
      "disconnected", "no answer", true,
      "gpsd at localhost:2947 takes connections and does not answer",
      "it hangs, or another program has its port: ss -ltnp 'sport = :2947' tells; "
        + "systemctl restart gpsd"
    ),
    (
      "idle", nil, false, "gpsd at localhost:2947 has not answered so far",
      "see whether it runs, and whether it hangs: systemctl status gpsd"
    ),
  ])
  func `a gpsd that is away is told from one that hangs`(
    state: String,
    reason: String?,
    isHanging: Bool,
    problem: String,
    next: String
  ) throws {
    let harness = try harness(state, reason: reason, isHanging: isHanging)
    let peer = try harness.started()
    #expect(try advice(harness) == [problem, next])
    peer.close()
  }

  @Test(arguments: [
    (
      "disconnected", "can't get host entry",
      "the name gps.example does not resolve: getent hosts gps.example; a name server elsewhere needs IPAddressAllow=, too (docs/service.md)"
    ),
    (
      "disconnected", "Connection refused",
      "gps.example is reached and no gpsd listens there: it needs -G, or ListenStream= in its gpsd.socket"
    ),
    (
      "disconnected", "No route to host",
      "there is no way to gps.example: ip route get gps.example; see also its power and cable"
    ),
    (
      "disconnected", "Connection timed out",
      "gps.example does not answer, or a firewall is between; the packaged unit lets only this machine through: systemctl edit locationd, [Service] IPAddressAllow=gps.example"
    ),
    (
      "idle", nil,
      "see whether gps.example is reached at all: ping gps.example; the packaged unit lets only this machine through: systemctl edit locationd, [Service] IPAddressAllow=gps.example"
    ),
  ])
  func `of a gpsd elsewhere the name, the way and the program are told apart`(
    state: String,
    reason: String?,
    next: String
  ) throws {
    let harness = try harness(state, reason: reason, host: "gps.example")
    let peer = try harness.started()
    #expect(try advice(harness)[1] == next)
    peer.close()
  }

  @Test func `a receiver that the configuration names and gpsd does not have is named`() throws {
    var settings = ServiceSettings()
    settings.source.device = "/dev/nope"
    let harness = try harness(settings: settings)
    let peer = try harness.started()
    listed(harness)
    harness.fix(10, 20)
    let fix = "or give gpsd the device: gpsdctl add /dev/nope"
    #expect(
      try advice(harness) == [
        "gpsd has no device /dev/nope, which [source] device names; it has /dev/ttyACM0",
        "correct [source] device in locationd.conf, then locationctl reload; \(fix)",
      ]
    )
    // It comes, also as one of a gpsd behind gpsd.
    harness.service.receive(
      .devices([DeviceReport(device: "/dev/nope", driver: nil, isActive: true)])
    )
    #expect(try advice(harness)[0] == "the receiver /dev/nope has said nothing yet")
    harness.service.receive(.devices([]))
    #expect(
      try advice(harness)[0]
        == "gpsd has no device /dev/nope, which [source] device names; it has none"
    )
    peer.close()
  }

  @Test func `a device of the address that gpsd refuses is named, whatever is left from before`()
    throws
  {
    let harness = try harness(device: "/dev/nope", refusal: "No such device as /dev/nope")
    let peer = try harness.started()
    listed(harness)
    harness.fix(10, 20)
    #expect(
      try advice(harness)[0]
        == "gpsd has no device /dev/nope, which [gpsd] address names; it has /dev/ttyACM0"
    )
    peer.close()
  }

  @Test func `a receiver that a reload leaves out is none any more, and is one again after it`()
    throws
  {
    let harness = try harness()
    let peer = try harness.started()
    listed(harness)
    var settings = ServiceSettings()
    settings.source.device = "/dev/nope"
    harness.service.apply(settings, log: Log(threshold: .error))
    harness.service.receive(
      .devices([DeviceReport(device: ServerHarness.device, driver: nil, isActive: true)])
    )
    #expect(try advice(harness)[0]?.hasSuffix("it has /dev/ttyACM0") == true)
    harness.service.apply(ServiceSettings(), log: Log(threshold: .error))
    #expect(try advice(harness)[0] == "the receiver /dev/ttyACM0 has said nothing yet")
    peer.close()
  }

  @Test func `each problem has its link, so that one is not told of another`() throws {
    let harness = try harness("disconnected", reason: "Connection refused")
    let peer = try harness.started()
    let control = try harness.controller()
    _ = try control.result("setOverride", #"{"kind":"fault","name":"no-fix"}"#)
    let problems = try control.result("status").objects("problems")
    #expect(problems.map { $0.text("link") } == ["gpsd", "overrides"])
    #expect(problems.last?.text("next") == "to end it: locationctl clear o1")
    peer.close()
  }

  @Test func `the readers that are shown are the oldest ones, also of those of one moment`() throws
  {
    let harness = try harness()
    let peers = try (0..<40).map { number in
      number % 3 == 0 ? try harness.gpsdClient(uid: 1000) : try harness.subscriber()
    }
    let readers = try harness.controller().result("status").objects("readers")
    let numbers = readers.compactMap { $0.text("session") }.compactMap { Int($0.dropFirst()) }
    #expect(numbers == Array(1...32))
    for peer in peers { peer.close() }
  }

  @Test func `a connected gpsd that does not answer when asked hangs`() throws {
    let harness = try harness()
    let peer = try harness.started()
    listed(harness)
    harness.advance(8)
    #expect(
      try advice(harness) == [
        "gpsd at localhost:2947 has said nothing for 8 s, though it was asked",
        "it hangs: systemctl restart gpsd",
      ]
    )
    // It answers: then the receiver is the silent one.
    harness.service.receive(.other)
    #expect(try advice(harness)[0] == "the receiver /dev/ttyACM0 has said nothing yet")
    peer.close()
  }

  @Test func `a receiver that falls silent is not one without a view of the sky`() throws {
    let harness = try harness()
    let peer = try harness.started()
    listed(harness)
    harness.fix(10, 20)
    #expect(try advice(harness) == [nil, nil])
    harness.advance(6)
    harness.service.receive(.other)
    #expect(
      try advice(harness) == [
        "the receiver /dev/ttyACM0 has been silent for 7 s",
        "check its cable and power; gpsmon shows what it sends",
      ]
    )
    let status = try harness.controller().result("status")
    #expect(status.objects("devices").first?.number("lastMessage") == 7)
    #expect(status.object("gpsd")?.number("lastMessage") == 0)
    #expect(status.object("fix")?.text("state") == "stale")
    peer.close()
  }

  @Test(arguments: [
    (0, "it sees no satellite"), (1, "1 satellite in view"), (7, "7 satellites in view"),
  ])
  func `a receiver that talks without a fix needs the sky`(visible: Int, seen: String) throws {
    let harness = try harness()
    let peer = try harness.started()
    listed(harness)
    harness.advance(6)
    sky(harness, visible: visible)
    #expect(
      try advice(harness) == [
        "the receiver talks and has no fix (\(seen))",
        "give its antenna a free view of the sky; a cold start takes minutes",
      ]
    )
    peer.close()
  }
}
