// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationClient
internal import LocationProtocol

/// `clear`: back to real locations.
enum ClearOverrides {
  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) {
    let connection = try context.control()
    let ids = invocation.texts
    let params: [String: JSONValue] =
      ids.isEmpty ? [:] : ["ids": .array(ids.map { .string($0) })]
    let result = try context.call(connection, "clearOverrides", params)
    guard !invocation.has(.json) else {
      try context.output.json(result)
      return try context.requireSaved(result)
    }
    let cleared = (result["cleared"]?.elements ?? []).compactMap(\.text).map(printable)
    try context.output.line(
      cleared.isEmpty ? "no override was in force" : "cleared \(cleared.joined(separator: ", "))"
    )
    try context.requireSaved(result)
  }
}

/// Requests about the daemon itself that need no text of their own.
enum Daemon {
  static func metrics(_ invocation: Invocation, _ context: Context) throws(Failure) {
    let result = try context.call(try context.control(), "metrics")
    guard !invocation.has(.json) else { return try context.output.json(result) }
    let text = result["text"]?.text ?? ""
    let lines = text.split(separator: "\n").map { printable(String($0)) }
    try context.output.lines(lines)
  }

  static func reload(_ invocation: Invocation, _ context: Context) throws(Failure) {
    let result = try context.call(try context.control(), "reload")
    guard !invocation.has(.json) else { return try context.output.json(result) }
    try context.output.line("the configuration is in force")
  }
}
