// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Names of systemd units that processes run in.
enum UnitName {
  /// The kinds of units that have processes; the others only start and group these.
  private static let kinds = ["service", "scope", "socket", "mount", "swap"]
  private static let others = [
    "slice", "target", "timer", "path", "device", "automount", "snapshot",
  ]

  /// A name as an operator writes it, in full: without a kind it is a service, as for systemctl.
  ///
  /// What could be the name of no process's unit is refused, because a rule for it would never hold.
  static func complete(_ text: String, key: String) throws(SelectorError) -> String {
    if let stray = text.unicodeScalars.first(where: { !isAllowed($0) }) {
      let hint =
        stray == " " || stray == "\t" || stray == "#" ? "; a comment needs a line of its own" : ""
      throw SelectorError(
        description: "\(key)=\(text): a unit's name has letters, digits and :-_.\\@ only\(hint)"
      )
    }
    let kind = text.split(separator: ".").last.map(String.init) ?? ""
    let hasKind = kind.utf8.count < text.utf8.count
    if hasKind, others.contains(kind) {
      throw SelectorError(
        description: "\(key)=\(text): no process runs in a \(kind); a unit is a ."
          + kinds.joined(separator: ", .")
      )
    }
    let name = hasKind && kinds.contains(kind) ? text : "\(text).service"
    guard let point = name.lastIndex(of: "."), point > name.startIndex, !name.hasPrefix("@"),
      name.utf8.count < 256
    else {
      throw SelectorError(description: "\(key)=\(text) is no name of a unit, as a.service is")
    }
    guard name[..<point].last != "@" else {
      throw SelectorError(
        description: "\(key)=\(text) is a template; processes run in its instances, as in "
          + "\(name[..<point])NAME\(name[point...])"
      )
    }
    return name
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.isASCII else { return false }
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", ":", "-", "_", ".", "\\", "@": return true
    default: return false
    }
  }
}
