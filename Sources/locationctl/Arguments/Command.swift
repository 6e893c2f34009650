// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// One command of the table: parsing, help, shell completions and the manual page all read it.
struct Command: Sendable {
  typealias Body = @Sendable (Invocation, Context) throws(Failure) -> Void

  var name: String
  /// One line, without a full stop.
  var summary: String
  var operands: [Operand] = []
  var options: [Option] = []
  /// Paragraphs for `--help` and the manual.
  var details: String = ""
  /// Complete command lines.
  var examples: [String] = []
  /// Nil for a command that only groups others.
  var body: Body?
  var subcommands: [Command] = []

  /// The part of the usage line after the command's name.
  var synopsis: String {
    var words = operands.map(\.synopsis)
    if !subcommands.isEmpty {
      let names = subcommands.map(\.name).joined(separator: "|")
      words.insert(names.count > 40 ? "KIND" : names, at: 0)
    }
    if !options.isEmpty || !subcommands.isEmpty { words.append("[options]") }
    return words.joined(separator: " ")
  }
}

/// A word on the command line that is not an option.
struct Operand: Sendable {
  enum Arity: Sendable {
    case one
    case zeroOrOne
    case zeroOrMore
    case oneOrMore
  }

  var kind: ValueKind
  var arity: Arity
  var help: String

  init(_ kind: ValueKind, _ arity: Arity = .one, help: String) {
    self.kind = kind
    self.arity = arity
    self.help = help
  }

  var synopsis: String {
    switch arity {
    case .one: kind.placeholder
    case .zeroOrOne: "[\(kind.placeholder)]"
    case .zeroOrMore: "[\(kind.placeholder)…]"
    case .oneOrMore: "\(kind.placeholder)…"
    }
  }
}

/// `--name` or `--name VALUE`.
struct Option: Sendable {
  var name: String
  /// The letter of `-o`, where custom wants one.
  var short: Character?
  /// Nil for a flag.
  var kind: ValueKind?
  var help: String
  var isRepeatable: Bool

  init(
    _ name: String,
    short: Character? = nil,
    _ kind: ValueKind? = nil,
    repeatable: Bool = false,
    help: String
  ) {
    self.name = name
    self.short = short
    self.kind = kind
    self.help = help
    isRepeatable = repeatable
  }

  /// As in help texts: `--speed MPS`.
  var synopsis: String {
    let word = short.map { "-\($0)" } ?? "--\(name)"
    return kind.map { "\(word) \($0.placeholder)" } ?? word
  }
}
