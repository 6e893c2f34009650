// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import Testing

@testable import locationctl

@Suite struct ArgumentReaderTests {
  private let reader = ArgumentReader(commands: CommandTable.all)

  private func invocation(_ words: [String]) throws -> Invocation {
    guard case .run(_, let invocation) = try reader.read(words) else {
      Issue.record("\(words) does not run a command")
      return Invocation()
    }
    return invocation
  }

  private func failure(_ words: [String]) -> Failure? {
    do {
      _ = try reader.read(words)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ["set", "-33.8568,151.2153", "--altitude", "-12", "--for", "10m"],
    ["set", "--altitude=-12", "--for=10m", "-33.8568,151.2153"],
    ["set", "--for", "600", "--altitude", "-12", "--", "-33.8568,151.2153"],
  ])
  func `options may stand anywhere and negative numbers need no dashes`(words: [String]) throws {
    let invocation = try invocation(words)
    #expect(
      invocation.coordinates == [try #require(Coordinate(latitude: -33.8568, longitude: 151.2153))]
    )
    #expect(invocation.number(.altitude) == -12)
    #expect(invocation.duration(.lifetime) == 600)
    #expect(!invocation.has(.lease))
    #expect(invocation.number(.speed) == nil)
  }

  @Test func `every option of set is read`() throws {
    let invocation = try invocation([
      "set", "1,2", "--altitude", "35.2", "--accuracy", "4.1", "--vertical-accuracy", "6",
      "--speed", "1.4", "--course", "271", "--for", "1h30m", "--target", "unit=a.service",
      "--persist", "--json",
    ])
    #expect(invocation.number(.horizontalAccuracy) == 4.1)
    #expect(invocation.number(.verticalAccuracy) == 6)
    #expect(invocation.number(.speed) == 1.4)
    #expect(invocation.number(.course) == 271)
    #expect(invocation.duration(.lifetime) == 5400)
    #expect(invocation.text(.target) == "unit=a.service")
    #expect(invocation.has(.persist))
    #expect(invocation.has(.json))
  }

  @Test func `a repeatable option keeps all its values in order`() throws {
    let invocation = try invocation([
      "monitor", "--region", "-33,151,100,a", "--region=1,2,3", "--accuracy", "best",
    ])
    #expect(invocation.regions(.region).map(\.radius) == [100, 3])
    #expect(invocation.regions(.region).map(\.identifier) == ["a", nil])
    #expect(invocation.accuracy(.subscriptionAccuracy) == .word("best"))
  }

  @Test(arguments: [
    [], ["--bogus"], ["moniter"], ["set"], ["set", "1,2", "3,4"], ["set", "1,2", "--bogus"],
    ["set", "1,2", "-x"], ["set", "1,2", "--speed"], ["set", "1,2", "--speed", "--lease"],
    ["set", "1,2", "--lease=yes"], ["set", "1,2", "--lease", "--lease"],
    ["set", "1,2", "--speed", "1", "--speed", "2"], ["wait-for"], ["get", "now"],
    ["help", "moniter"], ["status", "--jsn"],
  ])
  func `a command line of the wrong form is a usage failure`(words: [String]) {
    #expect(failure(words)?.exitCode == 64)
  }

  @Test(arguments: [
    ["set", "91,0"], ["set", "here"], ["set", "1,2", "--accuracy", "0"],
    ["set", "1,2", "--accuracy", "-1"], ["set", "1,2", "--speed", "-0.1"],
    ["set", "1,2", "--speed", "1e308"], ["set", "1,2", "--speed", "nan"],
    ["set", "1,2", "--course", "360.1"], ["set", "1,2", "--course", "0x10"],
    ["set", "1,2", "--altitude", "3,5"], ["set", "1,2", "--for", "0"],
    ["set", "1,2", "--for", "3651d"], ["set", "1,2", "--target", "me"],
    ["monitor", "--count", "0"], ["monitor", "--count", "1.5"], ["monitor", "--count", "-1"],
    ["monitor", "--accuracy", "worst"], ["monitor", "--region", "1,2"],
    ["wait-for", "fix", "luck"], ["get", "--timeout", "0"], ["get", "--timeout", "1h1s"],
    ["get", "--max-age", "25h"], ["clear", ""],
  ])
  func `a value that is not allowed is bad data`(words: [String]) {
    #expect(failure(words)?.exitCode == 65)
  }

