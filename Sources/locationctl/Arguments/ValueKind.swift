// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore
internal import LocationProtocol

/// A kind of argument: its name in help texts, what is allowed, and how it is read.
struct ValueKind: Sendable {
  /// As in `--speed MPS`.
  let placeholder: String
  /// What is allowed, with unit and range, to follow "give" in a message.
  let allowed: String
  /// Words that a shell can complete.
  let words: [String]
  let read: @Sendable (String) -> Value?
  /// Which part of a refused text is wrong; nil where there is only one.
  let flaw: @Sendable (String) -> String?

  init(
    _ placeholder: String,
    allowed: String,
    words: [String] = [],
    flaw: @escaping @Sendable (String) -> String? = { _ in nil },
    read: @escaping @Sendable (String) -> Value?
  ) {
    self.placeholder = placeholder
    self.allowed = allowed
    self.words = words
    self.flaw = flaw
    self.read = read
  }

  /// What to say of a text that `read` refuses.
  func refusal(of text: String) -> String {
    "\(quoted(text)) is not allowed\(flaw(text).map { ": \($0)" } ?? ""); give \(allowed)"
  }
}

extension ValueKind {
  /// A number within both ends; `unit` is a word for messages.
  static func number(
    _ placeholder: String,
    _ range: ClosedRange<Double>,
    _ unit: String
  ) -> ValueKind {
    let ends = "\(shortNumber(range.lowerBound)) to \(shortNumber(range.upperBound))"
    return ValueKind(placeholder, allowed: "a number of \(unit) from \(ends)") { text in
      guard let value = decimal(text), range.contains(value) else { return nil }
      return .number(value)
    }
  }

  static func integer(_ placeholder: String, _ range: ClosedRange<Int>) -> ValueKind {
    let allowed = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return ValueKind(placeholder, allowed: allowed) { text in
      guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(text),
        range.contains(value)
      else { return nil }
      return .integer(value)
    }
  }

  /// A time span of so many seconds at most; one of zero length only where `fromZero`.
  static func duration(
    _ placeholder: String,
    fromZero: Bool = false,
    upTo limit: Double = 366 * 86400
  ) -> ValueKind {
    let end =
      limit.truncatingRemainder(dividingBy: 86400) == 0
      ? "\(shortNumber(limit / 86400))d" : "\(shortNumber(limit))s"
    let ends = fromZero ? "from 0 to \(end)" : "above 0, up to \(end)"
    let allowed = "a duration such as 90, 90s, 10m or 1h30m, \(ends)"
    return ValueKind(placeholder, allowed: allowed) { text in
      guard let seconds = locationctl.duration(text), fromZero || seconds > 0,
        seconds <= limit
      else { return nil }
      return .duration(seconds)
    }
  }

  /// A number in the range of a parameter of the daemon.
  static func parameter(_ placeholder: String, _ limit: ParameterLimit) -> ValueKind {
    ValueKind(placeholder, allowed: "a number in \(limit.allowed)") { text in
      (try? limit.value(parsing: text)).map { .number($0) }
    }
  }

  /// A time span in the range of a parameter of the daemon.
  static func span(_ placeholder: String, _ limit: ParameterLimit) -> ValueKind {
    ValueKind(placeholder, allowed: "a duration such as 0.5, 90s or 1h30m in \(limit.allowed)") {
      guard let seconds = locationctl.duration($0), limit.range.contains(seconds) else {
        return nil
      }
      return .duration(seconds)
    }
  }

  static let seed = integer("N", 0...9_007_199_254_740_991)

  /// A file to be read or written, `-` for the standard stream.
  static func file(_ placeholder: String) -> ValueKind {
    ValueKind(placeholder, allowed: "the name of a file, or -") { text in
      text.isEmpty ? nil : .text(text)
    }
  }

  /// One of several words.
  static func word(_ placeholder: String, _ words: [String]) -> ValueKind {
    ValueKind(placeholder, allowed: words.joined(separator: ", "), words: words) { text in
      words.contains(text) ? .text(text) : nil
    }
  }

  /// A point, or `-` for points that come on standard input.
  static let coordinateOrInput = ValueKind(
    "LAT,LON",
    allowed: "\(coordinate.allowed), or - for standard input",
    flaw: coordinateFlaw
  ) { text in
    text == "-" ? .text(text) : coordinate.read(text)
  }

  static let coordinate = ValueKind(
    "LAT,LON",
    allowed: "degrees, latitude from -90 to 90 and longitude from -180 to 180",
    flaw: coordinateFlaw
  ) { text in
    locationctl.coordinate(text).map { .coordinate($0) }
  }

  static let region = ValueKind(
    "LAT,LON,RADIUS[,ID]",
    allowed: "degrees from -90 to 90 and -180 to 180, a radius in metres above 0, up to 1000000, "
      + "and maybe a name",
    flaw: regionFlaw
  ) { text in
    locationctl.region(text).map { .region($0) }
  }

  static let accuracy = ValueKind(
    "A",
    allowed: "metres from 0.001 to 10000000, best, bestForNavigation or reduced",
    words: ["best", "bestForNavigation", "reduced"]
  ) { text in
    guard !["best", "bestForNavigation", "reduced"].contains(text) else {
      return .accuracy(.word(text))
    }
    guard let metres = decimal(text), (0.001...10_000_000).contains(metres) else { return nil }
    return .accuracy(.metres(metres))
  }

  static let selector = ValueKind(
    "SELECTOR",
    allowed: "all, or terms joined by commas, each one of "
      + "uid=N, user=, gid=N, group=, unit=, user-unit=, exe=, client=, session=, "
      + "surface=native|gpsd|nmea",
    words: ["all"] + selectorTerms
  ) { text in
    locationctl.selector(text).map { .text($0) }
  }

  static let condition = ValueKind(
    "CONDITION",
    allowed: "fix, simulated, real, inside:ID, or accuracy, verticalAccuracy, speed, altitude or "
      + "satellites with <, <=, > or >= and a number",
    words: ["fix", "simulated", "real", "inside:", "accuracy<", "speed>"]
  ) { text in
    Condition(text).map { .condition($0) }
  }

  /// A name that the daemon gave out, such as `o3` or `s5`.
  static func identifier(_ placeholder: String) -> ValueKind {
    ValueKind(placeholder, allowed: "an identifier that is not empty") { text in
      text.isEmpty ? nil : .text(text)
    }
  }
}
