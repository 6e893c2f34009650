// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import LocationCore
import LocationTestSupport
import Testing

@testable import locationctl

/// Every number that any command takes: the table itself says which there are.
@Suite struct NumericOptionTests {
  /// One option of one command, with operands that are right.
  private struct Place {
    let words: [String]
    let operands: [String]
    let option: Option
    let kind: ValueKind
    var name: String { (words + ["--\(option.name)"]).joined(separator: " ") }
  }

  private static let places: [Place] = places(of: CommandTable.all, [])

  private static func places(of commands: [Command], _ path: [String]) -> [Place] {
    commands.flatMap { command -> [Place] in
      let words = path + [command.name]
      let operands = command.operands.flatMap { example(of: $0) }
      let own = command.options.compactMap { option -> Place? in
        guard let kind = option.kind, isNumeric(kind) else { return nil }
        return Place(words: words, operands: operands, option: option, kind: kind)
      }
      return own + places(of: command.subcommands, words)
    }
  }

  private static func isNumeric(_ kind: ValueKind) -> Bool {
    ["0.5", "1", "2", "100"].contains { text in
      switch kind.read(text) {
      case .number, .integer, .duration, .accuracy: true
      default: false
      }
    }
  }

  /// Words that an operand takes.
  private static func example(of operand: Operand) -> [String] {
    let words = ["1,2", "fix", "city-walk", "uid=1", "5"]
    guard let word = words.first(where: { operand.kind.read($0) != nil }) else { return [] }
    return operand.arity == .oneOrMore ? [word, word] : [word]
  }

  private static func refusal(_ place: Place, _ text: String) -> Failure? {
    do throws(Failure) {
      _ = try ArgumentReader(commands: CommandTable.all).read(
        place.words + place.operands + ["--\(place.option.name)=\(text)"]
      )
      return nil
    } catch {
      return error
    }
  }

  @Test func `the table has the numbers that it should have`() {
    #expect(Self.places.count >= 75)
    let names = Set(Self.places.map(\.option.name))
    for name in ["speed", "rate", "for", "seed", "timeout", "count", "east", "distance", "scale"] {
      #expect(names.contains(name), "\(name)")
    }
  }

  @Test(arguments: [
    "", " ", "nan", "NaN", "-nan", "inf", "-inf", "infinity", "0x10", "0x1p3", "0b1", "1e400",
    "-1e400", "1e308", "-1e308", "3,5", "1.234,5", "1_000", "1 000", " 1", "1 ", "+-3", "--1", "e5",
    "1e", "٣", "１", "1.2.3", "-9223372036854775809", "18446744073709551616", "1;2", "1\n", "½",
  ])
  func `what is no number in range is refused with its name and range`(text: String) throws {
    for place in Self.places {
      let failure = try #require(Self.refusal(place, text), "\(place.name) takes \(text)")
      #expect([64, 65].contains(failure.exitCode), "\(place.name)")
      let message = try #require(failure.message)
      #expect(message.contains("--\(place.option.name)"), "\(message)")
      #expect(message.contains(place.kind.allowed), "\(message)")
    }
  }

  /// Those whose range begins at 0 or below, and no others.
  private static let fromZero: Set<String> = [
    "monitor --distance-filter", "monitor --interval", "get --max-age",
    "set --altitude", "set --speed", "set --course", "run --seed", "play --seed", "play --from",
    "play --to", "transform offset --east", "transform offset --north", "transform offset --up",
    "transform offset --bearing", "transform offset --distance", "transform noise --metres",
    "transform noise --vertical-metres", "transform noise --seed", "transform drift --rate",
    "transform drift --bearing", "transform drift --walk", "transform drift --seed",
    "transform decimate --probability", "transform decimate --seed", "fault jump --seed",
  ]
  private static let negative: Set<String> = [
    "set --altitude", "transform offset --east", "transform offset --north",
    "transform offset --up",
  ]

  @Test func `zero and negative numbers are refused where they mean nothing`() {
    for place in Self.places {
      let takesZero = Self.refusal(place, "0") == nil
      #expect(takesZero == Self.fromZero.contains(place.name), "\(place.name)")
      #expect((Self.refusal(place, "-0.0") == nil) == takesZero || place.option.name == "seed")
      let takesNegative = Self.refusal(place, "-1") == nil
      #expect(takesNegative == Self.negative.contains(place.name), "\(place.name)")
    }
  }

  @Test(arguments: [
    ["seek", "nan"], ["seek", "-1"], ["seek", "1e308"], ["seek", "0x10"], ["seek", "1,5"],
    ["set", "nan,0"], ["set", "0,inf"], ["set", "0x10,0"], ["set", "48,85,2,29"],
    ["set", "1e400,0"], ["set", "90.1,0"], ["start", "1,2", "91,0"], ["start", "1,2", "0,180.1"],
    ["monitor", "--region", "1,2,nan"], ["monitor", "--region", "1,2,1e308"],
    ["monitor", "--region", "1,2,0"], ["monitor", "--region", "1,2,0x10"],
    ["check-regions", "a.gpx", "--region", "1,2,-5"], ["wait-for", "accuracy<nan"],
    ["wait-for", "accuracy<1e400"], ["wait-for", "speed>0x10"],
  ])
  func `numbers inside other words are read as strictly`(words: [String]) {
    #expect {
      _ = try ArgumentReader(commands: CommandTable.all).read(words)
    } throws: {
      ($0 as? Failure)?.exitCode == 65
    }
  }
}

