// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationProtocol
import Testing

private func notification(_ method: String, _ params: String?) -> String {
  let member = params.map { #","params":\#($0)"# } ?? ""
  return #"{"jsonrpc":"2.0","method":"\#(method)"\#(member)}"# + "\n"
}

private let fullLocation =
  #"{"altitude":35.2,"course":271,"courseAccuracy":5,"ellipsoidalAltitude":79.9,"#
  + #""gnss":{"climb":0.1,"geoidSeparation":44.7,"hdop":0.9,"mode":"3D","pdop":1.7,"#
  + #""satellitesUsed":9,"satellitesVisible":14,"status":"dgps","vdop":1.4},"#
  + #""horizontalAccuracy":4.1,"latitude":48.85837,"longitude":2.294481,"sequence":1042,"#
  + #""source":{"device":"/dev/ttyACM0","driver":"u-blox","estimated":["speedAccuracy"],"#
  + #""isProducedByAccessory":true,"isSimulatedBySoftware":false,"overrides":["o3"]},"#
  + #""speed":1.4,"speedAccuracy":0.3,"timestamp":"2026-11-30T01:22:20.120Z","verticalAccuracy":6}"#

private let smallLocation =
  #"{"gnss":{"mode":"2D","status":"gps"},"horizontalAccuracy":4.1,"latitude":48.85837,"#
  + #""longitude":2.294481,"sequence":1042,"source":{"isProducedByAccessory":true,"#
  + #""isSimulatedBySoftware":false},"timestamp":"2026-11-30T01:22:20.120Z"}"#

@Suite struct FrameTests {
  @Test func `a location carries every member it has`() throws {
    let frame = try Frame.encode(.didUpdateLocations([Samples.location(Samples.fullFix)]))
    #expect(
      text(frame) == notification("didUpdateLocations", #"{"locations":[\#(fullLocation)]}"#)
    )
  }

  @Test func `a location leaves out what it has not`() throws {
    let frame = try Frame.encode(.didUpdateLocations([Samples.location(Samples.smallFix)]))
    #expect(
      text(frame) == notification("didUpdateLocations", #"{"locations":[\#(smallLocation)]}"#)
    )
  }

  @Test func `numbers that are not finite are absent`() throws {
    var fix = Samples.smallFix
    fix.altitude = .nan
    fix.speed = .infinity
    fix.course = -.infinity
    fix.hdop = .nan
    let frame = try Frame.encode(.didUpdateLocations([Samples.location(fix)]))
    #expect(
      text(frame) == notification("didUpdateLocations", #"{"locations":[\#(smallLocation)]}"#)
    )
  }

  @Test func `a location without a finite accuracy or a year has no frame`() {
    var fix = Samples.smallFix
    fix.horizontalAccuracy = .infinity
    #expect(throws: EncodingError.self) {
      try Frame.encode(.didUpdateLocations([Samples.location(fix)]))
    }
    fix = Samples.smallFix
    fix.time = UTCTime(milliseconds: .max)
    #expect(throws: EncodingError.self) { try LocationFrame([Samples.location(fix)]) }
  }

  @Test func `a simulated location says so`() throws {
    var fix = Samples.smallFix
    fix.isSimulated = true
    fix.status = 8
    let message = LocationMessage(Samples.location(fix))
    #expect(message.source.isSimulatedBySoftware)
    #expect(!message.source.isProducedByAccessory)
    #expect(message.gnss?.status == .simulated)
  }

  @Test(
    arguments: [
      (0, .gps), (1, .gps), (2, .dgps), (3, .rtkFixed), (4, .rtkFloat), (5, .deadReckoning),
      (6, .gnssDeadReckoning), (7, .surveyed), (8, .simulated), (9, .pY), (10, nil), (-1, nil),
    ] as [(Int, LocationMessage.Status?)]
  )
  func `gpsd's status has a name`(number: Int, status: LocationMessage.Status?) {
    #expect(LocationMessage.Status(gpsd: number) == status)
  }

  @Test(arguments: [
    (0, ""), (1, #""conflated":1,"#), (91_550, #""conflated":91550,"#),
  ])
  func `the count of conflated locations is put into the shared frame`(
    count: Int,
    member: String
  ) throws {
    let location = Samples.location(Samples.fullFix)
    let frame = try LocationFrame([location])
    let expected = notification(
      "didUpdateLocations",
      #"{\#(member)"locations":[\#(fullLocation)]}"#
    )
    #expect(text(frame.bytes(conflated: count)) == expected)
    let callback = Callback.didUpdateLocations([LocationMessage(location)])
    let encoded = try JSONText.encode(CallbackMessage(callback, conflated: count))
    #expect(text(encoded) + "\n" == expected)
  }

  @Test(
    arguments: [
      (
        .didChangeAuthorization(Authorization(.authorizedWhenInUse, accuracy: .reduced)),
        #"{"accuracy":"reduced","status":"authorizedWhenInUse"}"#
      ),
      (
        .didFailWithError(LocationError(.locationUnknown, "no fix for 5 s")),
        #"{"error":{"code":0,"message":"no fix for 5 s","name":"locationUnknown"}}"#
      ),
      (
        .didUpdateHeading(Heading(magneticHeading: 269, trueHeading: .nan, time: Samples.time)),
        #"{"heading":{"magneticHeading":269,"timestamp":"2026-11-30T01:22:20.120Z"}}"#
      ),
      (
        .didUpdateSatellites(Samples.sky),
        #"{"device":"/dev/ttyACM0","hdop":0.9,"pdop":1.7,"satellites":["#
          + #"{"azimuth":271,"elevation":45,"prn":5,"signal":41.5,"system":"GPS","used":true},"#
          + #"{"prn":70,"system":"GLONASS","used":false}],"satellitesUsed":9,"#
          + #""satellitesVisible":14,"timestamp":"2026-11-30T01:22:20.120Z","vdop":1.4}"#
      ),
      (.didUpdateSatellites(SkyView(device: "")), #"{"satellites":[]}"#),
      (
        .didChangeSource(SourceChange(device: "/dev/ttyACM0", state: .lost, age: 5.25)),
        #"{"age":5.25,"device":"/dev/ttyACM0","state":"lost"}"#
      ),
      (
        .didChangeSource(SourceChange(device: "/dev/ttyACM0", state: .active)),
        #"{"device":"/dev/ttyACM0","state":"active"}"#
      ),
      (.didStartMonitoring(identifier: "home"), #"{"identifier":"home"}"#),
      (
        .monitoringDidFail(identifier: "home", LocationError(.regionMonitoringDenied, "no")),
        #"{"error":{"code":4,"message":"no","name":"regionMonitoringDenied"},"identifier":"home"}"#
      ),
      (
        .didDetermineState(identifier: "home", .outside),
        #"{"identifier":"home","state":"outside"}"#
      ),
      (
        .didEnterRegion(identifier: "home", Samples.location(Samples.smallFix)),
        #"{"identifier":"home","location":\#(smallLocation)}"#
      ),
      (
        .didExitRegion(identifier: "a/\"é\"\n", Samples.location(Samples.smallFix)),
        #"{"identifier":"a/\"é\"\n","location":\#(smallLocation)}"#
      ),
      (
        .didVisit(Samples.visit),
        #"{"visit":{"arrivalDate":"2026-11-30T01:22:20.120Z","horizontalAccuracy":20,"#
          + #""latitude":48.85837,"longitude":2.294481}}"#
      ),
      (.didPauseLocationUpdates, nil),
      (.didResumeLocationUpdates, nil),
    ] as [(Callback<Location>, String?)]
  )
  func `every callback has its frame`(callback: Callback<Location>, params: String?) throws {
    let frame = try Frame.encode(callback)
    #expect(text(frame) == notification(callback.method.rawValue, params))
  }

  @Test func `the error names are those of CoreLocation`() {
    let codes: [LocationError.Code] = [
      .locationUnknown, .denied, .network, .headingFailure, .regionMonitoringDenied,
      .regionMonitoringFailure,
    ]
    for code in codes {
      #expect(code.name == "\(code)")
    }
  }
}
