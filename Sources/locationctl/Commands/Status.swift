// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationClient
internal import LocationCore
internal import LocationProtocol

/// `status`: the chain from gpsd to the subscribers, and what is wrong with it.
enum Status {
  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) {
    let control = try context.control()
    let status = try context.call(control, "status")
    guard !invocation.has(.json) else { return try context.output.json(status) }
    var rows: [JSONValue] = []
    if status["overrides"]?.elements.isEmpty == false {
      rows = try context.call(control, "overrides")["overrides"]?.elements ?? []
    }
    try context.output.lines(lines(status, overrides: rows))
  }

  /// Overrides that are told one by one; `overrides` lists all.
  private static let shownOverrides = 5

  /// One line per link of the chain.
  static func lines(_ status: JSONValue, overrides rows: [JSONValue] = []) -> [String] {
    var fields: [(String, String)] = [("locationd", daemon(status))]
    if let gpsd = status["gpsd"] {
      fields.append(("gpsd", self.gpsd(gpsd, isWanted: status["demand"]?.flag == true)))
    }
    let devices = status["devices"]?.elements ?? []
    if devices.isEmpty { fields.append(("receiver", "none")) }
    for device in devices { fields.append(("receiver", receiver(device))) }
    if let fix = status["fix"] { fields.append(("fix", self.fix(fix) + withheld(rows))) }
    fields.append(("overrides", overrides(status["overrides"])))
    fields += rows.prefix(shownOverrides).map { ("", override($0)) }
    if rows.count > shownOverrides {
      fields.append(("", "and \(rows.count - shownOverrides) more: locationctl overrides"))
    }
    if let access = status["access"] { fields.append(("access", self.access(access))) }
    if let sessions = status["sessions"] { fields.append(("sessions", self.sessions(sessions))) }
    for surface in status["unserved"]?.elements ?? [] {
      fields.append((surface["surface"]?.text ?? "?", unserved(surface)))
    }
    for reader in status["readers"]?.elements ?? [] {
      fields.append(("reader", self.reader(reader)))
    }
    if let demand = status["demand"]?.flag {
      let isLinked = status["gpsd"]?["state"]?.text == "connected"
      let absence = isLinked ? leaving : idle(status["access"])
      fields.append(("demand", demand ? "yes, gpsd is watched" : absence))
    }
    if let problem = status["problem"]?.text { fields.append(("problem", problem)) }
    if let next = status["next"]?.text { fields.append(("try", next)) }
    return fields.map { label, value in
      label + String(repeating: " ", count: max(1, 12 - label.count)) + printable(value)
    }
  }

  /// Of a chain that nobody uses nothing is known.
  private static func idle(_ access: JSONValue?) -> String {
    let isRefused =
      (access?["denied"]?.double ?? 0) > 0 || access?["waiting"]?.elements.isEmpty == false
    return (isRefused ? "nobody who asks may know the location" : "nobody asks")
      + ", so gpsd is left alone; to see whether it works: locationctl doctor"
  }

  /// The fix is the receiver's; an override may keep it from those who ask.
  private static func withheld(_ rows: [JSONValue]) -> String {
    let faults = rows.filter { OverridesInForce.withholding.contains($0["kind"]?.text ?? "") }
    let words = faults.prefix(shownOverrides).map { row in
      let target = row["target"]?.text ?? "all"
      return "from \(target == "all" ? "subscribers" : target) by \(row["id"]?.text ?? "?")"
    }
    return words.isEmpty ? "" : "; kept \(words.joined(separator: ", "))"
  }

  /// Somebody who asks again at once finds the connection as it was.
  private static let leaving = "nobody asks any more, so gpsd is let go of in 2 s"

  /// `allow by default, 2 rules, 1 decision; 3 denied; s4, s7 wait for a decision`.
  private static func access(_ access: JSONValue) -> String {
    var parts = ["\(access["fallback"]?.text ?? "?") by default"]
    for (name, one) in [("rules", "rule"), ("decisions", "decision")] {
      guard let count = access[name]?.double, count > 0 else { continue }
      parts[0] += ", \(shortNumber(count)) \(count == 1 ? one : name)"
    }
    if access["isLost"]?.flag == true { parts.append("earlier decisions are lost") }
    if let denied = access["denied"]?.double, denied > 0 {
      parts.append("\(shortNumber(denied)) denied")
    }
    let waiting = access["waiting"]?.elements.compactMap(\.text) ?? []
    if !waiting.isEmpty {
      let verb = waiting.count == 1 ? "waits" : "wait"
      parts.append("\(waiting.joined(separator: ", ")) \(verb) for a decision")
    }
    return parts.joined(separator: "; ")
  }

  /// What is asked for and cannot be had.
  static func unserved(_ surface: JSONValue) -> String {
    "not served at \(surface["place"]?.text ?? "?"): \(surface["reason"]?.text ?? "?")"
  }

  private static func daemon(_ status: JSONValue) -> String {
    var words: [String] = []
    if let version = status["version"]?.text { words.append("version \(version)") }
    if let pid = status["pid"]?.double { words.append("pid \(shortNumber(pid))") }
    if let uptime = status["uptime"]?.double { words.append("up \(spanText(uptime))") }
    return words.joined(separator: ", ")
  }

  private static func gpsd(_ gpsd: JSONValue, isWanted: Bool) -> String {
    var text = gpsd["state"]?.text ?? "unknown"
    // Not left alone: the first attempt to reach it goes on.
    if isWanted, text == "idle" { text = "no answer so far" }
    if let endpoint = gpsd["endpoint"]?.text { text += ", \(endpoint)" }
    if let since = gpsd["since"]?.text { text += ", since \(since)" }
    if let span = gpsd["since"]?.double { text += ", for \(spanText(span))" }
    if let release = gpsd["release"]?.text { text += ", release \(release)" }
    if let reason = gpsd["reason"]?.text { text += ": \(reason)" }
    return text
  }

  private static func receiver(_ device: JSONValue) -> String {
    var text = device["device"]?.text ?? "?"
    if let driver = device["driver"]?.text { text += " (\(driver))" }
    if device["isActive"]?.flag == true, silence(device) == nil { text += ", active" }
    text += silence(device).map { ", \($0)" } ?? ""
    if let age = device["age"]?.double { text += ", last fix \(spanText(age)) ago" }
    return text
  }

  /// How long a receiver that should speak each second has not.
  static func silence(_ device: JSONValue) -> String? {
    guard let silence = device["lastMessage"]?.double, silence >= longSilence else { return nil }
    return "silent for \(spanText(silence))"
  }

  /// In seconds; as `stale-after` is by default.
  private static let longSilence = 5.0

  private static func fix(_ fix: JSONValue) -> String {
    var words = [fix["state"]?.text ?? "unknown"]
    if let age = fix["age"]?.double { words.append("\(spanText(age)) old") }
    if let accuracy = fix["horizontalAccuracy"]?.double {
      words.append("± \(shortNumber(accuracy, 1)) m")
    }
    if let used = fix["satellitesUsed"]?.double {
      let visible = fix["satellitesVisible"]?.double.map { " of \(shortNumber($0))" } ?? ""
      words.append("\(shortNumber(used))\(visible) satellites")
    }
    if let device = fix["device"]?.text { words.append("from \(device)") }
    return words.joined(separator: ", ")
  }

  /// The daemon gives a count, a list of identifiers, or an object with both.
  private static func overrides(_ value: JSONValue?) -> String {
    let list = value?["ids"] ?? value?["list"] ?? value
    let ids = list?.elements.compactMap { $0.text ?? $0["id"]?.text } ?? []
    let count = value?.double ?? value?["count"]?.double ?? Double(ids.count)
    guard count > 0 else { return "none in force" }
    let names = ids.isEmpty ? "" : ": \(ids.joined(separator: ", "))"
    return "\(shortNumber(count)) in force\(names)"
  }

  private static func reader(_ reader: JSONValue) -> String {
    var words = [reader["session"]?.text ?? "?", "on \(reader["surface"]?.text ?? "?")"]
    if let client = reader["client"]?.text { words.append(client) }
    if reader["uid"] != nil { words.append(Lists.user(reader)) }
    let wishes = Lists.wishes(reader)
    return words.joined(separator: ", ") + (wishes == "-" ? "" : ": \(wishes)")
  }

  /// `o4 set for all, persistent, by root [120] since 2026-11-30T01:22:20.120Z`.
  private static func override(_ row: JSONValue) -> String {
    let name = [row["id"]?.text, row["kind"]?.text].compactMap { $0 }.joined(separator: " ")
    let target = row["target"]?.text ?? "all"
    let persistent = row["persist"]?.flag == true ? ", persistent" : ""
    let owner = row["owner"].map(Lists.owner) ?? "-"
    return "\(name) for \(target)\(persistent), by \(owner) since \(row["created"]?.text ?? "-")"
  }

  private static func sessions(_ sessions: JSONValue) -> String {
    ["native", "gpsd", "nmea", "control"]
      .compactMap { name in sessions[name]?.double.map { "\(shortNumber($0)) \(name)" } }
      .joined(separator: ", ")
  }
}
