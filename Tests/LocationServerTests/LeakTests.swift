// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LinuxIO
import LocationTestSupport
import Testing

/// While an override hides the receiver no path shows a real coordinate, whatever is tried.
@Suite struct LeakTests {
  private enum Kind: CaseIterable {
    case native
    case gpsd
    case nmea
  }

  private struct Subscriber {
    let kind: Kind
    let peer: Peer
  }

  private static let calls = [
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
      #"{"region":{"identifier":"r","latitude":11,"longitude":21,"radius":300000}}"#
    ),
    (
      "startMonitoring",
      #"{"region":{"identifier":"s","latitude":-33.5,"longitude":151,"radius":80000}}"#
    ),
    ("stopMonitoring", #"{"identifier":"r"}"#), ("requestState", #"{"identifier":"r"}"#),
    ("requestState", #"{"identifier":"s"}"#), ("requestAuthorization", "{}"),
    ("initialize", #"{"client":{"name":"x"}}"#),
  ]
  private static let commands = [
    "?POLL;", "?WATCH={\"enable\":true,\"json\":true};?POLL;", "?WATCH={\"enable\":true};",
    "?WATCH={\"enable\":true,\"json\":false,\"nmea\":true};",
    "?WATCH={\"enable\":true,\"json\":true,\"nmea\":true,\"pps\":true,\"timing\":true};",
    "?WATCH={\"enable\":true,\"raw\":1};", "?WATCH={\"enable\":true,\"raw\":2};?POLL;",
    "?WATCH={\"enable\":true,\"json\":true,\"device\":\"/dev/ttyA\"};?POLL;",
    "?WATCH={\"enable\":false};", "?WATCH;", "?DEVICES;", "?DEVICE;", "?VERSION;",
    "?DEVICE={\"path\":\"/dev/ttyB\"};",
  ]

  private let world: LeakWorld
  private var subscribers: [Subscriber] = []
  /// How often each path showed a simulated place, so that the test cannot be empty.
  private var seen: [String: Int] = [:]

  init() throws {
    world = try LeakWorld()
  }

  @Test mutating func `ten thousand subscribers of every kind see no real coordinate`() throws {
    // A sanitizer makes each of them cost several times as much.
    let limit = environmentVariable("LOCATIOND_LEAK_TRIALS").flatMap { Int($0) } ?? 10_000
    var trials = 0
    while trials < limit {
      world.epoch()
      if world.chance(world.isCovered ? 3 : 40) {
        // What was sent before it holds is no leak.
        for subscriber in subscribers { _ = subscriber.peer.texts() }
        try world.changeCover()
      }
      if world.chance(5) { try world.changeStack() }
      if world.chance(2) { try world.changeAccess() }
      try connect()
      try ask(Int.random(in: subscribers.indices, using: &world.random))
      guard world.isCovered else { continue }
      trials += 1
      try look(trials)
      if world.chance(5) { try lookAtControl(trials) }
    }
    for path in ["TPV", "POLL", "SKY", "$GPGGA", "$GPRMC", "didUpdateLocations", "location"] {
      #expect(seen[path, default: 0] > limit / 50, "\(path) of \(seen)")
    }
    for path in ["didDetermineState", "didUpdateSatellites"] {
      #expect(seen[path, default: 0] > limit / 500, "\(path) of \(seen)")
    }
  }

  /// Those that watch for long remember places: regions, visits, significant changes, pauses.
  @Test mutating func `who watches from before a cover to after it sees no real place under it`()
    throws
  {
    let starts = [Self.calls[3], Self.calls[10], Self.calls[12], Self.calls[14], Self.calls[15]]
    for (method, params) in starts {
      let peer = try world.harness.subscriber()
      try? peer.call(waiting: method, params)
      subscribers.append(Subscriber(kind: .native, peer: peer))
    }
    for command in Self.commands.prefix(6) {
      let peer = try world.harness.gpsdClient()
      try peer.send(command)
      subscribers.append(Subscriber(kind: .gpsd, peer: peer))
    }
    subscribers.append(Subscriber(kind: .nmea, peer: try world.harness.nmeaReader(uid: 1000)))
    for round in 0..<8 {
      // Whoever does not read for long is closed, so there are looks in between.
      for _ in 0..<5 {
        world.stay()
        for subscriber in subscribers { _ = subscriber.peer.texts() }
      }
      try world.setCover(round % 4 == 0 ? 0 : nil)
      for _ in 0..<45 {
        world.stay()
        try look(round, 100)
      }
      _ = try world.control.result("clearOverrides")
    }
    for path in ["didEnterRegion", "didVisit", "didUpdateLocations", "TPV", "$GPGGA"] {
      #expect(seen[path, default: 0] > 2, "\(path) of \(seen)")
    }
  }

  /// A subscriber of some kind comes, and the oldest goes.
  private mutating func connect() throws {
    let uid: UInt32 = world.chance(80) ? 1000 : 1001
    let kind = world.pick(Kind.allCases)
    let peer =
      switch kind {
      case .native:
        try world.harness.subscriber(uid: uid, sendBuffer: world.chance(20) ? 4608 : nil)
      case .gpsd: try world.harness.gpsdClient(uid: uid)
      case .nmea: try world.harness.nmeaReader(uid: uid)
      }
    subscribers.append(Subscriber(kind: kind, peer: peer))
    try ask(subscribers.count - 1)
    if subscribers.count > 8 {
      let index = world.chance(70) ? 0 : Int.random(in: 0..<8, using: &world.random)
      subscribers.remove(at: index).peer.close()
    }
  }

  private mutating func ask(_ index: Int) throws {
    switch subscribers[index].kind {
    case .native:
      let (method, params) = world.pick(Self.calls)
      try? subscribers[index].peer.call(waiting: method, params)
    case .gpsd: try? subscribers[index].peer.send(world.pick(Self.commands))
    case .nmea: break
    }
  }

  private mutating func look(_ trial: Int, _ percent: Double = 35) throws {
    for subscriber in subscribers where world.chance(percent) {
      for text in subscriber.peer.texts() {
        #expect(!isReal(text), "trial \(trial), \(world.cover), \(subscriber.kind): \(text)")
        note(text)
      }
    }
  }

  private func lookAtControl(_ trial: Int) throws {
    let rows = try world.control.result("subscribers").objects("subscribers")
    for session in rows.compactMap({ $0.text("session") }) where !session.hasPrefix("c") {
      let text = try world.control.call("explain", "{\"session\":\"\(session)\"}").description
      #expect(!hasRealPlace(text), "trial \(trial), explain: \(text)")
    }
    for method in ["subscribers", "overrides", "status", "metrics"] {
      let text = try world.control.call(method).description
      #expect(!hasRealPlace(text), "trial \(trial), \(method): \(text)")
    }
  }

  /// Whether a line tells where the receiver is, its satellites and its name among it.
  private func isReal(_ text: String) -> Bool {
    if hasRealPlace(text) { return true }
    // What says nothing of the place may keep its receiver's name, and answers repeat the request.
    let isHarmless = ["ATT", "PPS", "ERROR", "WATCH"].contains { name in
      text.contains("\"class\":\"\(name)\"")
    }
    // A receiver that is hidden now is said to be gone.
    guard !isHarmless, !text.contains("\"activated\":0"), !world.cover.contains("fault") else {
      return false
    }
    return text.lowercased().contains("\"prn\":199") || text.contains("/dev/tty")
  }

  private func hasRealPlace(_ text: String) -> Bool {
    if text.contains("\"regions\"") || text.contains("\"region\"") { return false }
    let marks = [
      "\"longitude\":20", "\"longitude\":19.", "\"lon\":20", "\"lon\":19.", "\"latitude\":10.",
      "\"lat\":10.", "\"latitude\":9.9", ",02000.", ",01959.", "$GN", "b5620107", "itude\":1010.1",
      "MSL\":1010.1",
      "\"lat\":3", "AIS",
    ]
    return marks.contains { text.contains($0) }
  }

  private mutating func note(_ text: String) {
    if text.hasPrefix("$") {
      seen[String(text.prefix(6)), default: 0] += 1
      return
    }
    guard let object = JSONObject(text) else { return }
    if let name = object.text("class") {
      if name != "POLL" || text.contains("\"lat\":") { seen[name, default: 0] += 1 }
    } else if let method = object.text("method") {
      seen[method, default: 0] += 1
    } else if object.object("result")?.object("location") != nil {
      seen["location", default: 0] += 1
    }
  }
}
