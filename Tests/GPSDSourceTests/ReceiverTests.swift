// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import GPSDSource
import LocationCore
import LocationTestSupport
import Testing

@Suite struct ReceiverTests {
  private func sky(_ members: String) -> String {
    #"{"class":"SKY","device":"/dev/ttyACM0","time":"2026-11-30T01:22:20.120Z","# + members
      + "}\r\n"
  }

  @Test func `SKY lists satellites with their systems and the dilutions`() throws {
    let line = sky(
      #""xdop":0.5,"ydop":0.6,"vdop":1.4,"tdop":0.8,"hdop":0.9,"gdop":2.1,"pdop":1.7,"#
        + #""nSat":4,"uSat":1,"satellites":["#
        + #"{"PRN":5,"el":31.0,"az":360.0,"ss":41.0,"used":true,"gnssid":0,"svid":5,"health":1},"#
        + #"{"PRN":70,"el":-3.5,"az":120.5,"ss":0.0,"used":false},"#
        + #"{"PRN":301,"used":false,"gnssid":2,"svid":1},"#
        + #"{"PRN":0,"used":false}]"#
    )
    var expected = SkyView(device: "/dev/ttyACM0")
    expected.time = fixTime
    expected.hdop = 0.9
    expected.vdop = 1.4
    expected.pdop = 1.7
    expected.visibleCount = 4
    expected.usedCount = 1
    expected.satellites = [
      .init(system: "GPS", prn: 5, azimuth: 0, elevation: 31, signal: 41, isUsed: true),
      .init(system: "GLONASS", prn: 70, azimuth: 120.5, elevation: -3.5, signal: 0, isUsed: false),
      .init(system: "Galileo", prn: 301, isUsed: false),
    ]
    #expect(try SourceHarness.data(from: line) == [.sky(expected)])
  }

  @Test func `SKY with dilutions alone says nothing of satellites`() throws {
    let data = try SourceHarness.data(from: sky(#""hdop":0.9"#) + sky(#""satellites":[]"#))
    guard case .sky(let first) = data.first, case .sky(let second) = data.last else {
      Issue.record("not two SKY")
      return
    }
    #expect(first.visibleCount == nil)
    #expect(first.hdop == 0.9)
    #expect(second.visibleCount == 0)
    #expect(second.usedCount == 0)

    var earlier = SkyView(device: "/dev/ttyACM0")
    earlier.satellites = [.init(system: "GPS", prn: 5, isUsed: true)]
    earlier.visibleCount = 1
    earlier.pdop = 2
    let completed = first.completed(by: earlier)
    #expect(completed.satellites == earlier.satellites)
    #expect(completed.visibleCount == 1)
    #expect(completed.hdop == 0.9)
    #expect(completed.pdop == nil)
    #expect(second.completed(by: earlier).satellites.isEmpty)
  }

  @Test func `a SKY of 12 KB arrives whole`() throws {
    let satellites = (1...128).map {
      #"{"PRN":\#($0),"el":31.0,"az":90.0,"ss":41.0,"used":true,"gnssid":0,"svid":\#($0),"#
        + #""sigid":0,"health":1,"freqid":-1}"#
    }
    let line = sky(#""hdop":0.9,"satellites":["# + satellites.joined(separator: ",") + "]")
    #expect(line.utf8.count > 12_000)
    guard case .sky(let view) = try SourceHarness.data(from: line).first else {
      Issue.record("no SKY")
      return
    }
    #expect(view.satellites.map(\.prn) == Array(1...128))
    #expect(view.usedCount == 128)
  }

  @Test func `more satellites than libgps holds are dropped, and the next report arrives`() throws {
    let satellites = (1...200).map { #"{"PRN":\#($0),"used":true}"# }
    let line = sky(#""satellites":["# + satellites.joined(separator: ",") + "]")
    #expect(try SourceHarness.data(from: line + FakeGPSD.tpv()).count == 1)
  }

  @Test(arguments: [1, 4, 5, 6, 20])
  func `a list of any number of receivers is read whole`(count: Int) throws {
    // libgps itself never returns from a list of more than four.
    let paths = (0..<count).map { "/dev/ttyACM\($0)" }
    let line = FakeGPSD.devices(paths.map { FakeGPSD.device($0) })
    let expected = paths.map { DeviceReport(device: $0, driver: "u-blox", isActive: true) }
    #expect(try SourceHarness.data(from: line) == [.devices(expected)])
  }

  @Test func `a list of a gpsd behind gpsd is not that of gpsd's own receivers`() throws {
    let path = "gpsd://127.0.0.1:2948#/dev/ttyUSB0"
    let own = FakeGPSD.devices([FakeGPSD.device(path)])
    let line = own.replacing("]}", with: #"],"remote":"gpsd://127.0.0.1:2948"}"#)
    let expected = DeviceReport(device: path, driver: "u-blox", isActive: true)
    #expect(try SourceHarness.data(from: line) == [.remoteDevices([expected])])
    let named = FakeGPSD.devices([FakeGPSD.device(#"/dev/a\",\"remote\":\"b"#)])
    let plain = DeviceReport(device: #"/dev/a","remote":"b"#, driver: "u-blox", isActive: true)
    #expect(try SourceHarness.data(from: named) == [.devices([plain])])
  }

  @Test func `an empty list means that there is no receiver`() throws {
    #expect(try SourceHarness.data(from: FakeGPSD.devices([])) == [.devices([])])
  }

  @Test(
    arguments: [
      (#""driver":"u-blox","activated":"2026-11-30T01:22:20.120Z""#, "u-blox", true),
      (#""driver":"u-blox","activated":0"#, "u-blox", false),
      (#""activated":0"#, nil, false),
      (#""activated":1411468340.250"#, nil, true),
      (#""driver":"NMEA0183""#, "NMEA0183", false),
    ] as [(String, String?, Bool)]
  )
  func `a receiver is active from its activation to its end`(
    members: String,
    driver: String?,
    isActive: Bool
  ) throws {
    let line = #"{"class":"DEVICE","path":"/dev/ttyS1",\#(members)}"# + "\r\n"
    let expected = DeviceReport(device: "/dev/ttyS1", driver: driver, isActive: isActive)
    #expect(try SourceHarness.data(from: line) == [.device(expected)])
  }

  @Test func `a long description of a receiver does not hide that it is active`() throws {
    let text = String(repeating: "x", count: 400)
    let line =
      #"{"class":"DEVICE","path":"/dev/ttyS1","driver":"u-blox","subtype":"\#(text)","#
      + #""activated":"2026-11-30T01:22:20.120Z"}"# + "\r\n"
    let expected = DeviceReport(device: "/dev/ttyS1", driver: "u-blox", isActive: true)
    #expect(try SourceHarness.data(from: line) == [.device(expected)])
  }

  @Test func `escapes in a receiver's name are resolved`() throws {
    let line = FakeGPSD.devices([FakeGPSD.device(#"/dev/a\"b\\c"#)])
    let expected = DeviceReport(device: #"/dev/a"b\c"#, driver: "u-blox", isActive: true)
    #expect(try SourceHarness.data(from: line) == [.devices([expected])])
  }
}
