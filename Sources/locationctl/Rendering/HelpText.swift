// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationClient

/// The help texts, from the table.
enum HelpText {
  static func program(_ commands: [Command]) -> String {
    let width = commands.map(\.name.count).max() ?? 0
    var lines = [
      "Usage: locationctl COMMAND [arguments]", "",
      "Reads and overrides the location that locationd gives to programs.", "", "Commands:",
    ]
    for command in commands {
      lines += entry(command.name, command.summary, width: width)
    }
    lines += [
      "", "  locationctl COMMAND --help    explains one command",
      "  locationctl --version         shows the version", "",
    ]
    lines += wrapped(
      "Durations are written 90, 90s, 10m or 1h30m. Coordinates are degrees, latitude first; "
        + "negative ones need no --. LOCATIOND_SOCKET and LOCATIOND_CONTROL_SOCKET name other "
        + "sockets than \(SocketPath.subscriber) and \(SocketPath.control).",
      width: 80
    )
    lines += ["", "Exit codes:"]
    for (code, meaning) in exitCodes {
      lines.append("  \(code == 0 ? " 0" : "\(code)")  \(meaning)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  static let exitCodes: [(code: Int, meaning: String)] = [
    (0, "done"),
    (64, "the command line has the wrong form"),
    (65, "a value is not allowed"),
    (66, "no such file"),
    (69, "locationd cannot be reached"),
    (71, "the system refuses something, as an address to listen on"),
    (74, "the output cannot be written"),
    (75, "timed out"),
    (77, "not permitted"),
  ]

  static func command(_ command: Command, path: String) -> String {
    let synopsis = command.synopsis
    var lines = ["Usage: locationctl \(path)\(synopsis.isEmpty ? "" : " ")\(synopsis)", ""]
    lines += wrapped(command.summary + ".", width: 80)
    if !command.details.isEmpty {
      lines.append("")
      lines += wrapped(command.details, width: 80)
    }
    lines += section(
      "Commands:",
      command.subcommands.map { ("\($0.name) \($0.synopsis)", $0.summary) }
    )
    lines += section("Arguments:", command.operands.map { ($0.kind.placeholder, $0.help) })
    lines += section("Options:", command.options.map { ($0.synopsis, optionHelp($0)) })
    if !command.examples.isEmpty {
      lines += ["", "Examples:"] + command.examples.map { "  \($0)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func optionHelp(_ option: Option) -> String {
    option.isRepeatable ? "\(option.help); may be repeated" : option.help
  }

  private static func section(_ title: String, _ entries: [(String, String)]) -> [String] {
    guard !entries.isEmpty else { return [] }
    let width = min(26, entries.map(\.0.count).max() ?? 0)
    return ["", title] + entries.flatMap { entry($0.0, $0.1, width: width) }
  }

  /// A name and its explanation beside it, or below it where the name is too wide.
  private static func entry(_ name: String, _ text: String, width: Int) -> [String] {
    let margin = String(repeating: " ", count: width + 4)
    let body = wrapped(text, width: 80 - margin.count).map { margin + $0 }
    guard name.count <= width, let first = body.first else { return ["  \(name)"] + body }
    let padding = String(repeating: " ", count: width - name.count + 2)
    return ["  \(name)\(padding)\(first.dropFirst(margin.count))"] + body.dropFirst()
  }
}
