// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import GPSDSource
import LocationCore
import LocationTestSupport
import Testing

@Suite struct BadInputTests {
  /// Each must be dropped, and the report after it must arrive.
  static let brokenLines: [String] = [
    // Truncated or garbled.
    #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"lat":48.8"#,
    #"{"class":"TPV","mode":3,"lat":48.8,"lon":2.2"#,
    #"{"class":"TPV","mode":3,"lat":48.8,"lon":2.2}}"#,
    #"{"class":"TPV","mode":3,"lat":48.8,"lon":2.2} x"#,
    #"{"class":"TPV","mode":3,"lat":48.8,"lon":2.2,}"#,
    #"{"class":"TPV","mode":3"lat":48.8,"lon":2.2}"#,
    #"{"class":"TPV","mode":3,"lat":48.8,"lon":2.2,"device":"/dev"#,
    #""class":"TPV","mode":3,"lat":48.8,"lon":2.2}"#,
    #"{"mode":3,"lat":48.8,"lon":2.2}"#,
    "{}", "{", "}", "[]", "null", "garbage", "\u{0}", "{\u{0}}",
    #"{"class":"TPV","mode":3,"lat":48.8,"lon":2.2,"device":"\q"}"#,
    #"{"class":"TPV","mode":3,"lat":48.8,"lon":2.2,"device":"\u12g4"}"#,
    "{\"class\":\"TPV\",\"mode\":3,\"lat\":48.8,\"lon\":2.2,\"device\":\"a\u{1}\"}",
    // Two objects in a line: libgps would keep the last one, or never return.
    #"{"class":"TPV","mode":3,"lat":1,"lon":2}{"class":"TPV","mode":3,"lat":48.8,"lon":2.2}"#,
    #"{"class":"TPV","mode":3}x{"class":"TPV"}"#,
    #"{"class":"TPV","mode":3,"x":[{"class":"TPV"}]}"#,
    #"{"class":"TPV","class":"SKY","mode":3,"lat":48.8,"lon":2.2}"#,
    // Members of another type.
    #"{"class":"TPV","mode":3,"lat":"x","lon":2.2}"#,
    #"{"class":"TPV","mode":3,"lat":48.8,"lon":null}"#,
    #"{"class":"TPV","mode":3,"lat":true,"lon":2.2}"#,
    #"{"class":"TPV","mode":3,"lat":[48.8],"lon":2.2}"#,
    #"{"class":"TPV","mode":3,"lat":{"a":48.8},"lon":2.2}"#,
    #"{"class":"TPV","mode":"3","lat":48.8,"lon":2.2}"#,
    #"{"class":"TPV","mode":3,"lat":48.8,"lon":2.2,"time":1796001740}"#,
    #"{"class":"TPV","mode":3,"lat":48.8,"lon":2.2,"speed":"fast"}"#,
    #"{"class":"TPV","mode":3,"lat":48.8,"lon":2.2,"device":7}"#,
    // Numbers that are none, or more than libgps can read.
    #"{"class":"TPV","mode":3,"lat":nan,"lon":2.2}"#,
    #"{"class":"TPV","mode":3,"lat":inf,"lon":2.2}"#,
    #"{"class":"TPV","mode":3,"lat":0x10,"lon":2.2}"#,
    #"{"class":"TPV","mode":3,"lat":48,8,"lon":2.2}"#,
    #"{"class":"TPV","mode":3,"lat":048,"lon":2.2}"#,
    #"{"class":"TPV","mode":3,"lat":48.,"lon":2.2}"#,
    #"{"class":"TPV","mode":3,"lat":.5,"lon":2.2}"#,
    #"{"class":"TPV","mode":3,"lat":+48,"lon":2.2}"#,
    #"{"class":"TPV","mode":3,"lat":1e2147483648,"lon":2.2}"#,
    #"{"class":"TPV","mode":3,"lat":48.8,"lon":0.\#(String(repeating: "0", count: 70))}"#,
    #"{"class":"SKY","satellites":[{"PRN":5,"used":"yes"}]}"#,
    #"{"class":"SKY","satellites":[{"PRN":"5","used":true}]}"#,
    #"{"class":"SKY","satellites":[5]}"#,
    #"{"class":"SKY","satellites":7}"#,
    #"{"class":"SKY","hdop":null}"#,
    #"{"class":"GST","lat":"1.5"}"#,
    #"{"class":"ATT","heading":{}}"#,
    #"{"class":"DEVICES","devices":{}}"#,
    #"{"class":"DEVICES","devices":[1]}"#,
    #"{"class":"DEVICE","path":5}"#,
    #"{"class":"TPV","device":"\#(String(repeating: "d", count: 128))","mode":3}"#,
    // Depth and size.
    String(repeating: "[", count: 10_000),
    #"{"class":"X","a":"# + String(repeating: "[", count: 19_000) + "}",
    #"{"class":"X","a":"# + String(repeating: #"{"a":"#, count: 3_000) + "1}",
    #"{"class":"TPV","x":""# + String(repeating: "x", count: 60_000) + "\"}",
    String(repeating: "x", count: 300_000),
  ]

