// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import GPSDSource
import LocationCore
import LocationTestSupport
import Testing

@Suite struct DecodingTests {
  private func fix(_ line: String) throws -> FixReport? {
    guard case .fix(let fix) = try SourceHarness.data(from: line).first else { return nil }
    return fix
  }

  @Test func `a TPV carries every member over, in gpsd's units`() throws {
    var expected = FixReport(device: "/dev/ttyACM0", mode: .threeD, status: 2)
    expected.time = fixTime
    expected.coordinate = Coordinate(latitude: 48.858370000, longitude: -2.294481)
    expected.altitudeMSL = 35.2
    expected.altitudeHAE = 79.9
    expected.geoidSeparation = 44.7
    expected.epx = 2.5
    expected.epy = 3.5
    expected.epv = 11.5
    expected.eph = 4.75
    expected.speed = 1.4
    expected.eps = 0.3
    expected.track = 271.25
    expected.epd = 5
    expected.climb = -0.1
    let line = FakeGPSD.tpv(
      #""status":2,"lat":48.858370000,"lon":-2.294481000,"altHAE":79.9000,"altMSL":35.2000,"#
        + #""alt":35.2000,"geoidSep":44.700,"epx":2.500,"epy":3.500,"epv":11.500,"eph":4.750,"#
        + #""speed":1.400,"eps":0.30,"track":271.2500,"epd":5.0000,"climb":-0.100,"sep":19.0"#
    )
    #expect(try SourceHarness.data(from: line) == [.fix(expected)])
  }

  /// libgps is given only the members that are read, in as many pieces as there are gaps, or the
  /// whole line where there are more gaps than room for pieces.
  @Test(arguments: [0, 1, 6, 11, 12, 13, 14])
  func `members that are not read change nothing, wherever they stand`(gaps: Int) throws {
    let read = [
      #""lat":48.858370000"#, #""lon":-2.294481000"#, #""altHAE":79.9000"#, #""altMSL":35.2000"#,
      #""geoidSep":44.700"#, #""epx":2.500"#, #""epy":3.500"#, #""epv":11.500"#, #""eph":4.750"#,
      #""speed":1.400"#, #""eps":0.30"#, #""track":271.2500"#, #""epd":5.0000"#, #""climb":-0.100"#,
    ]
    let others = [
      "ept", "alt", "magtrack", "magvar", "epc", "sep", "ecefx", "ecefy", "ecefz", "ecefpAcc",
      "ecefvx", "ecefvy", "ecefvz", "ecefvAcc",
    ]
    let plain = try fix(FakeGPSD.tpv(read.joined(separator: ",")))
    let scattered = read.indices.map { index in
      index < gaps ? "\"\(others[index])\":7.125,\(read[index])" : read[index]
    }
    #expect(plain?.climb == -0.1)
    #expect(try fix(FakeGPSD.tpv(scattered.joined(separator: ","))) == plain)
    #expect(try fix(FakeGPSD.tpv(scattered.reversed().joined(separator: " , "))) == plain)
  }

  @Test func `what gpsd does not send is absent, and status 0 is an ordinary fix`() throws {
    var expected = FixReport(device: "/dev/ttyACM0", mode: .twoD, status: 0)
    expected.time = fixTime
    expected.coordinate = Coordinate(latitude: 48.85837, longitude: 2.294481)
    #expect(try fix(FakeGPSD.tpv(mode: 2)) == expected)
  }

  @Test(arguments: [
    #""lat":48.5"#, #""lon":2.5"#, "\"speed\":1", #""lat":90.000000001,"lon":2"#,
    #""lat":48,"lon":-180.000000001"#, #""lat":1e300,"lon":2"#, #""lat":48,"lon":1e4000"#,
  ])
  func `no coordinate unless both are there and in range`(members: String) throws {
    let fix = try #require(try fix(FakeGPSD.tpv(members)))
    #expect(fix.mode == .threeD)
    #expect(fix.coordinate == nil)
  }

  @Test(arguments: [(90.0, 180.0), (-90.0, -180.0), (0.0, 0.0)])
  func `the edges of the range are coordinates`(latitude: Double, longitude: Double) throws {
    let fix = try fix(FakeGPSD.tpv("\"lat\":\(latitude),\"lon\":\(longitude)"))
    #expect(fix?.coordinate == Coordinate(latitude: latitude, longitude: longitude))
  }

  @Test(arguments: [
    (0, FixReport.Mode.unseen), (1, .noFix), (4, .unseen), (-1, .unseen), (99, .unseen),
    (259, .unseen), (2_147_483_647, .unseen),
  ])
  func `only modes 2 and 3 have a position`(mode: Int, expected: FixReport.Mode) throws {
    let members = #""lat":48,"lon":2,"speed":1,"track":90,"altMSL":35"#
    let fix = try #require(try fix(FakeGPSD.tpv(members, mode: mode)))
    #expect(fix.mode == expected)
    #expect(fix.coordinate == nil)
    #expect(fix.speed == nil)
    #expect(fix.track == nil)
    #expect(fix.altitudeMSL == nil)
  }

