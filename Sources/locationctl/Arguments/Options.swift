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
    help: "leave out less accurate ones, but for 10 s at most: metres, best, "
      + "bestForNavigation or reduced"
  )
  static let minimumInterval = Option(
    "interval",
    .duration("S", fromZero: true, upTo: 86400),
    help: "at most one location per interval"
  )
  static let heading = Option("heading", help: "also where the device points")
  static let satellites = Option("satellites", help: "also the satellites in view")
  static let fullScreen = Option(
    "full-screen",
    help: "all of it on a full terminal, with a sky plot and keys to steer"
  )
  static let visits = Option("visits", help: "also arrivals and departures")
  static let significant = Option(
    "significant",
    help: "only significant changes (500 m) in place of every location"
  )
  static let region = Option(
    "region",
    .region,
    repeatable: true,
    help: "also entering and leaving a circle; RADIUS in metres, up to 1000000"
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
    help: "accept the current location only if it is at most so old"
  )

  // What commands on track files take.
  static let format = Option(
    "format",
    .word("FORMAT", TrackOutput.names),
    help: "gpx, nmea, geojson or gpsd (default: by the file's name, else gpx)"
  )
  static let recordingTime = Option("for", .duration("DURATION"), help: "end after DURATION")
  static let checkedRegion = Option(
    "region",
    .region,
    repeatable: true,
    help: "the circle to check; RADIUS in metres, up to 1000000"
  )

  static let reduced = Option("reduced", help: "only a coarse location, a few times an hour")
}
