// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationServer
import LocationTestSupport
import Testing

/// A seeded generator, so that a failure can be played again.
private struct Random: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// While a replacement holds for everyone no path shows a real coordinate, whatever is tried.
///
/// Real places lie at latitudes 10 … 11, replacements at −34 … −33.
@Suite struct LeakTests {
  private static let requests = [
    ("location", "{}"), ("location", #"{"maximumAge":100}"#), ("startUpdatingLocation", "{}"),
    ("startUpdatingLocation", #"{"distanceFilter":50,"pausesAutomatically":true}"#),
    ("stopUpdatingLocation", "{}"), ("requestLocation", "{}"),
    ("requestLocation", #"{"desiredAccuracy":0.5,"timeout":2}"#),
    ("startUpdatingSatellites", "{}"), ("stopUpdatingSatellites", "{}"),
    ("startUpdatingHeading", "{}"), ("startMonitoringVisits", "{}"), ("stopMonitoringVisits", "{}"),
    ("startMonitoringSignificantLocationChanges", "{}"),
    ("stopMonitoringSignificantLocationChanges", "{}"),
    (
      "startMonitoring",
      #"{"region":{"identifier":"r","latitude":10.5,"longitude":20,"radius":30000}}"#
    ),
    ("stopMonitoring", #"{"identifier":"r"}"#), ("requestState", #"{"identifier":"r"}"#),
    ("requestAuthorization", "{}"), ("initialize", #"{"client":{"name":"x"}}"#),
  ]

  private let harness: ServerHarness
  private let control: Peer
  private var peers: [Peer] = []
  private var random = Random(state: 20_261_130)
  private var isHeld = false

  init() throws {
    var settings = ServiceSettings()
    // Decided by user: 1000 full, 1001 reduced.
    settings.access.rules = try ServiceSettings.access(.reduced, "uid=1001").access.rules
    harness = try ServerHarness(settings)
    control = try harness.controller()
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  /// A report of one of two receivers, and what else a receiver says.
  private mutating func receive() {
    let latitude = 10 + Double.random(in: 0..<1, using: &random)
    let device = chance(80) ? "/dev/ttyA" : "/dev/ttyB"
    if chance(30) {
      var sky = SkyView(device: device)
      sky.satellites = [SkyView.Satellite(system: "GPS", prn: 10, elevation: 10.5, isUsed: true)]
      sky.visibleCount = 1
      harness.service.receive(.sky(sky))
    }
    if chance(2) {
      harness.service.receive(.device(DeviceReport(device: device, driver: nil, isActive: false)))
    }
    harness.fix(latitude, 20, device: device)
  }

  private mutating func changeOverride() throws {
    if !isHeld {
      // What was sent before it holds is no leak.
      for peer in peers { _ = peer.texts() }
      let latitude = -34 + Double.random(in: 0..<1, using: &random)
      let lease = chance(50) ? ",\"duration\":30" : ""
      _ = try control.result(
        "setOverride",
        "{\"kind\":\"set\",\"latitude\":\(latitude),\"longitude\":151\(lease)}"
      )
      isHeld = true
    } else if chance(50) {
      _ = try control.result("setOverride", #"{"kind":"set","latitude":-33.5,"longitude":151}"#)
    } else {
      _ = try control.result("clearOverrides")
      isHeld = false
    }
  }

  private mutating func changePeers() throws {
    if peers.count < 6 {
      let uid: UInt32 = chance(70) ? 1000 : 1001
      peers.append(try harness.subscriber(uid: uid, sendBuffer: chance(30) ? 4608 : nil))
    } else {
      peers.remove(at: Int.random(in: 0..<peers.count, using: &random)).close()
    }
  }

  @Test mutating func `ten thousand random looks find no real coordinate under a replacement`()
    throws
  {
    var looked = 0
    var seen = 0
    var trials = 0
    while trials < 10_000 {
      if chance(25) { receive() }
      if chance(2) { try changeOverride() }
      if chance(5) || peers.isEmpty { try changePeers() }
      if chance(1) { harness.advance(6) }
      isHeld = try control.result("overrides").objects("overrides").isEmpty == false
      guard isHeld, let peer = peers.randomElement(using: &random) else {
        if !isHeld, chance(50) { try changeOverride() }
        continue
      }
      trials += 1
      let (method, params) = Self.requests.randomElement(using: &random) ?? ("ping", "{}")
      try? peer.call(waiting: method, params)
      // Some do not read for a while.
      guard chance(60) else { continue }
      for text in peer.texts() {
        looked += 1
        if text.contains("\"latitude\":-3") { seen += 1 }
        let isReal =
          text.contains("\"latitude\":10") || text.contains("\"latitude\":9.")
          || text.contains("/dev/tty")
        // The region itself, as it was given.
        #expect(!isReal || text.contains("\"regions\""), "trial \(trials), \(method): \(text)")
      }
    }
    #expect(looked > 8000 && seen > 2000)
  }
}
