// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Checks a SELECTOR as written; the daemon resolves its names.
///
/// `all`, or terms joined by commas that must all hold.
func selector(_ text: String) -> String? {
  guard text != "all" else { return text }
  let terms = text.split(separator: ",", omittingEmptySubsequences: false)
  return !terms.isEmpty && terms.allSatisfy(isSelectorTerm) ? text : nil
}

/// The terms of a SELECTOR, in the order of the manual.
let selectorTerms = [
  "uid=", "user=", "gid=", "group=", "unit=", "user-unit=", "exe=", "client=", "session=",
  "surface=",
]

private func isSelectorTerm(_ term: Substring) -> Bool {
  guard let name = selectorTerms.first(where: { term.hasPrefix($0) }) else { return false }
  let value = term.dropFirst(name.count)
  switch name {
  case "uid=", "gid=":
    return value.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt32(value) != nil
  case "surface=":
    return ["native", "gpsd", "nmea"].contains(value)
  default:
    return !value.isEmpty
  }
}