  @Test(arguments: [
    (
      ["set", "1,2", "--speed", "0x10"],
      "--speed '0x10' is not allowed; give a number in 0 … 100000 m/s"
    ),
    (
      ["set", "91,0"],
      "LAT,LON '91,0' is not allowed: wrong latitude; give degrees, latitude from -90 to 90 and "
        + "longitude from -180 to 180, or - for standard input"
    ),
    (
      ["set", "48.8584", "2.2945"],
      "LAT,LON '48.8584' is not allowed: LATITUDE,LONGITUDE are one word, with a comma and no "
        + "blank, such as 48.8584,2.2945; give degrees, latitude from -90 to 90 and "
        + "longitude from -180 to 180, or - for standard input"
    ),
    (
      ["monitor", "--accuracy", "0"],
      "--accuracy '0' is not allowed; give metres from 0.001 to 10000000, best, "
        + "bestForNavigation or reduced"
    ),
    (["moniter"], "unknown command 'moniter'; did you mean monitor?"),
    (["xyzzy"], "unknown command 'xyzzy'; see locationctl --help"),
    (["set", "1,2", "--acuracy=3"], "set: unknown option '--acuracy'; did you mean --accuracy?"),
    (
      ["set", "1,2", "a\nb\u{1B}[2J"],
      "set: unexpected argument 'a\u{FFFD}b\u{FFFD}[2J'; see locationctl set --help"
    ),
  ])
  func `the message names the parameter, the value and what is allowed`(
    words: [String],
    message: String
  ) {
    #expect(failure(words)?.message == message)
  }

  @Test(arguments: [
    ("95,2,100", "wrong latitude"), ("x,2,100", "wrong latitude"),
    ("48,200,100", "wrong longitude"),
    ("48,2,0", "wrong radius"), ("48,2,1000001", "wrong radius"), ("48,2,x", "wrong radius"),
    ("48,2,100,", "empty name"),
    (
      "48,2",
      "LATITUDE,LONGITUDE,RADIUS are one word, with commas and no blanks, such as "
        + "48.8584,2.2945,100"
    ),
  ])
  func `a region that is not allowed says which part is wrong`(text: String, flaw: String) {
    for words in [["monitor", "--region", text], ["check-regions", "x.gpx", "--region", text]] {
      #expect(
        failure(words)?.message
          == "--region '\(text)' is not allowed: \(flaw); give degrees from -90 to 90 and "
          + "-180 to 180, a radius in metres above 0, up to 1000000, and maybe a name"
      )
    }
  }

  @Test func `a message is one line however long the argument`() throws {
    let message = try #require(failure([String(repeating: "x\n", count: 500)])?.message)
    #expect(!message.contains("\n"))
    #expect(message.count < 200)
  }

  @Test func `course 360 and the ends of each range are allowed`() throws {
    let invocation = try invocation(["set", "-90,-180", "--course", "360", "--speed", "0"])
    #expect(invocation.number(.course) == 360)
    #expect(invocation.number(.speed) == 0)
  }

  @Test(arguments: CommandTable.all.map(\.name))
  func `every command explains itself`(name: String) throws {
    let isGroup = CommandTable.all.contains { $0.name == name && $0.body == nil }
    let after = isGroup ? [] : [[name, "--json", "--help"]]
    for words in [[name, "--help"], [name, "-h"], ["help", name]] + after {
      guard case .help(let command?, name) = try reader.read(words) else {
        Issue.record("\(words) is no help")
        continue
      }
      let text = HelpText.command(command, path: name)
      #expect(text.hasPrefix("Usage: locationctl \(name)"))
      for option in command.options { #expect(text.contains(option.synopsis)) }
      for line in text.split(separator: "\n") where !line.hasPrefix("  locationctl") {
        #expect(line.count <= 80)
      }
    }
  }

  @Test(arguments: CommandTable.all.flatMap(\.examples))
  func `every example in the table is a valid command line`(example: String) throws {
    let words = example.split(separator: " ").map { $0.filter { $0 != "'" } }
    #expect(words.first == "locationctl")
    _ = try reader.read(Array(words.dropFirst()))
  }

  @Test func `the program explains itself`() throws {
    guard case .help(nil, _) = try reader.read(["--help"]) else {
      Issue.record("no help")
      return
    }
    let text = HelpText.program(CommandTable.all)
    for command in CommandTable.all { #expect(text.contains("  \(command.name) ")) }
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `names in the table are unique`() {
    #expect(Set(CommandTable.all.map(\.name)).count == CommandTable.all.count)
    for command in CommandTable.all {
      #expect(Set(command.options.map(\.name)).count == command.options.count)
    }
  }

  @Test func `a command of commands finds its part`() throws {
    let grant = Command(name: "grant", summary: "Allow", options: [.json]) { _, _ in }
    let privacy = Command(name: "privacy", summary: "Decide", subcommands: [grant])
    let reader = ArgumentReader(commands: [privacy])
    guard case .run(let command, let invocation) = try reader.read(["privacy", "grant", "--json"])
    else {
      Issue.record("not run")
      return
    }
    #expect(command.name == "grant")
    #expect(invocation.has(.json))
    guard case .help(_, "privacy") = try reader.read(["privacy", "--help"]) else {
      Issue.record("no help")
      return
    }
    #expect(throws: Failure.usage("privacy needs one of grant")) {
      _ = try reader.read(["privacy"])
    }
    #expect(throws: Failure.usage("privacy: 'gant' is not one of grant")) {
      _ = try reader.read(["privacy", "gant"])
    }
  }
}
