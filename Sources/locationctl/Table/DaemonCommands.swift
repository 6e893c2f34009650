// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// The commands about the daemon itself and its subscribers.
extension CommandTable {
  static let daemon: [Command] = [
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

  static let privacy = Command(
    name: "privacy",
    summary: "Decide who may know the location",
    details: "Decisions come before the rules of the configuration, the newest first, hold at once "
      + "and survive a restart of the daemon.",
    examples: [
      "locationctl privacy grant unit=compass.service --reduced",
      "locationctl privacy list",
    ],
    subcommands: [
      Command(
        name: "grant",
        summary: "Let the subscribers that SELECTOR names know their location",
        operands: [Operand(.selector, help: "who: as for --target")],
        options: [.reduced, .json],
        body: Privacy.grant
      ),
      Command(
        name: "revoke",
        summary: "Keep the location from the subscribers that SELECTOR names",
        operands: [Operand(.selector, help: "who: as for --target")],
        options: [.json],
        body: Privacy.revoke
      ),
      Command(
        name: "reset",
        summary: "Forget the decision for SELECTOR, or all decisions",
        operands: [Operand(.selector, .zeroOrOne, help: "as privacy list shows it; none: all")],
        options: [.json],
        body: Privacy.reset
      ),
      Command(
        name: "list",
        summary: "List the decisions and the rules, the one that decides first on top",
        options: [.json],
        body: Privacy.list
      ),
    ]
  )

  static let inquiry: [Command] = [
    Command(
      name: "agent",
      summary: "Ask on this terminal whenever a subscriber wants authorization",
      options: [.json],
      details: "Each answer is a decision as privacy makes it, for the systemd unit of the "
        + "subscriber, or else its user and program. With --json the question is the daemon's notification, and the "
        + "answers are the same. Ends with the input.",
      body: Agent.run
    ),
    Command(
      name: "explain",
      summary: "Tell why a subscriber last got, or did not get, a location",
      operands: [Operand(.identifier("SUBSCRIBER"), help: "its session, as subscribers shows it")],
      options: [.json],
      examples: ["locationctl explain s5"],
      body: Explain.run
    ),
    Command(
      name: "doctor",
      summary: "Check the chain from the receiver to a subscriber and say what to do",
      options: [.json],
      details: "Watches gpsd for some seconds if there is no fix yet. The exit code is that of the "
        + "first broken link.",
      body: Doctor.run
    ),
  ]
}
