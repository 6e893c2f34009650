// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import LocationTestSupport
import Testing

@testable import locationctl

/// What a shell that read the script offers after some words.
struct CompletionTests {
  private static let shells = ["bash", "fish", "zsh"].filter { Project.systemProgram($0) != nil }

  private static func offers(_ shell: String, _ before: [String], _ word: String) throws -> Set<
    String
  > {
    let folder = try TemporaryFolder()
    let script = try #require(CompletionScript(rawValue: shell)).text(CommandTable.all)
    let file = try folder.write(script, to: "script")
    let words = (["locationctl"] + before + [word]).map(CompletionScript.quoted)
    let line = words.joined(separator: " ")
    let plain = (["locationctl"] + before + [word]).joined(separator: " ")
    let code =
      switch shell {
      case "bash":
        """
        set -u; source '\(file)'; COMP_WORDS=(\(line)); COMP_CWORD=\(words.count - 1)
        _locationctl; printf '%s\\n' "${COMPREPLY[@]}"
        """
      case "fish": "source '\(file)'; complete -C \(CompletionScript.quoted(plain))"
      // Stands in for zsh's own functions, which work only at a prompt.
      default:
        """
        source '\(file)'
        _describe() { print -rl -- ${(@)${(@P)@[-1]}%%:*} }
        compadd() { print -rl -- ${@[4,-1]} }
        _files() { print FILES }
        words=(\(line)); CURRENT=\(words.count); PREFIX=$words[CURRENT]
        _locationctl
        """
      }
    let arguments = shell == "fish" ? ["--no-config", "-c", code] : ["-c", code]
    let process = try ChildProcess(
      try Project.requiredProgram(shell),
      arguments,
      environment: ["HOME": folder.path]
    )
    let deadline = Deadline(in: 20)
    let lines = try process.output.remainingLines(before: deadline)
    #expect(try process.errors.remainingLines(before: deadline) == [])
    _ = try process.waitForExit(before: deadline)
    let names = lines.map { String($0.prefix { $0 != "\t" }) }
    return Set(names.filter { !$0.isEmpty && (shell != "zsh" || $0.hasPrefix(word)) })
  }

  @Test(arguments: shells)
  func `an empty line offers every command of the table`(shell: String) throws {
    #expect(try Self.offers(shell, [], "") == Set(CommandTable.all.map(\.name)))
  }

  @Test(arguments: shells)
  func `a part of a command offers those that begin with it`(shell: String) throws {
    let expected = Set(CommandTable.all.map(\.name).filter { $0.hasPrefix("se") })
    #expect(expected.contains("set"))
    #expect(try Self.offers(shell, [], "se") == expected)
  }

  @Test(arguments: shells)
  func `after a command there are its options`(shell: String) throws {
    let command = try #require(CommandTable.all.first { $0.name == "monitor" })
    let expected = Set((command.options.map(\.name) + ["help"]).map { "--\($0)" })
    #expect(try Self.offers(shell, ["monitor"], "--") == expected)
  }

  @Test(arguments: shells)
  func `after an option with known words there are those`(shell: String) throws {
    let expected: Set = ["best", "bestForNavigation"]
    #expect(try Self.offers(shell, ["monitor", "--json", "--accuracy"], "best") == expected)
  }

  @Test(arguments: shells)
  func `operands with known words are offered`(shell: String) throws {
    #expect(try Self.offers(shell, ["wait-for"], "accuracy").contains("accuracy<"))
  }

  @Test func `the script's own command is offered nowhere`() {
    for shell in CompletionScript.allCases {
      #expect(!shell.text(CommandTable.all).contains("completions " + "SHELL"))
      #expect(!HelpText.program(CommandTable.all).contains("completions"))
    }
  }

  @Test(arguments: CompletionScript.allCases)
  func `the command prints the script`(shell: CompletionScript) throws {
    let run = try CommandRun()
    #expect(run.run("completions", shell.rawValue).code == 0)
    #expect(run.output == shell.text(CommandTable.all))
    #expect(run.run("completions", "tcsh").code == 65)
  }
}
