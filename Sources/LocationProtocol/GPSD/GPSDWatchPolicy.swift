// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What one client of the gpsd protocol asked to be sent; sticky for its connection.
package struct GPSDWatchPolicy: Hashable, Sendable {
  package var isEnabled = false
  package var json = false
  package var nmea = false
  /// 1: textual packets, binary ones as hexadecimal; 2: verbatim.
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
  package func merged(with members: GPSDMembers) throws(GPSDMembers.Mistyped) -> GPSDWatchPolicy {
    var merged = self
    merged.isEnabled = try members.flag("enable") ?? true
    merged.json = try members.flag("json") ?? json
    merged.nmea = try members.flag("nmea") ?? nmea
    merged.scaled = try members.flag("scaled") ?? false
    merged.timing = try members.flag("timing") ?? false
    merged.split24 = try members.flag("split24") ?? false
    merged.pps = try members.flag("pps") ?? false
    // Clients exist that write true; gpsd then leaves the level as it is.
    if let level = members.integer("raw") { merged.raw = min(max(level, 0), 2) }
    if let name = members.text("device") { merged.device = name.isEmpty ? nil : name }
    return merged
  }
}
