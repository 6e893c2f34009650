// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// The commands that change what the receiver says: each kind with every parameter of the daemon.
extension CommandTable {
  static let transform = Command(
    name: "transform",
    summary: "Change the live location: shift it, blur it, thin it out",
    details: "Transforms and faults stack up: each one takes what the one below it gives.",
    examples: [
      "locationctl transform offset --east 100",
      "locationctl transform noise --metres 15 --seed 3 --target unit=myapp.service",
    ],
    subcommands: [
      change(
        "transform",
        "offset",
        "Shift each location by a fixed way",
        [
          (.number("east", "M", OverrideLimits.east, "metres to the east"), "east"),
          (.number("north", "M", OverrideLimits.north, "metres to the north"), "north"),
          (.number("up", "M", OverrideLimits.up, "metres up"), "up"),
          (
            .number(
              "bearing",
              "DEG",
              OverrideLimits.bearing,
              "with --distance, in place of --east and --north"
            ), "bearing"
          ),
          (
            .number("distance", "M", OverrideLimits.offsetDistance, "metres along --bearing"),
            "distance"
          ),
        ],
        need: .some([["east"], ["north"], ["up"], ["bearing", "distance"]])
      ),
      change(
        "transform",
        "noise",
        "Add normally distributed errors",
        [
          (.number("metres", "M", OverrideLimits.noise, "1 σ of each axis; needed"), "metres"),
          (
            .number("vertical-metres", "M", OverrideLimits.verticalNoise, "1 σ of the altitude"),
            "verticalMetres"
          ),
          (.seed, "seed"),
        ],
        need: .some([["metres"]])
      ),
      change(
        "transform",
        "drift",
        "Add an error that grows with time",
        [
          (.number("rate", "MPS", OverrideLimits.driftRate, "metres per second"), "rate"),
          (.number("bearing", "DEG", OverrideLimits.bearing, "direction of --rate"), "bearing"),
          (
            .number("walk", "M", OverrideLimits.driftWalk, "a random walk, metres after a second"),
            "walk"
          ), (.seed, "seed"),
        ],
        need: .some([["rate"], ["walk"]])
      ),
      change("transform", "freeze", "Hold the position, with times that go on", []),
      change(
        "transform",
        "delay",
        "Tell everything later",
        [(.span("seconds", OverrideLimits.delay, "how much later; needed"), "seconds")],
        need: .some([["seconds"]])
      ),
      change(
        "transform",
        "decimate",
        "Let fewer locations through, by one of the three rules",
        [
          (
            Option(
              "every",
              .integer("N", 2...1_000_000),
              help: "every Nth location, the first one among them"
            ), "every"
          ), (.span("interval", OverrideLimits.spacing, "at most one in this time"), "interval"),
          (
            .number("probability", "P", OverrideLimits.probability, "drop each with this chance"),
            "probability"
          ), (.seed, "seed"),
        ],
        need: .one(["every", "interval", "probability"])
      ),
      change(
        "transform",
        "accuracy",
        "Claim other accuracies",
        [
          (.horizontalAccuracy, "horizontalAccuracy"), (.verticalAccuracy, "verticalAccuracy"),
          (.number("scale", "X", OverrideLimits.scale, "a factor for what is not set"), "scale"),
        ],
        need: .some([["accuracy"], ["vertical-accuracy"], ["scale"]])
      ),
      change("transform", "flatten", "Make 2D of 3D", []),
      change(
        "transform",
        "quantize",
        "Snap positions to a grid, by one of the two",
        [
          (.number("degrees", "DEG", OverrideLimits.gridDegrees, "width in degrees"), "degrees"),
          (.number("metres", "M", OverrideLimits.gridMetres, "width in metres"), "metres"),
        ],
        need: .one(["degrees", "metres"])
      ),
    ]
  )

  static let fault = Command(
    name: "fault",
    summary: "Break the live location as receivers and permissions do",
    examples: ["locationctl fault no-fix --for 30s", "locationctl fault jump --distance 2000"],
    subcommands: [
      change("fault", "no-fix", "The receiver loses its fix", []),
      change("fault", "denied", "The permission is taken away", []),
      change("fault", "stale", "The same fix again and again, its old time with it", []),
      change(
        "fault",
        "jump",
        "Single locations far away",
        [
          (.number("distance", "M", OverrideLimits.jumpDistance, "how far"), "distance"),
          (.span("period", OverrideLimits.period, "time between two jumps"), "period"),
          (.seed, "seed"),
        ]
      ),
      change("fault", "2d", "The receiver sees three satellites", []),
      change("fault", "duplicate", "Each location is told twice", []),
      change("fault", "out-of-order", "Each two locations change places", []),
      change("fault", "rollover", "Times of 1024 weeks ago", []),
      change("fault", "unplugged", "The receiver is gone", []),
      change(
        "fault",
        "slow",
        "Few locations",
        [
          (
            .span("interval", OverrideLimits.spacing, "one in this time (default: 10 s)"),
            "interval"
          )
        ]
      ),
    ]
  )

  private static func change(
    _ kind: String,
    _ name: String,
    _ summary: String,
    _ parameters: [(option: Option, name: String)],
    need: ChangeNeed = .nothing
  ) -> Command {
    let change = ChangeOverride(kind: kind, name: name, parameters: parameters, need: need)
    return Command(
      name: name,
      summary: summary,
      options: parameters.map(\.option) + Option.everyOverride,
      body: change.run
    )
  }
}

extension Option {
  fileprivate static func number(
    _ name: String,
    _ placeholder: String,
    _ limit: ParameterLimit,
    _ help: String
  ) -> Option {
    Option(name, .parameter(placeholder, limit), help: help)
  }

  fileprivate static func span(_ name: String, _ limit: ParameterLimit, _ help: String) -> Option {
    Option(name, .span("S", limit), help: help)
  }
}
