// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationProtocol
import LocationTestSupport
import Testing

/// All events of a stream that arrives in the given pieces.
private func events(_ pieces: [some Collection<UInt8>], maximumLength: Int = 64) -> [String] {
  var framer = LineFramer(maximumLength: maximumLength)
  var events: [String] = []
  for piece in pieces {
    framer.append(piece)
    while let event = framer.next() {
      switch event {
      case .line(let line): events.append(text(line))
      case .tooLong: events.append("TOO LONG")
      }
    }
  }
  return events
}

@Suite struct LineFramerTests {
  @Test(arguments: [
    ("a\n", ["a"]),
    ("a\nbc\n", ["a", "bc"]),
    ("a\r\nb\r\r\n", ["a", "b\r"]),
    ("\n\r\n\n\r\na\n\n", ["a"]),
    ("a\n half", ["a"]),
    ("", []),
    ("é\u{0}\r\n", ["é\u{0}"]),
    ("0123456\nx\n", ["0123456", "x"]),
    ("ok\n01234567\nx\n", ["ok", "TOO LONG"]),
    ("ok\n012345\r\n0123456\r\nx\n", ["ok", "012345", "TOO LONG"]),
    ("\n\n\n\n\n\n\n\n\nok\n", ["ok"]),
    ("01234567", ["TOO LONG"]),
    ("0123456789012345678901234567890123456789\n\nx\n", ["TOO LONG"]),
  ])
  func `lines are the same wherever the stream is cut`(stream: String, expected: [String]) {
    let bytes = Array(stream.utf8)
    #expect(events([bytes], maximumLength: 8) == expected)
    #expect(events(bytes.map { [$0] }, maximumLength: 8) == expected)
    for cut in bytes.indices {
      #expect(events([bytes[..<cut], bytes[cut...]], maximumLength: 8) == expected)
    }
  }

  @Test func `a request line has at most 64 KiB with its newline`() {
    let longest = [UInt8](repeating: 0x78, count: 65535)
    #expect(events([longest + [10]], maximumLength: Limits.requestLine) == [text(longest)])
    #expect(events([longest, [120]], maximumLength: Limits.requestLine) == ["TOO LONG"])
    #expect(events([longest + [120, 10]], maximumLength: Limits.requestLine) == ["TOO LONG"])
    #expect(LineFramer().maximumLength == 65536)
  }

  @Test func `a line that comes byte by byte is looked at once`() {
    let line = [UInt8](repeating: 0x78, count: 65535)
    #expect(events((line + [10]).map { [$0] }, maximumLength: 65536) == [text(line)])
  }

  @Test func `a million bytes without a newline give one event and hold no memory`() {
    var framer = LineFramer()
    var count = 0
    let piece = [UInt8](repeating: 0x78, count: 10_000)
    for _ in 0..<100 {
      framer.append(piece)
      while framer.next() != nil {
        count += 1
      }
      #expect(framer.pendingCount < Limits.requestLine)
    }
    #expect(count == 1)
    #expect(framer.pendingCount == 0)
  }

  @Test func `ten thousand commands in one write come out one by one`() {
    var framer = LineFramer()
    framer.append(Array(String(repeating: "{}\n", count: 10_000).utf8))
    var count = 0
    while let event = framer.next() {
      #expect(event == .line(Array("{}".utf8)))
      count += 1
    }
    #expect(count == 10_000)
    #expect(framer.pendingCount == 0)
  }

  @Test func `lines between appends are kept until they are taken`() {
    var framer = LineFramer()
    framer.append(Array("a\nb\nc".utf8))
    #expect(framer.next() == .line([0x61]))
    framer.append(Array("d\n".utf8))
    #expect(framer.next() == .line([0x62]))
    #expect(framer.next() == .line([0x63, 0x64]))
    #expect(framer.next() == nil)
  }

  @Test func `the rest at the end of the stream is a line`() {
    var framer = LineFramer()
    framer.append(Array("a\nb\r".utf8))
    #expect(framer.next() == .line([0x61]))
    #expect(framer.next() == nil)
    #expect(framer.takeRemainder() == .line([0x62]))
    #expect(framer.takeRemainder() == nil)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `lines are the same however reading and taking alternate`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var framer = LineFramer(maximumLength: 4096)
    var stream: [UInt8] = []
    var lines: [[UInt8]] = []
    for _ in 0..<300 {
      var piece: [UInt8] = []
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let line = [UInt8](repeating: 0x61, count: Int.random(in: 0...9, using: &random))
        piece += line + ["\n", "\r\n", "\r", "x"].randomElement(using: &random)!.utf8
      }
      framer.append(piece)
      stream += piece
      for _ in 0..<Int.random(in: 0...9, using: &random) {
        if case .line(let line)? = framer.next() { lines.append(line) }
      }
    }
    while case .line(let line)? = framer.next() { lines.append(line) }
    let rest = stream.suffix(while: { $0 != 10 }).count
    #expect(framer.pendingCount == rest)
    if case .line(let line)? = framer.takeRemainder() { lines.append(line) }
    let expected = stream.split(separator: 10, omittingEmptySubsequences: true).compactMap {
      let line = $0.last == 13 ? Array($0.dropLast()) : Array($0)
      return line.isEmpty ? nil : line
    }
    #expect(lines == expected && framer.pendingCount == 0)
  }
}

extension Array {
  fileprivate func suffix(while isMember: (Element) -> Bool) -> ArraySlice<Element> {
    self[(lastIndex { !isMember($0) } ?? -1) + 1..<count]
  }
}
