// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation

/// One JSON object of a line, read by a parser that is not the project's own.
package struct JSONObject: CustomStringConvertible {
  private let members: [String: Any]
  /// The line or the part of it that the object came from.
  package let description: String

  /// Nil for anything that is not one object.
  package init?(_ line: String) {
    guard
      let members = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    else { return nil }
    self.members = members
    description = line
  }

  private init(members: [String: Any]) {
    self.members = members
    let data = try? JSONSerialization.data(withJSONObject: members, options: .sortedKeys)
    description = String(decoding: data ?? Data(), as: UTF8.self)
  }

  package var names: Set<String> { Set(members.keys) }

  package func has(_ name: String) -> Bool { members[name] != nil }
  package func text(_ name: String) -> String? { members[name] as? String }
  package func number(_ name: String) -> Double? { members[name] as? Double }
  package func integer(_ name: String) -> Int? { members[name] as? Int }
  package func flag(_ name: String) -> Bool? { members[name] as? Bool }
  package func texts(_ name: String) -> [String] { members[name] as? [String] ?? [] }

  package func object(_ name: String) -> JSONObject? {
    (members[name] as? [String: Any]).map(JSONObject.init(members:))
  }

  package func objects(_ name: String) -> [JSONObject] {
    (members[name] as? [[String: Any]] ?? []).map(JSONObject.init(members:))
  }
}

/// Seconds since 1970 of a time as gpsd and locationd write it, to the millisecond.
package func secondsSince1970(_ text: String) -> Double? {
  let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
  let date = (try? style.parse(text)) ?? (try? Date.ISO8601FormatStyle().parse(text))
  return date.map { ($0.timeIntervalSince1970 * 1000).rounded() / 1000 }
}
