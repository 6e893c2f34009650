// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Glibc
import LocationTestSupport
import Testing

// As programs do: a compass that takes a heading for valid if its accuracy is not negative, and
// prefers true north.

private enum CardinalDirection: String, CaseIterable {
  case north, northEast, east, southEast, south, southWest, west, northWest

  init(_ direction: CLLocationDirection) {
    self = Self.allCases[Int((direction / 45).rounded()) % 8]
  }
}

private final class Compass: NSObject, CLLocationManagerDelegate {
  private let locationManager = CLLocationManager()
  private(set) var directions: [CardinalDirection] = []
  private(set) var angle = Measurement(value: 0, unit: UnitAngle.degrees)
  private(set) var lastHeading: CLHeading?

  override init() {
    super.init()
    locationManager.delegate = self
    locationManager.headingFilter = kCLHeadingFilterNone
    locationManager.headingOrientation = .faceUp
    if CLLocationManager.headingAvailable() { locationManager.startUpdatingHeading() }
  }

  deinit { locationManager.stopUpdatingHeading() }

  func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) -> Bool {
    guard let heading = manager.heading else { return true }
    return heading.headingAccuracy < 0 || heading.headingAccuracy > 10
  }

  func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
    guard newHeading.headingAccuracy >= 0 else { return }
    lastHeading = newHeading
    let isTrueKnown = newHeading.trueHeading >= 0
    let degrees = isTrueKnown ? newHeading.trueHeading : newHeading.magneticHeading
    angle = Measurement(value: degrees, unit: .degrees)
    let direction = CardinalDirection(degrees)
    if directions.last != direction { directions.append(direction) }
  }
}

extension CLLocationManagerTests {
  @Test func `a compass turns with a receiver that knows true north alone`() async throws {
    let gpsd = try FakeGPSD()
    let daemon = try RunningDaemon(gpsd: gpsd.port)
    setenv("LOCATIOND_SOCKET", daemon.socketPath, 1)
    let compass = Compass()
    let receiver = try gpsd.accept()
    try receiver.send(FakeGPSD.banner)
    _ = try receiver.requests()
    try receiver.send(FakeGPSD.watching)
    for (degrees, count) in [(10.0, 1), (100, 2), (352.5, 3)] {
      try receiver.send(
        #"{"class":"ATT","device":"/dev/ttyACM0","time":"2026-11-30T01:22:20.120Z","#
          + #""heading":\#(degrees)}"# + "\r\n"
      )
      try await wait("a turn") { compass.directions.count == count }
    }
    #expect(compass.directions == [.north, .east, .north])
    #expect(abs(compass.angle.converted(to: .radians).value - 6.152286) < 1e-5)
    let heading = try #require(compass.lastHeading)
    // The declination is not known: true north stands for magnetic north, and the error says so.
    #expect(heading.trueHeading == 352.5 && heading.magneticHeading == 352.5)
    #expect(heading.headingAccuracy == 30)
    #expect(heading.timestamp == Date(timeIntervalSince1970: 1_796_001_740.12))
  }
  @Test func `a heading of unknown accuracy is none of a compass that does not work`() async throws
  {
    let members = [
      #""magneticHeading":90"#, #""magneticHeading":90,"headingAccuracy":0"#,
      #""magneticHeading":90,"headingAccuracy":2"#, #""trueHeading":90"#,
      #""trueHeading":90,"headingAccuracy":2"#, #""trueHeading":90,"headingAccuracy":45"#,
    ]
    for (member, accuracy) in zip(members, [10.0, 10, 2, 30, 30, 45]) {
      let heading = #"{\#(member),"timestamp":"2026-11-30T01:22:20.120Z"}"#
      let line =
        #"{"jsonrpc":"2.0","method":"didUpdateHeading","params":{"heading":\#(heading)}}"# + "\n"
      let daemon = try FloodingDaemon(Array(line.utf8), when: "startUpdatingHeading", answers: true)
      setenv("LOCATIOND_SOCKET", daemon.path, 1)
      let compass = Compass()
      try await wait("a heading") { compass.lastHeading != nil }
      #expect(compass.lastHeading?.headingAccuracy == accuracy, "\(member)")
    }
  }
}
