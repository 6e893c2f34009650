// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LinuxIO

/// Serves a recording over TCP in real time, over and over, with the clock's own times.
///
/// Each epoch leaves at a whole second and says that second, so that no clock downstream sees the
/// loop go back in time. One reader at a time; the next one goes on where the last one left.
struct LiveFeed {
  private let epochs: [[String]]

  /// Nil when the text has no RMC, with which each epoch of our recordings begins.
  init?(_ text: String) {
    var epochs: [[String]] = []
    for line in text.split(whereSeparator: \.isNewline) where line.hasPrefix("$") {
      let body = line.dropFirst().prefix { $0 != "*" }
      if body.dropFirst(2).hasPrefix("RMC") { epochs.append([]) }
      guard !epochs.isEmpty else { continue }
      epochs[epochs.count - 1].append(String(body))
    }
    guard !epochs.isEmpty else { return nil }
    self.epochs = epochs
  }

  /// Listens on a free port of the loopback interface and tells it on standard output.
  func serve() throws -> Never {
    let listener = try listenTCP(ListenAddress(parsing: "127.0.0.1:0"))
    print(try localPort(listener.raw))
    fflush(nil)
    var next = 0
    while true {
      var entry = pollfd(fd: listener.raw, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&entry, 1, -1) > 0 else { continue }
      let connection = accept(listener.raw, nil, nil)
      guard connection >= 0 else { continue }
      feed(OwnedDescriptor(connection), from: &next)
    }
  }

  /// Returns when the reader is gone or stands still.
  private func feed(_ connection: consuming OwnedDescriptor, from next: inout Int) {
    var second = Date().timeIntervalSince1970.rounded(.up)
    while true {
      Thread.sleep(until: Date(timeIntervalSince1970: second))
      let time = Self.sentenceTime(second)
      let text = epochs[next].map { sentence(Self.restamped($0, time: time)) + "\r\n" }.joined()
      let bytes = Array(text.utf8)
      guard Descriptor.sendFrame(connection.raw, bytes, from: 0) == .bytes(bytes.count) else {
        return
      }
      next = (next + 1) % epochs.count
      // After a suspend the missed seconds are gone; they are not sent in a burst.
      second = max(second + 1, Date().timeIntervalSince1970.rounded(.down))
    }
  }

  private static func sentenceTime(_ second: Double) -> SentenceTime {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second],
      from: Date(timeIntervalSince1970: second)
    )
    return SentenceTime(
      year: parts.year ?? 0,
      month: parts.month ?? 0,
      day: parts.day ?? 0,
      hour: parts.hour ?? 0,
      minute: parts.minute ?? 0,
      second: parts.second ?? 0
    )
  }

  /// The body of a sentence with another time in the fields that hold one.
  private static func restamped(_ body: String, time: SentenceTime) -> String {
    var fields = body.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    switch fields[0].dropFirst(2) {
    case "GGA" where fields.count > 1:
      fields[1] = time.clock
    case "RMC" where fields.count > 9:
      fields[1] = time.clock
      fields[9] = time.shortDate
    case "ZDA" where fields.count > 4:
      fields[1] = time.clock
      fields[2] = padded(time.day, 2)
      fields[3] = padded(time.month, 2)
      fields[4] = padded(time.year, 4)
    default: break
    }
    return fields.joined(separator: ",")
  }
}
