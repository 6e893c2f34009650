// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationTestSupport
import Testing

@testable import LocationProtocol

struct GPSDRequestTests {
  private static func events(_ pieces: [String], isEnded: Bool = false) -> [GPSDRequestFramer.Event]
  {
    var framer = GPSDRequestFramer()
    var events: [GPSDRequestFramer.Event] = []
    for piece in pieces {
      framer.append(Array(piece.utf8)[...])
      while let event = framer.next() { events.append(event) }
    }
    while isEnded, let event = framer.takeRemainder() { events.append(event) }
    return events
  }

  private static func requests(_ text: String) -> [GPSDRequest] {
    events([text], isEnded: true).compactMap { event in
      guard case .request(let request) = event else { return nil }
      return request
    }
  }

  @Test(arguments: [
    "?VERSION;?DEVICES;?POLL;", "?VERSION;\n?DEVICES;\r\n?POLL;\n", "?VERSION\n?DEVICES\r\n?POLL",
    "?VERSION?DEVICES?POLL;", " \njunk?VERSION ;\njunk;?DEVICES;;;?POLL;",
    "?VERSION;?DEVICES;?POLL",
  ])
  func `commands are cut however they are glued and ended`(text: String) {
    #expect(Self.requests(text) == [.version, .devices, .poll])
  }

  @Test func `a stream split at every byte gives the same commands`() {
    let text = #"?WATCH={"enable":true,"json":true};?POLL;?DEVICE={"path":"/dev/a;b?c"}?VERSION;"#
    let whole = Self.events([text])
    #expect(whole.count == 4)
    for index in text.indices {
      #expect(Self.events([String(text[..<index]), String(text[index...])]) == whole)
    }
    #expect(Self.events(text.map(String.init)) == whole)
  }

