// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore
internal import LocationProtocol

/// A callback other than a location, in one line.
enum CallbackText {
  /// Nil for callbacks that have a place of their own on a screen.
  static func line(_ callback: Callback<LocationMessage>) -> String? {
    switch callback {
    case .didUpdateLocations: nil
    case .didChangeAuthorization(let authorization): authorizationText(authorization)
    case .didFailWithError(let error): "failed: \(error.code.name): \(printable(error.message))"
    case .didUpdateHeading(let heading): "heading: \(headingText(heading))"
    case .didUpdateSatellites(let sky): "satellites: \(skyText(sky))"
    case .didChangeSource(let change): sourceText(change)
    case .didStartMonitoring(let identifier): "region \(printable(identifier)): monitored"
    case .monitoringDidFail(let identifier, let error):
      "region \(printable(identifier)): refused: \(printable(error.message))"
    case .didDetermineState(let identifier, let state):
      "region \(printable(identifier)): \(state.rawValue)"
    case .didEnterRegion(let identifier, let location):
      "region \(printable(identifier)): entered at \(place(location))"
    case .didExitRegion(let identifier, let location):
      "region \(printable(identifier)): left at \(place(location))"
    case .didVisit(let visit): visitText(visit)
    case .didPauseLocationUpdates: "paused: not moving"
    case .didResumeLocationUpdates: "resumed"
    }
  }

  static func authorizationText(_ authorization: Authorization) -> String {
    let accuracy =
      authorization.allowsLocation ? ", \(authorization.accuracy.rawValue) accuracy" : ""
    return "authorization: \(authorization.status.rawValue)\(accuracy)"
  }

  static func headingText(_ heading: Heading) -> String {
    var words: [String] = []
    if let degrees = heading.trueHeading {
      words.append("\(fixed(degrees, 0))° \(LocationText.compassPoint(degrees)) true")
    }
    if let degrees = heading.magneticHeading { words.append("\(fixed(degrees, 0))° magnetic") }
    if let accuracy = heading.headingAccuracy { words.append("± \(shortNumber(accuracy, 1))°") }
    return words.isEmpty ? "unknown" : words.joined(separator: ", ")
  }

  /// Each satellite by system and number with its signal; those used come first, marked.
  static func skyText(_ sky: SkyView) -> String {
    let used = sky.usedCount ?? sky.satellites.count { $0.isUsed }
    let visible = sky.visibleCount ?? sky.satellites.count
    let strongest = sky.satellites.sorted { left, right in
      (left.isUsed ? 1 : 0, left.signal ?? 0) > (right.isUsed ? 1 : 0, right.signal ?? 0)
    }
    let names = strongest.map { satellite in
      let signal = satellite.signal.map { " \(fixed($0, 0))" } ?? ""
      return
        "\(printable(satellite.system)) \(satellite.prn)\(satellite.isUsed ? "*" : "")\(signal)"
    }
    return "\(used) used of \(visible)"
      + (names.isEmpty ? "" : ": " + names.joined(separator: ", "))
  }

  private static func sourceText(_ change: SourceChange) -> String {
    let age = change.age.map { ", last fix \(spanText($0)) ago" } ?? ""
    return "source \(printable(change.device)): \(change.state.rawValue)\(age)"
  }

  private static func visitText(_ visit: Visit) -> String {
    let point = "\(fixed(visit.coordinate.latitude, 6)),\(fixed(visit.coordinate.longitude, 6))"
    let arrival = visit.arrival?.text.map { " from \($0)" } ?? ""
    let departure = visit.departure?.text.map { " until \($0)" } ?? ""
    return "visit: \(point) ±\(shortNumber(visit.horizontalAccuracy, 1)) m\(arrival)\(departure)"
  }

  private static func place(_ location: LocationMessage) -> String {
    "\(fixed(location.latitude, 6)),\(fixed(location.longitude, 6))"
  }
}
