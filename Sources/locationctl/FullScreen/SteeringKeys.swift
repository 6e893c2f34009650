// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationClient
internal import LocationCore
internal import LocationProtocol

/// What the keys of the full screen do, by the control socket, and what is in force there.
///
/// Without that socket it says why, and the screen goes on.
final class SteeringKeys {
  private static let steps = 0.1...100_000.0

  /// Seconds for an answer; the screen stands still meanwhile.
  private static let patience = 3.0

  /// Metres of a nudge.
  private(set) var step = 10.0
  /// What the last key did, or why it did nothing.
  private(set) var message = PassingMessage()
  /// A line for each override, or the reason why they are not known.
  private(set) var overrides: [String] = []
  private let context: Context
  private var control: LocationConnection?
  /// Where the last nudge went, for as long as what is shown may not have heard of it.
  private var goal = NudgeGoal()
  /// Whether a route stands still, by its identifier.
  private var routes: [String: Bool] = [:]

  init(_ context: Context) {
    self.context = context
  }

  /// Looks what is in force.
  func look() {
    do throws(Failure) {
      let result = try call("overrides")
      let found = result["overrides"]?.elements ?? []
      routes = [:]
      for override in found {
        // One that has ended can neither be paused nor go on.
        guard let id = override["id"]?.text, let state = override["progress"]?["state"]?.text,
          state != "ended"
        else { continue }
        routes[id] = state == "paused"
      }
      overrides = found.isEmpty ? ["nothing"] : found.map(Self.line)
    } catch {
      overrides = [error.message ?? "not known"]
    }
  }

  /// Sets the location so many metres from where it is told to be.
  func nudge(_ location: LocationMessage?, course: Double) {
    let now = LocationConnection.deadline(after: 0)
    guard let location,
      let shown = Coordinate(latitude: location.latitude, longitude: location.longitude),
      case let start = goal.start(shown, overrides: location.source.overrides ?? [], at: now),
      let end = Geodesic.destination(from: start, course: course, distance: step)?.coordinate
    else {
      say("there is no location to nudge")
      return
    }
    var params: [String: JSONValue] = [
      "kind": .string("set"), "latitude": .number(end.latitude),
      "longitude": .number(end.longitude),
      "horizontalAccuracy": .number(location.horizontalAccuracy),
    ]
    params["altitude"] = location.altitude.map { .number($0) }
    act("setOverride", params) { result in
      goal = NudgeGoal(end, override: result["id"]?.text ?? "", at: now)
      return "set \(shortNumber(end.latitude)),\(shortNumber(end.longitude))"
    }
  }

  func enlargeStep() { change(to: step * 10) }
  func reduceStep() { change(to: step / 10) }

  private func change(to wanted: Double) {
    step = min(max(wanted, Self.steps.lowerBound), Self.steps.upperBound)
    say("a nudge is \(shortNumber(step)) m")
  }

  /// Pauses every route if one plays, else resumes them.
  func togglePlayback() {
    look()
    guard !routes.isEmpty else {
      say("no route plays")
      return
    }
    let isPlaying = routes.values.contains(false)
    act(isPlaying ? "pause" : "resume") { result in
      let ids = (result["ids"]?.elements ?? []).compactMap(\.text).map(printable)
      return "\(isPlaying ? "paused" : "resumed") \(ids.joined(separator: ", "))"
    }
  }

  func clear() {
    act("clearOverrides") { _ in "cleared; locations are real again" }
  }

  private func say(_ text: String) {
    message = PassingMessage(text, at: LocationConnection.deadline(after: 0))
  }

  private func act(
    _ method: String,
    _ params: [String: JSONValue] = [:],
    _ said: (JSONValue) -> String
  ) {
    do throws(Failure) {
      say(said(try call(method, params)))
      look()
    } catch {
      say(error.message ?? "interrupted")
    }
  }

  /// Connects when it is needed, and again after a loss.
  private func call(
    _ method: String,
    _ params: [String: JSONValue] = [:]
  ) throws(Failure) -> JSONValue {
    let connection: LocationConnection
    if let control { connection = control } else { connection = try context.control() }
    control = connection
    do throws(Failure) {
      return try context.call(connection, method, params, timeout: Self.patience)
    } catch {
      if error.kind != .badData { control = nil }
      throw error
    }
  }

  private static func line(_ override: JSONValue) -> String {
    let text = { (name: String) in printable(override[name]?.text ?? "") }
    // Where the summary has nothing but the name, that stands in the kind already.
    let summary = text("kind").hasSuffix(text("summary")) ? "" : " \(text("summary"))"
    var words = ["\(text("id")) \(text("kind"))\(summary)"]
    if let target = override["target"]?.text, target != "all" {
      words.append("for \(printable(target))")
    }
    if let progress = override["progress"] {
      let elapsed = progress["elapsed"]?.double.map(spanText) ?? ""
      words.append("\(printable(progress["state"]?.text ?? "")) at \(elapsed)")
    }
    if let left = override["expiresIn"]?.double { words.append("\(spanText(left)) left") }
    if let owner = override["owner"]?["unit"]?.text { words.append("by \(printable(owner))") }
    return words.joined(separator: ", ")
  }
}
