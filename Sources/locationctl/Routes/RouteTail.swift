// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import ControlRequests

/// A route from one of its times on, for a play that begins there.
///
/// What lies before is read and not sent. The first stop, the last one before that time, says by its
/// gap how far into the route it is, so that times of the route keep their meaning.
final class RouteTail: RouteSource {
  /// Stops between two words on how far the way to the beginning has come.
  private static let wordEvery = 4096

  /// Told the share of the file that is read while nothing can be played yet.
  var onSkip: (Double) -> Void = { _ in }
  private let source: any RouteSource
  private let from: Double
  private var times: RouteTimes
  private var opening: ArraySlice<RouteStop>
  private var ahead: RouteStop?
  private var hasBegun = false

  /// `speed` is in metres per second; nil for the stops' own times.
  init(
    _ source: any RouteSource,
    after opening: [RouteStop] = [],
    from: Double,
    speed: Double?
  ) {
    self.source = source
    self.opening = opening[...]
    self.from = from
    times = RouteTimes(speed: speed)
  }

  var fraction: Double? { source.fraction }

  func next() throws(Failure) -> RouteStop? {
    guard hasBegun else { return try begin() }
    if let stop = ahead {
      ahead = nil
      return stop
    }
    return try nextOfSource()
  }

  private func begin() throws(Failure) -> RouteStop? {
    var skipped = 0
    while let stop = try nextOfSource() {
      skipped += 1
      if skipped % Self.wordEvery == 0, let fraction { onSkip(fraction) }
      let before = times.last
      let time = times.take(stop)
      guard time >= from else { continue }
      hasBegun = true
      guard let before, time > from else { return stop.after(time) }
      ahead = stop
      return before.stop.after(before.time)
    }
    throw times.refusal(of: from)
  }

  private func nextOfSource() throws(Failure) -> RouteStop? {
    if let stop = opening.popFirst() { return stop }
    return try source.next()
  }
}

extension RouteTimes {
  /// The route has ended before a play of it was to begin.
  func refusal(of from: Double) -> Failure {
    .badData(
      "--from \(shortNumber(from)) is not allowed; give a time in 0 … "
        + "\(shortNumber(last?.time ?? 0)) s"
    )
  }
}
