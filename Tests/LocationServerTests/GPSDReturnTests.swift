// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationServer
import LocationTestSupport
import Testing

/// How the truth comes back to clients of the surfaces when an override ends: at once, and once.
@Suite struct GPSDReturnTests {
  private static let sky =
    #"{"class":"SKY","device":"\#(ServerHarness.device)","hdop":0.90,"satellites":[]}"#

  private let harness: ServerHarness
  private let control: Peer

  init() throws {
    harness = try ServerHarness()
    harness.connectUpstream()
    control = try harness.controller()
  }

  private func skyAndEpoch(_ latitude: Double) {
    var view = SkyView(device: ServerHarness.device)
    view.hdop = 0.9
    harness.say(Self.sky + "\r\n", .sky(view))
    harness.epoch(latitude)
  }

  private func latitudes(_ texts: [String]) -> [Double] {
    texts.compactMap(JSONObject.init).compactMap { $0.number("lat") }
  }

  /// Ends the override that was set a quarter of a second before, by its time or by hand.
  private func end(byTime: Bool) throws {
    if byTime { return harness.advance(0.25) }
    _ = try control.result("clearOverrides")
  }

  @Test(
    arguments: [true, false],
    [
      #""kind":"set","latitude":48,"longitude":2"#,
      #""kind":"fault","name":"no-fix""#,
      #""kind":"transform","name":"offset","north":100,"east":0"#,
    ]
  )
  func `the newest report and sky come at once, and the next epoch only once`(
    byTime: Bool,
    override: String
  ) throws {
    let native = try harness.started()
    let client = try harness.gpsdClient()
    let reader = try harness.nmeaReader()
    for latitude in [10.0, 10.01] { skyAndEpoch(latitude) }
    _ = try control.result("setOverride", "{\(override),\"duration\":0.5}")
    harness.advance(0.25)
    _ = (client.texts(), reader.texts(), try native.callbacks())
    try end(byTime: byTime)

    let location = try #require(
      try native.callbacks().last?.object("params")?.objects("locations").last
    )
    let told = client.texts()
    #expect(latitudes(told) == [10.01] && location.number("latitude") == 10.01)
    let tpv = try #require(told.compactMap(JSONObject.init).last { $0.text("class") == "TPV" })
    #expect(tpv.integer("sequence") == location.integer("sequence"))
    #expect(!tpv.has("status"))
    #expect(told.last == Self.sky)
    let gga = reader.sentences("GGA")
    #expect(gga.map { $0[2] } == ["1000.600000"] && gga.map { $0[6] } == ["1"])

    skyAndEpoch(10.02)
    let next = client.texts()
    #expect(latitudes(next) == [10.02] && next.count == 2)
    #expect(reader.sentences("GGA").map { $0[2] } == ["1001.200000"])
  }

  @Test func `an old report is none, and the client is told so once`() throws {
    let client = try harness.gpsdClient()
    let reader = try harness.nmeaReader()
    skyAndEpoch(10)
    _ = try control.result("setOverride", #"{"kind":"set","latitude":48,"longitude":2}"#)
    harness.advance(8)
    _ = (client.texts(), reader.texts())
    _ = try control.result("clearOverrides")
    let told = client.objects("TPV")
    #expect(told.map { $0.integer("mode") } == [1] && !told.contains { $0.has("lat") })
    #expect(reader.sentences("GGA").map { $0[6] } == ["0"])
    skyAndEpoch(10.01)
    #expect(client.objects("TPV").map { $0.number("lat") } == [10.01])
  }

  @Test func `a client of sentences gets the real place at once, too`() throws {
    let client = try harness.gpsdClient(#"?WATCH={"enable":true,"nmea":true};"#)
    skyAndEpoch(10)
    _ = try control.result("setOverride", #"{"kind":"set","latitude":48,"longitude":2}"#)
    harness.advance(1)
    #expect(client.sentences("GGA").allSatisfy { $0[6] == "8" })
    _ = try control.result("clearOverrides")
    #expect(client.sentences("GGA").map { [$0[2], $0[6]] } == [["1000.000000", "1"]])
  }

  @Test func `a client of one receiver sees what replaces it, and that receiver again`() throws {
    let client = try harness.gpsdClient(
      #"?WATCH={"enable":true,"json":true,"device":"\#(ServerHarness.device)"};"#
    )
    skyAndEpoch(10)
    _ = client.texts()
    _ = try control.result("setOverride", #"{"kind":"set","latitude":48,"longitude":2}"#)
    harness.advance(3)
    let simulated = client.objects("TPV")
    #expect((3...4).contains(simulated.count))
    #expect(simulated.allSatisfy { $0.number("lat") == 48 && $0.integer("status") == 8 })
    try client.send("?POLL;")
    #expect(client.objects("POLL").first?.objects("tpv").map { $0.number("lat") } == [48])
    harness.epoch(10.01)
    _ = try control.result("clearOverrides")
    #expect(latitudes(client.texts()).last == 10.01)
  }

  @Test func `a client that begins to watch is told nothing that gpsd would not tell it`() throws {
    skyAndEpoch(10)
    let keeper = try harness.gpsdClient()
    skyAndEpoch(10.01)
    let client = try harness.gpsdClient()
    #expect(client.texts() == [])
    skyAndEpoch(10.02)
    #expect(latitudes(client.texts()) == [10.02])
    _ = keeper.texts()
  }
}
