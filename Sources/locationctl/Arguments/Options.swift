// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// The options that more than one place names.
extension Option {
  static let json = Option("json", help: "print one JSON object per line and nothing else")

  // What a subscription asks for.
  static let count = Option(
    "count",
    .integer("N", 1...Int(Int32.max)),
    help: "end after N location updates"
  )
  static let distanceFilter = Option(
    "distance-filter",
    .number("M", 0...10_000_000, "metres"),
    help: "only after so many metres from the last one shown"
  )
  static let subscriptionAccuracy = Option(
    "accuracy",
    .accuracy,
    help: "wanted accuracy: metres, best, bestForNavigation or reduced"
  )
  static let minimumInterval = Option(
    "interval",
    .duration("S", fromZero: true, upTo: 86400),
    help: "at most one location per interval"
  )
  static let heading = Option("heading", help: "also where the device points")
  static let satellites = Option("satellites", help: "also the satellites in view")
  static let visits = Option("visits", help: "also arrivals and departures")
  static let significant = Option(
    "significant",
    help: "only significant changes (500 m) in place of every location"
  )
  static let region = Option(
    "region",
    .region,
    repeatable: true,
    help: "also entering and leaving a circle; RADIUS in metres"
  )
  /// As far as `requestLocation` waits.
  static let requestTimeout = Option(
    "timeout",
    .duration("S", upTo: 3600),
    help: "give up after S with exit code 75 (default: 10)"
  )
  static let timeout = Option("timeout", .duration("S"), help: "give up after S with exit code 75")
  static let maximumAge = Option(
    "max-age",
    .duration("S", fromZero: true, upTo: 86400),
    help: "accept the current location if it is at most so old"
  )

  // What an override says.
  static let altitude = Option(
    "altitude",
    .number("M", -100_000...100_000_000, "metres"),
    help: "metres above mean sea level"
  )
  static let horizontalAccuracy = Option(
    "accuracy",
    .positive("M", upTo: 20_000_000, "metres"),
    help: "horizontal accuracy in metres, ~68 % radius"
  )
  static let verticalAccuracy = Option(
    "vertical-accuracy",
    .positive("M", upTo: 20_000_000, "metres"),
    help: "vertical accuracy in metres, ~68 %"
  )
  static let speed = Option(
    "speed",
    .number("MPS", 0...100_000, "metres per second"),
    help: "speed over ground in metres per second"
  )
  static let course = Option(
    "course",
    .number("DEG", 0...360, "degrees from true north"),
    help: "course over ground in degrees from true north"
  )

  // What every override takes.
  static let lifetime = Option("for", .duration("DURATION"), help: "end by itself after DURATION")
  static let lease = Option("lease", help: "stay attached; the override ends with this command")
  static let target = Option(
    "target",
    .selector,
    help: "only for the subscribers that SELECTOR names (default: all)"
  )
  static let persist = Option("persist", help: "keep it over a restart of the daemon")

  static let everyOverride: [Option] = [.lifetime, .lease, .target, .persist, .json]
}
