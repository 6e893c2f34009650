// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationServer
import LocationTestSupport
import Testing

/// Every numeric parameter of every override: its ends are allowed, what lies beyond is refused
/// with its name and its range, and nothing changes.
@Suite struct OverrideRangeTests {
  @Test(arguments: [
    (#""name":"offset""#, "offset: needs one of east and north, -1000000 … 1000000 m, up, "),
    (#""name":"offset","distance":5"#, "bearing: missing, must be a number in 0 … 360 degrees"),
    (#""name":"offset","bearing":5"#, "distance: missing, must be a number in 0 … 20000000 m"),
    (#""name":"offset","bearing":5,"distance":5,"east":1"#, "bearing: not together with east"),
    (#""name":"noise""#, "metres: missing, must be a number in 0 … 100000 m"),
    (#""name":"delay""#, "seconds: missing, must be a number in 0.001 … 600 s"),
    (#""name":"decimate""#, "decimate: needs one of every, 2 … 1000000, interval, 0.02 … 86400 s"),
    (#""name":"quantize""#, "quantize: needs one of degrees, 0.0000001 … 90 degrees, and metres, "),
  ])
  func `what a transform needs is refused with its range`(
    members: String,
    message: String
  ) throws {
    let harness = try ServerHarness()
    let answer = try harness.controller().call(
      "setOverride",
      "{\"kind\":\"transform\",\(members)}"
    )
    let told = answer.object("error")?.text("message") ?? ""
    #expect(told.hasPrefix(message), "\(told)")
    #expect(try harness.controller().result("overrides").objects("overrides").isEmpty)
  }

  struct Row: CustomTestStringConvertible {
    let limit: ParameterLimit
    /// The request without the parameter.
    let request: String
    var isWhole = false
    var testDescription: String { "\(limit.name) of \(request)" }
  }

  private static let point = #""kind":"set""#
  private static let there = #""kind":"set","latitude":1,"longitude":2"#
  private static let high = there + #","altitude":5"#
  private static let way =
    #""points":[{"latitude":1,"longitude":2},{"latitude":1,"longitude":2.1}]"#
  private static let start = #""kind":"start","# + way
  private static func transform(_ name: String, _ more: String = "") -> String {
    #""kind":"transform","name":"\#(name)""# + more
  }

  static let rows: [Row] = [
    Row(limit: OverrideLimits.latitude, request: point + #","longitude":2"#),
    Row(limit: OverrideLimits.longitude, request: point + #","latitude":2"#),
    Row(limit: OverrideLimits.altitude, request: there),
    Row(limit: OverrideLimits.ellipsoidalAltitude, request: there),
    Row(limit: OverrideLimits.horizontalAccuracy, request: there),
    Row(limit: OverrideLimits.verticalAccuracy, request: high),
    Row(limit: OverrideLimits.pointSpeed, request: there),
    Row(limit: OverrideLimits.speedAccuracy, request: there),
    Row(limit: OverrideLimits.course, request: there),
    Row(limit: OverrideLimits.courseAccuracy, request: there),
    Row(limit: OverrideLimits.duration, request: there),
    Row(limit: OverrideLimits.routeSpeed, request: start),
    Row(limit: OverrideLimits.interval, request: start),
    Row(limit: OverrideLimits.step, request: start),
    Row(limit: OverrideLimits.rate, request: start + #","speed":10"#),
    Row(limit: OverrideLimits.rate, request: #""kind":"run","scenario":"tunnel""#),
    Row(limit: OverrideLimits.seed, request: #""kind":"run","scenario":"tunnel""#, isWhole: true),
    Row(limit: OverrideLimits.seed, request: #""kind":"play","# + way, isWhole: true),
    Row(limit: OverrideLimits.from, request: start),
    Row(limit: OverrideLimits.to, request: start),
    Row(limit: OverrideLimits.east, request: transform("offset")),
    Row(limit: OverrideLimits.north, request: transform("offset")),
    Row(limit: OverrideLimits.up, request: transform("offset")),
    Row(limit: OverrideLimits.bearing, request: transform("offset", #","distance":1"#)),
    Row(limit: OverrideLimits.offsetDistance, request: transform("offset", #","bearing":1"#)),
    Row(limit: OverrideLimits.noise, request: transform("noise")),
    Row(limit: OverrideLimits.verticalNoise, request: transform("noise", #","metres":1"#)),
    Row(limit: OverrideLimits.seed, request: transform("noise", #","metres":1"#), isWhole: true),
    Row(limit: OverrideLimits.driftRate, request: transform("drift", #","walk":1"#)),
    Row(limit: OverrideLimits.bearing, request: transform("drift", #","rate":1"#)),
    Row(limit: OverrideLimits.driftWalk, request: transform("drift", #","rate":1"#)),
    Row(limit: OverrideLimits.delay, request: transform("delay")),
    Row(limit: OverrideLimits.every, request: transform("decimate"), isWhole: true),
    Row(limit: OverrideLimits.spacing, request: transform("decimate")),
    Row(limit: OverrideLimits.probability, request: transform("decimate")),
    Row(limit: OverrideLimits.horizontalAccuracy, request: transform("accuracy")),
    Row(limit: OverrideLimits.verticalAccuracy, request: transform("accuracy")),
    Row(limit: OverrideLimits.scale, request: transform("accuracy")),
    Row(limit: OverrideLimits.gridDegrees, request: transform("quantize")),
    Row(limit: OverrideLimits.gridMetres, request: transform("quantize")),
    Row(limit: OverrideLimits.jumpDistance, request: #""kind":"fault","name":"jump""#),
    Row(limit: OverrideLimits.period, request: #""kind":"fault","name":"jump""#),
    Row(limit: OverrideLimits.spacing, request: #""kind":"fault","name":"slow""#),
  ]

  @Test(arguments: rows)
  func `the ends are allowed and what is beyond them is not`(row: Row) throws {
    let harness = try ServerHarness()
    let control = try harness.controller()
    let name = row.limit.name
    let (low, high) = (row.limit.range.lowerBound, row.limit.range.upperBound)
    func text(_ value: Double) -> String { row.isWhole ? "\(Int64(value))" : "\(value)" }
    for value in [low, high] where !(name == "to" && value == 0) {
      let request = "{\(row.request),\"\(name)\":\(text(value))}"
      #expect(try control.call("setOverride", request).has("result"), "\(request)")
    }
    let before = try control.result("overrides").objects("overrides").map { $0.text("id") }
    let step = row.isWhole ? 1 : (high - low) / 1000
    var bad = [text(low - step), text(high + step), "\"1\"", "null", "[1]", "{}", "true"]
    bad += row.isWhole ? ["1.5", "1e308"] : ["1e308", "-1e308"]
    for value in bad {
      // Absent is absent: null stands for no value where one may be left out.
      guard value != "null" else { continue }
      let request = "{\(row.request),\"\(name)\":\(value)}"
      let error = try #require(
        try control.call("setOverride", request).object("error"),
        "\(request)"
      )
      #expect(error.integer("code") == -32602)
      let message = try #require(error.text("message"))
      #expect(message.hasPrefix(name), "\(message)")
      if !value.contains("\"") && !"[{t".contains(value.first ?? " ") && !row.isWhole {
        #expect(message.contains(row.limit.allowed), "\(message)")
      }
    }
    // No JSON number is that large.
    _ = try? control.send(
      "{\"jsonrpc\":\"2.0\",\"id\":99,\"method\":\"setOverride\",\"params\":{\(row.request),\"\(name)\":1e400}}\n"
    )
    let answers = control.texts()
    #expect(answers.count == 1 && answers[0].contains("\"error\""), "\(answers)")
    let after = try control.result("overrides").objects("overrides").map { $0.text("id") }
    #expect(after == before)
  }
}
