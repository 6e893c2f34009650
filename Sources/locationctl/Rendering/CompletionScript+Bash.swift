// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

extension CompletionScript {
  static func bashScript(_ commands: [Command]) -> String {
    let entries = entries(commands)
    var lines = [
      "# bash completion for locationctl(1), made by: locationctl completions bash",
      "_locationctl() {",
      "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}",
      "  local path= word words= options= files=",
      "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do",
      "    case \"$path $word\" in",
      "      " + entries.map { quoted(joined($0.path)) }.joined(separator: "|") + ")",
      "        path=\"$path $word\" ;;",
      "      *) break ;;",
      "    esac",
      "  done",
      "  case \"$path $previous\" in",
    ]
    for entry in entries {
      for option in entry.command.options {
        guard let kind = option.kind else { continue }
        let label = quoted(joined(entry.path + ["--\(option.name)"]))
        lines.append("    \(label))\(values(kind.words, files: kind.isFile)) ;;")
      }
    }
    lines += [
      "    *)", "      case \"$path\" in",
      "        '') words=\(quoted(commands.map(\.name).joined(separator: " ")))",
      "          options='--help --version' ;;",
    ]
    for entry in entries {
      let options = (entry.command.options.map(\.name) + ["help"]).map { "--\($0)" }
      lines.append(
        "        \(quoted(joined(entry.path))))\(values(entry.words, files: entry.takesFile))"
      )
      lines.append("          options=\(quoted(options.joined(separator: " "))) ;;")
    }
    lines += [
      "      esac ;;",
      "  esac",
      "  [[ $current != -* ]] || words=$options files=",
      "  COMPREPLY=($(compgen ${files:+-f} -W \"$words\" -- \"$current\"))",
      "  [[ ${COMPREPLY-} != *[=\\<\\>:] ]] || compopt -o nospace 2>/dev/null",
      "  [[ -z $files ]] || compopt -o filenames 2>/dev/null",
      "} &&", "  complete -F _locationctl locationctl",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func values(_ words: [String], files: Bool) -> String {
    (words.isEmpty ? "" : " words=\(quoted(words.joined(separator: " ")))")
      + (files ? " files=yes" : "")
  }
}
