// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore
internal import LocationProtocol

/// What `monitor` shows on a terminal: the latest of everything, readable at a glance.
///
/// Pure: callbacks and the time go in, lines come out.
struct MonitorScreen {
  /// One line of the block.
  struct Line: Hashable {
    enum Emphasis {
      case plain
      case strong
      case warning
    }

    var label: String
    var value: String
    var emphasis = Emphasis.plain
  }

  private(set) var location: LocationMessage?
  /// Monotonic nanoseconds; the receiver's clock may be wrong, so the age is counted from here.
  private var received: Int64 = 0
  private var authorization: Authorization?
  private(set) var loss: LocationError?
  private var heading: Heading?
  private(set) var sky: SkyView?
  private var regions: [String: String] = [:]
  private var conflated = 0
  private var count = 0

  /// Takes a callback; the result is an event to leave standing above the block, if it is one.
  mutating func take(_ message: CallbackMessage, at now: Int64) -> String? {
    let callback = message.callback
    conflated += message.conflated
    switch callback {
    case .didUpdateLocations(let locations):
      location = locations.last ?? location
      count += locations.count
      received = now
      loss = nil
      return nil
    case .didUpdateHeading(let heading):
      self.heading = heading
      return nil
    case .didUpdateSatellites(let sky):
      self.sky = sky
      return nil
    case .didChangeAuthorization(let authorization):
      let isFirst = self.authorization == nil
      self.authorization = authorization
      if !authorization.allowsLocation { location = nil }
      // What only full accuracy tells is known no more; the daemon tells it again with it.
      if !authorization.allowsLocation || authorization.accuracy == .reduced {
        regions = [:]
        sky = nil
      }
      if isFirst && authorization.allowsLocation { return nil }
    case .didFailWithError(let error): loss = error
    case .didDetermineState(let identifier, let state): regions[identifier] = state.rawValue
    case .didEnterRegion(let identifier, _): regions[identifier] = RegionState.inside.rawValue
    case .didExitRegion(let identifier, _): regions[identifier] = RegionState.outside.rawValue
    default: break
    }
    return CallbackText.line(callback)
  }

  /// The block at that time.
  func block(at now: Int64) -> [Line] {
    var lines = stateLines()
    if let location {
      lines += LocationText.fields(location).map { line($0.label, $0.value, of: location) }
    }
    if let heading {
      lines.append(Line(label: "heading", value: CallbackText.headingText(heading)))
    }
    if let sky { lines.append(Line(label: "in view", value: CallbackText.skyText(sky))) }
    if !regions.isEmpty {
      let states = regions.sorted { $0.key < $1.key }.map { "\(printable($0.key)) \($0.value)" }
      lines.append(Line(label: "regions", value: states.joined(separator: ", ")))
    }
    if let location {
      lines.append(Line(label: "age", value: ageText(location, at: now)))
    }
    return lines
  }

  private func stateLines() -> [Line] {
    var lines: [Line] = []
    if let authorization, !authorization.allowsLocation || authorization.accuracy == .reduced {
      let text = CallbackText.authorizationText(authorization)
      lines.append(Line(label: "permission", value: String(text.dropFirst(15)), emphasis: .warning))
    }
    if let loss {
      let text = loss.code == .locationUnknown ? "no fix" : loss.code.name
      let message = loss.message.isEmpty ? "" : ": \(printable(loss.message))"
      lines.append(Line(label: "state", value: text + message, emphasis: .warning))
    } else if location == nil {
      lines.append(Line(label: "state", value: "waiting for a location"))
    }
    return lines
  }

  private func line(_ label: String, _ value: String, of location: LocationMessage) -> Line {
    switch label {
    case "position":
      Line(label: loss == nil ? label : "last seen", value: value, emphasis: .strong)
    case "simulated" where location.source.isSimulatedBySoftware:
      Line(label: label, value: value.uppercasedFirstWord, emphasis: .warning)
    default: Line(label: label, value: value)
    }
  }

  private func ageText(_ location: LocationMessage, at now: Int64) -> String {
    let age = Double(max(0, now - received)) / 1e9
    let missed = conflated > 0 ? ", \(conflated) skipped" : ""
    let total = count == 1 ? "1 location so far" : "\(count) locations so far"
    return "\(spanText(age))  (fix of \(location.timestamp.text ?? "no time"), \(total)\(missed))"
  }
}

extension String {
  /// `yes, by …` as `YES, by …`, to be seen without colour too.
  fileprivate var uppercasedFirstWord: String {
    let word = prefix { $0 != " " }
    return word.uppercased() + dropFirst(word.count)
  }
}
