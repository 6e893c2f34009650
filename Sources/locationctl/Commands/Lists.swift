// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationClient
internal import LocationCore
internal import LocationProtocol

/// The commands that list things: a table for people, one object per line for programs.
enum Lists {
  static func overrides(_ invocation: Invocation, _ context: Context) throws(Failure) {
    let rows = try list("overrides", invocation, context)
    guard let rows else { return }
    guard !rows.isEmpty else { return try context.output.line("no override is in force") }
    try context.output.lines(overrideTable(rows, width: context.output.tableWidth))
  }

  static func subscribers(_ invocation: Invocation, _ context: Context) throws(Failure) {
    let rows = try list("subscribers", invocation, context)
    guard let rows else { return }
    guard !rows.isEmpty else { return try context.output.line("nobody is connected") }
    try context.output.lines(subscriberTable(rows, width: context.output.tableWidth))
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

  /// One line for each override; where a terminal is too narrow, what it does follows on lines of
  /// its own, because a parameter that is cut away may be the one that matters.
  static func overrideTable(_ rows: [JSONValue], width: Int? = nil) -> [String] {
    let whole = overrideTable(rows, withWhat: true).lines
    guard let width, whole.contains(where: { $0.count > width }) else { return whole }
    let lines = overrideTable(rows, withWhat: false).lines(width: width)
    let details = rows.map { row in
      wrapped(printable(what(row)), width: width - 4).map { "    \($0)" }
    }
    return lines.prefix(1) + zip(lines.dropFirst(), details).flatMap { [$0] + $1 }
  }

  private static func overrideTable(_ rows: [JSONValue], withWhat: Bool) -> TextTable {
    var table = TextTable(
      ["ID", "KIND"] + (withWhat ? ["WHAT"] : []) + ["TARGET", "OWNER", "SINCE", "ENDS"]
    )
    table.elastic = [
      TextTable.Elastic(heading: "SINCE", minimum: 10, keepsEnd: true),
      TextTable.Elastic(heading: "OWNER", minimum: 8),
      TextTable.Elastic(heading: "TARGET", minimum: 8, keepsEnd: true),
      TextTable.Elastic(heading: "KIND", minimum: 8, keepsEnd: true),
      TextTable.Elastic(heading: "ENDS", minimum: 12),
    ]
    for row in rows {
      table.add(
        [row["id"]?.text ?? "-", row["kind"]?.text ?? "-"] + (withWhat ? [what(row)] : [])
          + [
            row["target"]?.text ?? "all",
            row["owner"].map(owner) ?? "-",
            row["created"]?.text.map(wholeSeconds) ?? "-",
            ending(row),
          ]
      )
    }
    return table
  }

  private static func what(_ row: JSONValue) -> String {
    (row["summary"]?.text ?? "-") + progress(row["progress"])
  }

  /// `--target` takes the names of users, units and programs as they stand here.
  static func subscriberTable(_ rows: [JSONValue], width: Int? = nil) -> [String] {
    var table = TextTable(
      "ID",
      "USER",
      "PROGRAM",
      "CLIENT",
      "ACCESS",
      "WANTS",
      "OVERRIDES",
      "SENT",
      "LAST"
    )
    table.elastic = [
      TextTable.Elastic(heading: "CLIENT", minimum: 6),
      TextTable.Elastic(heading: "PROGRAM", minimum: 12, keepsEnd: true),
      TextTable.Elastic(heading: "WANTS", minimum: 8),
      TextTable.Elastic(heading: "OVERRIDES", minimum: 5),
      TextTable.Elastic(heading: "SENT", minimum: 6),
      TextTable.Elastic(heading: "USER", minimum: 6),
      TextTable.Elastic(heading: "PROGRAM", minimum: 6, keepsEnd: true),
    ]
    for row in rows {
      let client = row["client"].map { client in
        [client["name"]?.text, client["version"]?.text].compactMap { $0 }.joined(separator: " ")
      }
      let surface = row["surface"]?.text ?? "native"
      table.add(
        (row["session"]?.text ?? "-") + (surface == "native" ? "" : " \(surface)"),
        user(row),
        row["userUnit"]?.text ?? row["unit"]?.text ?? row["exe"]?.text ?? "-",
        client ?? "-",
        access(row["authorization"]),
        wishes(row),
        joined(row["overrides"]),
        delivered(row),
        row["lastDelivered"]?.double.map { "\(spanText($0))" } ?? "-"
      )
    }
    return table.lines(width: width)
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

  /// The systemd unit, unless it is the manager of a user, or else the user, with the process.
  static func owner(_ row: JSONValue) -> String {
    guard let unit = row["unit"]?.text, !unit.hasPrefix("user@") else { return user(row) }
    return unit + process(row)
  }

  /// The name of the user, or the number of one without, with the process.
  static func user(_ row: JSONValue) -> String {
    guard let uid = row["uid"]?.double else { return "-" }
    let name = UInt32(exactly: uid).flatMap(UserDatabase.userName) ?? "uid \(shortNumber(uid))"
    return name + process(row)
  }

  private static func process(_ row: JSONValue) -> String {
    row["pid"]?.double.map { " [\(shortNumber($0))]" } ?? ""
  }

  /// What was asked for, in a word each instead of the method's name.
  static func wishes(_ row: JSONValue) -> String {
    let words = [
      "startUpdatingLocation": "location", "requestLocation": "one location",
      "startUpdatingHeading": "heading", "startUpdatingSatellites": "satellites",
      "startMonitoringSignificantLocationChanges": "significant", "startMonitoringVisits": "visits",
      "startMonitoring": "regions",
    ]
    let wishes = (row["subscriptions"]?.elements.compactMap(\.text) ?? []).map { name in
      let count = name == "startMonitoring" ? row["regions"]?.double : nil
      return (words[name] ?? name) + (count.map { "(\(shortNumber($0)))" } ?? "")
    }
    return wishes.isEmpty ? "-" : wishes.joined(separator: ", ")
  }

  /// `2026-11-30T01:22:20Z`; the rest is for programs.
  private static func wholeSeconds(_ time: String) -> String {
    guard let point = time.firstIndex(of: "."), time.hasSuffix("Z") else { return time }
    return time[..<point] + "Z"
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
    if row["persist"]?.flag == true { words.append("persistent") }
    return words.joined(separator: ", ")
  }

  private static func access(_ authorization: JSONValue?) -> String {
    guard let status = authorization?["status"]?.text else { return "-" }
    switch status {
    case "authorizedAlways", "authorizedWhenInUse":
      return authorization?["accuracy"]?.text == "reduced" ? "reduced" : "full"
    case "notDetermined": return "undecided"
    default: return status
    }
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
