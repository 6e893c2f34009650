// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LinuxIO
import LocationClient
import LocationTestSupport
import Testing

@testable import locationctl

@Suite struct DaemonCommandTests {
  @Test func `status shows each link of the chain`() throws {
    let status =
      #"{"demand":true,"devices":[{"age":0.3,"device":"/dev/ttyACM0","driver":"u-blox","isActive":true}],"fix":{"age":0.3,"horizontalAccuracy":4.1,"satellitesUsed":9,"satellitesVisible":14,"state":"3D"},"gpsd":{"endpoint":"localhost:2947","state":"connected"},"next":"locationctl clear","overrides":{"count":1,"ids":["o1"]},"pid":42,"problem":"an override is in force","sessions":{"control":1,"gpsd":0,"native":3,"nmea":0},"uptime":7800,"version":"0.1.0"}"#
    let run = try CommandRun(control: ["status": answerLine(status)])
    #expect(run.run("status", "--json").code == 0)
    #expect(run.output == status + "\n")
    #expect(run.run("status").code == 0)
    #expect(
      run.output == """
        locationd   version 0.1.0, pid 42, up 2 h 10 min
        gpsd        connected, localhost:2947
        receiver    /dev/ttyACM0 (u-blox), active, last fix 0.3 s ago
        fix         3D, 0.3 s old, ± 4.1 m, 9 of 14 satellites
        overrides   1 in force: o1
        sessions    3 native, 0 gpsd, 0 nmea, 1 control
        demand      yes, gpsd is watched
        problem     an override is in force
        try         locationctl clear

        """
    )
  }

  @Test func `status says which override is persistent, whose it is and since when`() throws {
    let rows = (1...7).map { number in
      #"{"created":"2026-11-30T01:22:20.120Z","id":"o\#(number)","kind":"set","owner":{"pid":42,"uid":0},"persist":\#(number == 1),"target":"all"}"#
    }
    let run = try CommandRun(control: [
      "status": answerLine(#"{"overrides":["o1","o2","o3","o4","o5","o6","o7"]}"#),
      "overrides": answerLine(#"{"overrides":[\#(rows.joined(separator: ","))]}"#),
    ])
    #expect(run.run("status").code == 0)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.contains("overrides   7 in force: o1, o2, o3, o4, o5, o6, o7"))
    #expect(
      lines.contains(
        "            o1 set for all, persistent, by root [42] since 2026-11-30T01:22:20.120Z"
      )
    )
    #expect(
      lines.contains("            o2 set for all, by root [42] since 2026-11-30T01:22:20.120Z")
    )
    #expect(lines.last == "            and 2 more: locationctl overrides")
  }

  @Test func `subscribers fits a terminal and names what --target takes`() throws {
    let row =
      #"{"authorization":{"accuracy":"full","status":"authorizedAlways"},"client":{"name":"compass","version":"2.1"},"delivered":1234,"exe":"/usr/lib/compass/bin/compass","lastDelivered":0.234,"overrides":["o1","o2"],"pid":120312,"regions":2,"session":"s12","subscriptions":["startUpdatingLocation","startMonitoring"],"surface":"native","uid":0}"#
    let run = try CommandRun(control: ["subscribers": answerLine(#"{"subscribers":[\#(row)]}"#)])
    #expect(run.run("subscribers").code == 0)
    #expect(
      run.output == """
        ID   USER           PROGRAM                       CLIENT       ACCESS  WANTS                 OVERRIDES  SENT  LAST
        s12  root [120312]  /usr/lib/compass/bin/compass  compass 2.1  full    location, regions(2)  o1, o2     1234  0.2 s

        """
    )
    #expect(run.run("subscribers", isTerminal: true).code == 0)
    for line in run.output.split(separator: "\n") { #expect(line.count <= 80) }
    #expect(run.output.contains("root [120312]  …bin/compass"))
  }

  @Test func `overrides fits a terminal`() throws {
    let row =
      #"{"created":"2026-11-30T01:22:20.120Z","id":"o104","kind":"transform offset","owner":{"pid":120312,"uid":0},"persist":true,"summary":"offset by 120 m to the east","target":"unit=compass.service"}"#
    let run = try CommandRun(control: ["overrides": answerLine(#"{"overrides":[\#(row)]}"#)])
    #expect(run.run("overrides", isTerminal: true).code == 0)
    for line in run.output.split(separator: "\n") { #expect(line.count <= 80) }
    #expect(run.output.contains("01:22:20Z"))
    #expect(run.output.hasSuffix("\n    offset by 120 m to the east\n"))
  }

  @Test func `a reset that matches nothing says so`() throws {
    let run = try CommandRun(control: ["privacyReset": answerLine(#"{"reset":0}"#)])
    #expect(run.run("privacy", "reset", "client=foo").code == 0)
    #expect(run.output == "no decision for client=foo was there to forget; see privacy list\n")
    #expect(run.run("privacy", "reset").code == 0)
    #expect(run.output == "no decision was there to forget; see privacy list\n")
  }

  @Test func `status says who may know the location, and what to type when nobody asks`() throws {
    let status =
      #"{"access":{"decisions":1,"denied":3,"fallback":"ask","isLost":true,"rules":2,"waiting":["s4","s7"]},"demand":false}"#
    let run = try CommandRun(control: ["status": answerLine(status)])
    #expect(run.run("status").code == 0)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(
      lines.suffix(2) == [
        "access      ask by default, 2 rules, 1 decision; earlier decisions are lost; 3 denied; "
          + "s4, s7 wait for a decision",
        "demand      nobody who asks may know the location, so gpsd is left alone; "
          + "to see whether it works: locationctl doctor",
      ]
    )
  }

  @Test func `status says that a gpsd which nobody needs any more is let go of`() throws {
    let status =
      #"{"demand":false,"gpsd":{"endpoint":"localhost:2947","since":2.3,"state":"connected"}}"#
    let run = try CommandRun(control: ["status": answerLine(status)])
    #expect(run.run("status").code == 0)
    #expect(run.output.hasSuffix("demand      nobody asks any more, so gpsd is let go of in 2 s\n"))
  }

  @Test func `status says how long a receiver has been silent`() throws {
    let status =
      #"{"devices":[{"age":7.2,"device":"/dev/ttyACM0","isActive":true,"lastMessage":7.1}]}"#
    let run = try CommandRun(control: ["status": answerLine(status)])
    #expect(run.run("status").code == 0)
    #expect(run.output.contains("/dev/ttyACM0, silent for 7.1 s, last fix 7.2 s ago\n"))
  }

  @Test(arguments: [
    (#"["o3"]"#, "denied by override o2, o3", "end it: locationctl clear o2 o3"),
    (#"[]"#, "denied", "decide: locationctl privacy grant user=$USER"),
  ])
  func `doctor names the override that denies, and every link`(
    seen: String,
    text: String,
    next: String
  ) throws {
    let denied = #"{"id":"o2","kind":"fault denied"}"#
    let slow = #"{"id":"o1","kind":"fault slow"}"#
    let faults = seen == "[]" ? slow : "\(slow),\(denied),\(denied.replacing("o2", with: "o3"))"
    let overrides = seen == "[]" ? #"["o1"]"# : #"["o1","o2","o3"]"#
    let run = try CommandRun(
      subscriber: ["authorization": answerLine(#"{"accuracy":"full","status":"denied"}"#)],
      control: [
        "overrides": answerLine(#"{"overrides":[\#(faults)]}"#),
        "subscribers": answerLine(
          #"{"subscribers":[{"overrides":\#(overrides),"pid":\#(getpid()),"session":"s1"}]}"#
        ),
        "status": answerLine(
          #"{"demand":false,"gpsd":{"endpoint":"localhost:2947","state":"idle"},"overrides":[],"version":"0.1.0"}"#
        ),
      ]
    )
    #expect(run.run("doctor").code == 77)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(
      lines.filter { !$0.hasPrefix(" ") }.map { $0.prefix(4) } == [
        "ok  ", "ok  ", "BAD ", "ok  ", "ok  ", "ok  ", "BAD ",
      ]
    )
    #expect(lines[2] == "BAD  permission         \(text)")
    #expect(lines[3] == "     try                \(next)")
    #expect(lines.suffix(2).first == "BAD  location           a subscriber may not know it")
  }

  @Test(arguments: [
    (
      ["privacy", "revoke", "all"], "privacyRevoke", #""decision":"deny","selector":"all""#,
      "deny for all\n"
    ),
    (["privacy", "reset"], "privacyReset", #""reset":1"#, "forgot 1 decision\n"),
    (["clear"], "clearOverrides", #""cleared":["o1"]"#, "cleared o1\n"),
    (
      ["set", "1,2", "--persist"], "setOverride", #""id":"o1""#,
      "o1: 1,2 for everyone, until cleared, not kept over a restart of the daemon\n"
    ),
  ])
  func `what is done and not saved ends with 74 and the reason`(
    command: [String],
    method: String,
    members: String,
    output: String
  ) throws {
    let reason = "open /s/privacy.json.new: Read-only file system (30)"
    let run = try CommandRun(
      control: [method: answerLine("{\(members),\"unsaved\":\"\(reason)\"}")]
    )
    let result = run.run(command)
    #expect(result.code == 74)
    #expect(result.message?.contains(reason) == true)
    #expect(run.output == output)
  }

  @Test func `status says that those who ask may not know, and what keeps the fix from them`()
    throws
  {
    let run = try CommandRun(control: [
      "status": answerLine(
        #"{"access":{"denied":2,"fallback":"allow"},"demand":false,"fix":{"state":"3D"},"overrides":["o1"]}"#
      ),
      "overrides": answerLine(#"{"overrides":[{"id":"o1","kind":"fault no-fix"}]}"#),
    ])
    #expect(run.run("status").code == 0)
    #expect(run.output.contains("fix         3D; kept from subscribers by o1\n"))
    #expect(
      run.output.contains(
        "demand      nobody who asks may know the location, so gpsd is left alone"
      )
    )
  }

  @Test func `a client cannot steer the operator's terminal by its name`() throws {
    let row =
      #"{"client":{"name":"\u001b[2Jevil","version":"1"},"pid":7,"session":"s1","surface":"native","uid":1000}"#
    let run = try CommandRun(control: ["subscribers": answerLine(#"{"subscribers":[\#(row)]}"#)])
    #expect(run.run("subscribers").code == 0)
    #expect(!run.output.contains("\u{1B}"))
    #expect(run.output.contains("\u{FFFD}[2Jevil 1"))
  }

  @Test func `subscribers shows the overrides that a session sees`() throws {
    let row = #"{"overrides":["o1","o2"],"pid":7,"session":"s1","surface":"native","uid":1000}"#
    let run = try CommandRun(control: ["subscribers": answerLine(#"{"subscribers":[\#(row)]}"#)])
    #expect(run.run("subscribers").code == 0)
    #expect(run.output.contains("o1, o2"))
  }

  @Test func `metrics are printed as text`() throws {
    let run = try CommandRun(
      control: ["metrics": answerLine(##"{"text":"# TYPE a counter\na_total 1\n# EOF\n"}"##)]
    )
    #expect(run.run("metrics").code == 0)
    #expect(run.output == "# TYPE a counter\na_total 1\n# EOF\n")
  }

  @Test func `reload reports a broken configuration as bad data`() throws {
    let run = try CommandRun(control: ["reload": errorLine(-32602, "locationd.conf:3: no such key")]
    )
    let result = run.run("reload")
    #expect(result.code == 65)
    #expect(result.message == "locationd.conf:3: no such key")
  }

  @Test func `a method that the daemon does not know is told`() throws {
    let run = try CommandRun(control: ["metrics": errorLine(-32601, "no method")])
    let result = run.run("metrics")
    #expect(result.code == 69)
    #expect(result.message == "this locationd does not know metrics")
  }

  @Test func `without a daemon the exit code is 69 and without a right 77`() throws {
    let loop = try EventLoop()
    let output = Output(isTerminal: false, isStyled: false) { _ in }
    let environment = ["LOCATIOND_CONTROL_SOCKET": "/nowhere/control.sock"]
    let context = Context(output: output, environment: environment, loop: loop)
    let expected = Failure.unreachable(
      "locationd cannot be reached, is it running? connect /nowhere/control.sock: "
        + "No such file or directory (2)"
    )
    #expect(throws: expected) { try Program.run(["status"], in: context) }
  }
}
