// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import Testing

@testable import LocationProtocol

struct GPSDLocationTests {
  @Test func `a location of software is a TPV with everything a strict client reads`() {
    var fix = Samples.fullFix
    fix.isSimulated = true
    #expect(
      text(GPSDLocation.tpv(Samples.location(fix)))
        == #"{"class":"TPV","device":"/dev/ttyACM0","status":8,"mode":3,"#
        + #""time":"2026-11-30T01:22:20.120Z","ept":0.005,"lat":48.858370000,"lon":2.294481000,"#
        + #""altHAE":79.9000,"altMSL":35.2000,"alt":35.2000,"epx":5.682,"epy":5.682,"epv":11.760,"#
        + #""track":271.0000,"speed":1.400,"climb":0.100,"eps":0.59,"epd":9.8000,"#
        + #""geoidSep":44.700,"eph":7.093,"sep":13.733,"sequence":1042}"#
    )
  }

  @Test func `what is absent stays absent, the altitude of a fix in two dimensions, too`() {
    #expect(
      text(GPSDLocation.tpv(Samples.location(Samples.smallFix, sequence: 1)))
        == #"{"class":"TPV","device":"","mode":2,"time":"2026-11-30T01:22:20.120Z","ept":0.005,"#
        + #""lat":48.858370000,"lon":2.294481000,"epx":5.682,"epy":5.682,"eph":7.093,"sequence":1}"#
    )
    var simulated = Samples.smallFix
    simulated.isSimulated = true
    #expect(!text(GPSDLocation.tpv(Samples.location(simulated, sequence: 1))).contains("\"alt"))
  }

  @Test(arguments: [(359.99996, "0.0000"), (359.9999, "359.9999"), (0, "0.0000")])
  func `a course is below 360 as it is written, too`(course: Double, written: String) {
    var fix = Samples.fullFix
    fix.course = course
    #expect(text(GPSDLocation.tpv(Samples.location(fix))).contains("\"track\":\(written),"))
  }

  @Test func `a SKY names satellites as gpsd does`() {
    #expect(
      text(GPSDLocation.sky(Samples.sky, device: "/dev/ttyACM0"))
        == #"{"class":"SKY","device":"/dev/ttyACM0","time":"2026-11-30T01:22:20.120Z","#
        + #""vdop":1.40,"hdop":0.90,"pdop":1.70,"nSat":14,"uSat":1,"satellites":["#
        + #"{"PRN":5,"el":45.0,"az":271.0,"ss":41.5,"used":true,"gnssid":0,"svid":5},"#
        + #"{"PRN":70,"used":false,"gnssid":6,"svid":6}]}"#
    )
  }

  @Test func `replies have gpsd's shape`() {
    #expect(
      text(GPSDReply.version(release: "3.22", major: 3, minor: 14))
        == #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#
    )
    #expect(
      text(GPSDReply.error("Unrecognized request '?\"\\\u{1}\n;'"))
        == #"{"class":"ERROR","message":"Unrecognized request '?\"\\\u0001\n;'"}"#
    )
    #expect(
      text(
        GPSDReply.poll(
          at: Samples.time,
          active: 1,
          fixes: [GPSDReply.noFix(device: "/dev/a")],
          errors: [],
          skies: [GPSDReply.empty("SKY", device: "/dev/a")]
        )
      ) == #"{"class":"POLL","time":"2026-11-30T01:22:20.120Z","active":1,"#
        + #""tpv":[{"class":"TPV","device":"/dev/a","mode":1}],"gst":[],"#
        + #""sky":[{"class":"SKY","device":"/dev/a"}]}"#
    )
    #expect(text(GPSDReply.noFix(device: nil)) == #"{"class":"TPV","mode":1}"#)
  }

  @Test(arguments: [
    (0.0, 3, 1, "0.000"), (-0.0001, 3, 1, "0.000"), (-0.0006, 3, 1, "-0.001"),
    (359.99999, 4, 1, "360.0000"), (1.9999, 2, 1, "2.00"), (7, 0, 3, "007"),
    (0.5, 0, 1, "1"), (179.999_999_999_6, 9, 1, "180.000000000"), (.nan, 3, 1, ""),
    (.infinity, 3, 1, ""), (1e300, 3, 1, ""), (-12.25, 1, 4, "-0012.3"),
  ])
  func `decimals are rounded to nearest, with a carry`(
    value: Double,
    decimals: Int,
    width: Int,
    expected: String
  ) {
    var bytes: [UInt8] = []
    bytes.append(value, decimals: decimals, width: width)
    #expect(text(bytes) == expected)
  }
}
