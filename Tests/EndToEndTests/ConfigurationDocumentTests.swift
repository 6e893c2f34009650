// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LocationTestSupport
internal import Testing

/// config/locationd.conf, its manual page and the code know the same keys.
struct ConfigurationDocumentTests {
  struct Key: Hashable, CustomTestStringConvertible {
    var section: String
    var name: String
    var value: String

    var testDescription: String { "[\(section)] \(name)" }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(Project.root)/\(path)", encoding: .utf8)
  }

  /// The keys of the shipped file, each with its default; commented ones count, too.
  static let shipped: [Key] = {
    var keys: [Key] = []
    var section = ""
    for line in ((try? text("config/locationd.conf")) ?? "").split(separator: "\n") {
      if let match = line.wholeMatch(of: /\[([a-z-]+)\]/) {
        section = String(match.1)
      } else if let match = line.wholeMatch(of: /#?([a-z][a-z-]*) *=(.*)/) {
        let value = match.2.trimmingCharacters(in: .whitespaces)
        keys.append(Key(section: section, name: String(match.1), value: value))
      }
    }
    return keys
  }()

  @Test func `the shipped file has every key of the code`() throws {
    let folder = "\(Project.root)/Sources/locationd"
    var known: Set<[String]> = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let code = try Self.text("Sources/locationd/\(file)")
      for match in code.matches(of: /\("([a-z-]+)", "([a-z-]+)"\)/) {
        known.insert([String(match.1), String(match.2)])
      }
    }
    #expect(known.count >= 12)
    #expect(Set(Self.shipped.map { [$0.section, $0.name] }) == known)
  }

  @Test(arguments: shipped)
  func `a key alone with its default is accepted`(key: Key) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("[\(key.section)]\n\(key.name) = \(key.value)\n", to: "one.conf")
    let process = try ChildProcess(
      try Project.program("locationd"),
      ["--check-config", "--config", file]
    )
    #expect(try process.waitForExit(before: Deadline(in: 5)) == .code(0))
    #expect(try process.errors.remainingLines(before: Deadline(in: 5)) == [])
  }

  @Test(arguments: shipped)
  func `a key is in the manual with its default`(key: Key) throws {
    let page = try Self.text("docs/man/locationd.conf.5")
    let section = page.components(separatedBy: "\n.Ss ").first {
      $0.hasPrefix("[\(key.section)]\n")
    }
    let item = ".It Ic \(key.name) =" + (key.value.isEmpty ? "" : " \(key.value)")
    #expect(section?.split(separator: "\n").contains { $0 == item } == true, "\(item)")
  }

  @Test func `every option of the daemon is in its manual`() throws {
    let process = try ChildProcess(try Project.program("locationd"), ["--help"])
    let help = try process.output.remainingLines(before: Deadline(in: 5)).joined(separator: "\n")
    #expect(try process.waitForExit(before: Deadline(in: 5)) == .code(0))
    let page = try Self.text("docs/man/locationd.8")
    let items = page.split(separator: "\n").filter { $0.hasPrefix(".It Fl ") }
    let options = help.matches(of: /\n +--([a-z-]+)/).map { String($0.1) }
    #expect(options.count >= 7)
    for option in options {
      let item = ".It Fl -\(option)"
      #expect(items.contains { $0 == item || $0.hasPrefix("\(item) ") }, "\(item)")
    }
    #expect(items.count == options.count)
  }

  @Test func `the manual has no key that the shipped file lacks`() throws {
    let page = try Self.text("docs/man/locationd.conf.5")
    let items = page.split(separator: "\n").filter { $0.hasPrefix(".It Ic ") }
    #expect(items.count == Self.shipped.count)
  }
}
