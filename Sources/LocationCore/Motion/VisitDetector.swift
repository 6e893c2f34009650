// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Finds visits: arrivals at places where the device stays, and departures from them.
///
/// A visit begins when locations have stayed within 100 m (and their own error, up to 100 m more)
/// for five minutes; its arrival is the time of the first of them, which for somebody who comes on
/// foot is up to four minutes before standing still. It ends when locations have
/// been outside for a minute, or at once at a jump that is no movement; its departure is the time
/// of the last location inside. Locations less accurate than 200 m say nothing. Where there were
/// no locations the device is taken to have stayed if it is near the same place afterwards.
package struct VisitDetector {
  /// Metres.
  package static let radius = 100.0
  /// Seconds.
  package static let shortestStay = 300.0
  /// Seconds.
  package static let departurePatience = 60.0

  private var stay: Stay?
  private var hasArrived = false

  package init() {}

  /// Forgets the place: authorization has changed.
  package mutating func reset() {
    stay = nil
    hasArrived = false
  }

  /// Takes in one location; returns an arrival (no departure date) or a departure (both dates).
  package mutating func update(_ location: Location, now: Instant) -> Visit? {
    let fix = location.fix
    guard var current = stay else {
      stay = Self.begin(fix, now)
      return nil
    }
    switch current.take(fix, now: now) {
    case .ignored: return nil
    case .straying:
      stay = current
      return nil
    case .inside:
      stay = current
      guard !hasArrived, current.duration >= Self.shortestStay else { return nil }
      hasArrived = true
      return Self.visit(current, departure: nil)
    case .left:
      let departure = hasArrived ? Self.visit(current, departure: current.lastTime) : nil
      hasArrived = false
      var next = current.successor
      _ = next.take(fix, now: now)
      stay = next
      return departure
    }
  }

  private static func begin(_ fix: Fix, _ now: Instant) -> Stay? {
    let settings = Stay.Settings(radius: radius, patience: departurePatience)
    guard fix.horizontalAccuracy <= settings.coarsestAccuracy else { return nil }
    return Stay(fix, now: now, settings: settings)
  }

  private static func visit(_ stay: Stay, departure: UTCTime?) -> Visit {
    Visit(
      coordinate: stay.coordinate,
      horizontalAccuracy: stay.horizontalAccuracy,
      arrival: stay.startTime,
      departure: departure
    )
  }
}
