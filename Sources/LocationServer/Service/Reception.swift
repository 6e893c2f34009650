// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore

/// What the log was told of the receivers: that locations have stopped, and that they come again.
///
/// A receiver that comes and goes costs two lines a minute at most, and a loss that lasts is told.
struct Reception {
  enum News: Equatable {
    /// They have stopped, as they had so many times since it was told last.
    case stopped(untold: Int)
    case cameAgain
  }

  /// Seconds in which a receiver without a fix says what it sees of the sky.
  static let skyPeriod = 2.0
  /// Nanoseconds between two losses that are told.
  static let pause: Int64 = 60_000_000_000

  /// When gpsd was connected last.
  var connectedAt = Instant.distantPast
  /// Since when there has been no location, of a loss that was told.
  var since: Instant?
  private(set) var isTold = false
  private var isLost = false
  private var toldAt: Int64?
  private var untold = 0
  var timer: EventLoop.Timer?

  /// There are locations.
  mutating func hasFix() -> News? {
    isLost = false
    guard isTold else { return nil }
    isTold = false
    return .cameAgain
  }

  /// There are none, though somebody asks and gpsd is there.
  mutating func hasNone(at now: Int64) -> News? {
    if !isLost { untold += 1 }
    isLost = true
    guard !isTold, now >= nextAt else { return nil }
    defer { untold = 0 }
    isTold = true
    toldAt = now
    return .stopped(untold: untold - 1)
  }

  /// Until then no loss is told.
  var nextAt: Int64 { toldAt.map { $0 + Self.pause } ?? .min }
}

extension LocationService {
  /// Tells the log once when locations stop, and once when they come again.
  ///
  /// Where gpsd is away the log knows; of a receiver that nobody listens to nothing is known.
  func watchReception() {
    switch pipeline.source.state {
    case .waiting: return
    case .fixed:
      guard reception.hasFix() == .cameAgain else { return }
      log.info("locations come again\(source)\(gap)")
    case .lost:
      guard !reception.isTold, hasDemand, case .connected = pipeline.source.connection else {
        return
      }
      // A gpsd that has just come needs as long as a receiver to show that it gives nothing.
      let due = max(
        reception.connectedAt + settings.source.staleAfter,
        pipeline.source.loss.at + Reception.skyPeriod
      )
      guard now.instant >= due else { return watchReception(at: due.nanoseconds) }
      guard case .stopped(let untold) = reception.hasNone(at: loop.now.monotonic) else {
        return watchReception(at: reception.nextAt)
      }
      tellStop(untold)
    }
  }

  private func watchReception(at instant: Int64) {
    guard reception.timer == nil else { return }
    reception.timer = loop.schedule(at: instant) { [weak self] in
      self?.reception.timer = nil
    }
  }

  private func tellStop(_ untold: Int) {
    let loss = pipeline.source.loss
    reception.since = loss.lastFixAt
    let who = loss.device.map { " from \($0)" } ?? ""
    let span = age(loss.lastFixAt).map { " for \(spanText($0))" } ?? " so far"
    let isGone = !pipeline.source.devices.contains { $0.device == loss.device }
    let reason =
      loss.isRemoved && isGone
      ? "gpsd has let go of the receiver" : advice(upstream())?.problem ?? "the receiver has no fix"
    let others =
      switch untold {
      case 0: ""
      case 1: " (it had stopped another time)"
      default: " (it had stopped \(untold) other times)"
      }
    log.warning("no location\(who)\(span): \(reason)\(others)")
  }

  private var source: String { pipeline.source.activeDevice.map { " from \($0)" } ?? "" }

  private var gap: String { age(reception.since).map { ", after \(spanText($0))" } ?? "" }
}