  @Test func `in two dimensions there is no altitude, climb or vertical error`() throws {
    let members = #""lat":48,"lon":2,"altMSL":35,"altHAE":80,"epv":3,"climb":1"#
    let fix = try #require(try fix(FakeGPSD.tpv(members, mode: 2)))
    #expect(fix.coordinate != nil)
    #expect(fix.altitudeMSL == nil)
    #expect(fix.altitudeHAE == nil)
    #expect(fix.epv == nil)
    #expect(fix.climb == nil)
  }

  @Test func `the ambiguous altitude is never taken alone`() throws {
    let fix = try #require(try fix(FakeGPSD.tpv(#""lat":48,"lon":2,"alt":80"#)))
    #expect(fix.altitudeMSL == nil)
    #expect(fix.altitudeHAE == nil)
  }

  @Test(
    arguments: [
      ("0", 0.0), ("359.9999", 359.9999), ("360", 0.0), ("360.0000", 0.0), ("360.1", nil),
      ("-0.1", nil), ("1e9", nil),
    ] as [(String, Double?)]
  )
  func `a course is from 0 up to but not 360`(track: String, expected: Double?) throws {
    #expect(try fix(FakeGPSD.tpv(#""lat":48,"lon":2,"track":\#(track)"#))?.track == expected)
  }

  @Test func `a negative speed or error is no speed or error`() throws {
    let members = #""lat":48,"lon":2,"speed":-1,"eps":-1,"epx":-1,"epy":-1,"eph":-1,"epv":-1"#
    let fix = try #require(try fix(FakeGPSD.tpv(members)))
    #expect(
      [fix.speed, fix.eps, fix.epx, fix.epy, fix.eph, fix.epv].allSatisfy { $0 == nil }
    )
  }

  @Test(
    arguments: [
      ("2026-11-30T01:22:20.120Z", 1_796_001_740_120),
      ("2026-11-30T01:22:20Z", 1_796_001_740_000),
      // libgps reads .019 as 18,999,999 ns.
      ("2026-11-30T01:22:20.019Z", 1_796_001_740_019),
      ("2026-11-30T01:22:20.999999999Z", 1_796_001_741_000),
      ("2016-12-31T23:59:60.500Z", 1_483_228_800_500),
      ("2024-02-29T00:00:00.000Z", 1_709_164_800_000),
      ("1980-01-06T00:00:00.000Z", 315_964_800_000),
      ("1980-01-05T23:59:59.999Z", nil),
      ("1970-01-01T00:00:00.000Z", nil),
      ("2200-01-01T00:00:00.000Z", nil),
      ("9999-12-31T23:59:59.000Z", nil),
      ("2026-02-31T00:00:00.000Z", nil),
      ("2023-02-29T00:00:00.000Z", nil),
      ("2026-13-01T00:00:00.000Z", nil),
      ("2026-11-30T24:00:00.000Z", nil),
      ("2026-11-30T01:60:00.000Z", nil),
      ("2026-11-30T01:22:61.000Z", nil),
      ("2026-11-30T01:22:20.120", nil),
      ("2026-11-30", nil),
      ("2026-11-30T01:22:20.Z", nil),
      ("", nil),
    ] as [(String, Int64?)]
  )
  func `a time is taken to the nearest millisecond or not at all`(
    time: String,
    milliseconds: Int64?
  ) throws {
    let fix = try #require(try fix(FakeGPSD.tpv(time: time)))
    #expect(fix.time == milliseconds.map { UTCTime(milliseconds: $0) })
    #expect(fix.coordinate != nil)
  }

  @Test func `GST is about errors and leaves the fix alone`() throws {
    let gst =
      #"{"class":"GST","device":"/dev/ttyACM0","time":"2026-11-30T01:22:20.120Z","rms":5.1,"#
      + #""major":4,"minor":3,"orient":10,"lat":1.5,"lon":2.5,"alt":3.5}"# + "\r\n"
    var expected = ErrorReport(device: "/dev/ttyACM0")
    expected.time = fixTime
    expected.latitudeDeviation = 1.5
    expected.longitudeDeviation = 2.5
    expected.altitudeDeviation = 3.5
    let data = try SourceHarness.data(from: FakeGPSD.tpv() + gst)
    #expect(data.count == 2)
    #expect(data.last == .errors(expected))
  }

  @Test func `ATT gives the true heading`() throws {
    let att =
      #"{"class":"ATT","device":"/dev/hdg","time":"2026-11-30T01:22:20.120Z","heading":360.00,"#
      + #""mag_st":"N","pitch":-1.5,"yaw":0.1}"# + "\r\n"
    var expected = Attitude(device: "/dev/hdg")
    expected.time = fixTime
    expected.trueHeading = 0
    #expect(try SourceHarness.data(from: att) == [.attitude(expected)])
  }

  @Test func `a message does not inherit from the one before it`() throws {
    let full = FakeGPSD.tpv(#""lat":48,"lon":2,"altMSL":35,"speed":1,"track":90,"eph":4"#)
    let bare = FakeGPSD.tpv(#""ept":0.005"#, device: "", mode: 1)
    let data = try SourceHarness.data(from: full + bare)
    var expected = FixReport(device: "", mode: .noFix)
    expected.time = fixTime
    #expect(data.last == .fix(expected))
  }
}