  @Test(arguments: brokenLines.indices)
  func `a broken line publishes nothing and the next good report arrives`(index: Int) throws {
    let harness = try SourceHarness()
    let connection = try harness.connect()
    try harness.feed(Self.brokenLines[index] + "\r\n" + FakeGPSD.tpv(), to: connection)
    #expect(harness.data.count == 1)
    guard case .fix(let fix) = harness.data.first else {
      Issue.record("\(harness.data)")
      return
    }
    #expect(fix.coordinate == Coordinate(latitude: 48.85837, longitude: 2.294481))
    #expect(harness.source.statistics.unusableLines == 1)
    #expect(harness.notices == [.unusableLine, .connected(release: "3.22")])
  }

  @Test(arguments: [
    #"{"class":"DEVICES","devices":[{"class":"DEVICE"}]}"#,
    #"{"class":"DEVICES","devices":[{"path":"/dev/a"}]}"#,
    #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/a","driver":5}]}"#,
    #"{"class": "TPV","mode":3,"lat":48.8,"lon":2.2}"#,
    #"{"cl\u0061ss":"TPV","class":"X","mode":3,"lat":48.8,"lon":2.2}"#,
    #"{"class":"POLL","tpv":[{"class":"TPV","mode":3,"lat":48.8,"lon":2.2}]}"#,
    #"{"class":"RAW","time":5,"rawdata":[]}"#,
    #"{"class":"AIS","lat":"x"}"#,
  ])
  func `an object of no use to the domain is passed on as it is`(line: String) throws {
    let harness = try SourceHarness()
    let connection = try harness.connect()
    try harness.feed(line + "\r\n" + FakeGPSD.tpv(), to: connection)
    #expect(harness.data.count == 1)
    #expect(harness.lines.contains(line))
    #expect(harness.source.statistics.unusableLines == 0)
  }

  @Test func `a TPV cut anywhere publishes nothing`() throws {
    let line =
      Array(
        #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-11-30T01:22:20.120Z","#
          .utf8
      )
      + Array(
        #""lat":48.858370000,"lon":-2.294481000,"altMSL":35.2000,"speed":1.400}"#.utf8
      )
    for length in 1..<line.count {
      let harness = try SourceHarness()
      let connection = try harness.connect()
      let cut = String(decoding: line[..<length], as: UTF8.self)
      try harness.feed(cut + "\r\n" + FakeGPSD.tpv(), to: connection)
      #expect(harness.data.count == 1, "cut after \(length) bytes")
    }
  }

  @Test func `random damage neither hangs nor publishes a position that was not sent`() throws {
    let harness = try SourceHarness()
    var connection = try harness.connect()
    var random = SeededGenerator(seed: 20_261_130)
    let line = Array(FakeGPSD.tpv().utf8.dropLast(2))
    for _ in 0..<400 {
      var damaged = line
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(
          in: 0x20...0x7E,
          using: &random
        )
      }
      try harness.feed(String(decoding: damaged, as: UTF8.self) + "\n", to: connection)
      if harness.source.statistics.lines % 50 == 0 {
        try harness.feed(FakeGPSD.tpv(), to: connection)
      }
    }
    for case .fix(let fix) in harness.data {
      // A changed digit is a different number that nobody can know to be wrong.
      guard let coordinate = fix.coordinate else { continue }
      #expect((-90...90).contains(coordinate.latitude))
      #expect((-180...180).contains(coordinate.longitude))
    }
    connection.close()
    try harness.wait("the loss") { harness.notices.last == .disconnected(reason: "closed by gpsd") }
    harness.advance(0.5)
    connection = try harness.accept()
    try harness.feed(FakeGPSD.tpv(), to: connection)
  }
}
