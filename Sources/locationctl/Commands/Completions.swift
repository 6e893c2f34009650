// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

extension CommandTable {
  /// Commands for packagers: they run, but no help, manual or completion lists them.
  static let hidden: [Command] = [
    Command(
      name: "completions",
      summary: "Print a completion script for a shell",
      operands: [Operand(.shell, help: "the shell that will read it")],
      body: Completions.run
    )
  ]
}

extension ValueKind {
  static let shell = ValueKind(
    "SHELL",
    allowed: "bash, zsh or fish",
    words: CompletionScript.allCases.map(\.rawValue)
  ) { text in
    CompletionScript(rawValue: text) == nil ? nil : .text(text)
  }
}

/// `completions`: what the package installs for shells.
enum Completions {
  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) {
    for shell in invocation.texts.compactMap(CompletionScript.init(rawValue:)) {
      try context.output.write(shell.text(CommandTable.all))
    }
  }
}
