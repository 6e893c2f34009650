// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationServer
import LocationTestSupport
import Testing

private let region = #"{"region":{"identifier":"a","latitude":10,"longitude":20,"radius":200}}"#

/// Regions of a subscriber that is denied for a while: what it was told last still counts.
@Suite struct RegionGrantTests {
  private let harness: ServerHarness
  private let control: Peer
  private let peer: Peer

  /// A subscriber that was told that it is inside, and then may not know where it is.
  init() throws {
    harness = try ServerHarness()
    // Somebody else keeps the receiver on.
    _ = try harness.started()
    control = try harness.controller()
    peer = try harness.subscriber(uid: 7)
    harness.fix(10, 20)
    try peer.call("startMonitoring", region)
    #expect(try told() == ["didChangeAuthorization", "didStartMonitoring", "inside"])
    _ = try control.result("privacyRevoke", #"{"selector":"uid=7"}"#)
    #expect(try told() == ["didChangeAuthorization"])
  }

  private func told() throws -> [String] {
    try peer.callbacks().compactMap { callback in
      callback.object("params")?.text("state") ?? callback.text("method")
    }
  }

  private func grant() throws {
    _ = try control.result("privacyGrant", #"{"selector":"uid=7"}"#)
  }

  @Test func `one that was left meanwhile is told as left`() throws {
    for _ in 0..<5 { harness.fix(10.1, 20) }
    #expect(try told() == [])
    try grant()
    #expect(try told() == ["didChangeAuthorization", "didStartMonitoring"])
    for _ in 0..<5 { harness.fix(10.1, 20) }
    #expect(try told() == ["didExitRegion"])
    for _ in 0..<5 { harness.fix(10, 20) }
    #expect(try told() == ["didEnterRegion"])
  }

  @Test func `one in which it stayed, or to which it came back, is told by its state alone`() throws
  {
    for _ in 0..<5 { harness.fix(10.1, 20) }
    for _ in 0..<5 { harness.fix(10, 20) }
    try grant()
    #expect(try told() == ["didChangeAuthorization", "didStartMonitoring", "inside"])
    for _ in 0..<5 { harness.fix(10, 20) }
    #expect(try told() == [])
  }

  @Test func `one that is asked for anew meanwhile begins anew`() throws {
    try peer.call("startMonitoring", region)
    #expect(try told() == ["monitoringDidFail"])
    try peer.call("stopMonitoring", #"{"identifier":"a"}"#)
    for _ in 0..<5 { harness.fix(10.1, 20) }
    try grant()
    try peer.call("startMonitoring", region)
    #expect(try told() == ["didChangeAuthorization", "didStartMonitoring", "outside"])
  }

  @Test func `reduced accuracy rests a region as a refusal does`() throws {
    _ = try control.result("privacyGrant", #"{"selector":"uid=7","reduced":true}"#)
    for _ in 0..<5 { harness.fix(10.1, 20) }
    try grant()
    for _ in 0..<5 { harness.fix(10.1, 20) }
    let all = try told()
    #expect(
      all.filter { $0 != "didChangeAuthorization" } == ["didStartMonitoring", "didExitRegion"]
    )
  }
}
