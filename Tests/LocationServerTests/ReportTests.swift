// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationServer
import LocationTestSupport
import Testing

/// What the daemon tells of itself, and how it words a refusal.
@Suite struct ReportTests {
  @Test func `a gauge is 0, not absent, while there is nothing to count`() throws {
    let harness = try ServerHarness()
    let control = try harness.controller()
    let text = try #require(control.result("metrics").text("text"))
    for line in [
      #"overrides{kind="set"} 0"#, #"overrides{kind="transform"} 0"#,
      #"sessions{surface="native"} 0"#, #"sessions{surface="nmea"} 0"#,
      #"sessions{surface="gpsd"} 0"#, #"sessions{surface="control"} 1"#,
    ] {
      #expect(text.contains("locationd_\(line)\n"), "\(line)")
    }
    _ = try control.result("setOverride", #"{"kind":"fault","name":"denied"}"#)
    let after = try #require(control.result("metrics").text("text"))
    #expect(after.contains("locationd_overrides{kind=\"fault\"} 1\n"))
  }

  @Test(arguments: [
    ("0", "in 0.001 … 10000000"), ("-1", "in 0.001 … 10000000"),
    ("20000000", "in 0.001 … 10000000"),
    (#""good""#, "metres in 0.001 … 10000000 or one of best, bestForNavigation, reduced"),
  ])
  func `an accuracy that is refused names its range`(value: String, allowed: String) throws {
    let harness = try ServerHarness()
    let answer = try harness.subscriber().call(
      "startUpdatingLocation",
      #"{"desiredAccuracy":\#(value)}"#
    )
    #expect(
      answer.object("error")?.text("message") == "desiredAccuracy: \(value) is not \(allowed)"
    )
  }

  @Test func `a region has one limit`() throws {
    let harness = try ServerHarness()
    let peer = try harness.subscriber()
    let region = #"{"region":{"identifier":"a","latitude":1,"longitude":2,"radius":"#
    #expect(try peer.call("startMonitoring", region + "1000000}}").has("result"))
    let answer = try peer.call("startMonitoring", region + "1000001}}")
    let message = answer.object("error")?.text("message")
    #expect(message?.hasPrefix("region.radius: 1000001 is not") == true)
    #expect(message?.contains("1000000") == true && message?.contains(".0") == false)
  }

  @Test func `subscribers tells how many regions are monitored`() throws {
    let harness = try ServerHarness()
    let peer = try harness.started()
    let control = try harness.controller()
    func row() throws -> JSONObject? {
      try control.result("subscribers").objects("subscribers").first
    }
    #expect(try row()?.has("regions") == false)
    _ = try peer.result(
      "startMonitoring",
      #"{"region":{"identifier":"a","latitude":1,"longitude":2,"radius":100}}"#
    )
    #expect(try row()?.integer("regions") == 1)
  }
}
