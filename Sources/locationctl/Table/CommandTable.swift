// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Every command: the one table behind parsing, help, completions and the manual page.
enum CommandTable {
  static let all: [Command] =
    reading + overriding + [transform, fault] + tracks + daemon + [privacy] + inquiry + page

  private static let reading: [Command] = [
    Command(
      name: "monitor",
      summary: "Show locations and other callbacks as they arrive",
      options: [
        .json, .count, .distanceFilter, .subscriptionAccuracy, .minimumInterval, .heading,
        .satellites, .visits, .significant, .region, .fullScreen,
      ],
      details: "On a terminal one block is updated in place and events scroll above it; elsewhere "
        + "there is one line per callback. With --json each notification of the daemon is "
        + "printed as it was received.",
      examples: [
        "locationctl monitor",
        "locationctl monitor --json --count 10",
        "locationctl monitor --region -33.8568,151.2153,200,opera",
        "locationctl monitor --full-screen",
      ],
      body: Monitor.run
    ),
    Command(
      name: "get",
      summary: "Show one location",
      options: [.json, .requestTimeout, .maximumAge],
      examples: ["locationctl get --json --timeout 30"],
      body: Get.run
    ),
    Command(
      name: "wait-for",
      summary: "Wait until a location meets every CONDITION",
      operands: [
        Operand(
          .condition,
          .oneOrMore,
          help: "fix, accuracy<20, speed>5, inside:ID, simulated, real"
        )
      ],
      options: [.timeout, .region, .json],
      details: "Prints the location that met the conditions. inside:ID means the circle that "
        + "--region names ID, or else a region of that name that any subscriber monitors. "
        + "Quote conditions with < or > in a shell.",
      examples: [
        "locationctl wait-for fix 'accuracy<20' --timeout 2m",
        "locationctl wait-for inside:home --region 48.8584,2.2945,100,home",
      ],
      body: WaitFor.run
    ),
  ]
}
