// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationServer
import LocationTestSupport
import Testing

/// Lines of the upstream on their way to clients of the gpsd surface.
@Suite struct GPSDForwardingTests {
  @Test func `verbatim packets are made of the dump that the upstream is asked for`() throws {
    let harness = try ServerHarness()
    var wishes: [UpstreamWish] = []
    harness.service.onUpstreamWish = { wishes.append($0) }
    harness.connectUpstream()
    let dump = try harness.gpsdClient(#"?WATCH={"enable":true,"raw":1};"#)
    let verbatim = try harness.gpsdClient(#"?WATCH={"enable":true,"raw":2};"#)
    let neither = try harness.gpsdClient(#"?WATCH={"enable":true,"nmea":true};"#)
    #expect(wishes.last?.raw == 1)
    let packet = "b562 says hello\n"
    let digits = packet.utf8.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    harness.say(digits.joined() + "\r\n")
    harness.say("$GPRMC,,V,,,,,,,,,,N*53\r\n")
    // Hexadecimal digits, but an odd number of them.
    harness.say("abc\r\n")
    #expect(dump.texts() == [digits.joined(), "$GPRMC,,V,,,,,,,,,,N*53", "abc"])
    #expect(verbatim.texts() == ["b562 says hello", "$GPRMC,,V,,,,,,,,,,N*53", "abc"])
    #expect(neither.texts() == ["$GPRMC,,V,,,,,,,,,,N*53"])
  }

  @Test func `what a gpsd behind the upstream says of itself is forwarded, not believed`() throws {
    let harness = try ServerHarness()
    harness.connectUpstream()
    let client = try harness.gpsdClient()
    let remote = [
      #"{"class":"VERSION","release":"9","rev":"9","proto_major":9,"proto_minor":9,"remote":"gpsd://x"}"#,
      #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/far"}],"remote":"gpsd://x"}"#,
      #"{"class":"WATCH","enable":true,"json":true,"remote":"gpsd://x"}"#,
    ]
    for line in remote { harness.say(line + "\r\n") }
    #expect(client.texts() == remote)
    try client.send("?VERSION;?DEVICES;")
    let answers = client.texts().compactMap(JSONObject.init)
    #expect(answers.map { $0.text("release") } == ["3.22", nil])
    #expect(answers.last?.objects("devices").map { $0.text("path") } == [ServerHarness.device])
  }

  @Test func `a gpsd that comes back brings its receivers`() throws {
    let harness = try ServerHarness()
    harness.connectUpstream()
    let client = try harness.gpsdClient()
    for _ in 0..<2 {
      harness.service.receive(.connection(.disconnected(reason: "closed")))
      #expect(client.objects("DEVICE").map { $0.integer("activated") } == [0])
      let late = try harness.gpsdClient()
      harness.connectUpstream()
      #expect(client.texts() == [FakeGPSD.device()] && late.texts() == [FakeGPSD.device()])
    }
  }

  @Test func `who comes after all have left waits for a gpsd that was lost`() throws {
    let harness = try ServerHarness()
    harness.connectUpstream()
    let first = try harness.gpsdClient()
    harness.service.receive(.connection(.disconnected(reason: "closed")))
    try first.send("?DEVICES;")
    #expect(first.objects("DEVICES").map { $0.objects("devices").count } == [0])
    first.close()
    let next = try harness.gpsdClient("?DEVICES;")
    #expect(next.texts() == [])
    harness.connectUpstream()
    #expect(next.objects("DEVICES").map { $0.objects("devices").count } == [1])
    next.close()
    // Not for long, where there is none.
    harness.service.receive(.connection(.disconnected(reason: "no demand")))
    let last = try harness.gpsdClient("?DEVICES;")
    harness.advance(2)
    #expect(last.objects("DEVICES").map { $0.objects("devices").count } == [0])
  }

  @Test func `a client of one receiver hears of that one only`() throws {
    let harness = try ServerHarness()
    harness.connectUpstream()
    let client = try harness.gpsdClient(
      #"?WATCH={"enable":true,"json":true,"device":"\#(ServerHarness.device)"};"#
    )
    let other = #"{"class":"AIS","device":"/dev/other","type":1}"#
    let own = #"{"class":"AIS","device":"\#(ServerHarness.device)","type":1}"#
    for line in [other, own] { harness.say(line + "\r\n") }
    #expect(client.texts() == [own])
  }

  @Test(arguments: ["TPV", "SKY", "GST", "AIS", "RTCM2", "RTCM3", "SUBFRAME", "RAW", "X", "LOG"])
  func `under an override nothing of the receiver is forwarded that says where it is`(
    className: String
  ) throws {
    for spec in [tower, #"{"kind":"transform","name":"offset","north":2000,"east":0}"#] {
      let harness = try ServerHarness()
      harness.connectUpstream()
      let client = try harness.gpsdClient(
        #"?WATCH={"enable":true,"json":true,"nmea":true,"raw":2,"pps":true};"#
      )
      let control = try harness.controller()
      harness.epoch(10)
      _ = try control.result("setOverride", spec)
      _ = client.texts()
      harness.say(#"{"class":"\#(className)","device":"/dev/ttyACM0","secret":1}"# + "\r\n")
      harness.say("$GPGGA,secret*00\r\n")
      harness.say("b562\r\n")
      harness.say(#"{"class":"TOFF","device":"/dev/ttyACM0","real_sec":1}"# + "\r\n")
      let told = client.texts()
      #expect(!told.contains { $0.contains("secret") || $0.contains("b562") || $0 == "\u{B5}b" })
      #expect(told == [#"{"class":"TOFF","device":"/dev/ttyACM0","real_sec":1}"#])
    }
  }

  @Test func `thousands of clients come and go at a cost that grows with their number`() throws {
    let harness = try ServerHarness()
    harness.connectUpstream()
    var clients: [Peer] = []
    for _ in 0..<3000 { clients.append(try harness.gpsdClient()) }
    harness.epoch(10)
    for client in clients { #expect(client.objects("TPV").count == 1) }
    clients = []
    // A turn takes some of the events.
    for _ in 0..<100 where harness.service.counters.sessionsClosed < 3000 { harness.turn(1) }
    #expect(harness.service.counters.sessionsClosed == 3000)
  }
}
