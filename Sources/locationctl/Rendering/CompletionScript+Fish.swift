// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

extension CompletionScript {
  static func fishScript(_ commands: [Command]) -> String {
    let entries = entries(commands)
    let paths = entries.map { quoted($0.name) }.joined(separator: " ")
    var lines = [
      "# fish completion for locationctl(1), made by: locationctl completions fish",
      "function __locationctl_at --description 'Whether the command line is in this command'",
      "    set -l path",
      "    for word in (commandline -opc)[2..-1]",
      "        contains -- (string join ' ' -- $path $word) \(paths); or break",
      "        set path $path $word",
      "    end",
      "    set -l joined (string join ' ' -- $path)",
      "    test \"$joined\" = \"$argv[1]\"",
      "end",
      "complete -c locationctl -f",
      complete(at: "", "-l help -d 'show help'"),
      complete(at: "", "-l version -d 'show the version'"),
    ]
    lines += commands.map { complete(at: "", "-a \($0.name) -d \(quoted($0.summary))") }
    for entry in entries {
      lines += entry.command.subcommands.map {
        complete(at: entry.name, "-a \($0.name) -d \(quoted($0.summary))")
      }
      for operand in entry.command.operands where !operand.kind.words.isEmpty {
        lines.append(complete(at: entry.name, "\(words(operand.kind)) -d \(quoted(operand.help))"))
      }
      if entry.takesFile { lines.append(complete(at: entry.name, "-F")) }
      lines += entry.command.options.map { option in
        let value = option.kind.map { kind in
          kind.isFile ? "-r -F " : kind.words.isEmpty ? "-x " : "-x \(words(kind)) "
        }
        return complete(
          at: entry.name,
          "-l \(option.name) \(value ?? "")-d \(quoted(option.help))"
        )
      }
      lines.append(complete(at: entry.name, "-l help -d 'show help'"))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func complete(at name: String, _ what: String) -> String {
    "complete -c locationctl -n \(quoted("__locationctl_at \(quoted(name))")) \(what)"
  }

  /// Quoted twice, because fish reads the list as it reads a command line.
  private static func words(_ kind: ValueKind) -> String {
    "-a \(quoted(kind.words.map(quoted).joined(separator: " ")))"
  }
}
