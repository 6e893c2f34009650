// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationClient
internal import LocationCore
internal import LocationProtocol

/// `privacy`: who may know the location.
enum Privacy {
  static func grant(_ invocation: Invocation, _ context: Context) throws(Failure) {
    try decide("privacyGrant", invocation, context)
  }

  static func revoke(_ invocation: Invocation, _ context: Context) throws(Failure) {
    try decide("privacyRevoke", invocation, context)
  }

  private static func decide(
    _ method: String,
    _ invocation: Invocation,
    _ context: Context
  ) throws(Failure) {
    guard let selector = invocation.texts.first else { return }
    var params: [String: JSONValue] = ["selector": .string(selector)]
    if invocation.has(.reduced) { params["reduced"] = .bool(true) }
    let result = try context.call(try context.control(), method, params)
    if invocation.has(.json) {
      try context.output.json(result)
    } else {
      try context.output.line(line(result))
      if let warning = result["warning"]?.text { context.note(printable(warning)) }
    }
    try context.requireSaved(result)
  }

  static func reset(_ invocation: Invocation, _ context: Context) throws(Failure) {
    var params: [String: JSONValue] = [:]
    params["selector"] = invocation.texts.first.map { .string($0) }
    let result = try context.call(try context.control(), "privacyReset", params)
    guard !invocation.has(.json) else {
      try context.output.json(result)
      return try context.requireSaved(result)
    }
    let count = result["reset"]?.double ?? 0
    if count == 0 {
      let selector = invocation.texts.first
      let what = selector.map { " for \(printable($0))" } ?? ""
      return try context.output.line("no decision\(what) was there to forget; see privacy list")
    }
    try context.output.line(
      count == 1 ? "forgot 1 decision" : "forgot \(shortNumber(count)) decisions"
    )
    try context.requireSaved(result)
  }

  static func list(_ invocation: Invocation, _ context: Context) throws(Failure) {
    let result = try context.call(try context.control(), "privacyList")
    guard !invocation.has(.json) else { return try context.output.json(result) }
    var table = TextTable("BY", "SELECTOR", "DECISION")
    for row in result["decisions"]?.elements ?? [] {
      table.add("decision", row["selector"]?.text ?? "-", row["decision"]?.text ?? "-")
    }
    for row in result["rules"]?.elements ?? [] {
      table.add("rule", row["selector"]?.text ?? "-", row["decision"]?.text ?? "-")
    }
    table.add("default", "all", result["fallback"]?.text ?? "-")
    try context.output.lines(table.lines)
  }

  /// `reduced for unit=compass.service`.
  static func line(_ result: JSONValue) -> String {
    let decision = printable(result["decision"]?.text ?? "decided")
    return "\(decision) for \(printable(result["selector"]?.text ?? "-"))"
  }
}

/// `explain`: why a subscriber last got, or did not get, a location.
enum Explain {
  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) {
    guard let session = invocation.texts.first else { return }
    let result = try context.call(
      try context.control(),
      "explain",
      ["session": .string(session)]
    )
    guard !invocation.has(.json) else { return try context.output.json(result) }
    var lines = ["\(printable(session)): \(printable(result["text"]?.text ?? "-"))"]
    let overrides = result["overrides"]?.elements.compactMap(\.text) ?? []
    lines.append(
      overrides.isEmpty
        ? "it sees no override"
        : "it sees override \(overrides.map(printable).joined(separator: ", "))"
    )
    if let age = result["lastDelivered"]?.double {
      lines.append("its last location was sent \(spanText(age)) ago")
    }
    try context.output.lines(lines)
  }
}
