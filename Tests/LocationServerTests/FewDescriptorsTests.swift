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
}
