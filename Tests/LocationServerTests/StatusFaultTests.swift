// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationServer
import LocationTestSupport
import Testing

/// Overrides that look like a broken chain to those who ask.
@Suite struct StatusFaultTests {
  @Test func `a fault that keeps locations from those who ask is a problem`() throws {
    let harness = try ServerHarness()
    harness.service.upstream = { UpstreamStatus(endpoint: "a", state: "connected", since: 0) }
    let control = try harness.controller()
    let peer = try harness.started()
    harness.fix(10, 20)
    #expect(try control.result("status").text("problem") == nil)
    _ = try control.result("setOverride", #"{"kind":"fault","name":"no-fix"}"#)
    harness.fix(10, 20)
    let status = try control.result("status")
    #expect(
      status.text("problem") == "override o1 (fault no-fix) keeps locations from everybody"
    )
    #expect(status.text("next") == "to end it: locationctl clear o1")
    _ = peer
  }
}
