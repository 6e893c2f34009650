// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationClient
internal import LocationProtocol

/// The commands that list things: a table for people, one object per line for programs.
enum Lists {
  static func overrides(_ invocation: Invocation, _ context: Context) throws(Failure) {
    let rows = try list("overrides", invocation, context)
    guard let rows else { return }
    guard !rows.isEmpty else { return try context.output.line("no override is in force") }
    try context.output.lines(overrideTable(rows))
  }

  static func subscribers(_ invocation: Invocation, _ context: Context) throws(Failure) {
    let rows = try list("subscribers", invocation, context)
    guard let rows else { return }
    guard !rows.isEmpty else { return try context.output.line("nobody is connected") }
    try context.output.lines(subscriberTable(rows))
  }

  static func regions(_ invocation: Invocation, _ context: Context) throws(Failure) {
    let rows = try list("regions", invocation, context)
    guard let rows else { return }
    guard !rows.isEmpty else { return try context.output.line("no region is monitored") }
    try context.output.lines(regionTable(rows))
  }

  /// The rows for a table, or nil when they have been printed as JSON.
  private static func list(
    _ method: String,
    _ invocation: Invocation,
    _ context: Context
  ) throws(Failure) -> [JSONValue]? {
    let rows = try context.call(try context.control(), method)[method]?.elements ?? []
    guard invocation.has(.json) else { return rows }
    for row in rows { try context.output.json(row) }
    return nil
  }

  static func overrideTable(_ rows: [JSONValue]) -> [String] {
    var table = TextTable("ID", "KIND", "WHAT", "TARGET", "OWNER", "SINCE", "ENDS")
    for row in rows {
      table.add(
        row["id"]?.text ?? "-",
        row["kind"]?.text ?? "-",
        (row["summary"]?.text ?? "-") + progress(row["progress"]),
        row["target"]?.text ?? "all",
        row["owner"].map(owner) ?? "-",
        row["created"]?.text ?? "-",
        ending(row)
      )
    }
    return table.lines
  }

  static func subscriberTable(_ rows: [JSONValue]) -> [String] {
    var table = TextTable(
      "SESSION",
      "SURFACE",
      "WHO",
      "CLIENT",
      "ACCESS",
      "ASKED FOR",
      "OVERRIDES",
      "SENT",
      "LAST"
    )
    for row in rows {
      let client = row["client"].map { client in
        [client["name"]?.text, client["version"]?.text].compactMap { $0 }.joined(separator: " ")
      }
      table.add(
        row["session"]?.text ?? "-",
        row["surface"]?.text ?? "-",
        owner(row),
        client ?? "-",
        access(row["authorization"]),
        joined(row["subscriptions"]),
        joined(row["overrides"]),
        delivered(row),
        row["lastDelivered"]?.double.map { "\(spanText($0)) ago" } ?? "-"
      )
    }
    return table.lines
  }

  static func regionTable(_ rows: [JSONValue]) -> [String] {
    var table = TextTable("SESSION", "REGION", "STATE", "AREA")
    for row in rows {
      table.add(
        row["session"]?.text ?? "-",
        row["identifier"]?.text ?? "-",
        row["state"]?.text ?? "-",
        row["region"].map(area) ?? "-"
      )
    }
    return table.lines
  }

  /// The systemd unit or else the user, with the process.
  private static func owner(_ row: JSONValue) -> String {
    let uid = row["uid"]?.double.map { "uid \(shortNumber($0))" }
    let name = row["unit"]?.text ?? row["user"]?.text ?? uid ?? "-"
    return name + (row["pid"]?.double.map { " [\(shortNumber($0))]" } ?? "")
  }

  /// `, playing, 5 s of 1 min, 55 s left`.
  private static func progress(_ progress: JSONValue?) -> String {
    guard let progress, let state = progress["state"]?.text else { return "" }
    var words = ["", state]
    if let elapsed = progress["elapsed"]?.double {
      let total = progress["total"]?.double.map { " of \(spanText($0))" } ?? ""
      words.append(spanText(elapsed) + total)
    }
    if let remaining = progress["remaining"]?.double { words.append("\(spanText(remaining)) left") }
    return words.joined(separator: ", ")
  }

  private static func ending(_ row: JSONValue) -> String {
    var words: [String] = []
    if let seconds = row["expiresIn"]?.double { words.append("in \(spanText(seconds))") }
    if row["lease"]?.flag == true { words.append("with its command") }
    if words.isEmpty { words.append("when cleared") }
    if row["persist"]?.flag == true { words.append("survives a restart") }
    return words.joined(separator: ", ")
  }

  private static func access(_ authorization: JSONValue?) -> String {
    guard let status = authorization?["status"]?.text else { return "-" }
    let isReduced = authorization?["accuracy"]?.text == "reduced"
    return status + (isReduced ? ", reduced" : "")
  }

  private static func delivered(_ row: JSONValue) -> String {
    let conflated = row["conflated"]?.double ?? 0
    let skipped = conflated > 0 ? " (\(shortNumber(conflated)) skipped)" : ""
    return (row["delivered"]?.double.map { shortNumber($0) } ?? "-") + skipped
  }

  private static func joined(_ list: JSONValue?) -> String {
    let words = list?.elements.compactMap(\.text) ?? []
    return words.isEmpty ? "-" : words.joined(separator: ", ")
  }

  private static func area(_ region: JSONValue) -> String {
    if let latitude = region["latitude"]?.double, let longitude = region["longitude"]?.double {
      let center = "\(shortNumber(latitude)),\(shortNumber(longitude))"
      return center + (region["radius"]?.double.map { ", \(shortNumber($0, 1)) m" } ?? "")
    }
    let corners = region["polygon"]?.elements.count ?? 0
    return corners > 0 ? "polygon of \(corners) points" : "-"
  }
}