/// docs/overrides.md, the ranges and the options say the same.
@Suite struct OverrideDocumentTests {
  private static func lines() throws -> [String] {
    let path = "\(Project.root)/docs/overrides.md"
    return try String(contentsOfFile: path, encoding: .utf8)
      .replacingOccurrences(of: "−", with: "-").components(separatedBy: "\n")
  }

  /// The lines from a heading to the next one of its rank.
  private static func section(_ heading: String) throws -> [String] {
    let rank = heading.prefix { $0 == "#" }.count
    let rest = try lines().drop { $0 != heading }.dropFirst()
    return Array(
      rest.prefix { $0.prefix { $0 == "#" }.isEmpty || $0.prefix { $0 == "#" }.count > rank }
    )
  }

  private static let limits: [(section: String, limits: [ParameterLimit])] = [
    ("## The stack", [OverrideLimits.duration]),
    ("## Determinism", [OverrideLimits.seed]),
    (
      "### set",
      [
        OverrideLimits.latitude, OverrideLimits.longitude, OverrideLimits.altitude,
        OverrideLimits.ellipsoidalAltitude, OverrideLimits.horizontalAccuracy,
        OverrideLimits.verticalAccuracy, OverrideLimits.pointSpeed, OverrideLimits.speedAccuracy,
        OverrideLimits.course, OverrideLimits.courseAccuracy,
      ]
    ),
    (
      "### start and play",
      [
        OverrideLimits.routeSpeed, OverrideLimits.interval, OverrideLimits.step,
        OverrideLimits.rate, OverrideLimits.from, OverrideLimits.to, OverrideLimits.gap,
      ]
    ),
    ("### run", [OverrideLimits.rate]),
    (
      "## Transforms",
      [
        OverrideLimits.east, OverrideLimits.north, OverrideLimits.up, OverrideLimits.bearing,
        OverrideLimits.offsetDistance, OverrideLimits.noise, OverrideLimits.verticalNoise,
        OverrideLimits.driftRate, OverrideLimits.driftWalk, OverrideLimits.delay,
        OverrideLimits.every, OverrideLimits.spacing, OverrideLimits.probability,
        OverrideLimits.horizontalAccuracy, OverrideLimits.verticalAccuracy, OverrideLimits.scale,
        OverrideLimits.gridDegrees, OverrideLimits.gridMetres,
      ]
    ),
    (
      "## Faults",
      [OverrideLimits.jumpDistance, OverrideLimits.period, OverrideLimits.spacing]
    ),
  ]

  @Test(arguments: limits.indices)
  func `every range in the document is the one that holds`(index: Int) throws {
    let (heading, limits) = Self.limits[index]
    let lines = try Self.section(heading)
    for limit in limits {
      let range = limit.allowed.components(separatedBy: " degrees")[0].components(
        separatedBy: " m"
      )[0]
      .components(separatedBy: " s")[0]
      let plain = range.replacingOccurrences(of: "1e-07", with: "0.0000001")
      #expect(
        lines.contains { $0.contains("`\(limit.name)`") && $0.contains(plain) },
        "\(heading) \(limit.name) \(plain)"
      )
    }
  }

  private static func changes(_ group: String) -> [(name: String, options: [Option])] {
    let command = CommandTable.all.first { $0.name == group }
    let shared = Set(Option.everyOverride.map(\.name))
    return (command?.subcommands ?? []).map { sub in
      (sub.name, sub.options.filter { !shared.contains($0.name) })
    }
  }

  /// `verticalMetres` of `vertical-metres`.
  private static func wireName(_ option: Option) -> String {
    guard option.name != "accuracy" else { return "horizontalAccuracy" }
    let words = option.name.split(separator: "-")
    return words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.capitalized }
  }

  @Test(arguments: [("transform", "## Transforms"), ("fault", "## Faults")])
  func `each transform and fault has a row with its parameters and no others`(
    group: String,
    heading: String
  ) throws {
    let rows = try Self.section(heading).filter { $0.hasPrefix("| `") }
    #expect(rows.count == Self.changes(group).count)
    for (name, options) in Self.changes(group) {
      let row = try #require(rows.first { $0.hasPrefix("| `\(name)` |") }, "\(name)")
      let parameters = row.components(separatedBy: " | ")[1]
      let documented = parameters.components(separatedBy: "`").enumerated()
        .filter { $0.offset % 2 == 1 }.map(\.element)
      #expect(Set(documented) == Set(options.map(Self.wireName)), "\(name)")
    }
  }

  @Test func `each option of a route and of a point is in the document`() throws {
    let shared = Set(Option.everyOverride.map(\.name))
    let sections = [
      ("set", "### set"), ("start", "### start and play"), ("play", "### start and play"),
    ]
    for (command, heading) in sections {
      let text = try Self.section(heading).joined(separator: "\n")
      let options = CommandTable.all.first { $0.name == command }?.options ?? []
      // `track` is a matter of reading the file, and points of `set -` are those of `push`.
      for option in options where !shared.contains(option.name) && option.name != "track" {
        guard command != "set" || option.name != "keep-times" else { continue }
        #expect(text.contains("`\(Self.wireName(option))`"), "\(command) --\(option.name)")
      }
    }
  }
}
