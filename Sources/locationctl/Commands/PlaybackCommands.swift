// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationClient
internal import LocationProtocol

/// `pause`, `resume` and `seek`: the keys of a player.
enum PlaybackCommands {
  static func pause(_ invocation: Invocation, _ context: Context) throws(Failure) {
    try control("pause", "paused", [:], invocation, context)
  }

  static func resume(_ invocation: Invocation, _ context: Context) throws(Failure) {
    try control("resume", "resumed", [:], invocation, context)
  }

  static func seek(_ invocation: Invocation, _ context: Context) throws(Failure) {
    guard let seconds = invocation.durations.first else { return }
    try control("seek", "moved", ["seconds": .number(seconds)], invocation, context)
  }

  private static func control(
    _ method: String,
    _ done: String,
    _ params: [String: JSONValue],
    _ invocation: Invocation,
    _ context: Context
  ) throws(Failure) {
    var params = params
    params["id"] = invocation.texts.first.map { .string($0) }
    let result = try context.call(try context.control(), method, params)
    guard !invocation.has(.json) else { return try context.output.json(result) }
    let ids = (result["ids"]?.elements ?? []).compactMap(\.text).map(printable)
    try context.output.line("\(done) \(ids.joined(separator: ", "))")
  }
}

/// `list` and `run`: the built-in scenarios.
enum Scenarios {
  static func list(_ invocation: Invocation, _ context: Context) throws(Failure) {
    let result = try context.call(try context.control(), "scenarios")
    let rows = result["scenarios"]?.elements ?? []
    guard !invocation.has(.json) else {
      for row in rows { try context.output.json(row) }
      return
    }
    var table = TextTable("SCENARIO", "WHAT")
    for row in rows { table.add(row["name"]?.text ?? "-", row["summary"]?.text ?? "-") }
    try context.output.lines(table.lines)
  }

  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) {
    guard let name = invocation.texts.first else { return }
    var params: [String: JSONValue] = ["kind": .string("run"), "scenario": .string(name)]
    params["seed"] = invocation.integer(.seed).map { .integer(Int64($0)) }
    params["rate"] = invocation.number(.rate).map { .number($0) }
    if invocation.has(.once) { params["loop"] = .bool(false) }
    try OverrideRequest(invocation, params: params).run(printable(name), context)
  }
}
