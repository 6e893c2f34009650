// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// One command of a client of the gpsd protocol.
package enum GPSDRequest: Hashable, Sendable {
  case version
  case devices
  case poll
  case device(GPSDMembers?)
  case watch(GPSDMembers?)
  /// Not a command; with its text, for the answer.
  case unknown(String)

  /// Bytes of what was not understood that an answer repeats.
  static let repeatedLength = 80

  /// Reads a command from its question mark on, without its end.
  init(_ text: ArraySlice<UInt8>) {
    let body = text.dropFirst()
    let name = body.prefix { $0 != UInt8(ascii: "=") && $0 > 0x20 }
    var rest = body[name.endIndex...]
    while let byte = rest.first, byte <= 0x20 { rest.removeFirst() }
    let hasValue = rest.first == UInt8(ascii: "=")
    let members = hasValue ? GPSDMembers(rest.dropFirst()) : nil
    let isPlain = rest.isEmpty
    switch String(decoding: name, as: UTF8.self) {
    case "VERSION" where isPlain: self = .version
    case "DEVICES" where isPlain: self = .devices
    case "POLL" where isPlain: self = .poll
    case "DEVICE" where isPlain || hasValue: self = .device(members)
    case "WATCH" where isPlain || hasValue: self = .watch(members)
    default: self = .unknown(String(decoding: text.prefix(Self.repeatedLength), as: UTF8.self))
    }
  }
}

/// Cuts a stream of bytes into commands, however they are glued, split or ended.
///
/// A command begins with `?` and ends with `;`, a newline, the brace that closes its object, or the
/// next `?`. What stands after it on its line is an error, as with gpsd; what stands elsewhere is
/// dropped.
package struct GPSDRequestFramer: Sendable {
  package enum Event: Hashable, Sendable {
    case request(GPSDRequest)
    /// The rest of its line is dropped.
    case tooLong
  }

  /// Bytes in one command; gpsd's own limit is 80, and real clients exceed it.
  package static let maximumLength = 4096

  private var buffer: [UInt8] = []
  private var start = 0
  /// Whether what comes up to the end of the line is dropped.
  private var isOverrun = false
  /// Whether a command that was understood stands before on the line.
  private var isAfterCommand = false
  /// What stands behind it, up to what an answer repeats.
  private var stray: [UInt8] = []

  package init() {}

  /// Whether something has begun whose end has not come.
  package var hasPartialRequest: Bool { start < buffer.count || !stray.isEmpty }

  /// Adds what was read.
  package mutating func append(_ bytes: ArraySlice<UInt8>) {
    var bytes = bytes
    if isOverrun {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return }
      isOverrun = false
      bytes = bytes[(end + 1)...]
    }
    buffer.removeFirst(start)
    start = 0
    buffer.append(contentsOf: bytes)
  }

  /// The next whole command, or nil until more bytes come.
  package mutating func next() -> Event? {
    guard !isOverrun else { return nil }
    if let event = passStray() { return event }
    guard start < buffer.count else {
      buffer = []
      start = 0
      return nil
    }
    guard let end = end() else {
      guard buffer.count - start < Self.maximumLength else { return overrun() }
      return nil
    }
    return take(upTo: end)
  }

  /// The command that stands at the end, when its peer has ended or says no more.
  package mutating func takeRemainder() -> Event? {
    if let event = next() ?? takeStray() { return event }
    guard hasPartialRequest else { return nil }
    return take(upTo: buffer.count)
  }

  /// Where the command that begins at `start` ends; nil while that is not known.
  private func end() -> Int? {
    var depth = 0
    var isQuoted = false
    var index = start + 1
    while index < buffer.count, index - start < Self.maximumLength {
      let byte = buffer[index]
      if isQuoted {
        // No string goes over a line's end: its quote is missing.
        if byte == UInt8(ascii: "\n") { return index }
        if byte == UInt8(ascii: "\\") { index += 1 }
        if byte == UInt8(ascii: "\"") { isQuoted = false }
        index += 1
        continue
      }
      switch byte {
      case UInt8(ascii: "?"):
        if buffer[index - 1] != byte { return index }
      case UInt8(ascii: ";"), UInt8(ascii: "\n"):
        if depth == 0 { return index }
      case UInt8(ascii: "\""): isQuoted = depth > 0
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth <= 0 { return index + 1 }
      default: break
      }
      index += 1
    }
    return nil
  }

  private mutating func take(upTo end: Int) -> Event {
    var text = buffer[start..<end]
    while let last = text.last, last <= 0x20 { text.removeLast() }
    start = end
    let request = GPSDRequest(text)
    if case .unknown = request { isAfterCommand = false } else { isAfterCommand = true }
    return .request(request)
  }

  /// Goes on to the next command; what stands before it comes out if it is an error.
  private mutating func passStray() -> Event? {
    while start < buffer.count, buffer[start] != UInt8(ascii: "?") {
      let byte = buffer[start]
      start += 1
      if byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\n") {
        let event = takeStray()
        if byte == UInt8(ascii: "\n") { isAfterCommand = false }
        if let event { return event }
      } else if isAfterCommand, stray.count < GPSDRequest.repeatedLength,
        byte > 0x20 || !stray.isEmpty
      {
        stray.append(byte)
      }
    }
    return start < buffer.count ? takeStray() : nil
  }

  /// At most one for each command, so that nobody is sent an error for each of many words.
  private mutating func takeStray() -> Event? {
    guard !stray.isEmpty else { return nil }
    while let last = stray.last, last <= 0x20 { stray.removeLast() }
    defer { stray = [] }
    isAfterCommand = false
    return .request(.unknown(String(decoding: stray, as: UTF8.self)))
  }

  private mutating func overrun() -> Event {
    isAfterCommand = false
    let end = buffer[(start + Self.maximumLength)...].firstIndex(of: UInt8(ascii: "\n"))
    isOverrun = end == nil
    start = end ?? buffer.count
    return .tooLong
  }
}
