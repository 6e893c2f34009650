// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// The commands that replace the location.
extension CommandTable {
  static let overriding: [Command] =
    [
      set, start,
      Command(
        name: "list",
        summary: "List the built-in scenarios",
        options: [.json],
        body: Scenarios.list
      ),
      Command(
        name: "run",
        summary: "Run a built-in scenario, lap after lap",
        operands: [
          Operand(.scenario, help: "as list shows it; the simulator's spelling will do too")
        ],
        options: [.seed, .rate, .once] + Option.everyOverride,
        details: "The same seed gives the same locations.",
        examples: ["locationctl run city-walk", "locationctl run tunnel --seed 7 --for 10m"],
        body: Scenarios.run
      ),
      play,
    ] + playback + [
      Command(
        name: "clear",
        summary: "End overrides and return to real locations",
        operands: [
          Operand(.identifier("ID"), .zeroOrMore, help: "as overrides shows it; none: all")
        ],
        options: [.json],
        examples: ["locationctl clear", "locationctl clear o3"],
        body: ClearOverrides.run
      ),
      Command(
        name: "overrides",
        summary: "List the overrides in force, bottom of the stack first",
        options: [.json],
        body: Lists.overrides
      ),
    ]

  private static let set = Command(
    name: "set",
    summary: "Override the location with one point, or with points as they come",
    operands: [
      Operand(
        .coordinateOrInput,
        help: "degrees, latitude first; negative ones need no --. - reads points"
      )
    ],
    options: [
      .altitude, .horizontalAccuracy, .verticalAccuracy, .speed, .course, .keepTimes,
    ] + Option.everyOverride,
    details: "Subscribers get the point once a second with a fresh time, marked as simulated, "
      + "until it is cleared. No receiver and no gpsd is needed.\n"
      + "With - each line of standard input is a point, LAT,LON or LAT,LON,ALT or a JSON object "
      + "with the names of the location object, and is told at once. The first one sets the "
      + "override. The command stays attached, and the override ends with it.",
    examples: [
      "locationctl set 48.8584,2.2945",
      "locationctl set -33.8568,151.2153 --altitude 12 --accuracy 5 --for 10m",
      "locationctl set 48.8584,2.2945 --lease --target unit=myapp.service",
      "locationctl set -",
    ],
    body: SetOverride.run
  )

  private static let start = Command(
    name: "start",
    summary: "Drive along waypoints",
    operands: [
      Operand(
        .coordinateOrInput,
        .oneOrMore,
        help: "two or more; - reads one per line from standard input"
      )
    ],
    options: [.routeSpeed, .routeInterval, .routeDistance, .loop] + Option.everyOverride,
    details: "The way between two waypoints is the shortest one on the ellipsoid, at 20 m/s unless "
      + "--speed says otherwise. At the last one the location stays until it is cleared; with "
      + "--lease the command ends there, and the override with it.",
    examples: [
      "locationctl start 48.8584,2.2945 48.8606,2.3376 --speed 1.4",
      "locationctl start --speed 100 --distance 50 -17.5,179.9 -17.5,-179.9",
      "locationctl start -",
    ],
    body: StartRoute.run
  )

  private static let play = Command(
    name: "play",
    summary: "Play a track: GPX, KML, GeoJSON, NMEA or gpsd JSON",
    operands: [Operand(.file("FILE"), help: "the format is told by its content; - reads it")],
    options: [
      .routeSpeed, .rate, .loop, .from, .to, .track, .keepTimes, .seed,
    ] + Option.everyOverride,
    details: "Each point is told at its own time after the first one, or after the way to it at "
      + "--speed; a file without times is played at 20 m/s. Nothing is driven between tracks and "
      + "segments. A file is read by this command, as its user; what is skipped is counted on "
      + "standard error, and a file that is refused changes nothing; only standard input, and a file "
      + "too long to be read in \(PlayTrack.checkTime) s, can turn out bad while it plays, and then "
      + "what it replaced holds again.\n"
      + "A track of up to \(RouteSpec.window) points is sent whole and stays until it is cleared. "
      + "A longer one, and standard input, is sent bit by bit: the command stays attached, and the "
      + "override ends with it. So it does with --lease.",
    examples: [
      "locationctl play ride.gpx --rate 10",
      "locationctl play drive.nmea --from 5m --to 10m --loop --for 1h",
      "locationctl play -",
    ],
    body: PlayTrack.run
  )

  private static let ofRoute = Operand(
    .identifier("ID"),
    .zeroOrOne,
    help: "as overrides shows it; none: every route"
  )

  private static let playback: [Command] = [
    Command(
      name: "pause",
      summary: "Stop a route where it is",
      operands: [ofRoute],
      options: [.json],
      body: PlaybackCommands.pause
    ),
    Command(
      name: "resume",
      summary: "Go on after a pause",
      operands: [ofRoute],
      options: [.json],
      body: PlaybackCommands.resume
    ),
    Command(
      name: "seek",
      summary: "Go to a time of a route",
      operands: [
        Operand(.routeTime, help: "from the first point, as 90, 90s, 10m or 1h30m"), ofRoute,
      ],
      options: [.json],
      examples: ["locationctl seek 10m"],
      body: PlaybackCommands.seek
    ),
  ]
}

extension ValueKind {
  /// The daemon knows the spellings.
  fileprivate static let scenario = ValueKind(
    "SCENARIO",
    allowed: Scenario.allCases.map(\.rawValue).joined(separator: ", "),
    words: Scenario.allCases.map(\.rawValue)
  ) { text in
    Scenario(name: text) == nil ? nil : .text(text)
  }

  fileprivate static let routeTime = span("T", OverrideLimits.to)
}
