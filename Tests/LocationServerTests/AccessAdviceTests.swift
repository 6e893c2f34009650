// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import LocationServer
import LocationTestSupport
import Testing

/// What `status` says of who may know the location.
@Suite struct AccessAdviceTests {
  private func advice(_ harness: ServerHarness) throws -> [String?] {
    let status = try harness.controller().result("status")
    return [status.text("problem"), status.text("next")]
  }

  private func access(_ harness: ServerHarness) throws -> JSONObject {
    try #require(try harness.controller().result("status").object("access"))
  }

  @Test func `without questions there is nothing to say`() throws {
    let harness = try ServerHarness()
    #expect(try advice(harness) == [nil, nil])
    let access = try access(harness)
    #expect(access.text("fallback") == "allow" && access.flag("isLost") == false)
    #expect(access.integer("rules") == 0 && access.integer("decisions") == 0)
    #expect(access.texts("waiting") == [] && access.integer("denied") == 0)
  }

  @Test func `lost decisions are told until an operator begins afresh`() throws {
    let folder = try TemporaryFolder()
    try "[{".write(toFile: folder.path("privacy.json"), atomically: false, encoding: .utf8)
    var settings = ServiceSettings()
    settings.stateDirectory = folder.path
    let harness = try ServerHarness(settings)
    let told = [
      "the privacy decisions of an earlier run are lost: nobody is authorized without a new one",
      "locationctl privacy grant user=NAME, or begin afresh: locationctl privacy reset",
    ]
    #expect(try advice(harness) == told)
    #expect(try access(harness).flag("isLost") == true)
    let control = try harness.controller()
    _ = try control.result("privacyGrant", #"{"selector":"uid=7"}"#)
    #expect(try advice(harness) == told)
    _ = try control.result("privacyReset")
    #expect(try advice(harness) == [nil, nil])
  }

  @Test func `who waits for a decision is named`() throws {
    let harness = try ServerHarness(.access(.ask))
    let first = try harness.started(uid: 1000)
    #expect(
      try advice(harness) == [
        "session s1 of uid 1000, pid 0 waits for a decision",
        "locationctl privacy grant uid=1000, or revoke; locationctl agent asks each time",
      ]
    )
    let second = try harness.started(uid: 1001)
    let waiting = try access(harness).texts("waiting")
    let advised = try advice(harness)
    #expect(waiting.count == 2, "\(waiting) \(advised)")
    let control = try harness.controller()
    _ = try control.result("privacyRevoke", #"{"selector":"uid=1000"}"#)
    #expect(try access(harness).texts("waiting") == Array(waiting.dropFirst()))
    _ = try control.result("privacyRevoke", #"{"selector":"uid=1001"}"#)
    #expect(try access(harness).texts("waiting") == [])
    #expect(try access(harness).integer("denied") == 2)
    first.close()
    second.close()
  }

  @Test func `that all who ask are denied is told, unless an override does it`() throws {
    var settings = ServiceSettings()
    settings.access.fallback = .deny
    let harness = try ServerHarness(settings)
    let peer = try harness.started(uid: 1000)
    #expect(
      try advice(harness) == [
        "who asks may not know the location: session s1 of uid 1000, pid 0",
        "locationctl privacy list says why; to allow it: locationctl privacy grant uid=1000",
      ]
    )
    let control = try harness.controller()
    _ = try control.result("privacyGrant", #"{"selector":"uid=1000"}"#)
    _ = try control.result("setOverride", #"{"kind":"fault","name":"denied"}"#)
    #expect(try peer.result("authorization").text("status") == "denied")
    #expect(try access(harness).integer("denied") == 0)
    peer.close()
  }
}
