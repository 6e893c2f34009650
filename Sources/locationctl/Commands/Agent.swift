// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationClient
internal import LocationProtocol

/// `agent`: asks on this terminal whenever a subscriber wants authorization.
enum Agent {
  /// Seconds between two looks at an input that may have ended while nothing is asked.
  private static let patience = 0.5

  private enum Answer {
    case grant
    case reduced
    case revoke
    case skip
  }

  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) {
    try context.untilInterrupted { () throws(Failure) in
      let connection = try context.control()
      _ = try context.call(connection, "attachAgent")
      context.note("waiting for subscribers that want authorization")
      while true {
        let deadline = LocationConnection.deadline(after: patience)
        guard let callback = try context.next(connection, until: deadline) else {
          if try context.input.hasEnded() { return }
          continue
        }
        guard callback.method == "authorizationRequested",
          let message = try? JSONText.decode(JSONValue.self, from: callback.line),
          let question = message["params"]
        else { continue }
        let text =
          invocation.has(.json)
          ? String(decoding: callback.line, as: UTF8.self) + "\n" : words(question)
        guard let answer = try ask(text, context) else { return }
        try decide(answer, selector(question), connection, invocation, context)
      }
    }
  }

  /// The answer, asked for until it is one; nil at the end of the input.
  private static func ask(_ text: String, _ context: Context) throws(Failure) -> Answer? {
    while true {
      try context.output.write(text)
      guard let line = try context.input.lines(upTo: 1).first else { return nil }
      if let answer = answer(trimmed(line.text)) { return answer }
    }
  }

  private static func decide(
    _ answer: Answer,
    _ selector: String,
    _ connection: LocationConnection,
    _ invocation: Invocation,
    _ context: Context
  ) throws(Failure) {
    guard answer != .skip else { return }
    var params: [String: JSONValue] = ["selector": .string(selector)]
    if answer == .reduced { params["reduced"] = .bool(true) }
    let method = answer == .revoke ? "privacyRevoke" : "privacyGrant"
    let result = try context.call(connection, method, params)
    if invocation.has(.json) {
      try context.output.json(result)
    } else {
      try context.output.line(Privacy.line(result))
    }
    // The next question is still to be answered.
    if let reason = result["unsaved"]?.text {
      context.note("it is not saved and ends with the daemon: \(printable(reason))")
    }
  }

  private static func words(_ question: JSONValue) -> String {
    "\(describe(question)) wants to know the location; decide for "
      + "\(printable(selector(question))): [y]es, [r]educed, [n]o, [s]kip? "
  }

  private static func answer(_ text: String) -> Answer? {
    switch text.lowercased() {
    case "y", "yes": .grant
    case "r", "reduced": .reduced
    case "n", "no": .revoke
    case "s", "skip": .skip
    default: nil
    }
  }

  /// The narrowest selector that still holds when the program connects again.
  static func selector(_ question: JSONValue) -> String {
    let uid = question["uid"]?.double.map { "uid=\(shortNumber($0))" }
    if let uid, let unit = question["userUnit"]?.text { return "\(uid),user-unit=\(unit)" }
    if let unit = question["unit"]?.text, !unit.contains(",") { return "unit=\(unit)" }
    let exe = question["exe"]?.text.flatMap { $0.contains(",") ? nil : "exe=\($0)" }
    let terms = [uid, exe].compactMap { $0 }
    return terms.isEmpty
      ? "session=\(question["session"]?.text ?? "")" : terms.joined(separator: ",")
  }

  private static func describe(_ question: JSONValue) -> String {
    var words = ["session \(question["session"]?.text ?? "?")"]
    if let client = question["client"]?.text { words.append("calls itself \(quoted(client))") }
    if let exe = question["exe"]?.text { words.append(exe) }
    if let unit = question["unit"]?.text { words.append(unit) }
    if let unit = question["userUnit"]?.text { words.append("calls its unit \(unit)") }
    if let uid = question["uid"]?.double { words.append("uid \(shortNumber(uid))") }
    if let pid = question["pid"]?.double { words.append("pid \(shortNumber(pid))") }
    return printable(words.joined(separator: ", "))
  }
}
