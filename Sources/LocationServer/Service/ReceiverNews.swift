// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore

/// What the log was told of gpsd's receivers: which there are, and from which one locations come.
///
/// One that flaps costs a line of each kind a minute, and all of them together `mostLines`.
struct ReceiverNews {
  static let period: Int64 = 60_000_000_000
  /// In a period, whatever names gpsd invents.
  static let mostLines = 64

  private var version: UInt64 = 0
  private var receivers: Set<String> = []
  private var active: String?
  private var limiter = RepeatLimiter(interval: period)
  private var since = Int64.min
  private var lines = 0

  /// Whether anything has changed since the last look.
  func isOld(_ source: LiveSource) -> Bool {
    version != source.rosterVersion || active != source.activeDevice
  }

  /// The lines that are due.
  mutating func take(_ source: LiveSource, at now: Int64) -> [String] {
    version = source.rosterVersion
    let devices = source.devices
    let names = Set(devices.map(\.device))
    var news: [String] = []
    for device in devices where !receivers.contains(device.device) {
      news.append(
        "gpsd has the receiver \(device.device)" + (device.driver.map { " (\($0))" } ?? "")
      )
    }
    for name in receivers.subtracting(names).sorted() {
      news.append("gpsd has let go of the receiver \(name)")
    }
    receivers = names
    if active != source.activeDevice {
      active = source.activeDevice
      if let active { news.append("locations come from \(active)") }
    }
    return news.compactMap { bounded($0, at: now) }
  }

  private mutating func bounded(_ line: String, at now: Int64) -> String? {
    guard case .write(let heldBack) = limiter.judge(line, at: now) else { return nil }
    if since == .min || now - since >= Self.period { (since, lines) = (now, 0) }
    lines += 1
    guard lines <= Self.mostLines else { return nil }
    return heldBack > 0 ? "\(line) (\(heldBack) times more since it was told)" : line
  }
}

extension LocationService {
  /// Tells the log of receivers that come and go.
  func watchReceivers() {
    guard receiverNews.isOld(pipeline.source) else { return }
    for line in receiverNews.take(pipeline.source, at: loop.now.monotonic) { log.info(line) }
  }
}
