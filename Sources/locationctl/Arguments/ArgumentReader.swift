// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What a command line asks for.
enum CommandRequest: Sendable {
  case run(Command, Invocation)
  /// For the program if the command is nil; `path` is the command's full name.
  case help(Command?, path: String)
  case version
}

/// Reads a command line by the table.
struct ArgumentReader: Sendable {
  let commands: [Command]

  /// Throws a usage failure (64) for a wrong form and bad data (65) for a value that is not allowed.
  func read(_ arguments: [String]) throws(Failure) -> CommandRequest {
    guard let first = arguments.first else {
      throw .usage("no command given; see locationctl --help")
    }
    switch first {
    case "--help", "-h": return .help(nil, path: "")
    case "--version": return .version
    case "help":
      guard arguments.count > 1 else { return .help(nil, path: "") }
      let found = try find(arguments.dropFirst())
      return .help(found.command, path: found.path)
    default: break
    }
    guard !isOption(first) else {
      throw .usage("unknown option \(quoted(first)); see locationctl --help")
    }
    let found = try find(arguments[...])
    return try read(found.rest, for: found.command, path: found.path)
  }

  private typealias Found = (command: Command, path: String, rest: ArraySlice<String>)

  private func find(_ arguments: ArraySlice<String>) throws(Failure) -> Found {
    var candidates = commands
    var rest = arguments
    var path: [String] = []
    while true {
      let name = rest.first ?? ""
      guard let command = candidates.first(where: { $0.name == name }) else {
        throw .usage(unknown(name, among: candidates, under: path))
      }
      rest = rest.dropFirst()
      path.append(name)
      let asksForHelp = rest.first == "--help" || rest.first == "-h" || rest.isEmpty
      guard !command.subcommands.isEmpty, !asksForHelp else {
        return (command, path.joined(separator: " "), rest)
      }
      candidates = command.subcommands
    }
  }

  private func unknown(_ name: String, among commands: [Command], under path: [String]) -> String {
    let names = commands.map(\.name)
    if !path.isEmpty {
      return "\(path.joined(separator: " ")): \(quoted(name)) is not one of "
        + names.joined(separator: ", ")
    }
    guard let likely = closest(to: name, among: names) else {
      return "unknown command \(quoted(name)); see locationctl --help"
    }
    return "unknown command \(quoted(name)); did you mean \(likely)?"
  }

  private func read(
    _ words: ArraySlice<String>,
    for command: Command,
    path: String
  ) throws(Failure) -> CommandRequest {
    var invocation = Invocation()
    var operands: [String] = []
    var rest = words
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      guard isOption(word) else {
        operands.append(word)
        continue
      }
      guard word != "--help", word != "-h" else { return .help(command, path: path) }
      try readOption(word, &rest, of: command, path: path, into: &invocation)
    }
    guard command.body != nil else {
      throw .usage(
        "\(path) needs one of \(command.subcommands.map(\.name).joined(separator: ", "))"
      )
    }
    try readOperands(operands, of: command, path: path, into: &invocation)
    return .run(command, invocation)
  }

  private func readOption(
    _ word: String,
    _ rest: inout ArraySlice<String>,
    of command: Command,
    path: String,
    into invocation: inout Invocation
  ) throws(Failure) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let typed = String(parts[0])
    let name = String(parts[0].drop { $0 == "-" })
    guard
      let option = command.options.first(where: { option in
        word.hasPrefix("--") ? option.name == name : option.short.map { "-\($0)" } == parts[0]
      })
    else {
      let hint = closest(to: name, among: command.options.map(\.name))
      let advice = hint.map { "did you mean --\($0)?" } ?? "see locationctl \(path) --help"
      throw .usage("\(path): unknown option \(quoted(typed)); \(advice)")
    }
    guard option.isRepeatable || !invocation.has(option) else {
      throw .usage("\(path): \(typed) is given twice")
    }
    guard let kind = option.kind else {
      guard parts.count == 1 else { throw .usage("\(path): \(typed) takes no value") }
      return invocation.add(nil, for: option)
    }
    var text = parts.count == 2 ? String(parts[1]) : nil
    if text == nil, let next = rest.first, !isOption(next) {
      text = next
      rest = rest.dropFirst()
    }
    guard let text else {
      throw .usage("\(path): \(typed) needs a value; give \(kind.allowed)")
    }
    guard let value = kind.read(text) else {
      throw .badData("\(typed) \(kind.refusal(of: text))")
    }
    invocation.add(value, for: option)
  }

  private func readOperands(
    _ words: [String],
    of command: Command,
    path: String,
    into invocation: inout Invocation
  ) throws(Failure) {
    var rest = words[...]
    for operand in command.operands {
      let limit = [.one, .zeroOrOne].contains(operand.arity) ? 1 : rest.count
      guard [.zeroOrOne, .zeroOrMore].contains(operand.arity) || !rest.isEmpty else {
        throw .usage("\(path) needs \(operand.kind.placeholder); give \(operand.kind.allowed)")
      }
      for word in rest.prefix(limit) {
        guard let value = operand.kind.read(word) else {
          throw .badData("\(operand.kind.placeholder) \(operand.kind.refusal(of: word))")
        }
        invocation.add(operand: value)
      }
      rest = rest.dropFirst(limit)
    }
    guard let extra = rest.first else { return }
    throw .usage("\(path): unexpected argument \(quoted(extra)); see locationctl \(path) --help")
  }
}

/// Whether a word is an option: a negative number and `-` (standard input) are not.
private func isOption(_ word: String) -> Bool {
  guard word.hasPrefix("-"), let second = word.dropFirst().first else { return false }
  return second != "." && !("0"..."9").contains(second)
}
