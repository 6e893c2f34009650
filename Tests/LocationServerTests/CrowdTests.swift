// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationServer
import LocationTestSupport
import Testing

/// Some users at their limits leave room for one more user.
@Suite struct CrowdTests {
  @Test func `the last quarter is for users with few sessions`() throws {
    var settings = ServiceSettings()
    settings.limits.sessions = 80
    settings.limits.sessionsPerUser = 20
    let harness = try ServerHarness(settings)
    let control = try harness.controller()
    #expect(try control.result("status").text("problem") == nil)
    var crowd: [Peer] = []
    for uid in UInt32(1)...4 {
      for _ in 0..<40 { crowd.append(try harness.subscriber(uid: uid + 1000)) }
    }
    let open = crowd.filter { !$0.isClosed }
    #expect(open.count == 61)
    let status = try control.result("status")
    #expect(
      status.text("problem")
        == "61 of 80 sessions are taken, 20 of them by uid \(Self.first(status))"
    )
    // Each newcomer gets one, until all are taken.
    for uid in UInt32(2000)..<2019 {
      let newcomer = try harness.subscriber(uid: uid)
      crowd.append(newcomer)
      let second = try harness.subscriber(uid: uid)
      #expect(!newcomer.isClosed && second.isClosed)
    }
    #expect(try control.call("ping").has("result"))
  }

  /// Of several with the same number any may be told.
  private static func first(_ status: JSONObject) -> String {
    status.text("problem")?.split(separator: " ").last.map(String.init) ?? ""
  }
}
