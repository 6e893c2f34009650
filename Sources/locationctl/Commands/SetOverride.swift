// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationClient
internal import LocationCore
internal import LocationProtocol

/// `set`: one point in place of every location.
enum SetOverride {
  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) {
    guard let point = invocation.coordinates.first else { return }
    var params: [String: JSONValue] = [
      "kind": .string("set"),
      "latitude": .number(point.latitude),
      "longitude": .number(point.longitude),
    ]
    params["altitude"] = invocation.number(.altitude).map { .number($0) }
    params["horizontalAccuracy"] = invocation.number(.horizontalAccuracy).map { .number($0) }
    params["verticalAccuracy"] = invocation.number(.verticalAccuracy).map { .number($0) }
    params["speed"] = invocation.number(.speed).map { .number($0) }
    // North is 0 on the wire, never 360.
    params["course"] = invocation.number(.course).map { .number($0 == 360 ? 0 : $0) }
    let place = "\(shortNumber(point.latitude, 9)),\(shortNumber(point.longitude, 9))"
    try OverrideRequest(invocation, params: params).run(place, context)
  }
}

/// What all commands that set an override do alike: lifetime, target, lease, and the report.
struct OverrideRequest {
  let params: [String: JSONValue]
  private let lifetime: Double?
  private let isLease: Bool
  private let isPersistent: Bool
  private let target: String
  private let isJSON: Bool

  init(_ invocation: Invocation, params: [String: JSONValue]) throws(Failure) {
    lifetime = invocation.duration(.lifetime)
    isLease = invocation.has(.lease)
    isPersistent = invocation.has(.persist)
    target = invocation.text(.target) ?? "all"
    isJSON = invocation.has(.json)
    guard !isLease || !isPersistent else {
      throw .usage("--lease and --persist exclude each other: a lease ends with this command")
    }
    var params = params
    params["target"] = .string(target)
    params["duration"] = lifetime.map { .number($0) }
    if isLease { params["lease"] = .bool(true) }
    if isPersistent { params["persist"] = .bool(true) }
    self.params = params
  }

  /// Sets the override, says so, and with a lease holds it until a signal or the end of its time.
  func run(_ description: String, _ context: Context) throws(Failure) {
    let connection = try context.control()
    let result = try context.call(connection, "setOverride", params)
    guard let id = result["id"]?.text else {
      throw .unreachable("locationd answered setOverride without an id")
    }
    if isJSON {
      try context.output.json(result)
    } else {
      try context.output.line(report(printable(id), description))
    }
    guard isLease else { return }
    try context.untilInterrupted { () throws(Failure) in
      let deadline = lifetime.map { LocationConnection.deadline(after: $0) }
      while try context.next(connection, until: deadline) != nil {}
    }
  }

  /// `o3: 48.8584,2.2945 for everyone, until cleared`.
  func report(_ id: String, _ description: String) -> String {
    let who = target == "all" ? "everyone" : printable(target)
    var ends: [String] = []
    if let lifetime { ends.append("for \(spanText(lifetime))") }
    if isLease { ends.append("until this command ends") }
    if ends.isEmpty { ends.append("until cleared") }
    if isPersistent { ends.append("kept over a restart of the daemon") }
    return "\(id): \(description) for \(who), \(ends.joined(separator: ", "))"
  }
}