  @Test(arguments: [
    (#"?WATCH={"enable":true,"json":true};"#, true, 0, nil),
    (#"?WATCH={"enable":true,"json":true"#, true, 0, nil),
    (#"?WATCH = { "json" : true , "raw" : 2 } ;"#, true, 2, nil),
    (#"?WATCH={"json":true,"raw":true,"device":/dev/ttyUSB0};"#, true, 0, "/dev/ttyUSB0"),
    (#"?WATCH={json:true,"future":{"a":["}",{}]},"device":"/dev/a\"b"};"#, true, 0, "/dev/a\"b"),
    (#"?WATCH={"class":"WATCH","json":true,"raw":7};"#, true, 7, nil),
    ("?WATCH={", false, 0, nil), (#"?WATCH={"json":true,"#, true, 0, nil),
  ])
  func `a policy is read with the tolerance that clients need`(
    text: String,
    json: Bool,
    raw: Int,
    device: String?
  ) throws {
    guard case .watch(let members)? = Self.requests(text).first else {
      Issue.record("not a WATCH: \(text)")
      return
    }
    let (policy, mistake) = try GPSDWatchPolicy().merged(with: #require(members))
    #expect(policy.isEnabled && mistake == nil)
    #expect(policy.json == json && policy.raw == raw && policy.device == device)
  }

  private static func policy(
    _ text: String,
    _ former: GPSDWatchPolicy = GPSDWatchPolicy()
  ) -> (policy: GPSDWatchPolicy, mistake: GPSDMembers.Mistyped?) {
    former.merged(with: GPSDMembers(Array(text.utf8)[...]))
  }

  // What gpsd 3.22 answers, each by its own.
  @Test(arguments: [
    ("true", true), ("false", false), ("1", false), ("0", false), ("2.5", false), ("null", false),
    ("-1", false), ("tru", false), ("truex", false), ("TRUE", false),
  ])
  func `a flag is set by the word true alone, as with gpsd`(word: String, isSet: Bool) {
    let (policy, mistake) = Self.policy(#"{"json":\#(word),"enable":\#(word)}"#)
    #expect(policy.json == isSet && policy.isEnabled == isSet && mistake == nil)
  }

  @Test(arguments: [
    ("1.5", 1), ("3", 3), ("-1", -1), ("-2.7", -2), ("+1", 1), ("1x", 1), ("1e3", 1), ("0x2", 0),
    ("true", 0), ("null", 0), ("abc", 0), ("99999999999999999999999999", 2_147_483_647),
    ("-99999999999999999999999999", -2_147_483_648), ("-2147483648", -2_147_483_648),
  ])
  func `a raw level is the number that a word begins with, as with gpsd`(word: String, level: Int) {
    var former = GPSDWatchPolicy()
    former.raw = 2
    let (policy, mistake) = Self.policy(#"{"raw":\#(word)}"#, former)
    #expect(policy.raw == level && mistake == nil)
    #expect(policy.hasSentences == (level > 0))
  }

  @Test(arguments: ["{}", "{ }", #"{"json":true,}"#, #"{"json":true , }"#])
  func `a brace where a member should be is an error, and what stood before it counts`(text: String)
  {
    let (policy, mistake) = Self.policy(text)
    #expect(mistake == .member && policy.isEnabled && policy.json == text.contains("json"))
  }

  @Test(arguments: [
    (#"tcp:\u002f/127.0.0.1:39470"#, "tcp://127.0.0.1:39470"), (#"\u002F\/\\\""#, #"//\""#),
    (#"a\b\f\n\r\t\x"#, "a\u{8}\u{C}\n\r\tx"), (#"\u00e9\u20ac\ud83d\uDE00"#, "é€😀"),
    (#"\ud83dx\ude00"#, "\u{FFFD}x\u{FFFD}"), (#"\ud83d\u0041"#, "\u{FFFD}A"),
  ])
  func `the escapes of a text are decoded`(text: String, device: String) {
    let (policy, mistake) = Self.policy(#"{"device":"\#(text)"}"#)
    #expect(policy.device == device && mistake == nil)
    #expect(GPSDMembers(Array(#"{"path":"\#(text)"}"#.utf8)[...]).text("path") == device)
  }

  @Test(arguments: [#"\u12"#, #"\u"#, #"\u12g4"#, #"\u+123"#, #"a\u00e9b\u12c"#])
  func `an escape that is none is an error`(text: String) {
    let (policy, mistake) = Self.policy(#"{"json":true,"device":"\#(text)","nmea":true}"#)
    #expect(mistake == .escape("device"))
    #expect(policy.json && policy.device == nil && !policy.nmea)
  }

  @Test func `policies merge and stick, also while watching rests`() throws {
    var policy = GPSDWatchPolicy()
    for text in [#"{"json":true}"#, #"{"nmea":true,"raw":1}"#, #"{"enable":true,"pps":true}"#] {
      policy = policy.merged(with: GPSDMembers(Array(text.utf8)[...])).policy
    }
    #expect(
      text(GPSDReply.watch(policy)) == #"{"class":"WATCH","enable":true,"json":true,"nmea":true,"#
        + #""raw":1,"scaled":false,"timing":false,"split24":false,"pps":true}"#
    )
    let end = GPSDMembers(Array(#"{"enable":false}"#.utf8)[...])
    var ended = policy
    ended.isEnabled = false
    // gpsd does not keep this one.
    ended.pps = false
    #expect(policy.merged(with: end).policy == ended)
  }

  @Test(arguments: [
    (#"{"nmea":true,"json":"yes","raw":1}"#, GPSDMembers.Mistyped.flag("json"), true, 0),
    (#"{"enable":"x","nmea":true}"#, .flag("enable"), false, 0),
    (#"{"raw":1,"device":5,"nmea":true}"#, .text("device"), false, 1),
    (#"{"device":true}"#, .text("device"), false, 0),
    (#"{"raw":"2"}"#, .number("raw"), false, 0), (#"{"pps":[1]}"#, .flag("pps"), false, 0),
    ("5", .object, false, 0), ("", .object, false, 0),
  ])
  func `a policy is read up to the first value of a wrong type`(
    text: String,
    mistake: GPSDMembers.Mistyped,
    nmea: Bool,
    raw: Int
  ) {
    let merged = GPSDWatchPolicy().merged(with: GPSDMembers(Array(text.utf8)[...]))
    #expect(merged.mistake == mistake)
    #expect(merged.policy.isEnabled && merged.policy.nmea == nmea && merged.policy.raw == raw)
    #expect(!merged.policy.json && merged.policy.device == nil)
  }

  @Test(
    arguments: [
      ("?VERSION;abc yyy;zzz;?POLL;", [.version, .unknown("abc yyy"), .poll]),
      ("?VERSION;abc?POLL;\nabc;\n", [.version, .unknown("abc"), .poll]),
      ("?VERSION;abc", [.version, .unknown("abc")]),
      ("?VERSION;abc\r\n?POLL;x\r\n", [.version, .unknown("abc"), .poll, .unknown("x")]),
      ("?VERSION;\u{0} ;;\nabc;?POLL;", [.version, .poll]), ("VERSION;abc;\n", []),
      ("?FOO;abc;?POLL;", [.unknown("?FOO"), .poll]), ("??;", [.unknown("??")]),
      ("???VERSION;?POLL;", [.unknown("???VERSION"), .poll]),
    ] as [(String, [GPSDRequest])]
  )
  func `what stands after a command on its line is one error`(
    text: String,
    requests: [GPSDRequest]
  ) {
    #expect(Self.requests(text) == requests)
    let pieces = Self.events(text.map(String.init), isEnded: true)
    #expect(pieces == requests.map { .request($0) })
  }

  @Test func `of a long text after a command the first 80 bytes come back`() {
    let text = "?VERSION;" + String(repeating: "x", count: 100_000) + ";?POLL;"
    let repeated = GPSDRequest.unknown(String(repeating: "x", count: 80))
    #expect(Self.requests(text) == [.version, repeated, .poll])
  }

  @Test(arguments: ["?FOO;", "?POLL={};", "?watch;", "?;", "?DEVICES=1;"])
  func `anything else is unknown and comes back as it was`(text: String) {
    #expect(Self.requests(text) == [.unknown(String(text.dropLast()))])
  }

  @Test func `bytes without end cost no memory`() {
    var framer = GPSDRequestFramer()
    for _ in 0..<1000 {
      framer.append([UInt8](repeating: UInt8(ascii: "x"), count: 1000)[...])
      #expect(framer.next() == nil && !framer.hasPartialRequest)
    }
    framer.append([UInt8(ascii: "?")])
    var events: [GPSDRequestFramer.Event] = []
    for _ in 0..<1000 {
      framer.append([UInt8](repeating: UInt8(ascii: "{"), count: 1000)[...])
      while let event = framer.next() { events.append(event) }
    }
    #expect(events == [.tooLong] && !framer.hasPartialRequest)
  }

  @Test(arguments: [1, 100, 4096, 100_000])
  func `after a request that is too long its line is dropped, and the next one answered`(
    piece: Int
  ) {
    let text = "?WATCH=" + String(repeating: "{\"a\":", count: 2000) + "1;?POLL;\n?VERSION;\n"
    let bytes = Array(text.utf8)
    var framer = GPSDRequestFramer()
    var events: [GPSDRequestFramer.Event] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      framer.append(bytes[start..<min(start + piece, bytes.count)])
      while let event = framer.next() { events.append(event) }
    }
    #expect(events == [.tooLong, .request(.version)] && !framer.hasPartialRequest)
  }

  @Test func `random bytes never trap`() {
    var generator = SeededGenerator(seed: 6)
    let alphabet = Array("?WATCH={}\"\\:,;\n\r[]POLDEVICSN/ tru1e\u{0}".utf8) + [0xFF, 0x80]
    for _ in 0..<2000 {
      var framer = GPSDRequestFramer()
      for _ in 0..<4 {
        let piece = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
          alphabet.randomElement(using: &generator) ?? 0
        }
        framer.append(piece[...])
        while framer.next() != nil {}
      }
      while framer.takeRemainder() != nil {}
      #expect(!framer.hasPartialRequest)
    }
  }
}

struct GPSDLineTests {
  @Test func `an object is known by its class, a sentence by having none`() {
    #expect(GPSDLine.className(of: Array(#"{"class":"TPV","mode":1}"#.utf8)) == "TPV")
    #expect(GPSDLine.className(of: Array("{\"x\":1}".utf8)) == "")
    #expect(GPSDLine.className(of: Array("$GPGGA,1*00".utf8)) == nil)
    #expect(GPSDLine.className(of: []) == nil)
  }

  @Test func `the receivers of a list are cut out as they stand`() {
    let one = #"{"class":"DEVICE","path":"/dev/a]}","flags":1}"#
    let two = #"{"class":"DEVICE","path":"tcp://h:1","sub":{"a":[1]}}"#
    let line = #"{"class":"DEVICES","devices":[\#(one),\#(two)],"remote":"x"}"#
    #expect(GPSDLine.devices(of: Array(line.utf8)).map(text) == [one, two])
    #expect(GPSDLine.devices(of: Array(#"{"class":"DEVICES","devices":[]}"#.utf8)).isEmpty)
    #expect(GPSDLine.devices(of: Array(#"{"class":"DEVICES","devices":[{"#.utf8)).isEmpty)
    #expect(GPSDLine.text("path", of: Array(two.utf8)[...]) == "tcp://h:1")
  }

  @Test func `a sequence is the last member`() {
    let line = Array("{\"class\":\"TPV\",\"mode\":3}\r".utf8)
    #expect(
      text(GPSDLine.adding(sequence: 7, to: line))
        == "{\"class\":\"TPV\",\"mode\":3,\"sequence\":7}\r"
    )
  }
}
