// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Cuts a stream of bytes into lines, whatever the pieces they arrive in.
///
/// A line ends with LF; one CR before it is dropped; empty lines are skipped. Take events until
/// there are none before appending again: then memory stays below `maximumLength` and one piece.
package struct LineFramer: Sendable {
  package enum Event: Hashable, Sendable {
    case line([UInt8])
    /// Said once. Nothing after it is looked at, because the next line's start is not known.
    case tooLong
  }

  /// Bytes, the newline included.
  package let maximumLength: Int
  private var buffer: [UInt8] = []
  /// First byte not handed out yet.
  private var start = 0
  /// `start ..< scanned` holds no newline, so that no byte is looked at twice.
  private var scanned = 0
  private var isOverrun = false

  package init(maximumLength: Int = Limits.requestLine) {
    self.maximumLength = max(1, maximumLength)
  }

  /// Bytes held that no event has carried yet.
  package var pendingCount: Int { buffer.count - start }

  /// Adds what was read.
  package mutating func append(_ bytes: some Collection<UInt8>) {
    guard !isOverrun else { return }
    discardConsumed()
    buffer.append(contentsOf: bytes)
  }

  /// The next whole line, or nil until more bytes come.
  package mutating func next() -> Event? {
    while !isOverrun {
      while scanned < buffer.count, buffer[scanned] != UInt8(ascii: "\n") {
        scanned += 1
      }
      guard scanned < buffer.count else {
        guard pendingCount < maximumLength else { return overrun() }
        discardConsumed()
        return nil
      }
      guard scanned - start < maximumLength else { return overrun() }
      if let line = takeLine(endingAt: scanned) {
        return .line(line)
      }
    }
    return nil
  }

  /// What stands after the last newline when the peer has ended its side, or nil if nothing does.
  package mutating func takeRemainder() -> Event? {
    guard !isOverrun, pendingCount > 0 else { return nil }
    return takeLine(endingAt: buffer.count).map { .line($0) }
  }

  private mutating func takeLine(endingAt end: Int) -> [UInt8]? {
    let hasReturn = end > start && buffer[end - 1] == UInt8(ascii: "\r")
    let line = buffer[start..<(hasReturn ? end - 1 : end)]
    start = min(end + 1, buffer.count)
    scanned = start
    return line.isEmpty ? nil : Array(line)
  }

  private mutating func overrun() -> Event {
    isOverrun = true
    buffer = []
    start = 0
    scanned = 0
    return .tooLong
  }

  private mutating func discardConsumed() {
    guard start > 0 else { return }
    if start == buffer.count {
      // Given back: there is one for every session, and most of them have said all they will say.
      buffer = []
    } else {
      buffer.removeFirst(start)
    }
    scanned -= start
    start = 0
  }
}
