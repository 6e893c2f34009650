// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Completion scripts for shells, from the table of commands.
enum CompletionScript: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish

  /// The script for the commands, to be read by the shell.
  func text(_ commands: [Command]) -> String {
    switch self {
    case .bash: Self.bashScript(commands)
    case .zsh: Self.zshScript(commands)
    case .fish: Self.fishScript(commands)
    }
  }

  /// A command with its full name, as in `privacy grant`, groups included.
  struct Entry {
    let path: [String]
    let command: Command

    var name: String { path.joined(separator: " ") }
    /// What may stand after it: subcommands, then the words of its operands.
    var words: [String] {
      command.subcommands.map(\.name) + command.operands.flatMap(\.kind.words)
    }
    var takesFile: Bool { command.operands.contains { $0.kind.isFile } }
  }

  static func entries(_ commands: [Command], under path: [String] = []) -> [Entry] {
    commands.flatMap { command -> [Entry] in
      let own = path + [command.name]
      return [Entry(path: own, command: command)] + entries(command.subcommands, under: own)
    }
  }

  /// A path as the scripts for bash and zsh build it, with a blank before each word.
  static func joined(_ path: [String]) -> String {
    path.map { " \($0)" }.joined()
  }

  /// A word that no shell takes apart or expands.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}

extension ValueKind {
  /// Whether a shell should complete names of files.
  var isFile: Bool { ["FILE", "IN", "OUT", "PATH"].contains(placeholder) }
}
