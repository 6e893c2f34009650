// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import LocationTestSupport
import Testing

@testable import locationctl

/// docs/man/locationctl.1 and the table of commands say the same.
@Suite struct ManualPageTests {
  /// A command and its full name, groups left out.
  private static let commands: [(path: String, command: Command)] = flatten(CommandTable.all, [])

  private static func flatten(
    _ commands: [Command],
    _ path: [String]
  ) -> [(path: String, command: Command)] {
    commands.flatMap { command -> [(path: String, command: Command)] in
      let name = path + [command.name]
      let own = command.body == nil ? [] : [(name.joined(separator: " "), command)]
      return own + flatten(command.subcommands, name)
    }
  }

  private static func page() throws -> String {
    try String(contentsOfFile: "\(Project.root)/docs/man/locationctl.1", encoding: .utf8)
  }

  /// The text of the subsection whose heading begins with the words.
  private static func subsection(_ words: String) throws -> String? {
    let found = try page().components(separatedBy: "\n.Ss ").dropFirst().first { text in
      let heading = text.prefix { $0 != "\n" }
      return heading == words || heading.hasPrefix("\(words) ")
    }
    return found?.components(separatedBy: "\n.Sh ").first
  }

  @Test func `every command has a subsection with its options`() throws {
    let shared = try #require(try Self.subsection("Of every override"))
    for (path, command) in Self.commands {
      guard let text = try Self.subsection(path) else {
        Issue.record("\(path) is not in the manual")
        continue
      }
      let isOverride = command.options.contains { $0.name == Option.lease.name }
      for option in command.options where option.name != Option.json.name {
        let item = ".It Fl -\(option.name)"
        let lines = (text + (isOverride ? shared : "")).split(separator: "\n")
        let isThere = lines.contains { $0 == item || $0.hasPrefix("\(item) ") }
        #expect(isThere, "\(path) --\(option.name)")
      }
    }
  }

  @Test func `the manual has no command or option that is not in the table`() throws {
    let part = try #require(try Self.page().components(separatedBy: "\n.Sh COMMANDS\n").last)
    let commands = try #require(part.components(separatedBy: "\n.Sh ").first)
    for text in "\n\(commands)".components(separatedBy: "\n.Ss ").dropFirst() {
      let heading = String(text.prefix { $0 != "\n" })
      // The longest name wins, where one command's name begins another's.
      let match = Self.commands.filter { heading == $0.path || heading.hasPrefix("\($0.path) ") }
        .max { $0.path.count < $1.path.count }
      guard let match else {
        Issue.record("there is no command \(heading)")
        continue
      }
      for line in text.split(separator: "\n") where line.hasPrefix(".It Fl -") {
        let name = line.dropFirst(".It Fl -".count).prefix { $0 != " " }
        let isKnown = match.command.options.contains { $0.name == name }
        #expect(isKnown, "\(match.path) has no --\(name)")
      }
    }
  }

  @Test func `every exit code is in the manual`() throws {
    let page = try Self.page()
    for (code, _) in HelpText.exitCodes { #expect(page.contains("\n.It \(code)\n")) }
  }

  @Test func `every term of a selector is in the manual`() throws {
    let part = try #require(try Self.page().components(separatedBy: "\n.Sh SELECTORS\n").last)
    for term in selectorTerms { #expect(part.contains("Cm \(term.dropLast()) Ns = Ns")) }
  }
}
