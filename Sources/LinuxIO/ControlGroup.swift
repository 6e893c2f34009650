// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// The systemd units of a process, from the path of its control group.
///
/// Below a unit's own group whoever runs in it makes groups of any name, and so does a container's
/// manager. So the outermost name is the unit, as it is for `sd_pid_get_unit`. Only below a user's
/// own manager a second one counts: what that user calls it, as for `sd_pid_get_user_unit`.
struct ControlGroup: Hashable {
  /// A unit of the system's manager, as in `gpsd.service`; nobody but that manager names it.
  let unit: String?
  /// A unit of a user's own manager, which that user names.
  let userUnit: String?

  /// Reads the text of a `/proc/PID/cgroup`.
  ///
  /// `root` is where this system's own groups begin, for a container that sees those outside of it.
  init(_ text: String, root: String = "") {
    let elements = Self.path(text, below: root).split(separator: "/")
    let (unit, rest) = Self.first(elements[...])
    self.unit = unit
    userUnit = unit.map(Self.isUserManager) == true ? Self.first(rest).unit : nil
  }

  /// Where the groups of this system begin, from the text of its first process: outside of a
  /// container, and in one with a name space of its own, at the top.
  static func root(ofFirstProcess text: String) -> String {
    let (own, mark) = (path(text, below: ""), "/init.scope")
    return own.hasSuffix(mark) ? String(own.dropLast(mark.count)) : ""
  }

  private static func path(_ text: String, below root: String) -> Substring {
    let lines = text.split(separator: "\n")
    // "0::" is the unified hierarchy; beside it only systemd's own old one tells about units.
    guard
      let line = lines.first(where: { $0.hasPrefix("0::/") && $0 != "0::/" })
        ?? lines.first(where: { $0.contains(":name=systemd:/") }),
      let start = line.firstIndex(of: "/")
    else { return "" }
    let path = line[start...]
    return path.hasPrefix(root + "/") ? path.dropFirst(root.count) : path
  }

  /// The first name after the slices, and what follows it.
  private static func first(
    _ elements: ArraySlice<Substring>
  ) -> (unit: String?, rest: ArraySlice<Substring>) {
    let rest = elements.drop { $0.hasSuffix(".slice") }
    guard let element = rest.first else { return (nil, []) }
    // systemd puts this before a name that the kernel has a use for.
    let name = element.hasPrefix("_") ? element.dropFirst() : element
    let kinds = [".service", ".scope", ".mount", ".socket", ".swap"]
    let isUnit =
      kinds.contains { name.hasSuffix($0) && name.count > $0.count }
      && name.utf8.allSatisfy(isOfName)
    return (isUnit ? String(name) : nil, rest.dropFirst())
  }

  /// A user can make groups of any name below the own manager; systemd makes units of these bytes.
  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: ":-_.\\@".utf8.contains(byte)
    }
  }

  private static func isUserManager(_ unit: String) -> Bool {
    guard unit.hasPrefix("user@"), unit.hasSuffix(".service") else { return false }
    let number = unit.utf8.dropFirst("user@".utf8.count).dropLast(".service".utf8.count)
    return !number.isEmpty && number.allSatisfy { (0x30...0x39).contains($0) }
  }
}
