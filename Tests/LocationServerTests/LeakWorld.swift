// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationProtocol
import LocationServer
import LocationTestSupport

/// A service between a talkative receiver and an operator who covers it, at seeded random.
///
/// The receiver is at 10 … 11° N, 20° E; no override leads there.
final class LeakWorld {
  let harness: ServerHarness
  let control: Peer
  var random = SeededGenerator(seed: 20_261_130)
  /// Whether an override holds that hides where the receiver is.
  private(set) var isCovered = false
  /// What covers it, for messages.
  private(set) var cover = ""
  private var coverID = ""
  private var latitude = 10.5

  init() throws {
    var settings = ServiceSettings()
    settings.regions.dwell = 1
    // Decided by user: 1000 full, 1001 reduced.
    settings.access.rules = try ServiceSettings.access(.reduced, "uid=1001").access.rules
    harness = try ServerHarness(settings)
    control = try harness.controller()
    connect()
  }

  func chance(_ percent: Double) -> Bool {
    Double.random(in: 0..<100, using: &random) < percent
  }

  func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  // MARK: - The receiver

  private func feed(_ report: Report, _ line: String) {
    harness.service.receive(report, line: Array((line + "\r").utf8))
  }

  private func connect() {
    let devices = ["/dev/ttyA", "/dev/ttyB"]
    harness.service.receive(.connection(.connected))
    feed(.other, #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3}"#)
    let list = devices.map { #"{"class":"DEVICE","path":"\#($0)","activated":1.0}"# }
    feed(
      .devices(devices.map { DeviceReport(device: $0, driver: nil, isActive: true) }),
      #"{"class":"DEVICES","devices":[\#(list.joined(separator: ","))]}"#
    )
    feed(.other, #"{"class":"WATCH","enable":true,"json":true}"#)
  }

  /// All that a receiver says in a second, in the order of gpsd.
  func epoch(moving: Double = 5) {
    if chance(moving) { latitude = 10 + Double.random(in: 0..<1, using: &random) }
    let device = chance(85) ? "/dev/ttyA" : "/dev/ttyB"
    let time = UTCTime(milliseconds: harness.clock.utc)
    if chance(1) {
      harness.service.receive(.connection(.disconnected(reason: "a test")))
      connect()
    }
    feed(.other, "$GNGGA,120000.00,1030.1234567,N,02000.0000000,E,1,09,0.9,1010.1,M,44.7,M,,*5B")
    feed(.other, "b5620107" + "0a0b0c0d")
    var sky = SkyView(device: device)
    sky.satellites = [SkyView.Satellite(system: "GPS", prn: 199, elevation: 10.5, isUsed: true)]
    sky.visibleCount = 1
    feed(.sky(sky), #"{"class":"SKY","device":"\#(device)","satellites":[{"PRN":199,"el":10.5}]}"#)
    var errors = ErrorReport(device: device)
    errors.latitudeDeviation = 3
    feed(.errors(errors), #"{"class":"GST","device":"\#(device)","lat":10.5,"lon":20.0}"#)
    var report = FixReport(device: device, mode: .threeD)
    report.coordinate = Coordinate(latitude: latitude, longitude: 20)
    report.time = time
    report.eph = 17.3
    report.altitudeMSL = 1010.1
    feed(
      .fix(report),
      #"{"class":"TPV","device":"\#(device)","mode":3,"time":"\#(time.text ?? "")","#
        + #""lat":\#(latitude),"lon":20.0,"altMSL":1010.1}"#
    )
    var attitude = Attitude(device: device)
    attitude.trueHeading = 77
    feed(.attitude(attitude), #"{"class":"ATT","device":"\#(device)","heading":77.0}"#)
    feed(.other, #"{"class":"PPS","device":"\#(device)","real_sec":1,"real_nsec":0}"#)
    feed(.other, #"{"class":"AIS","type":1,"lon":20.0,"lat":10.5}"#)
    harness.turn(1)
    harness.advance(chance(50) ? 1 : 0.5)
  }

  /// Some seconds, most often in the same place.
  func stay() {
    for _ in 0..<10 { epoch(moving: 0.5) }
  }

  // MARK: - The operator

  /// Covers, changes what covers, or takes the cover off.
  func changeCover() throws {
    if isCovered, chance(50) {
      _ = try control.result("clearOverrides")
      isCovered = false
    } else {
      try setCover(nil)
      isCovered = true
    }
  }

  private var south: String {
    let latitude = -34 + Double.random(in: 0..<1, using: &random)
    return "{\"latitude\":\(latitude),\"longitude\":151}"
  }

  /// Covers with one of the kinds, a point being the first, or any.
  func setCover(_ number: Int?) throws {
    let points = "[\(south),\(south)]"
    let recorded =
      "[\(south.dropLast()),\"gap\":0,\"hasFix\":false},\(south.dropLast()),\"gap\":8},"
      + "\(south.dropLast()),\"gap\":5,\"startsSegment\":true}]"
    let kinds = [
      "\"kind\":\"set\",\(south.dropFirst().dropLast())",
      "\"kind\":\"start\",\"speed\":5000,\"points\":\(points)",
      "\"kind\":\"play\",\"loop\":true,\"points\":\(recorded)",
      "\"kind\":\"play\",\"complete\":false",
      "\"kind\":\"push\"",
      "\"kind\":\"run\",\"scenario\":\"\(pick(Scenario.allCases).rawValue)\",\"rate\":60",
      "\"kind\":\"fault\",\"name\":\"no-fix\"",
      "\"kind\":\"fault\",\"name\":\"unplugged\"",
      "\"kind\":\"fault\",\"name\":\"denied\"",
    ]
    let kind = number.map { kinds[$0] } ?? pick(kinds)
    cover = kind
    let life = chance(20) ? ",\"duration\":1000000" : ""
    let id = try control.result("setOverride", "{\(kind)\(life)}").text("id") ?? ""
    coverID = id
    if kind.contains("\"push\"") {
      _ = try control.result("pushLocations", "{\"id\":\"\(id)\",\"points\":\(points)}")
    } else if kind.contains("complete") {
      _ = try control.result("appendPoints", "{\"id\":\"\(id)\",\"points\":\(recorded)}")
    }
  }

  /// Something above or below the cover that must not lift it.
  func changeStack() throws {
    let ids = try control.result("overrides").objects("overrides").compactMap { $0.text("id") }
    let others = ids.filter { $0 != coverID }
    if let gone = others.randomElement(using: &random), others.count > 4 || chance(40) {
      _ = try control.result("clearOverrides", "{\"ids\":[\"\(gone)\"]}")
      return
    }
    let target = pick(["all", "uid=1000", "surface=gpsd", "surface=nmea", "client=x"])
    let layers = [
      #""kind":"transform","name":"freeze""#,
      #""kind":"transform","name":"delay","seconds":1.5"#,
      #""kind":"transform","name":"noise","metres":5"#,
      #""kind":"transform","name":"offset","north":100"#,
      #""kind":"transform","name":"flatten""#,
      #""kind":"fault","name":"stale""#,
      #""kind":"fault","name":"out-of-order""#,
      #""kind":"fault","name":"duplicate""#,
      #""kind":"fault","name":"jump","distance":500,"period":1"#,
    ]
    // One kind only may come to lie on the cover's own place in the stack: with another target.
    let point =
      target == "all" ? pick(layers) : "\"kind\":\"set\",\(south.dropFirst().dropLast())"
    let kind = chance(70) ? pick(layers) : point
    _ = try control.result("setOverride", "{\(kind),\"target\":\"\(target)\"}")
  }

  func changeAccess() throws {
    if chance(50) {
      _ = try control.result("privacyReset")
    } else {
      let selector = pick(["uid=1000", "surface=gpsd", "surface=nmea"])
      let method = pick(["privacyRevoke", "privacyGrant"])
      _ = try control.result(method, "{\"selector\":\"\(selector)\",\"reduced\":true}")
    }
  }
}
