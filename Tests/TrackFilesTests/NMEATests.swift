// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import Testing

@testable import TrackFiles

struct NMEATests {
  @Test func `epochs around midnight and odd dates`() throws {
    let reading = try Reading(trap: "nmea-midnight-and-dates.nmea")
    #expect(
      reading.times == [
        nil, "2025-12-28T23:59:58.000Z", "2025-12-28T23:59:59.500Z", "2025-12-29T00:00:00.000Z",
        "2025-12-29T00:00:01.000Z", "2006-05-14T00:00:06.000Z", nil, "2025-12-30T00:00:00.000Z",
        "1980-01-06T00:00:09.000Z", "2025-12-30T00:00:10.000Z",
      ]
    )
    #expect(reading.points[0].timeOfDay == 86_397_000)
    #expect(reading.points[6].timeOfDay == 7000)
    #expect(reading.losses == 1)
    #expect(reading.summary.refusedValues == [.time: 1])
    #expect(reading.summary.skipped == [:])

    let merged = reading.points[1]
    #expect(merged.coordinate.latitude == 10)
    #expect(abs(merged.coordinate.longitude - 20.0016667) < 1e-7)
    #expect(abs((merged.speed ?? 0) - 5.144) < 0.001)
    #expect(merged.course == nil)
    #expect([merged.altitude, merged.ellipsoidalAltitude] == [50, 70])
    #expect(merged.dimension == .threeD)
    #expect(reading.points[2].speed == nil)
    #expect(reading.points[2].course == nil)
    #expect(reading.points[3].course == 90)
    // The loss stands between the fixes that surround it.
    let loss = reading.events.firstIndex { if case .fixLost = $0 { true } else { false } }
    #expect(loss == 6)
  }

  private static let rmc = "RMC,120000.00,A,1030.0000,N,02030.0000,E,10.0,45.0,010325,,,A"

  @Test(arguments: ["GP", "GN", "GL", "GA", "BD", "GB", "QZ", "II", "XX"])
  func `any talker is heard`(talker: String) throws {
    let reading = try Reading(nmea(talker + Self.rmc))
    #expect(reading.positions == [[10.5, 20.5]])
    #expect(reading.times == ["2025-03-01T12:00:00.000Z"])
  }

  @Test(arguments: ["\r\n", "\n", "\r", "", " \r\n", "\r\r\n", "\0\n"])
  func `any line ending will do`(ending: String) throws {
    let sentence = String(nmea("GP" + Self.rmc).dropLast(1)).trimmingLineEnd
    let second = nmea("GPGGA,120001,1030.6,N,02030,E,1,,,,,,,,").trimmingLineEnd
    let reading = try Reading(sentence + ending + second + ending)
    #expect(reading.points.count == 2)
    #expect(reading.times[1] == "2025-03-01T12:00:01.000Z")
  }

  @Test func `a missing checksum is accepted, a wrong one skipped and counted`() throws {
    let text =
      "$GP\(Self.rmc)\n"
      + "$GPGGA,120001,1030,N,02030,E,1,,,,,,,,*00\n"
      + "$GPGGA,120002,1030,N,02030,E,1,,,,,,,,*4\n"
      + "$GPGGA,120003,1030,N,02030,E,1,,,,,,,,\n"
    let reading = try Reading(text)
    #expect(reading.times == ["2025-03-01T12:00:00.000Z", "2025-03-01T12:00:03.000Z"])
    #expect(reading.summary.skipped == [.wrongChecksum: 2])
    #expect(reading.summary.firstSkips.map(\.line) == [2, 3])
  }

  @Test func `what stands between sentences does no harm`() throws {
    var bytes = Array(
      "# {\"class\":\"TPV\"}\n# $GPGGA,115959,1,N,2,E,1,,,,,,,,\n\\s:rx,c:1740830400*5A\\".utf8
    )
    bytes += Array(nmea("GP" + Self.rmc).utf8)
    bytes += [0xB5, 0x62, 0x01, 0x07, 0x24, 0x00, 0xFF, 0x24]
    bytes += Array("Tue Mar  1 12:00:00 2025: \(nmea("GPGSV,1,1,00"))".utf8)
    bytes += Array("$GPGGA,120001,1030,N,02".utf8) + [0xFF]
    bytes += Array(nmea("PGRME,3.0,M,4.0,M,5.0,M").utf8)
    bytes += Array(nmea("GPGGA,120001,1031,N,02031,E,1,,,,,,,,").utf8)
    bytes += Array(("$GPGGA," + String(repeating: "1", count: 5000) + "\n").utf8)
    let reading = try Reading(bytes, name: "log.nmea")
    #expect(reading.points.count == 2)
    #expect(reading.summary.skipped == [.malformedLine: 2])
  }

  @Test(arguments: [
    ("9000.0000,N,18000.0000,E", 90.0, 180.0), ("9000.0000,S,18000.0000,W", -90.0, -180.0),
    ("1059.7000,N,02060.0000,E", 10.995, 21.0), ("0060.000,N,00000,E", 1.0, 0.0),
    ("1030,N,02030,E", 10.5, 20.5), ("1030.6,S,030,W", -10.51, -0.5),
  ])
  func `positions at the edges are exact`(
    fields: String,
    latitude: Double,
    longitude: Double
  ) throws {
    let reading = try Reading(nmea("GPGGA,120000,\(fields),1,,,,,,,,"))
    #expect(reading.positions == [[latitude, longitude]])
  }

  @Test(arguments: [
    "1060.0001,N,02030,E", "9000.0001,N,02030,E", "1030,N,18000.0001,E", "1030,,02030,E",
    "1030,N,02030,X", "10.30,N,02030,E", "-1030,N,02030,E", "1030,5,N,02030,E", "abcd,N,02030,E",
    "1e30,N,02030,E", "1030,N,nan,E", ",,,", "1030,N,02030e1,E",
  ])
  func `positions that are none are skipped and counted`(fields: String) throws {
    let error = try #require(refusal(nmea("GPGGA,120000,\(fields),1,,,,,,,,")))
    #expect(error.kind == .noPoints)
    #expect(error.reason.hasPrefix("no position to play; skipped: 1 × "))
  }

  @Test(arguments: ["$GPRMC", "$GPGGA,", "$GPRMC,120001", "$GPGGA,120001,1030.0,N", "$GNGNS,1,2"])
  func `a line that ends too early is counted and is no loss of the fix`(line: String) throws {
    let reading = try Reading(
      nmea("GP" + Self.rmc) + line + "\n" + nmea("GPGGA,120002,1030.6,N,02030,E,1,,,,,,,,")
    )
    #expect(reading.points.count == 2)
    #expect(reading.losses == 0)
    #expect(reading.summary.skipped == [.malformedLine: 1])
    #expect(reading.summary.firstSkips.first?.line == 2)
  }

  @Test func `a log without a position names a line`() throws {
    let text = nmea("GPRMC,120000,V,,,,,,,010325,,,N")
    #expect(refusal(text)?.line == 2)
    #expect(refusal(text + "$GPGGA,\n" + text)?.line == 2)
    #expect(refusal(text + text + "$GPGGA,\n" + text)?.line == 3)
  }

  @Test func `GNS, GLL, VTG, GST and ZDA complete an epoch`() throws {
    let text = [
      "GNZDA,120000.00,01,03,2025,00,00", "GNGNS,120000.00,1030,N,02030,E,AN,9,1.5,100,40,,",
      "GNGLL,1030,N,02030,E,120000.00,A,A", "GNVTG,90.0,T,,M,,N,36.0,K,A",
      "GNGST,120000.00,,,,,3.0,4.0,6.0",
    ].map(nmea).joined()
    let reading = try Reading(text)
    let point = reading.points[0]
    #expect(reading.points.count == 1)
    #expect(reading.times == ["2025-03-01T12:00:00.000Z"])
    #expect([point.altitude, point.ellipsoidalAltitude] == [100, 140])
    #expect([point.horizontalAccuracy, point.verticalAccuracy] == [5, 6])
    #expect(abs((point.speed ?? 0) - 10) < 1e-9)
    #expect(point.course == 90)
  }

  @Test func `a sentence that doubts the fix outweighs one that gives it`() throws {
    let text = [
      "GPGGA,120000,1030,N,02030,E,1,,,,,,,,", "GPRMC,120000,V,1030,N,02030,E,,,010325,,,N",
      "GPGGA,120001,1031,N,02030,E,1,,,,,,,,",
    ].map(nmea).joined()
    let reading = try Reading(text)
    #expect(reading.positions == [[10 + 31.0 / 60, 20.5]])
    #expect(reading.events.first == .fixLost(time: .init(milliseconds: 1_740_830_400_000)))
  }

  @Test func `a constellation without a fix does not deny that of another`() throws {
    let text = [
      "GPGGA,120000,1030,N,02030,E,1,,,,,,,,", "GLGGA,120000,,,,,0,,,,,,,,",
      "GNRMC,120000,A,1030,N,02030,E,,,010325,,,A",
    ].map(nmea).joined()
    #expect(try Reading(text).times == ["2025-03-01T12:00:00.000Z"])
  }

  @Test func `a log of times without dates keeps its times of day`() throws {
    let text = ["235959", "000000", "000001"]
      .map { nmea("GPGGA,\($0),1030,N,02030,E,1,,,,,,,,") }.joined()
    let reading = try Reading(text)
    #expect(reading.times == [nil, nil, nil])
    #expect(reading.points.map(\.timeOfDay) == [86_399_000, 0, 1000])
  }

  @Test func `values that are none are counted by kind, empty ones and none of ours are not`()
    throws
  {
    func rmc(_ second: Int, _ values: String, mode: String = "A") -> String {
      nmea("GNRMC,12000\(second),A,0100.0,N,00200.00\(second),E,\(values),290224,,,\(mode)")
    }
    let text =
      rmc(0, "-5,-10") + rmc(1, "1e3,360.0") + rmc(2, "nan,720") + rmc(3, ",")
      + rmc(4, "1.0,90.0", mode: "N")
      + nmea("GPGGA,120005,0100.0,N,00200.005,E,1,08,99.99,9e9,M,-300,M,,")
      + nmea("GPGST,120005,,,,,0,0,x") + nmea("GPVTG,400,T,,M,,N,-1,K")
    let reading = try Reading(text)
    #expect(reading.points.map(\.speed) == [nil, 1852.0 / 3.6, nil, nil, nil])
    #expect(reading.points.map(\.course) == [nil, 0, nil, nil, nil])
    #expect(
      reading.summary.refusedValues == [.speed: 3, .course: 3, .altitude: 2, .accuracy: 2]
    )
  }

  @Test func `a standstill has no course, not that of a sentence before it either`() throws {
    let text =
      nmea("GPRMC,000004.000,A,1012.000000,N,17929.994000,W,21.299,090.00,010324,,,A")
      + nmea("GPRMC,000004.000,A,1012.000000,N,17929.994000,W,0.000,,010324,,,A")
      + nmea("GPRMC,000005.000,A,1012.000000,N,17929.994000,W,,90.00,010324,,,A")
      + nmea("GPVTG,45.00,T,,M,10.00,N,,K,A")
    let points = try Reading(text).points
    #expect(points.map(\.course) == [nil, 45])
    #expect(points.map(\.speed) == [0, 10 * 1852.0 / 3600])
  }

  @Test(arguments: ["GGA", "RMC", "GLL", "GNS"])
  func `a simulated position is told by any sentence that can`(type: String) throws {
    let place = "0100.000,N,00200.000,E"
    let sentences = [
      "GGA": "GPGGA,120000,\(place),8,08,1.0,5,M,40,M,,",
      "RMC": "GPRMC,120000,A,\(place),1,2,010325,,,S",
      "GLL": "GPGLL,\(place),120000,A,S", "GNS": "GNGNS,120000,\(place),SN,08,1.0,5,40,,",
    ]
    let text = nmea(try #require(sentences[type]))
    #expect(try Reading(text).points.map(\.isSimulated) == [true])
    let real = String(text.split(separator: "*")[0].dropFirst()).replacing("S", with: "A")
      .replacing("GNGNA", with: "GNGNS").replacing("E,8,", with: "E,1,")
    #expect(try Reading(nmea(real)).points.map(\.isSimulated) == [false])
  }

  @Test func `a last sentence that is cut off is not used`() throws {
    let text = nmea("GP" + Self.rmc) + "$GPGGA,120001,1030,N,02030,E,1,,,5"
    let reading = try Reading(text)
    #expect(reading.points.count == 1)
    #expect(reading.summary.skipped == [.malformedLine: 1])
  }
}

extension String {
  var trimmingLineEnd: String {
    var text = self
    while let last = text.unicodeScalars.last, last == "\r" || last == "\n" {
      text.unicodeScalars.removeLast()
    }
    return text
  }
}
