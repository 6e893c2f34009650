// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationServer
import LocationTestSupport
import Testing

/// What holds where the system allows fewer open files than sessions.
@Suite struct FewDescriptorsTests {
  @Test func `few descriptors bound the sessions and leave room for operators`() throws {
    let harness = try ServerHarness()
    harness.service.descriptors = 60
    let crowd = try (0..<40).map { _ in try harness.subscriber() }
    #expect(crowd.count { !$0.isClosed } == 30)
    let status = try harness.controller().result("status")
    #expect(status.object("sessions")?.integer("native") == 30)
  }

  @Test(arguments: [0, 1000] as [UInt32])
  func `a flood of the control socket costs its own user, and never the administrator`(
    flooder: UInt32
  ) throws {
    let harness = try ServerHarness()
    harness.service.descriptors = 128
    let agent = try harness.controller(uid: flooder)
    try agent.call("attachAgent")
    let lease = try harness.controller(uid: flooder)
    try lease.call("setOverride", #"{"kind":"set","latitude":1,"longitude":2,"lease":true}"#)
    let other = try harness.controller(uid: 1001)
    let crowd = try (0..<60).map { _ in try harness.controller(uid: flooder) }
    // An eighth of the descriptors.
    #expect(crowd.count { !$0.isClosed } == 13)
    let status = try harness.controller(uid: 0).result("status")
    #expect(status.object("sessions")?.integer("control") == 16)
    #expect(try other.call("ping").has("result"))
    // What asks nothing goes first.
    #expect(!agent.isClosed && !lease.isClosed)
    #expect(try harness.subscriber().call("ping").has("result"))
    #expect(harness.service.counters.sessionsRefused == 0)
  }

  @Test func `an operator who asked is closed after one who did not`() throws {
    let harness = try ServerHarness()
    harness.service.descriptors = 64
    let first = try harness.controller()
    try first.call("ping")
    let silent = try (0..<7).map { _ in try harness.controller() }
    #expect(try harness.controller().call("ping").has("result"))
    #expect(!first.isClosed)
    #expect(silent.map(\.isClosed) == [true] + Array(repeating: false, count: 6))
  }
}
