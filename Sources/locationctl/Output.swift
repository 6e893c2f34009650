// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationProtocol

/// Where results go: standard output, or a list in tests.
final class Output {
  /// Whether a block may be updated in place.
  let isTerminal: Bool
  /// Whether bold and colour may be used; `NO_COLOR` forbids it.
  let isStyled: Bool
  private let columns: () -> Int
  private let sink: (String) throws(Failure) -> Void

  init(
    isTerminal: Bool,
    isStyled: Bool,
    columns: @escaping () -> Int = { 80 },
    sink: @escaping (String) throws(Failure) -> Void
  ) {
    self.isTerminal = isTerminal
    self.isStyled = isStyled
    self.columns = columns
    self.sink = sink
  }

  /// Standard output; `interruption` tells the signal, if any, that asked the command to end.
  static func standard(
    environment: [String: String],
    loop: EventLoop,
    interruption: @escaping () -> Int32?
  ) -> Output {
    let isTerminal = Terminal.isTerminal(1) && environment["TERM", default: "dumb"] != "dumb"
    return Output(
      isTerminal: isTerminal,
      isStyled: isTerminal && environment["NO_COLOR", default: ""].isEmpty,
      columns: { Terminal.columns(1) ?? 80 },
      sink: { text throws(Failure) in
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
          try waitForReader(loop, interruption)
          try writeStandardOutput(Array(rest.prefix(pieceSize)))
          rest = rest.dropFirst(pieceSize)
        }
      }
    )
  }

  /// Standard error, for what is not the result.
  static func messages(environment: [String: String]) -> Output {
    let isTerminal = Terminal.isTerminal(2) && environment["TERM", default: "dumb"] != "dumb"
    return Output(
      isTerminal: isTerminal,
      isStyled: isTerminal && environment["NO_COLOR", default: ""].isEmpty,
      columns: { Terminal.columns(2) ?? 80 },
      // There is nobody left to tell if this fails.
      sink: { text throws(Failure) in try? Terminal.writeAll(2, Array(text.utf8)) }
    )
  }

  /// Nowhere.
  static var none: Output { Output(isTerminal: false, isStyled: false) { _ in } }

  /// Columns of the terminal now; it may be resized at any time.
  var width: Int { max(20, columns()) }

  /// What a table may take: all that it wants where no terminal would break its lines.
  var tableWidth: Int? { isTerminal ? width : nil }

  func write(_ text: String) throws(Failure) {
    try sink(text)
  }

  func line(_ text: String) throws(Failure) {
    try sink(text + "\n")
  }

  func lines(_ texts: [String]) throws(Failure) {
    try sink(texts.map { $0 + "\n" }.joined())
  }

  /// One JSON object on its line.
  func json(_ value: some Encodable) throws(Failure) {
    let text: [UInt8]
    do {
      text = try JSONText.encode(value)
    } catch {
      throw .unreachable("locationd sent a number that JSON cannot hold")
    }
    try line(String(decoding: text, as: UTF8.self))
  }
}

/// What a pipe that is ready takes without waiting.
private let pieceSize = 4096

/// Waits in the loop, because a write that waits for its reader would be deaf to signals.
private func waitForReader(
  _ loop: EventLoop,
  _ interruption: () -> Int32?
) throws(Failure) {
  var isReady = false
  // A regular file cannot be watched, and never makes its writer wait.
  guard let token = try? loop.watch(1, .writable, handler: { _ in isReady = true }) else { return }
  defer { loop.unwatch(token) }
  while true {
    loop.turn(timeout: nil)
    if isReady { return }
    if let signal = interruption() { throw .interrupted(by: signal) }
  }
}

private func writeStandardOutput(_ bytes: [UInt8]) throws(Failure) {
  do {
    try Terminal.writeAll(1, bytes)
  } catch {
    throw error.isBrokenPipe ? .outputClosed : .outputFailed("cannot write the output: \(error)")
  }
}
