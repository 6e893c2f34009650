// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LocationTestSupport
import Testing

@testable import locationctl

/// What `doctor` and `status` say of overrides that are for some and not for others.
@Suite struct DoctorOverrideTests {
  private static let rows =
    #"{"id":"o1","kind":"fault no-fix","target":"user=bob"},{"id":"o2","kind":"set","target":"all"}"#

  private func doctor(seeing overrides: String) throws -> CommandRun {
    try CommandRun(
      subscriber: [
        "authorization": answerLine(#"{"accuracy":"full","status":"authorizedAlways"}"#),
        "startUpdatingLocation": answerLine("{}"),
      ],
      control: [
        "overrides": answerLine(#"{"overrides":[\#(Self.rows)]}"#),
        "subscribers": answerLine(
          #"{"subscribers":[{"overrides":\#(overrides),"pid":\#(getpid()),"session":"s1"}]}"#
        ),
        "status": answerLine(
          #"{"demand":true,"devices":[{"device":"tcp://a:1","isActive":true,"lastMessage":0.1}],"fix":{"state":"3D"},"gpsd":{"endpoint":"a:2947","state":"connected"},"overrides":["o1","o2"],"version":"0.1.0"}"#
        ),
      ]
    )
  }

  @Test(arguments: [
    (
      #"["o1"]"#, "", "to see the truth: locationctl clear o1",
      "kept from this program by override o1", "end it: locationctl clear o1"
    ),
    (
      "[]", "; this program sees none of them", nil, "a subscriber gets none",
      "see the links above; of another program: locationctl subscribers, and with its ID locationctl explain ID"
    ),
  ])
  func `doctor tells which overrides this program sees`(
    seen: String,
    remark: String,
    truth: String?,
    location: String,
    next: String
  ) throws {
    let run = try doctor(seeing: seen)
    #expect(run.run("doctor").code == 75)
    let list = "in force: o1 (fault no-fix) for user=bob, o2 (set) for all\(remark)"
    let lines = run.output.split(separator: "\n").map(String.init)
    let expected =
      ["ok   overrides          \(list)"] + (truth.map { ["     try                \($0)"] } ?? [])
      + ["BAD  location           \(location)", "     try                \(next)"]
    #expect(lines.suffix(expected.count) == expected[...], "\(run.output)")
  }

  @Test func `status says from whom the fix is kept`() throws {
    let run = try CommandRun(control: [
      "status": answerLine(#"{"fix":{"state":"3D"},"overrides":["o1","o2"]}"#),
      "overrides": answerLine(
        #"{"overrides":[\#(Self.rows),{"id":"o3","kind":"fault denied","target":"all"}]}"#
      ),
    ])
    #expect(run.run("status").code == 0)
    #expect(
      run.output.contains("fix         3D; kept from user=bob by o1, from subscribers by o3\n"),
      "\(run.output)"
    )
  }

  @Test func `who may not use the control socket is told which override denies, and whom to ask`()
    throws
  {
    let run = try CommandRun(
      subscriber: [
        "authorization": answerLine(#"{"accuracy":"full","overrides":["o2"],"status":"denied"}"#)
      ],
      control: ["status": errorLine(-32603, "closed")]
    )
    #expect(run.run("doctor").code != 0)
    #expect(run.output.contains("BAD  permission         denied by override o2\n"))
    #expect(run.output.contains("ask an operator to type: locationctl clear o2\n"))
  }

  @Test func `what the daemon says of its configuration is told, and a refused reload fails`()
    throws
  {
    let refused = #"{"link":"configuration","next":"correct it","problem":"a.conf:2: loud"}"#
    let warning = #"{"link":"configuration","next":"look","problem":"bob is not known"}"#
    for (problems, more, code) in [
      ("\(refused),\(warning)", #""refusedReload":"a.conf:2: loud","#, Int32(65)),
      // What comes next in the chain is then the fault.
      (warning, "", 69),
    ] {
      let run = try CommandRun(
        subscriber: [
          "authorization": answerLine(#"{"accuracy":"full","status":"authorizedAlways"}"#),
          "startUpdatingLocation": answerLine("{}"),
        ],
        control: [
          "subscribers": answerLine(#"{"subscribers":[]}"#),
          "status": answerLine(
            #"{"demand":false,"devices":[],"gpsd":{"endpoint":"a:2947","nextAttempt":0.01,"reason":"Connection refused","state":"disconnected"},"overrides":[],"problems":[\#(problems)],\#(more)"version":"0.1.0"}"#
          ),
        ]
      )
      #expect(run.run("doctor").code == code)
      #expect(run.output.contains("BAD  configuration      a.conf:2: loud") == (code == 65))
      #expect(run.output.contains("BAD  configuration      bob is not known\n     try"))
    }
  }

  @Test func `each link is told what is wrong with it, not what is wrong first`() throws {
    let run = try CommandRun(
      subscriber: [
        "authorization": answerLine(#"{"accuracy":"full","status":"authorizedAlways"}"#),
        "startUpdatingLocation": answerLine("{}"),
      ],
      control: [
        "subscribers": answerLine(#"{"subscribers":[]}"#),
        "status": answerLine(
          #"{"demand":true,"devices":[{"device":"tcp://a:1"}],"gpsd":{"endpoint":"a:2947","nextAttempt":0.01,"reason":"Connection refused","state":"disconnected"},"next":"make room","overrides":[],"problems":[{"link":"state","next":"make room","problem":"full"},{"link":"gpsd","next":"needs -G","problem":"refused"}],"unsaved":"full","version":"0.1.0"}"#
        ),
      ]
    )
    #expect(run.run("doctor").code == 74)
    #expect(
      run.output.contains(
        "BAD  gpsd               a:2947 is disconnected: Connection refused\n"
          + "     try                needs -G\n"
      ),
      "\(run.output)"
    )
  }
}
