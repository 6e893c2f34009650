// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import ControlRequests

extension ChangeNeed {
  /// - Throws: `Failure` that names the options and their ranges.
  func check(
    _ invocation: Invocation,
    _ options: [Option],
    _ command: String
  ) throws(Failure) {
    let given = Set(options.filter(invocation.has).map(\.name))
    switch self {
    case .nothing: return
    case .some(let groups, let apart):
      let mixed = apart.compactMap { part in part.first(where: given.contains) }
      guard mixed.count < 2 else {
        throw .usage("\(command): --\(mixed.joined(separator: " and --")) exclude each other")
      }
      for group in groups where !given.isDisjoint(with: group) && !given.isSuperset(of: group) {
        throw .usage("\(command): \(Self.list(group, options, " and ")) go together")
      }
      guard !groups.contains(where: given.isSuperset) else { return }
      let choices = groups.map { Self.list($0, options, " with ") }
      throw .usage("\(command) needs \(Self.joined(choices))")
    case .one(let names):
      let count = given.intersection(names).count
      guard count != 1 else { return }
      let choices = names.map { Self.list([$0], options, "") }
      throw .usage("\(command) needs \(count > 1 ? "only " : "")one of \(Self.joined(choices))")
    }
  }

  private static func list(_ names: [String], _ options: [Option], _ glue: String) -> String {
    names.map { name in
      let allowed = options.first { $0.name == name }?.kind?.allowed
      return "--\(name)" + (allowed.map { " (\($0))" } ?? "")
    }.joined(separator: glue)
  }

  private static func joined(_ choices: [String]) -> String {
    guard let last = choices.last, choices.count > 1 else { return choices.first ?? "" }
    return choices.dropLast().joined(separator: ", ") + " or " + last
  }
}
