// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO

/// The program without its process: arguments in, text and exit code out.
enum Program {
  static let version = "0.1.0"

  /// Runs one command line; the failure, if any, holds the exit code.
  static func run(_ arguments: [String], in context: Context) throws(Failure) {
    switch try ArgumentReader(commands: CommandTable.all + CommandTable.hidden).read(arguments) {
    case .version: try context.output.line("locationctl \(version)")
    case .help(nil, _): try context.output.write(HelpText.program(CommandTable.all))
    case .help(let command?, let path):
      try context.output.write(HelpText.command(command, path: path))
    case .run(let command, let invocation):
      try command.body?(invocation, context)
    }
  }
}
