// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// One `requestLocation`: exactly one answer, a location or an error.
///
/// The first location as accurate as asked for answers at once; otherwise the most accurate one
/// seen answers when the time is over, and an error if there was none.
package struct LocationRequest: Sendable {
  /// The message of the failure that ends a request which nothing has answered.
  package static let timeIsUp = "no location within the time asked for"

  /// Seconds.
  package static let defaultTimeout = 10.0
  /// Seconds.
  package static let maximumTimeout = 3600.0

  package enum Answer: Hashable, Sendable {
    case location(Location)
    case error(LocationError)
  }

  /// When the answer is due; a timer for the loop.
  package let deadline: Instant
  package let desiredAccuracy: DeliveryFilter.DesiredAccuracy
  private var best: Location?
  private var isAnswered = false

  /// `timeout` in seconds, above 0.
  package init(
    desiredAccuracy: DeliveryFilter.DesiredAccuracy = .best,
    timeout: Double = LocationRequest.defaultTimeout,
    at now: Instant
  ) throws(FilterRejection) {
    let timeout = try FilterRejection.require(
      timeout,
      in: 0.001...Self.maximumTimeout,
      "timeout",
      unit: "s"
    )
    self.desiredAccuracy = desiredAccuracy
    deadline = now + timeout
  }

  /// Offers a location; returns the answer once.
  package mutating func offer(_ location: Location) -> Answer? {
    guard !isAnswered else { return nil }
    if case .metres(let desired) = desiredAccuracy, location.fix.horizontalAccuracy > desired {
      keepBest(location)
      return nil
    }
    isAnswered = true
    return .location(location)
  }

  /// A break in the stream: a location from before it is no answer any more.
  package mutating func interrupt() {
    best = nil
  }

  /// Ends the request if its time is over; returns the answer once.
  package mutating func expire(at now: Instant) -> Answer? {
    guard !isAnswered, now >= deadline else { return nil }
    isAnswered = true
    guard let best else {
      return .error(LocationError(.locationUnknown, Self.timeIsUp))
    }
    return .location(best)
  }

  private mutating func keepBest(_ location: Location) {
    if location.fix.isDiscontinuous { best = nil }
    if let best, best.fix.horizontalAccuracy < location.fix.horizontalAccuracy { return }
    best = location
  }
}
