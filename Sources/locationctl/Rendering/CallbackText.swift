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

  /// The satellites by system and number, those used first, the strongest of each first.
  static func skyText(_ sky: SkyView) -> String {
    let used = sky.usedCount ?? sky.satellites.count { $0.isUsed }
    let visible = sky.visibleCount ?? sky.satellites.count
    var parts = ["\(used) used of \(visible)"]
    let usedNames = names(sky.satellites.filter(\.isUsed))
    let otherNames = names(sky.satellites.filter { !$0.isUsed })
    if !usedNames.isEmpty { parts.append("used \(usedNames)") }
    if !otherNames.isEmpty { parts.append("not used \(otherNames)") }
    if sky.satellites.contains(where: { $0.signal != nil }) {
      parts[0] += ", signal in dB-Hz"
    }
    return parts.joined(separator: "; ")
  }

  /// `GPS 20 (48), GPS 7`, the signal in parentheses.
  private static func names(_ satellites: [SkyView.Satellite]) -> String {
    satellites.sorted { ($0.signal ?? 0) > ($1.signal ?? 0) }
      .map { satellite in
        "\(printable(satellite.system)) \(satellite.prn)"
          + (satellite.signal.map { " (\(fixed($0, 0)))" } ?? "")
      }
      .joined(separator: ", ")
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
