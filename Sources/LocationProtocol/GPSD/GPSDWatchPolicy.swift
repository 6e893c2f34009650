// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What one client of the gpsd protocol asked to be sent; sticky for its connection.
package struct GPSDWatchPolicy: Hashable, Sendable {
  package var isEnabled = false
  package var json = false
  package var nmea = false
  /// 1: textual packets, binary ones as hexadecimal; 2 and more: verbatim; below 1: none.
  package var raw = 0
  package var scaled = false
  package var timing = false
  package var split24 = false
  package var pps = false
  /// The only receiver to be told of, where set.
  package var device: String?

  package init() {}

  /// Whether it is sent sentences: in raw mode they are the packets of a receiver that writes text.
  package var hasSentences: Bool { nmea || raw > 0 }

  /// Whether it takes more of the upstream than the objects that are asked for anyway.
  package var asksMore: Bool { nmea || raw > 0 || pps || scaled || split24 || timing }

  /// What is watched, in words; none without a watch.
  package var names: [String] {
    guard isEnabled else { return [] }
    let kinds = [(json, "json"), (nmea, "nmea"), (raw > 0, "raw"), (pps, "pps")]
    return ["WATCH"] + kinds.filter(\.0).map(\.1)
  }

  /// The policy after a request, as gpsd merges it: without `enable` it is enabled; `json`, `nmea`,
  /// `raw` and `device` stay where they are not named, the others end.
  ///
  /// - Returns: The policy, and the first member that is none, after which gpsd reads no further.
  package func merged(
    with members: GPSDMembers
  ) -> (policy: GPSDWatchPolicy, mistake: GPSDMembers.Mistyped?) {
    var merged = self
    merged.isEnabled = true
    merged.scaled = false
    merged.timing = false
    merged.split24 = false
    merged.pps = false
    guard members.isObject else { return (merged, .object) }
    do throws(GPSDMembers.Mistyped) {
      for member in members.members { try merged.take(member) }
    } catch {
      return (merged, error)
    }
    return (merged, members.lacksMember ? .member : nil)
  }

  private mutating func take(_ member: GPSDMembers.Member) throws(GPSDMembers.Mistyped) {
    switch member.name {
    case "enable": isEnabled = try member.flag()
    case "json": json = try member.flag()
    case "nmea": nmea = try member.flag()
    case "scaled": scaled = try member.flag()
    case "timing": timing = try member.flag()
    case "split24": split24 = try member.flag()
    case "pps": pps = try member.flag()
    case "raw": raw = try member.integer()
    case "device":
      let name = try member.text()
      device = name.isEmpty ? nil : name
    default: break
    }
  }
}
