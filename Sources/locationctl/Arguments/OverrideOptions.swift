// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// The options of commands that set overrides.
extension Option {
  // What a point says.
  static let altitude = Option(
    "altitude",
    .parameter("M", OverrideLimits.altitude),
    help: "metres above mean sea level"
  )
  static let horizontalAccuracy = Option(
    "accuracy",
    .parameter("M", OverrideLimits.horizontalAccuracy),
    help: "horizontal accuracy in metres, ~68 % radius"
  )
  static let verticalAccuracy = Option(
    "vertical-accuracy",
    .parameter("M", OverrideLimits.verticalAccuracy),
    help: "vertical accuracy in metres, ~68 %"
  )
  static let speed = Option(
    "speed",
    .parameter("MPS", OverrideLimits.pointSpeed),
    help: "speed over ground in metres per second"
  )
  static let course = Option(
    "course",
    .parameter("DEG", OverrideLimits.course),
    help: "course over ground in degrees from true north"
  )

  // How a route is played.
  static let routeSpeed = Option(
    "speed",
    .parameter("MPS", OverrideLimits.routeSpeed),
    help: "metres per second all along the way"
  )
  static let routeInterval = Option(
    "interval",
    .span("S", OverrideLimits.interval),
    help: "time between two locations (default: 1 s)"
  )
  static let routeDistance = Option(
    "distance",
    .parameter("M", OverrideLimits.step),
    help: "way between two locations, in place of --interval"
  )
  static let rate = Option(
    "rate",
    .parameter("X", OverrideLimits.rate),
    help: "seconds of the route in one second (default: 1)"
  )
  static let loop = Option("loop", help: "begin again at the end")
  static let once = Option("once", help: "stop at the end of the first lap")
  static let from = Option(
    "from",
    .span("T", OverrideLimits.from),
    help: "begin at this time of the track"
  )
  static let to = Option(
    "to",
    .span("T", OverrideLimits.to),
    help: "end at this time of the track"
  )
  static let track = Option(
    "track",
    .integer("N", 1...1_000_000),
    help: "only this track of the file, the first one being 1"
  )
  static let picture = Option(
    "output",
    short: "o",
    .file("OUT"),
    help: "the picture, replaced when it is whole; .png or .svg (also --output)"
  )
  static let keepTimes = Option("keep-times", help: "tell the recorded times, not the present ones")
  static let seed = Option("seed", .seed, help: "chooses the random numbers (default: 0)")

  // What every override takes.
  static let lifetime = Option(
    "for",
    .span("DURATION", OverrideLimits.duration),
    help: "end by itself after DURATION"
  )
  static let lease = Option("lease", help: "stay attached; the override ends with this command")
  static let target = Option(
    "target",
    .selector,
    help: "only for the subscribers that SELECTOR names (default: all)"
  )
  static let persist = Option("persist", help: "keep it over a restart of the daemon")

  static let everyOverride: [Option] = [.lifetime, .lease, .target, .persist, .json]
}
