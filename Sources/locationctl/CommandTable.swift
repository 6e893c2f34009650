// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Every command: the one table behind parsing, help, completions and the manual page.
enum CommandTable {
  static let all: [Command] = reading + overriding + daemon

  private static let reading: [Command] = [
    Command(
      name: "monitor",
      summary: "Show locations and other callbacks as they arrive",
      options: [
        .json, .count, .distanceFilter, .subscriptionAccuracy, .minimumInterval, .heading,
        .satellites, .visits, .significant, .region,
      ],
      details: "On a terminal one block is updated in place and events scroll above it; elsewhere "
        + "there is one line per callback. With --json each notification of the daemon is "
        + "printed as it was received.",
      examples: [
        "locationctl monitor",
        "locationctl monitor --json --count 10",
        "locationctl monitor --region -33.8568,151.2153,200,opera",
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

  private static let overriding: [Command] = [
    Command(
      name: "set",
      summary: "Override the location with one point",
      operands: [Operand(.coordinate, help: "degrees, latitude first; negative ones need no --")],
      options: [.altitude, .horizontalAccuracy, .verticalAccuracy, .speed, .course]
        + Option.everyOverride,
      details: "Subscribers get the point once a second with a fresh time, marked as simulated, "
        + "until it is cleared. No receiver and no gpsd is needed.",
      examples: [
        "locationctl set 48.8584,2.2945",
        "locationctl set -33.8568,151.2153 --altitude 12 --accuracy 5 --for 10m",
        "locationctl set 48.8584,2.2945 --lease --target unit=myapp.service",
      ],
      body: SetOverride.run
    ),
    Command(
      name: "clear",
      summary: "End overrides and return to real locations",
      operands: [Operand(.identifier("ID"), .zeroOrMore, help: "as overrides shows it; none: all")],
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

  private static let daemon: [Command] = [
    Command(
      name: "status",
      summary: "Show the daemon, gpsd, the receivers, the fix and what is wrong",
      options: [.json],
      body: Status.run
    ),
    Command(
      name: "subscribers",
      summary: "List who is connected and what each one gets",
      options: [.json],
      body: Lists.subscribers
    ),
    Command(
      name: "regions",
      summary: "List the regions that subscribers monitor",
      options: [.json],
      body: Lists.regions
    ),
    Command(
      name: "metrics",
      summary: "Show counters and gauges as OpenMetrics text",
      options: [.json],
      body: Daemon.metrics
    ),
    Command(
      name: "reload",
      summary: "Make the daemon read its configuration again",
      options: [.json],
      body: Daemon.reload
    ),
  ]
}
