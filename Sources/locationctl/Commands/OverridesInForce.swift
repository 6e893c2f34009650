// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
internal import LocationClient
internal import LocationProtocol

/// The overrides in force, and which of them this program sees.
struct OverridesInForce {
  /// Faults that leave those who see them without a location.
  static let withholding = ["fault no-fix", "fault denied", "fault unplugged"]
  private static let shown = 5

  private let rows: [JSONValue]
  /// By their identifiers; nil if the daemon does not list this program.
  private let seen: Set<String>?

  init(_ control: LocationConnection, _ context: Context) throws(Failure) {
    rows = try context.call(control, "overrides")["overrides"]?.elements ?? []
    guard !rows.isEmpty else {
      seen = []
      return
    }
    let sessions = try context.call(control, "subscribers")["subscribers"]?.elements ?? []
    let own = sessions.filter { $0["pid"]?.double == Double(getpid()) }
    seen =
      own.isEmpty
      ? nil : Set(own.flatMap { $0["overrides"]?.elements.compactMap(\.text) ?? [] })
  }

  /// The identifiers of those that this program sees, or may see; of some kinds only if any is given.
  func seen(_ kinds: [String] = []) -> [String] {
    rows.filter { kinds.isEmpty || kinds.contains($0["kind"]?.text ?? "") }
      .compactMap { $0["id"]?.text }
      .filter { seen?.contains($0) ?? true }
  }

  /// Who set the first of some; nil if the daemon does not list it.
  func owner(of ids: [String]) -> String? {
    rows.first { ids.contains($0["id"]?.text ?? "") }?["owner"].map(Lists.owner)
  }

  /// `o1 (set) for all, o2 (fault no-fix) for user=bob`.
  var text: String {
    let names = rows.prefix(Self.shown).map { row in
      let kind = row["kind"]?.text.map { " (\($0))" } ?? ""
      return "\(row["id"]?.text ?? "?")\(kind) for \(row["target"]?.text ?? "all")"
    }
    let more = rows.count > Self.shown ? ", and \(rows.count - Self.shown) more" : ""
    return names.joined(separator: ", ") + more
  }
}
