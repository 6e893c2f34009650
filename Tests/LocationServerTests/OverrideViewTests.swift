// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationServer
import LocationTestSupport
import Testing

/// What a subscriber is told when an override comes or goes.
@Suite struct OverrideViewTests {
  private let harness: ServerHarness
  private let control: Peer
  private let peer: Peer

  init() throws {
    harness = try ServerHarness()
    control = try harness.controller()
    peer = try harness.started()
    try peer.call("startUpdatingSatellites")
    see(prn: 7)
    harness.fix(10, 20)
    _ = try peer.callbacks()
  }

  private func see(prn: Int) {
    var sky = SkyView(device: ServerHarness.device)
    sky.satellites = [SkyView.Satellite(system: "GPS", prn: prn, isUsed: true)]
    harness.service.receive(.sky(sky))
  }

  /// Each callback in a word or two.
  private func told() throws -> [String] {
    try peer.callbacks().map { callback in
      let params = callback.object("params")
      let detail =
        switch callback.text("method") {
        case "didChangeSource":
          "\(params?.text("device") ?? "") \(params?.text("state") ?? "")"
        case "didUpdateSatellites": "\(params?.objects("satellites").count ?? 0)"
        case "didUpdateLocations":
          "\(params?.objects("locations").first?.number("latitude") ?? 0)"
        default: params?.object("error")?.text("name") ?? ""
        }
      return "\(callback.text("method") ?? "") \(detail)"
    }
  }

  @Test func `the receiver is removed by unplugged and active again without it`() throws {
    let fault = #"{"kind":"fault","name":"unplugged"}"#
    let id = try control.result("setOverride", fault).text("id")
    #expect(
      try told() == ["didChangeSource /dev/ttyACM0 removed", "didFailWithError locationUnknown"]
    )
    _ = try control.result("clearOverrides", "{\"ids\":[\"\(id ?? "")\"]}")
    let back = try told()
    #expect(
      back == [
        "didChangeSource /dev/ttyACM0 active", "didUpdateSatellites 1", "didUpdateLocations 10.0",
      ]
    )
  }

  @Test func `a replacement is the active source while it holds, with its own satellites`() throws {
    _ = try control.result("setOverride", tower)
    let begun = try told()
    #expect(
      begun.filter { $0.hasPrefix("didChangeSource") } == ["didChangeSource locationd://sim active"]
    )
    #expect(begun.contains("didUpdateLocations 48.8584"))
    #expect(begun.contains { $0.hasPrefix("didUpdateSatellites") && $0 != "didUpdateSatellites 1" })
    _ = try control.result("clearOverrides")
    #expect(
      try told() == [
        "didChangeSource /dev/ttyACM0 active", "didUpdateSatellites 1", "didUpdateLocations 10.0",
      ]
    )
  }

  @Test func `a transform changes no source, and what stays the same is not told again`() throws {
    _ = try control.result("setOverride", #"{"kind":"transform","name":"offset","up":5}"#)
    #expect(try told() == ["didUpdateLocations 10.0"])
    _ = try control.result("setOverride", #"{"kind":"fault","name":"no-fix"}"#)
    #expect(try told() == ["didFailWithError locationUnknown"])
  }

  @Test func `who may know a coarse location is not told of receiver and satellites`() throws {
    _ = try control.result("privacyGrant", #"{"selector":"uid=1000","reduced":true}"#)
    _ = try told()
    _ = try control.result("setOverride", #"{"kind":"fault","name":"unplugged"}"#)
    _ = try control.result("clearOverrides")
    #expect(
      !(try told().contains { $0.hasPrefix("didChangeSource") || $0.hasPrefix("didUpdateS") })
    )
  }

  @Test(arguments: [tower, #"{"kind":"fault","name":"unplugged"}"#])
  func `a receiver that nobody listened to for a while is not told as lost`(override: String) throws
  {
    peer.close()
    harness.advance(8)
    #expect(harness.demands.last == false)
    let next = try harness.started()
    func sources() throws -> [String] {
      try next.callbacks().compactMap { callback in
        guard callback.text("method") == "didChangeSource", let params = callback.object("params")
        else { return nil }
        return "\(params.text("state") ?? "") \(params.number("age") ?? -1)"
      }
    }
    harness.fix(10, 20)
    #expect(try sources() == [])
    for _ in 0..<2 {
      _ = try control.result("setOverride", override)
      _ = try next.callbacks()
      harness.fix(10.001, 20)
      _ = try control.result("clearOverrides")
      #expect(try sources() == ["active 1.0"])
    }
  }
}
