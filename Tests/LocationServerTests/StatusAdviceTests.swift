// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationServer
import LocationTestSupport
import Testing

/// What `status` says is wrong, and what to try.
@Suite struct StatusAdviceTests {
  private func harness(
    _ state: String = "connected",
    reason: String? = nil,
    isHanging: Bool = false
  ) throws -> ServerHarness {
    let harness = try ServerHarness()
    var upstream = UpstreamStatus(endpoint: "localhost:2947", state: state, since: 0)
    upstream.reason = reason
    upstream.isHanging = isHanging
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
      "it hangs: systemctl restart gpsd"
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
