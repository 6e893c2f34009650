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
      "see the links above, and locationctl explain"
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
}
