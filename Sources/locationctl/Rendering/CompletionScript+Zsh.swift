// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

extension CompletionScript {
  static func zshScript(_ commands: [Command]) -> String {
    let entries = entries(commands)
    var lines = [
      "#compdef locationctl",
      "# zsh completion for locationctl(1), made by: locationctl completions zsh",
      "_locationctl() {",
      "  local place= word previous=${words[CURRENT-1]} files=",
      "  local -a commands options values",
      "  for word in ${words[2,CURRENT-1]}; do",
      "    case \"$place $word\" in",
      "      (" + entries.map { quoted(joined($0.path)) }.joined(separator: "|") + ")",
      "        place=\"$place $word\" ;;",
      "      (*) break ;;",
      "    esac",
      "  done",
      "  case \"$place $previous\" in",
    ]
    for entry in entries {
      for option in entry.command.options {
        guard let kind = option.kind else { continue }
        let label = quoted(joined(entry.path + ["--\(option.name)"]))
        lines.append("    (\(label))\(values(kind.words, files: kind.isFile)) ;;")
      }
    }
    lines += [
      "    (*)", "      case \"$place\" in", "        ('')",
      "          commands=(\(described(commands)))",
      "          options=('--help:show help' '--version:show the version') ;;",
    ]
    for entry in entries {
      let operands = entry.command.operands.flatMap(\.kind.words)
      let options = entry.command.options.map { described("--\($0.name)", $0.help) }
      lines += [
        "        (\(quoted(joined(entry.path))))\(values(operands, files: entry.takesFile))",
        "          commands=(\(described(entry.command.subcommands)))",
        "          options=("
          + (options + ["'--help:show help'"]).joined(separator: " ") + ") ;;",
      ]
    }
    lines += [
      "      esac ;;",
      "  esac",
      "  (( ! $#commands )) || _describe -t commands command commands",
      "  [[ $PREFIX != -* ]] || _describe -o option options",
      "  (( ! $#values )) || compadd -S '' -- $values",
      "  [[ -z $files ]] || _files",
      "}",
      "[[ $funcstack[1] != _locationctl ]] || _locationctl \"$@\"",
      "(( ! $+functions[compdef] )) || compdef _locationctl locationctl",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func described(_ commands: [Command]) -> String {
    commands.map { described($0.name, $0.summary) }.joined(separator: " ")
  }

  /// A name and its help as `_describe` takes them; names hold no colon.
  private static func described(_ name: String, _ help: String) -> String {
    quoted("\(name):\(help)")
  }

  private static func values(_ words: [String], files: Bool) -> String {
    (words.isEmpty ? "" : " values=(\(words.map(quoted).joined(separator: " ")))")
      + (files ? " files=yes" : "")
  }
}
