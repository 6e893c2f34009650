// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LinuxIO
import LocationCore
import LocationServer
import LocationTestSupport
import Testing

/// What a subscriber is told is the same, in the same order, whoever else looks at whatever view.
@Suite struct ViewOrderTests {
  /// What a subscriber asks for.
  private enum Wish: CaseIterable {
    case everything
    case filtered
    case requests
    case slow
  }

  private struct Place: Hashable {
    let uid: UInt32
    let wish: Wish
  }

  private static let places = (1000...1004).flatMap { uid in
    Wish.allCases.map { Place(uid: uid, wish: $0) }
  }

  private func start(_ place: Place, _ harness: ServerHarness) throws -> Peer {
    let peer = try harness.subscriber(
      uid: place.uid,
      sendBuffer: place.wish == .slow ? 4608 : nil
    )
    switch place.wish {
    case .everything:
      try peer.call("startUpdatingLocation", #"{"pausesAutomatically":true}"#)
      try peer.call(
        "startMonitoring",
        #"{"region":{"identifier":"a","latitude":10,"longitude":20,"radius":600}}"#
      )
      try peer.call("startUpdatingHeading", #"{"headingFilter":10}"#)
      for method in [
        "startUpdatingSatellites", "startMonitoringVisits",
        "startMonitoringSignificantLocationChanges",
      ] { try peer.call(method) }
    case .filtered: try peer.call("startUpdatingLocation", #"{"distanceFilter":25}"#)
    case .requests: break
    case .slow: try peer.call("startUpdatingLocation")
    }
    return peer
  }

  /// What each of the subscribers is told in the course of the same scene.
  private func told(_ places: [Place], gone: [Place] = []) throws -> [Place: [String]] {
    var settings = ServiceSettings()
    settings.limits.stallTimeout = 86_400
    let harness = try ServerHarness(settings)
    let control = try harness.controller()
    try control.offset(1001...1004)
    let peers = try (places + gone).map { ($0, try start($0, harness)) }
    var told: [Place: [String]] = [:]
    for step in 0..<360 {
      for (place, peer) in peers {
        if place.wish == .requests, step % 5 == 0 {
          let params = step % 10 == 0 ? "{}" : #"{"desiredAccuracy":15}"#
          try peer.call(waiting: "requestLocation", params)
        }
        if place.wish == .slow, [40, 80, 330].contains(step) { try peer.block(harness) }
      }
      // Found gone by a location, or by what is told before it: the pause.
      for (place, peer) in peers.suffix(gone.count)
      where step == (place.wish == .everything ? 300 : 45) {
        shutdown(peer.raw, Int32(SHUT_RD))
      }
      // Still for long enough to pause, then away and back.
      let metres = step < 330 ? Double(step % 3) : Double((step - 330) * 80)
      harness.fix(10 + metres / metresPerDegree, 20) { if step % 10 == 7 { $0.eph = 12 } }
      if step % 20 == 3 {
        var attitude = Attitude(device: ServerHarness.device)
        attitude.trueHeading = Double(step)
        harness.service.receive(.attitude(attitude))
      }
      if step == 50 || step == 345 { harness.advance(30) }
      for (index, (place, peer)) in peers.enumerated() where index < places.count {
        guard place.wish != .slow || step % 90 == 89 else { continue }
        told[place, default: []] += peer.texts()
      }
    }
    #expect(harness.service.counters.sessionsClosed == UInt64(gone.count))
    return told
  }

  @Test func `callbacks are those that the subscribers of a view get without others`() throws {
    let gone = (1000...1004).flatMap { uid in
      [Wish.filtered, .everything].map { Place(uid: uid, wish: $0) }
    }
    let all = try told(Self.places, gone: gone)
    #expect(all.count == Self.places.count)
    var apart: [Place: [String]] = [:]
    for user: UInt32 in 1000...1004 {
      apart.merge(try told(Self.places.filter { $0.uid == user })) { one, _ in one }
    }
    for place in Self.places {
      let alone = apart[place] ?? []
      let among = all[place] ?? []
      #expect(among.count == alone.count && alone.count > 12, "\(place)")
      if let (one, other) = zip(among, alone).first(where: { $0 != $1 }) {
        Issue.record("\(place): \(one) instead of \(other)")
      }
      let kinds =
        place.wish == .everything ? ["Pause", "Resume", "Exit", "Visit", "Fail"] : ["Update"]
      for kind in kinds { #expect(alone.contains { $0.contains("did\(kind)") }, "\(kind)") }
      for (line, next) in zip(alone, alone.dropFirst()) where next.contains("didExitRegion") {
        #expect(line.contains("didUpdateLocations"), "the location comes before what it means")
      }
      if place.wish == .everything {
        let numbers = alone.compactMap(JSONObject.init).flatMap {
          $0.object("params")?.objects("locations").compactMap { $0.integer("sequence") } ?? []
        }
        #expect(numbers.count == Set(numbers).count, "each once")
      }
      if place.wish == .slow { #expect(alone.contains { $0.contains("conflated") }) }
    }
  }

  @Test func `points pushed at once reach each view in their order`() throws {
    let harness = try ServerHarness()
    let control = try harness.controller()
    let id = try control.result("setOverride", #"{"kind":"push"}"#).text("id") ?? ""
    try control.offset(1001...1003)
    let users = (0..<21).map { UInt32(1000 + $0 % 4) }
    let peers = try users.map { try harness.started(uid: $0) }
    let points = (0..<5).map { #"{"latitude":\#(10 + Double($0) / 100),"longitude":20}"# }
    _ = try control.result(
      "pushLocations",
      #"{"id":"\#(id)","points":[\#(points.joined(separator: ","))]}"#
    )
    for (user, peer) in zip(users, peers) {
      let offset = 100 * Double(user - 1000)
      let told = try peer.metresNorth()
      #expect(told.count == 5)
      for (step, metres) in told.enumerated() {
        #expect(abs(metres - offset - Double(step) * metresPerDegree / 100) <= 2)
      }
    }
  }
}
