// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation

/// Plays a recording to standard output in real time, over and over, with the clock's own times.
///
/// Each epoch leaves at a whole second and says that second, so that no clock downstream sees the
/// loop go back in time.
struct LivePlay {
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

  /// Returns when the reader is gone.
  func run() {
    var next = Date().timeIntervalSince1970.rounded(.up)
    for index in 0... {
      Thread.sleep(until: Date(timeIntervalSince1970: next))
      let time = Self.sentenceTime(next)
      let text = epochs[index % epochs.count]
        .map { sentence(Self.restamped($0, time: time)) + "\r\n" }
        .joined()
      guard (try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))) != nil else {
        return
      }
      // After a suspend the missed seconds are gone; they are not sent in a burst.
      next = max(next + 1, Date().timeIntervalSince1970.rounded(.down))
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
