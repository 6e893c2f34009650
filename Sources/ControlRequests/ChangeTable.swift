// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LocationCore

/// One parameter of a transform or fault, as people meet it; its wire name is the limit's.
package struct ChangeParameter: Hashable, Sendable {
  package enum Form: Hashable, Sendable {
    /// The text stands for a value, as in `--east M`.
    case number(String)
    case wholeNumber
    /// Seconds, which a command line also takes as `10m`.
    case span
  }

  package let limit: ParameterLimit
  /// The name of the option, without dashes.
  package let option: String
  package let form: Form
  package let help: String
}

/// One transform or fault.
package struct OverrideChange: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case transform
    case fault
  }

  package let kind: Kind
  package let name: String
  /// One line, without a full stop.
  package let summary: String
  package let parameters: [ChangeParameter]
  package let need: ChangeNeed
}

/// Every transform and fault with its parameters: the one table behind commands and the console.
package enum ChangeTable {
  package static let transforms: [OverrideChange] = [
    transform(
      .offset,
      "Shift each location by a fixed way",
      [
        number(OverrideLimits.east, "M", "metres to the east"),
        number(OverrideLimits.north, "M", "metres to the north"),
        number(OverrideLimits.up, "M", "metres up"),
        number(OverrideLimits.bearing, "DEG", "with --distance, in place of --east and --north"),
        number(OverrideLimits.offsetDistance, "M", "metres along --bearing"),
      ],
      need: .some(
        [["east"], ["north"], ["up"], ["bearing", "distance"]],
        apart: [["bearing", "distance"], ["east", "north"]]
      )
    ),
    transform(
      .noise,
      "Add normally distributed errors",
      [
        number(OverrideLimits.noise, "M", "1 σ of each axis; needed"),
        number(OverrideLimits.verticalNoise, "M", "1 σ of the altitude", as: "vertical-metres"),
        seed,
      ],
      need: .some([["metres"]])
    ),
    transform(
      .drift,
      "Add an error that grows with time",
      [
        number(OverrideLimits.driftRate, "MPS", "metres per second"),
        number(OverrideLimits.bearing, "DEG", "direction of --rate"),
        number(OverrideLimits.driftWalk, "M", "a random walk, metres after a second"),
        seed,
      ],
      need: .some([["rate"], ["walk"]])
    ),
    transform(.freeze, "Hold the position, with times that go on"),
    transform(
      .delay,
      "Tell everything later",
      [span(OverrideLimits.delay, "how much later; needed")],
      need: .some([["seconds"]])
    ),
    transform(
      .decimate,
      "Let fewer locations through, by one of the three rules",
      [
        ChangeParameter(
          limit: OverrideLimits.every,
          option: "every",
          form: .wholeNumber,
          help: "every Nth location, the first one among them"
        ),
        span(OverrideLimits.spacing, "at most one in this time"),
        number(OverrideLimits.probability, "P", "drop each with this chance"),
        seed,
      ],
      need: .one(["every", "interval", "probability"])
    ),
    transform(
      .accuracy,
      "Claim other accuracies",
      [
        number(
          OverrideLimits.horizontalAccuracy,
          "M",
          "horizontal accuracy in metres, ~68 % radius",
          as: "accuracy"
        ),
        number(
          OverrideLimits.verticalAccuracy,
          "M",
          "vertical accuracy in metres, ~68 %",
          as: "vertical-accuracy"
        ),
        number(OverrideLimits.scale, "X", "a factor for what is not set"),
      ],
      need: .some([["accuracy"], ["vertical-accuracy"], ["scale"]])
    ),
    transform(.flatten, "Make 2D of 3D"),
    transform(
      .quantize,
      "Snap positions to a grid, by one of the two",
      [
        number(OverrideLimits.gridDegrees, "DEG", "width in degrees"),
        number(OverrideLimits.gridMetres, "M", "width in metres"),
      ],
      need: .one(["degrees", "metres"])
    ),
  ]

  package static let faults: [OverrideChange] = [
    fault(.noFix, "The receiver loses its fix"),
    fault(.denied, "The permission is taken away"),
    fault(.stale, "The same fix again and again, its old time with it"),
    fault(
      .jump,
      "Single locations far away",
      [
        number(OverrideLimits.jumpDistance, "M", "how far"),
        span(OverrideLimits.period, "time between two jumps"),
        seed,
      ]
    ),
    fault(.twoD, "The receiver sees three satellites"),
    fault(.duplicate, "Each location is told twice"),
    fault(.outOfOrder, "Each two locations change places"),
    fault(.rollover, "Times of 1024 weeks ago"),
    fault(.unplugged, "The receiver is gone"),
    fault(
      .slow,
      "Few locations",
      [span(OverrideLimits.spacing, "one in this time (default: 10 s)")]
    ),
  ]

  private static let seed = ChangeParameter(
    limit: OverrideLimits.seed,
    option: "seed",
    form: .wholeNumber,
    help: "chooses the random numbers (default: 0)"
  )

  private static func transform(
    _ name: TransformSpec.Name,
    _ summary: String,
    _ parameters: [ChangeParameter] = [],
    need: ChangeNeed = .nothing
  ) -> OverrideChange {
    OverrideChange(
      kind: .transform,
      name: name.rawValue,
      summary: summary,
      parameters: parameters,
      need: need
    )
  }

  private static func fault(
    _ name: FaultSpec.Name,
    _ summary: String,
    _ parameters: [ChangeParameter] = []
  ) -> OverrideChange {
    OverrideChange(
      kind: .fault,
      name: name.rawValue,
      summary: summary,
      parameters: parameters,
      need: .nothing
    )
  }

  private static func number(
    _ limit: ParameterLimit,
    _ placeholder: String,
    _ help: String,
    as option: String? = nil
  ) -> ChangeParameter {
    ChangeParameter(
      limit: limit,
      option: option ?? limit.name,
      form: .number(placeholder),
      help: help
    )
  }

  private static func span(_ limit: ParameterLimit, _ help: String) -> ChangeParameter {
    ChangeParameter(limit: limit, option: limit.name, form: .span, help: help)
  }
}
