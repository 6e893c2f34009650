// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationServer
import LocationTestSupport
import Testing

/// What `explain` says of readers that subscribe to nothing: of gpsd's protocol and of NMEA.
@Suite struct ExplanationTests {
  private let harness: ServerHarness
  private let control: Peer

  init() throws {
    harness = try ServerHarness()
    harness.connectUpstream()
    control = try harness.controller()
  }

  private func explain(_ surface: String) throws -> (reason: String?, text: String?) {
    let subscribers = try control.result("subscribers").objects("subscribers")
    let session = subscribers.first { $0.text("surface") == surface }?.text("session") ?? ""
    let explanation = try control.result("explain", "{\"session\":\"\(session)\"}")
    return (explanation.text("reason"), explanation.text("text"))
  }

  @Test(arguments: [
    ("?VERSION;", "notSubscribed", #"It does not watch: it has sent no ?WATCH={"enable":true}."#),
    (
      #"?WATCH={"enable":true};"#, "notSubscribed",
      "It watches, but asked for none of json, nmea and raw."
    ),
    (
      #"?WATCH={"enable":true,"json":true};"#, "delivered",
      "It watches (json) and gets what gpsd says, as it says it."
    ),
    (
      #"?WATCH={"enable":true,"nmea":true,"raw":1};"#, "delivered",
      "It watches (nmea, raw) and gets what gpsd says, as it says it."
    ),
    (
      #"?WATCH={"enable":true,"json":true,"device":"/dev/x"};"#, "otherReceiver",
      "It watches /dev/x only, and there is no such receiver."
    ),
  ])
  func `a client of gpsd's protocol gets what it watches`(
    request: String,
    reason: String,
    text: String
  ) throws {
    let client = try harness.gpsdClient(request)
    harness.epoch(10)
    #expect(try explain("gpsd") == (reason, text))
    _ = client
  }

  @Test func `a client of gpsd's protocol sees overrides and losses`() throws {
    let client = try harness.gpsdClient()
    #expect(try explain("gpsd") == ("waiting", "The receiver has given no fix yet."))
    harness.epoch(10)
    _ = try control.result("setOverride", tower)
    #expect(
      try explain("gpsd") == (
        "delivered", "It watches (json) and gets each location as the overrides make it."
      )
    )
    _ = try control.result("setOverride", #"{"kind":"fault","name":"no-fix"}"#)
    #expect(try explain("gpsd").reason == "override")
    _ = client
  }

  @Test func `a reader of NMEA gets sentences`() throws {
    let reader = try harness.nmeaReader()
    #expect(try explain("nmea") == ("waiting", "The receiver has given no fix yet."))
    harness.epoch(10)
    #expect(
      try explain("nmea") == ("delivered", "It gets each location as NMEA sentences.")
    )
    _ = reader
  }

  @Test func `an override that denies is named, here with who set it`() throws {
    let peer = try harness.started()
    _ = try control.result("setOverride", #"{"kind":"fault","name":"denied"}"#)
    #expect(
      try explain("native").text
        == "Override o1 (fault denied) of uid 0, pid 0 denies it the location."
    )
    try peer.send(#"{"jsonrpc":"2.0","id":900,"method":"authorization"}"# + "\n")
    #expect(peer.texts().last?.contains(#""overrides":["o1"]"#) == true)
    _ = try control.result("clearOverrides")
    try peer.send(#"{"jsonrpc":"2.0","id":901,"method":"authorization"}"# + "\n")
    #expect(peer.texts().last?.contains("overrides") == false)
    peer.close()
  }
}
